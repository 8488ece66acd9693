"""Noun phrases: things, sets of things, and what is said about them."""
