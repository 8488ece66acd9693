"""A small pack with copies of cards, and with cards whose options are active in some zones."""

from __future__ import annotations

from pathlib import Path

PACK = """
id: shop
version: 1.0.0
title: Shop
players: [2, 4]
main: game
score: coins
winners: top players by coins of player
"""

GAME = """
kinds:
  player: {state: {coins: {type: number, start: 5, min: 0, max: 20}, fame: number}}
  square: {is: place}
  lantern: {is: piece, on: square, each player: 4}
  watchman: {is: piece, on: square}
  ware: {is: card, fields: {price: number}, rules: {event: {title: Event}}}
  keepsake: {is: card, active in: kept, fields: {price: number}}
pieces: {watchman: 1}
zones:
  shelf: {holds: ware, ordered: true}
  hand: {holds: keepsake, each player: true, seen by: owner}
  kept: {holds: keepsake, each player: true}

players:
  - {id: amber, title: Amber, provenance: house}
  - {id: jade, title: Jade, provenance: house}
  - {id: coral, title: Coral, provenance: house}
  - {id: opal, title: Opal, provenance: house}
squares:
  - {id: gate, provenance: house}
  - {id: quay, provenance: house}
wares:
  - id: fish-soup
    title: Fish Soup
    price: 2
    text: Gain 3 coins.
    event: gain 3 coins
    provenance: house
  - id: gust
    title: Gust
    price: 1
    copies: 3
    text: Remove 1 opposing lantern.
    event: remove 1 opposing lantern
    provenance: house
keepsakes:
  - id: oil-jar
    title: Oil Jar
    price: 3
    copies: 2
    text: Pay 1 coin to hang a lantern.
    abilities:
      - option: oil-jar
        menu: acts
        title: Hang a lantern for a coin
        cost: 1 coins
        do: place 1 lantern on a square
    provenance: house
  - id: storm-glass
    title: Storm Glass
    price: 2
    copies: 2
    text: Look to gain 1 fame.
    abilities:
      - {option: look, menu: acts, title: Look at the glass, do: gain 1 fame}
    provenance: house
  - id: old-abacus
    title: Old Abacus
    price: 2
    copies: 2
    text: Everything costs 1 less.
    abilities:
      - {modify: cost of ware, add: -1}
    provenance: house

definitions:
  cost of ware: price of ware
menus: {acts: {title: "What will you do?"}}
options:
  - {id: beg, menu: acts, title: Gain 3 coins, do: gain 3 coins, provenance: house}
  - id: buy
    menu: acts
    title: Buy a ware
    if: there are wares in shelf
    do: do buy-ware
    provenance: house
rules:
  game: |
    repeat 6 times:
      for each player: player does turn
  turn: open acts
  buy-ware: |
    choose 1 ware in shelf, as bought
    perform event of bought
    remove bought
"""


def make(folder: Path) -> Path:
    """The pack, written into a folder of its name, without scenarios."""
    made = folder / "shop"
    (made / "scenarios").mkdir(parents=True)
    (made / "pack.yaml").write_text(PACK, encoding="utf-8")
    (made / "game.yaml").write_text(GAME, encoding="utf-8")
    return made
