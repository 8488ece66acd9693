"""`cardwright why`: why a value is what it is, and why something is not among the answers."""
