"""`cardwright sim`: plays many games and reports their results."""
