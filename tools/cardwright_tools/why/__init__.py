"""`cardwright why`: why a value is what it is, and why an answer is not offered."""
