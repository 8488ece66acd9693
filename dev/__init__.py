"""Developers' tools, outside the wheel: `python -m dev.NAME` from the repository's root."""
