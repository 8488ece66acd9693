"""Phrases that a reader would take otherwise than the game: these are refused."""
