"""Lowers the HIR to the core tree, in which a few statements do all the work."""
