"""Cardwright: the rules of tabletop games as data.

`load` packs, `start` a game, read its `question`, `answer`; see docs/api.md. What is named here
is imported when it is first asked for: a command that reads no pack need not wait for all.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.api import PackError, Rules, examine, load, modules
    from cardwright.runtime.digest import digest
    from cardwright.runtime.game import DONE, Game, GameError, Question
    from cardwright.runtime.log import Entry, entries, lines
    from cardwright.runtime.naming import answers, labels, name, player_name, prompt, reply, title
    from cardwright.runtime.save import SaveError, restore, save
    from cardwright.runtime.view import view, winners
    from cardwright.runtime.why import Tree, WhyError, why

_NAMES = {
    "api": "PackError Rules examine load modules",
    "runtime.digest": "digest",
    "runtime.game": "DONE Game GameError Question",
    "runtime.log": "Entry entries lines",
    "runtime.naming": "answers labels name player_name prompt reply title",
    "runtime.save": "SaveError restore save",
    "runtime.view": "view winners",
    "runtime.why": "Tree WhyError why",
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
