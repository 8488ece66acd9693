"""What looks wrong in a game that can be played: one file for each family of codes."""

from cardwright_tools.lint.run import run_lints

__all__ = ["run_lints"]
