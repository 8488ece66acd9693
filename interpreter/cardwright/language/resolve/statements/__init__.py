"""Statements: who acts, who chooses, and what is done in which order."""
