"""Scenarios: files of tests in YAML, read, run against the rules and reported."""
