"""Refuses phrases that a reader would understand differently from the game."""
