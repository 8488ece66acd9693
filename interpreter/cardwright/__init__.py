"""Cardwright: the rules of tabletop games as data.

`load` packs, `start` a game, read its `question`, `answer`; see docs/api.md.
"""

from cardwright.api import PackError, Rules, examine, load, modules
from cardwright.machine.digest import digest
from cardwright.machine.game import DONE, Game, GameError, Question
from cardwright.machine.logbook import Entry, entries, lines
from cardwright.machine.naming import answers, labels, name, player_name, prompt, reply, title
from cardwright.machine.save import SaveError, restore, save
from cardwright.machine.view import view, winners
from cardwright.machine.why import Tree, WhyError, why

__all__ = [
    "DONE",
    "Entry",
    "Game",
    "GameError",
    "PackError",
    "Question",
    "Rules",
    "SaveError",
    "Tree",
    "WhyError",
    "answers",
    "digest",
    "entries",
    "examine",
    "labels",
    "lines",
    "load",
    "modules",
    "name",
    "player_name",
    "prompt",
    "reply",
    "restore",
    "save",
    "title",
    "view",
    "why",
    "winners",
]
