"""Static analysis of checked rules."""
