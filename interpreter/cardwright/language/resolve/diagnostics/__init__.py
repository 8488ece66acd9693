"""Errors about undeclared words and meaningless phrases, with suggestions."""
