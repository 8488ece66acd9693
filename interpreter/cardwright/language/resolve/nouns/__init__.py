"""Noun phrases: things, sets of things, and the words that narrow them down."""
