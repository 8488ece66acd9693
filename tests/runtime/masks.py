"""A small pack of masks that lie face down: players can't tell them apart."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.runtime.game import Game

MANIFEST = """
id: masks
version: 1.0.0
title: Masks
players: [2, 2]
main: game
"""
APART = "move fox to hill\n    move owl to wood\n    move elk to wood\n    move bee to hill"
"""Two masks on each spot."""


def masks(path: Path, content: str) -> Rules:
    (path / "pack.yaml").write_text(MANIFEST)
    (path / "game.yaml").write_text(content)
    return cardwright.load(path)


def exchanged(game: Game, one: str, two: str) -> Game:
    """The same position with two masks exchanged, asked again."""
    other, layout = game.copy(), game.program.layout
    a, b = (next(i.id for i in layout.items if i.name == name) for name in (one, two))
    other.s[a], other.s[b] = game.s[b], game.s[a]
    other.list_placed()
    return asked_again(other)


def asked_again(game: Game) -> Game:
    frame, game.question = game.frames[-1], None
    assert game.program.blocks[frame[0]](game, game.s, game.z, frame)
    return game
