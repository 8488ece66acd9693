"""Things: the entries of each kind, the lists made of them, and what changes them."""
