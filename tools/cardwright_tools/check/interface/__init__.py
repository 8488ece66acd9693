"""What the independent cards of a large game may see of its rest, and which cards a change of the
rest can affect.

A card sees the rest by names: of things, kinds, values, words, rules and definitions. So its
outcome is unchanged unless it mentions a name whose meaning has changed, or that depends on such a
name. Knows nothing about how the earlier game is stored.
"""
