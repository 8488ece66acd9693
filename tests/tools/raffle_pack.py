"""A small, quick game in which every card is worth the same, unless one is planted.

Each turn a player takes one of three cards that lie open and draws a few points at random; after
five turns each, the most points win.
"""

from __future__ import annotations

import json
from pathlib import Path

CARDS = ("ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine")
WORTH = 3

PACK = """\
id: raffle
version: 1.0.0
title: Raffle
players: [2, 2]
main: game
score: points
winners: top players by points of player
modules: {windfall: {title: Windfall, adds: windfall}}
"""
RULES = """\
kinds:
  player: {state: {points: {type: number, start: 0, min: 0}}}
  ticket: {is: card, fields: {worth: number}, rules: {event: {title: Event}}}
zones:
  deck: {holds: ticket, ordered: true, seen by: count}
  row: {holds: ticket}
  won: {holds: ticket, each player: true}
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
rules:
  game: |
    move all tickets in supply to deck
    shuffle deck
    repeat 5 times:
      for each player: player does turn
  turn: |
    repeat (3 - number of tickets in row) times: move top of deck to row
    choose 1 ticket in row, as picked
    perform event of picked
    move picked to won of you
    choose a number from 1 to 6 at random, as luck
    gain (luck) points
"""
TAKE = """rules:
  take-one: |
    choose 1 ticket in row, as picked
    perform event of picked
    move picked to won of you
"""
WINDFALL = """abilities:
  - {when: after turn, do: gain 1 points, provenance: house}
"""


def _tickets(planted: int) -> str:
    lines = ["tickets:"]
    for name in CARDS:
        worth = WORTH + (planted if name == CARDS[0] else 0)
        lines.append(
            f"  - {{id: {name}, title: {name.title()}, copies: 2, worth: {worth}, "
            f"text: Gain {worth} points., event: gain (worth of this) points, provenance: house}}"
        )
    return "\n".join(lines) + "\n"


def write_raffle(folder: Path, planted: int = 0, ann: str = "Ann") -> str:
    """A pack in a folder; the first ticket is worth this much more than the others."""
    folder.mkdir(exist_ok=True)
    (folder / "windfall").mkdir(exist_ok=True)
    files = {
        "pack": PACK,
        "rules": RULES.replace("title: Ann", f"title: {json.dumps(ann)}"),
        "tickets": _tickets(planted),
    }
    for name, text in {**files, "windfall/windfall": WINDFALL}.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder.as_posix()
