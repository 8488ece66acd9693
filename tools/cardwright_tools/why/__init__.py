"""`cardwright why`: explains a value, or why an answer is not offered."""
