"""The canonical form of the YAML of packs and of the effects in it."""
