"""`cardwright sim`: many games, and their results."""
