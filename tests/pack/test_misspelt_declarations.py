"""A misspelt word where a pack declares its board is one error: nothing follows from it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cardwright.api import every_module, examine
from cardwright.pack.files.pack_files import content_files
from cardwright.source.diagnostics import Report
from cardwright.source.open_files import open_files
from tests.all_packs import PACKS, ROOT

MISSPELT = [
    # Directions and cells of a grid, and what cells have.
    ("reversi", "game.yaml", "width: 8", "widht: 8", "CW321"),
    ("reversi", "game.yaml", "neighbours:", "neighbousr:", "CW321"),
    ("reversi", "game.yaml", "directions:", "direcitons:", "CW321"),
    # The highest value of a counter, also in an extension.
    ("granary", "game.yaml", "grain: {type: number", "grain: {type: unmber", "CW340"),
    # Whether things of a kind have owners.
    ("lasting", "board.yaml", "    is: piece", "    is: peice", "CW340"),
    ("lasting", "board.yaml", "  player:\n", "  lpayer:\n", "CW323"),
    # Players, of whom each has a cell of a state, and how many take part.
    ("caravan", "board.yaml", "\nplayers:", "\nplayesr:", "CW320"),
    ("duel", "board.yaml", "\nplayers:", "\nplayesr:", "CW320"),
    ("duel", "pack.yaml", "\nplayers:", "\nplayesr:", "CW321"),
    # Players who need no seat.
    ("pirate-bay", "bay.yaml", "    answers:", "    anwsers:", "CW321"),
    ("pirate-bay", "bay.yaml", "  pirate:\n    answers:", "  priate:\n    answers:", "CW343"),
    # What players bring, and what an extension adds.
    ("card-guilds", "game.yaml", "    cards: {", "    acrds: {", "CW321"),
    ("outposts-rim", "changes.yaml", "extend:", "exetnd:", "CW320"),
    # Keywords, their numbers, and words that negate them.
    ("keywords", "keywords.yaml", "keywords:", "kyewords:", "CW320"),
    ("keywords", "keywords.yaml", "number: highest", "number: highset", "CW324"),
    ("hedge-duel", "rules.yaml", "swift: {of: creature", "swift: {of: creautre", "CW340"),
    ("keywords", "keywords.yaml", "tough: {of: creature", "tough: {of: craeture", "CW340"),
    # A lasting effect that is printed on a card, and what it takes.
    ("keywords", "charms.yaml", "lasting:\n      netted", "lastings:\n      netted", "CW321"),
    ("keywords", "charms.yaml", "takes: {victim", "tkaes: {victim", "CW321"),
    # Definitions that can't be resolved, though nothing is wrong in their texts.
    ("granary", "game.yaml", "seed: {type: number", "seed: {tpye: number", "CW321"),
    ("outposts", "board.yaml", "twin: {type: planet", "twin: {tye: planet", "CW321"),
    # Players who are never asked, and what players bring.
    ("pirate-bay", "bay.yaml", "    answers:\n      orders", "    asnwers:\n      orders", "CW321"),
    ("pirate-bay", "bay.yaml", "automata:\n  pirate:", "automata:\n  piarte:", "CW343"),
    ("card-guilds", "game.yaml", "cards: {of: fighter", "cards: {of: fihgter", "CW340"),
    # State, and its highest value.
    ("granary", "game.yaml", "  player:\n    state:", "  player:\n    tsate:", "CW321"),
    # What something can be only if it is a card, and what others can leave out.
    ("hedge-duel", "rules.yaml", "    is: card", "    is: crad", "CW340"),
    ("market-tokens", "tokens.yaml", "ware, optional: true", "ware, ptional: true", "CW321"),
    # A value of an unknown type.
    ("stables", "game.yaml", "{bulk: {type: number", "{bulk: {ttype: number", "CW321"),
    # The parameters of a definition, and one with the name of a kind.
    ("chain", "game.yaml", "    takes: {n: number}", "    taakes: {n: number}", "CW321"),
    ("dice-engine", "rules.yaml", "    takes: {die: action-die}", "    akes: {die: action-die}",
     "CW321"),
]  # fmt: skip


def codes(folder: Path, file: Path, text: str) -> list[str]:
    with open_files({file: text}):
        _, report = examine(folder, modules=every_module(folder))
    return [one.code for one in report.diagnostics if one.severity == "error"]


@pytest.mark.parametrize(("pack", "name", "old", "new", "code"), MISSPELT)
def test_a_misspelt_word_is_one_error(pack: str, name: str, old: str, new: str, code: str) -> None:
    folder = ROOT / "tests/packs" / pack
    text = (folder / name).read_text("utf-8")
    assert old in text
    assert codes(folder, folder / name, text.replace(old, new, 1)) == [code]


WORD = re.compile(r"(?<![\w'\"#-])[a-z][a-z-]{3,}(?=[:,\]}\n])")


@pytest.mark.parametrize("number", [40, pytest.param(2_000, marks=pytest.mark.soak)])
def test_any_misspelt_word_is_reported_without_an_internal_error(number: int) -> None:
    rng, reported = random.Random(1), 0
    for _ in range(number):
        folder = rng.choice(PACKS)
        file = folder / rng.choice(content_files(folder, Report()))
        text = file.read_text("utf-8")
        word = rng.choice([*WORD.finditer(text)] or [re.search("", text)])
        at = rng.randrange(word.start(), max(word.start() + 1, word.end() - 1))
        swapped = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        reported += bool(codes(folder, file, swapped))
    assert reported > number // 2
