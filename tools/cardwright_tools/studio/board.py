"""What a page needs to draw any board: names and texts of things, shapes of grids, kinds.

Owns the picture of the board model that browsers get. Nothing of it is a secret: it is what is
printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from cardwright import Game, Rules
from cardwright.language.declared import Look
from cardwright.program import board_tables
from cardwright.runtime import naming
from cardwright.runtime.game import Game as Position
from cardwright_tools.studio.messages import Message


def described(rules: Rules, game: Game) -> Message:
    """Things by id, kinds by name, and grids by kind."""
    board, position = rules.declared.board, game.position
    things = {
        id: {"kind": kind, "title": rules.titles[id], "text": thing.text}
        for kind, group in board.things.items()
        for id, thing in group.items()
    }
    kinds = {name: [*board.ancestors(name)] for name in board.kinds}
    look = {name: _look(name, one) for name, one in rules.declared.look.items()}
    grids = {name: _grid(position, name) for name, kind in board.kinds.items() if kind.grid}
    return {"title": rules.title, "things": things, "kinds": kinds, "grids": grids,
            "look": look}  # fmt: skip


def _look(name: str, look: Look) -> Mapping[str, object]:
    """How something is drawn; the server sends its picture by its name."""
    said = {
        "at": look.at, "wide": look.wide, "high": look.high, "colour": look.colour,
        "shape": look.shape, "picture": f"look/{quote(name)}" if look.picture else None,
    }  # fmt: skip
    return {key: value for key, value in said.items() if value}


def _grid(position: Position, kind: str) -> Mapping[str, object]:
    """The size of a grid, and the columns and rows of its cells, both from 1."""
    grid, cells = board_tables.cells(position.program.layout, kind)
    named = {naming.name(position.program, place): at for at, place in cells.items()}
    return {
        "width": grid.width, "height": grid.height, "hexagons": grid.neighbours == 6,
        "cells": named,
    }  # fmt: skip
