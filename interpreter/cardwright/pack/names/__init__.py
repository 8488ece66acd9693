"""Clashes of names, and names that are unknown only because of an error elsewhere."""
