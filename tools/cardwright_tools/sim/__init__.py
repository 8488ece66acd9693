"""`cardwright sim`: many random games, and their results."""
