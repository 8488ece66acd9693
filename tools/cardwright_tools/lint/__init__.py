"""Lints: likely errors in a game that can be played.

`rules` has one file for each lint, `rule` has what they have in common, and `run` runs them. The
other files compute data that several lints need: tree indexes, uses, ranges, bounds on steps.
"""

from cardwright_tools.lint.run import run_lints

__all__ = ["run_lints"]
