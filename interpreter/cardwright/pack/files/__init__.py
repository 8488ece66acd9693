"""The files of packs: manifests, which packs and modules a game needs, and its settings."""
