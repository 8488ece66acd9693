"""No file under interpreter/, tools/ or dev/ contains a word from a particular game.

The words are collected from the packs: ids of definitions, values of enums, names of kinds.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.pack.load import load
from cardwright.source.diagnostics import Report

ROOT = Path(__file__).parents[1]
PACKS = sorted(p.parent for p in (ROOT / "content").glob("*/pack.yaml"))
CODE = sorted(
    p
    for folder in ("interpreter", "tools", "dev")
    for p in (ROOT / folder).rglob("*")
    if p.suffix in (".py", ".lark", ".sh")
)

# Words of a game that are also common technical terms or plain English, each with its reason.
COMMON = {
    "score": "the manifest's key",
    "base": "plain English",
    "inner": "plain English",
    "io": "a module of Python",
    "un": "the prefix of an adjective",
    **dict.fromkeys(("blue", "red", "yellow"), "colours, in examples and at a terminal"),
    "bank": "of many games, where printed texts put things back",
    "collector": "a part of pytest",
    "lasting-effect": "a kind of the language",
    "move": "a verb of the language",
    **dict.fromkeys(("cell", "location", "spot", "standing"), "plain English, and terms"),
    **dict.fromkeys(("capital", "rider", "silence"), "a letter, an addition, an ability"),
    **dict.fromkeys(("cave", "cities", "creature", "griffin"), "of many games, in examples"),
    **dict.fromkeys(("deck", "lightning", "recruit", "spell"), "of many games, in examples"),
    **dict.fromkeys(("common", "construct", "human", "rare", "special"), "plain English"),
    "signal": "a module of Python",
    "slot": "where a frame or a pattern keeps a value",
    "space": "of a text",
}

GRID = re.compile(r"[a-z][0-9]+|(north|south)?-?(east|west)?")  # cells and directions


def words_of(pack: Path) -> set[str]:
    """Ids, enum values and kinds of a pack, as words."""
    loaded = load([pack], Report())
    assert loaded is not None
    board = loaded.declared.board
    words = {t.id for group in board.things.values() for t in group.values()}
    words |= {v for e in board.enums.values() for v in e.values}
    roots = {"player", "place", "zone", "piece", "card", "die", "list"}
    words |= {k.name for k in board.kinds.values()} - roots
    return {word for word in words if not GRID.fullmatch(word)}


def words_in(words: set[str], text: str) -> set[str]:
    spoken = set(re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", text.lower().replace("_", "-")))
    return spoken & words


def test_there_are_packs() -> None:
    assert PACKS
    assert len(CODE) > 40


@pytest.mark.parametrize("pack", PACKS, ids=lambda p: p.name)
def test_no_game_words_in_the_code(pack: Path) -> None:
    words = words_of(pack) - set(COMMON)
    assert len(words) > 20
    found_in_code = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in CODE
        for word in words_in(words, path.read_text("utf-8"))
    }
    assert not found_in_code, "\n".join(sorted(found_in_code))


def test_words_in() -> None:
    assert words_in({"red-fleet", "fleet"}, "x = red_fleet + Fleet") == {"red-fleet", "fleet"}
