"""Loads packs: reads their files, validates them, and links their declarations."""
