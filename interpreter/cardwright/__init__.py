"""Cardwright: the rules of tabletop games as data.

`load` packs, `start` a game, read its `question`, `answer`; see docs/api.md. What is named here
is imported when it is first asked for: a command that reads no pack need not wait for all.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.api import PackError, Rules, examine, load, modules
    from cardwright.machine.digest import digest
    from cardwright.machine.game import DONE, Game, GameError, Question
    from cardwright.machine.logbook import Entry, entries, lines
    from cardwright.machine.naming import answers, labels, name, player_name, prompt, reply, title
    from cardwright.machine.save import SaveError, restore, save
    from cardwright.machine.view import view, winners
    from cardwright.machine.why import Tree, WhyError, why

_NAMES = {
    "api": "PackError Rules examine load modules",
    "machine.digest": "digest",
    "machine.game": "DONE Game GameError Question",
    "machine.logbook": "Entry entries lines",
    "machine.naming": "answers labels name player_name prompt reply title",
    "machine.save": "SaveError restore save",
    "machine.view": "view winners",
    "machine.why": "Tree WhyError why",
}
_HOMES = {word: home for home, words in _NAMES.items() for word in words.split()}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


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
