"""Lints: likely errors in a game that can be played.

`rules` has one file for each lint, `rule` is what they all have in common, and `run` runs them.
The other files compute what several lints need: tree indexes, uses, ranges, step bounds.
"""

from cardwright_tools.lint.run import run_lints

__all__ = ["run_lints"]
