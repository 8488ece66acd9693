"""Random edits of a pack in which each part is said in one of several ways, so that errors, lints
and other declarations come and go in any order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

_EFFECTS: Sequence[str] = (
    "gain 1 knife",
    "gain 2 knives",
    "gain 1 berry",
    "gain (number of deeds) gold",
    "gain (number of feats) gold",
    "if armed of you, gain 2 gold",
    "gain (sharpness of you) gold",
    "do cut",
    "do lead",
    "gain 2 gold per knife",
    "each player with most knives gains 1 gold",
    "if you have 2 knives, gain 1 gold",
    "gain 1 gold per your deed",
    "gain 1 gold per your coin",
    "gain 1 gold per deed in stack",
    "|\n      do buy\n      gain 1 gold",
    "for each player: do buy",
    "the player with most knives does buy",
    "remove 1 boat, then gain 1 gold per boat",
    "|\n      let n be 2\n      gain 2 gold",
    "|\n      gian 1 gold\n      gain 1 gld gld\n      gain 1 knife",
    "|\n      gain 1 gold\n      gain 1 gld gld\n      gain 1 knife",
    "|\n      gian 1 gold\n      gain 1 gold\n      gain 1 knif",
    "|\n      let n be be 2\n      gain n gold\n      gain gold gold",
    "|\n      for each deed: gian 1 gold\n      gain 1 knife",
    "|\n      may gian 1 gold\n      otherwise gain gold gold\n      gain 1 knife",
    "|\n      if armed of you:\n        gian 1 gold\n        gain gold gold\n      gain 1 knif",
)
_CHOICES: dict[str, Sequence[str]] = {
    "KNIVES": (
        "knives: {type: number, min: 0, max: 9}",
        "blades: {type: number, min: 0, max: 9}",
        "knife: {type: number, min: 0, max: 9}",
        "knives: {type: number, min: 0}",
        "knives: {type: number, start: 2, min: 0, max: 9}",
        "knives: flag",
        "knives: {type: number, min: 0, max: 9, pays for: gold}",
    ),
    "BERRIES": (
        "berries: {type: number, min: 0, max: 9}",
        "berry: {type: number, min: 0, max: 9}",
        "berries: {type: number, min: 0, max: 99}",
    ),
    "ACTIVE": ("", ", active in: case", ", active in: stack"),
    "STACK": (
        "ordered: true, seen by: count",
        "seen by: all",
        "ordered: true, seen by: all",
    ),
    "CASE": ("each player: true, seen by: owner", "each player: true", "seen by: all"),
    "TURN": ("gain 1 gold", "do cut", "move a feat in supply to stack"),
    "GATHER": ("move all feats in supply to stack", "gain 1 gold", "create 1 coin on skara"),
    "CUT": (
        "gain 1 knife",
        "gain 2 knives",
        "lose 1 knife",
        "gain 1 gold",
        "gain 1 berry",
        "gain 1 knif",
    ),
    "ARMED": (
        "player can pay 1 knife",
        "knives of player > 1",
        "player has a knife",
        "player can pay 1 berry",
        "gold of player > 1",
    ),
    "SHARP": ("knives of player", "if player can pay 1 knife then 2 else 1", "number of feats"),
    "BUY": (
        "|\n    pay 1 knife\n    gain 2 gold",
        "|\n    pay 1 gold\n    gain 2 gold",
        "gain 1 gold",
        "player gains 1 gold",
        "|\n    may pay 1 knife\n    gain 2 gold",
    ),
    "STAB": (
        "- when: after placing coin\n    do: gain 1 gold",
        "- modify: sharpness of player\n    add: 1",
        "- forbid: removing boat",
        "- when: after removing boat\n    do: gain 1 knife",
        "- modify: armed of player\n    if: knives of player > 3\n    replace with: yes",
    ),
    "LEAD": (
        "do cut",
        "gain 1 gold",
        "|\n    let n be 2\n    gain 2 gold",
        "|\n    gian 1 gold\n    gain 1 gld",
        "|\n    gian 1 gold\n    gain 1 gold",
        "|\n    gain 1 gold\n    gain 1 gld gld",
        "|\n    may gian 1\n    otherwise gain gold gold",
        "|\n    let n be be 2\n    gain n gold",
    ),
    "TEXT": ("At the start of your turn, gain 1 gold.", "Gain 1 gold.", "Before your turn, win."),
    "WHEN": ("before cut", "after changing knives", "after changing gold", "before turn"),
    "IF": (
        "if: actor is you, ",
        "",
        "if: this is in case of you, ",
        "if: armed of you, ",
        "if: player is you, ",
    ),
    "DO": ("gain 1 gold", "gain 1 knife", "gain (number of feats) gold", "do cut", "gain 1 gld"),
    "EFFECT": _EFFECTS,
}
_WAYS = """\
zones:
  stack: {holds: feat, <STACK>}
  case: {holds: feat, <CASE>}
kinds:
  feat: {is: card<ACTIVE>}
definitions:
  armed of player: <ARMED>
  sharpness of player: <SHARP>
rules:
  cut: <CUT>
  turn: <TURN>
  gather: <GATHER>
  buy: <BUY>
  lead: <LEAD>
abilities:
  <STAB>
"""
_FEATS = """\
feats:
  - id: edge
    title: Edge
    text: <TEXT>
    abilities: [{when: <WHEN>, <IF>do: <DO>}]
    provenance: fixture
"""
_CARD = """\
  - id: variant-{at}
    title: Variant {at}
    worth: {at}
    like: silk
    event: <EFFECT>
    provenance: fixture
"""
_MARK = re.compile("<([A-Z]+)>")
Marked = dict[Path, list[str]]
"""By file, its text in pieces: every second one says how the part before the next piece is marked.
"""


def variants(pack: Path, seed: int, number: int) -> Iterator[tuple[Path, str]]:
    """Files with their new texts: one part of the last text is said in another way. The first ones
    add these parts to the pack."""
    random, marked = Random(seed), _marked(pack)
    chosen = {file: [0] * (len(pieces) // 2) for file, pieces in marked.items()}
    yield from ((file, _text(pieces, chosen[file])) for file, pieces in marked.items())
    places = [(file, at) for file, numbers in chosen.items() for at in range(len(numbers))]
    for _ in range(number):
        file, at = random.choice(places)
        most = len(_CHOICES[marked[file][2 * at + 1]])
        chosen[file][at] = 0 if random.random() < 0.6 else random.randrange(most)
        yield file, _text(marked[file], chosen[file])


def _marked(pack: Path) -> Marked:
    board = (pack / "board.yaml").read_text("utf-8")
    begin = "  game: |\n"
    board = board.replace("gold:", "<KNIVES>, <BERRIES>, gold:", 1)
    board = board.replace(begin, f"{begin}    do gather\n    do turn\n    do lead\n", 1)
    texts = {"board.yaml": board, "ways.yaml": _WAYS, "feats.yaml": _FEATS}
    for at in range(4):
        name = f"cards-{at}.yaml"
        texts[name] = (pack / name).read_text("utf-8") + _CARD.format(at=at)
    return {pack / name: _MARK.split(text) for name, text in texts.items()}


def _text(pieces: Sequence[str], chosen: Sequence[int]) -> str:
    words = [_CHOICES[name][at] for name, at in zip(pieces[1::2], chosen, strict=True)]
    return pieces[0] + "".join(map(str.__add__, words, pieces[2::2]))
