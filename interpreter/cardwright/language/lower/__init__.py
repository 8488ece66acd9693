"""From the HIR down to the core tree, in which a few statements do all work."""
