"""Things: the entries of each kind, lists of them, and the patches that change them."""
