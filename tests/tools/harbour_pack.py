"""A small pack for tests of the scenario runner, and a helper that runs scenarios of it."""

from __future__ import annotations

from pathlib import Path

from cardwright_tools.scenario.run import run_tests

PACK = """
id: harbour
version: 1.0.0
title: Harbour
players: [2, 3]
main: game
score: gold
winners: top players by gold of player
"""

GAME = """
enums:
  colour: [white, black]

kinds:
  player:
    state:
      gold: {type: number, start: 3, min: 0}
      fame: number
      plan: {type: colour, seen by: owner}
  port: {is: place, state: {burnt: flag}}
  sea: {is: place}
  boat: {is: piece, on: sea, each player: 2, state: {leaky: flag}}
  crate: {is: piece, on: port, each player: 4}
  kraken: {is: piece, on: sea}
  chart: {is: card, rules: {event: {title: Event}}}
pieces: {kraken: 1}
zones:
  deck: {holds: chart, ordered: true, seen by: count}
  pile: {holds: chart, ordered: true}
  hand: {holds: chart, each player: true, seen by: owner}
state:
  day: {type: number, start: 1}
  flag: {type: colour, start: white}
  tide: {type: number, min: -4, max: 4}

players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
  - {id: cid, title: Cid, provenance: house}
ports:
  - {id: dover, provenance: house}
  - {id: calais, provenance: house}
  - {id: tees, provenance: house}
seas:
  - {id: north, provenance: house}
  - {id: tees, provenance: house}
charts:
  - {id: storm, title: The Storm, event: remove 1 boat, provenance: house}
  - {id: gift, title: A Gift, event: gain 2 gold, provenance: house}
  - {id: calm, copies: 2, event: say "It is calm", provenance: house}

definitions:
  wealth of player: gold of player + number of crates of player
  richest: only top players by gold of player
menus: {acts: {title: Act}}
options:
  - {id: trade, menu: acts, title: Trade, if: you have crates, do: do sell, provenance: house}
  - {id: rest, menu: acts, title: Rest, do: say "rests", provenance: house}
rules:
  game: |
    place 1 boat on north
    place 2 crates on dover
    repeat 3 times:
      for each player:
        player does turn
    end the game
  turn: open acts or say "waits"
  sell: |
    remove 1 of your crates
    gain 2 gold
  rent:
    takes: {port: port, price: number}
    do: |
      for each player with crates on port:
        player gains (price) gold
  forever: |
    # the checker can't tell what this does
    if day < 9: do forever
  finish: end the game
  tame: give kraken to ann
  draw: move top of deck to hand of you
  pledge: |
    secretly choose 1 colour, as word
    set plan of you to word
"""


def make(folder: Path) -> Path:
    """The pack, written into a folder of its name."""
    made = folder / "harbour"
    (made / "scenarios").mkdir(parents=True)
    (made / "pack.yaml").write_text(PACK, encoding="utf-8")
    (made / "game.yaml").write_text(GAME, encoding="utf-8")
    return made


def played(pack: Path, text: str, words: str = "") -> tuple[int, str]:
    """The exit code and output of running these scenarios."""
    file = pack / "scenarios" / "case.yaml"
    file.write_text(text, encoding="utf-8")
    output: list[str] = []
    code = run_tests([file], words, output.append)
    file.unlink()
    return code, "\n".join(output)
