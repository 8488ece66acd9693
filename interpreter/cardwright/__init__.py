"""Cardwright: the rules of tabletop games as data.

`load` packs, start a `new_game`, `apply` one of its `options`; see docs/api.md. Each name here is
imported when it is first used, so that a command that reads no pack does not wait for all of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.api import PackError, examine, load, modules
    from cardwright.decks import DeckError
    from cardwright.games import Game, GameError, Outcome, Rules, Seat
    from cardwright.options import Option, Options, Question, Reference
    from cardwright.pack.files.pack_search import find_pack, shipped_packs
    from cardwright.runtime.explanation import Tree
    from cardwright.runtime.log import Entry
    from cardwright.runtime.save import PacksChanged, SaveError
    from cardwright.runtime.why import WhyError
    from cardwright.seats import NotYourTurn
    from cardwright.source.diagnostics import Diagnostic, Report

    __version__: str

_NAMES = {
    "decks": "DeckError",
    "api": "PackError examine load modules",
    "games": "Game GameError Outcome Rules Seat",
    "options": "Option Options Question Reference",
    "seats": "NotYourTurn",
    "runtime.log": "Entry",
    "runtime.save": "PacksChanged SaveError",
    "runtime.explanation": "Tree",
    "runtime.why": "WhyError",
    "pack.files.pack_search": "find_pack shipped_packs",
    "source.diagnostics": "Diagnostic Report",
}
_HOMES = {word: home for home, words in _NAMES.items() for word in words.split()}


def __getattr__(name: str) -> object:
    if name == "__version__":
        found: object = import_module("importlib.metadata").version(__name__)
    elif name in _HOMES:
        found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "DeckError",
    "Diagnostic",
    "Entry",
    "Game",
    "GameError",
    "NotYourTurn",
    "Option",
    "Options",
    "Outcome",
    "PackError",
    "PacksChanged",
    "Question",
    "Reference",
    "Report",
    "Rules",
    "SaveError",
    "Seat",
    "Tree",
    "WhyError",
    "__version__",
    "examine",
    "find_pack",
    "load",
    "modules",
    "shipped_packs",
]
