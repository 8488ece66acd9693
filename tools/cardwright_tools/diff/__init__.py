"""The changes between two versions of a pack, in terms of rules instead of lines."""
