"""`cardwright balance`: who wins, why, and how a change affects that."""
