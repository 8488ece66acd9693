"""What trees refer to besides their own nodes, by name: state, verbs, operations, movements and
locations; and the types of expressions.

A symbol that no longer exists is None or raises LookupError; malformed data raises TypeError or
ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import fields, replace
from typing import Any

from cardwright.board.built_in import SOURCE_CELL, runner_cell
from cardwright.board.declarations import RUNNER, SOURCE, Field
from cardwright.board.model import Board
from cardwright.board.property_paths import Location
from cardwright.board.types import FLAG, Type
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.operation import BY_NAME, Operation
from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.verbs import VERBS


def stored_symbol(one: object, board: Board) -> list[Any]:
    """The data by which a symbol can be found again. Raises LookupError if it can't, as for a
    capacity."""
    match one:
        case Type():
            return ["type", one.base, one.of, one.many, one.optional]
        case Field():
            return [_sort_of(one, board), *one.full_name]
        case Verb():
            return ["verb", one.name]
        case Operation():
            return ["operation", one.name]
        case Movement():
            return ["movement", one.verb, one.takes.name, one.to.name, one.creates]
        case Location():
            return ["location", *(getattr(one, each.name) for each in fields(one))]
    raise LookupError(repr(one))


def read_symbol(data: Any, board: Board) -> object:
    """The symbol of a board or of the language that was stored."""
    sort, *words = data
    return _READERS[sort](board, *words)


def _type(board: Board, base: str, of: str, many: bool, optional: bool) -> Type:
    named: Mapping[str, Container[str]] = {
        "thing": board.kinds, "design": board.kinds, "enum": board.enums, "zone": (of,),
    }  # fmt: skip
    plain = of == "" and base in _PLAIN
    if not plain and of not in named[base] and (base, of) != ("thing", "thing"):
        raise LookupError(of)
    return Type(base, of, many is True, optional is True)


def _sort_of(one: Field, board: Board) -> str:
    found = (sort for sort in _FIELDS if _READERS[sort](board, *one.full_name) == one)
    if (sort := next(found, None)) is None:
        raise LookupError(one.name)
    return sort


def _declared_field(board: Board, kind: str, name: str) -> Field | None:
    """A field of a kind or of the game."""
    found = board.kinds.get(kind)
    own = (found.fields, found.indexed) if found else (board.state, board.indexed)
    return own[0].get(name) or own[1].get(name)


def _asked_state(_: Board, kind: str, name: str) -> Field:
    """State that exists only in games in which a text asks for it."""
    if name == SOURCE:
        return replace(SOURCE_CELL, kind=kind)
    return runner_cell(name.removeprefix(f"{RUNNER} "))


def _keyword(board: Board, kind: str, name: str) -> Field | None:
    """The printed number of a keyword."""
    every = (one.printed for one in board.keywords.values())
    return next((one for one in every if one.full_name == (kind, name)), None)


def _flag(_: Board, kind: str, name: str) -> Field:
    """A printed flag that no text names: whether a thing has an effect."""
    return Field(str(name), FLAG, str(kind), printed=True)


def _location(_: Board, *words: str) -> Location:
    return Location(*map(str, words))


def _movement(_: Board, verb: str, takes: str, to: str, creates: bool) -> Movement:
    return Movement(str(verb), From[takes], To[to], creates is True)


_FIELDS = ("state", "field", "keyword", "flag")
_PLAIN = ("number", "flag", "text", "none", "unknown")
_READERS: Mapping[str, Callable[..., object]] = {
    "type": _type,
    "field": _declared_field,
    "keyword": _keyword,
    "state": _asked_state,
    "flag": _flag,
    "verb": lambda _, name: VERBS.by_name[name],
    "operation": lambda _, name: BY_NAME[name],
    "movement": _movement,
    "location": _location,
}
