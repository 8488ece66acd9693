"""Conditions: comparisons, equality, existence, and which rules are running."""
