"""Validates YAML against schemas, with errors in an author's terms."""
