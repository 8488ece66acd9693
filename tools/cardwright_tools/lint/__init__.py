"""Lints: what looks wrong in a game that can be played.

`rules` has one file for each lint, `rule` is what they all have in common, and `run` runs them.
The other files work out what several lints ask: indexes of trees, uses, ranges, bounds of steps.
"""

from cardwright_tools.lint.run import run_lints

__all__ = ["run_lints"]
