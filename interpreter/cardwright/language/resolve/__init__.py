"""Resolves the syntax tree to the HIR: names, types, noun phrases, statements."""
