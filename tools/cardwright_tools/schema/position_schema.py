"""The schemas of what a scenario says about a position: who and what can be where.

They only offer names, as `examples`: a scenario may also write numbers, adjectives and expressions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from cardwright.board.declarations import Field, Zone
from cardwright.board.model import Board
from cardwright.language.declared import Declared
from cardwright.pack.validation.value_types import Json, Schema

NOTHING, NOBODY = "nothing", "nobody"
_GENERAL = ("yes", "no", "done", "pass")
"""Answers of all games."""


def one_of(words: Iterable[str]) -> Schema:
    return {"examples": cast("Json", [*dict.fromkeys(words)])}


def several(words: Iterable[str]) -> Schema:
    return {"items": one_of(words)}


def by_name(names: Iterable[str], each: Schema) -> Schema:
    return {"properties": cast("Json", dict.fromkeys(names, each))}


def players_of(board: Board) -> list[str]:
    return [*board.things.get("player", {})]


def position(board: Board) -> dict[str, Schema]:
    """The schemas of places, zones, counters and other state, by name."""
    places: dict[str, list[str]] = {}
    for kind in board.below("place"):
        for id in board.things.get(kind, {}):
            places.setdefault(id, []).append(kind)
    found = {id: _place(kinds, board) for id, kinds in places.items()}
    for zone in board.zones.values():
        found.setdefault(zone.name, _zone(zone, board))
    for cell in _cells(board):
        if " " in cell.state:  # the language's own, which an author can't name
            continue
        found.setdefault(cell.state, _cell(cell, board))
    return found


def _place(kinds: Sequence[str], board: Board) -> Schema:
    """A place of one of these kinds: the pieces on it, by owner or without one."""
    words = [*_nouns(_holdable(kinds, board), board), NOTHING]
    by_owner = by_name([*players_of(board), NOBODY], one_of(words) | several(words))
    return one_of(words) | several(words) | by_owner


def _holdable(places: Sequence[str], board: Board) -> Iterator[str]:
    """The kinds that live on places of one of these kinds."""
    above = {one for place in places for one in board.ancestors(place)}
    for kind in board.kinds:
        if not above.isdisjoint(board.lives_on(kind)):
            yield kind


def _nouns(kinds: Iterable[str], board: Board) -> Iterator[str]:
    for kind in kinds:
        yield from (kind, board.kinds[kind].plural)


def _zone(zone: Zone, board: Board) -> Schema:
    kinds = board.below(zone.holds)
    ids = [id for kind in kinds for id in board.things.get(kind, {})]
    held = several([*ids, *_nouns(kinds, board)])
    return by_name(players_of(board), held) if zone.each_player else held


def _cells(board: Board) -> Iterator[Field]:
    yield from board.state.values()
    for kind in board.kinds.values():
        yield from (one for one in kind.fields.values() if not one.printed)


def _cell(cell: Field, board: Board) -> Schema:
    """A state: its value, by the thing that has it."""
    words = board.values_of(cell.type.one())
    value = one_of(["yes", "no"] if str(cell.type) == "flag" else words)
    value = {"items": value} if cell.type.many else value
    if not cell.kind:
        return value
    kinds = board.below(cell.kind)
    return by_name((id for kind in kinds for id in board.things.get(kind, {})), value)


def performed(declared: Declared) -> list[str]:
    """The printed effects as a scenario names them: `event of some-card`."""
    return [f"{one.slot} of {one.bearer.id}" for one in declared.effects]


def answers(declared: Declared) -> list[str]:
    """What an answer may be: ids of things and options, words of enums, and those of all games."""
    board = declared.board
    things = [id for kind in board.things.values() for id in kind]
    words = [word for enum in board.enums.values() for word in enum.values]
    return [*(one.id for one in declared.options), *things, *words, *_GENERAL]
