"""`cardwright show` and `cardwright explain`: definitions of a pack, and pages of codes."""
