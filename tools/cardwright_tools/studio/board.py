"""The data that a page needs to draw any board: names and texts of things, shapes of grids, kinds.

Describes the board model to browsers. None of it is secret: it is what is printed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import quote

from cardwright import Game, Rules
from cardwright.language.declared import Look
from cardwright.program import board_tables
from cardwright.runtime import naming
from cardwright.runtime.game import Game as Position
from cardwright_tools.play.facts import printed_fields, value_words
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.networks import networks


def board_description(rules: Rules, game: Game) -> Message:
    """Things by id, kinds by name, and grids by kind."""
    board, position = rules.declared.board, game.position
    things = {
        name: {"kind": kind, "title": rules.titles[id], "text": thing.text,
               "printed": _printed(rules, position, kind, id)}
        for kind, group in board.things.items()
        for id, thing in group.items()
        for name in ([id] if len(board.things_named(id)) == 1 else [id, f"{kind} {id}"])
    }  # fmt: skip
    kinds = {name: [*board.ancestors(name)] for name in board.kinds}
    look = {name: _look(name, one) for name, one in rules.declared.look.items()}
    grids = {name: _grid(position, name) for name, kind in board.kinds.items() if kind.grid}
    return {"title": rules.title, "things": things, "kinds": kinds, "grids": grids,
            "zones": _zones(position), "look": look,
            "network": networks(rules, position)}  # fmt: skip


def _zones(position: Position) -> Mapping[str, str]:
    """The titles of zones by name, with the owner for those of players."""
    program, first = position.program, position.program.layout.zone_first
    places = range(first, first + len(program.layout.zones))
    return {naming.name(program, one): naming.own_title(program, one) for one in places}


def _look(name: str, look: Look) -> Mapping[str, object]:
    """How something is drawn; the server sends its picture by name."""
    said = {
        "at": look.at, "wide": look.wide, "high": look.high, "colour": look.colour,
        "shape": look.shape, "picture": f"look/{quote(name)}" if look.picture else None,
    }  # fmt: skip
    return {key: value for key, value in said.items() if value}


def _printed(rules: Rules, position: Position, kind: str, id: str) -> Mapping[str, str]:
    """The printed properties of a definition to show, with their values: those that the pack
    names in its `look`, or else all numbers and, for places, the words of enums, without default
    values."""
    layout, wanted = position.program.layout, _wanted(rules, kind, id)
    item = layout.by_name.get((kind, id))
    if item is None:
        return {}
    fields = {field.name: field for field in printed_fields(position, item)}
    values = {name: layout.printed_on(layout.items[item], one) for name, one in fields.items()}
    if wanted is None:
        bases = ("number", "enum") if rules.declared.board.is_a(kind, "place") else ("number",)
        usual = {name: layout.number(one.default, one) for name, one in fields.items()}
        said = _said(rules, kind, id)
        wanted = [name for name, one in fields.items()
                  if not one.type.many and one.type.base in bases
                  and (values[name] != usual[name] or (one.default is None and name in said))
                  ]  # fmt: skip
    return {name: value_words(position, fields[name], values[name])
            for name in wanted if name in fields}  # fmt: skip


def _said(rules: Rules, kind: str, id: str) -> Collection[str]:
    """The properties that a definition sets."""
    return rules.declared.board.things[kind][id].values


def _wanted(rules: Rules, kind: str, id: str) -> Sequence[str] | None:
    """The names of the properties that the pack wants to show, if it says so."""
    look = rules.declared.look
    names = (f"{kind} {id}", id, *rules.declared.board.ancestors(kind))
    return next((shows for name in names if name in look
                 and (shows := look[name].shows) is not None), None)  # fmt: skip


def _grid(position: Position, kind: str) -> Mapping[str, object]:
    """The size of a grid, and the columns and rows of its cells, both counted from 1."""
    grid, cells = board_tables.cells(position.program.layout, kind)
    named = {naming.name(position.program, place): at for at, place in cells.items()}
    return {
        "width": grid.width, "height": grid.height, "hexagons": grid.neighbours == 6,
        "cells": named,
    }  # fmt: skip
