"""Forms: the keys that mappings in a pack's files may have, and the schemas made from them."""
