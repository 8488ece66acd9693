"""Declarations in the language: definitions, event patterns, and the targets of modifiers."""
