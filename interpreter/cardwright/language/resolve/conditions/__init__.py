"""Conditions: comparisons, what is equal, what there is, and what runs."""
