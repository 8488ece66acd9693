"""What looks wrong in a game that can be played: one file for each family of codes."""

from cardwright_tools.lints.find import find

__all__ = ["find"]
