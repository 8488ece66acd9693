"""Cardwright: the rules of tabletop games as data.

`load` packs, `start` a game, read its `question`, `answer`; see docs/api.md.
"""

from cardwright.api import PackError, Rules, examine, load
from cardwright.machine.game import DONE, Game, GameError, Question

__all__ = ["DONE", "Game", "GameError", "PackError", "Question", "Rules", "examine", "load"]
