"""Names: clashes, and those that errors elsewhere make unknown."""
