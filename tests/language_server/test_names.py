"""What the words of effects and of YAML refer to: hover texts and definitions follow from it."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright_tools.language_service.index import Key, NameIndex
from cardwright_tools.language_service.names import index_names
from tests.broken.broken_packs import Case, write

MORE = """\
extend:
  player: {state: {berries: number}}
  boat: {state: {wet: flag, cargo: number}, fields: {armed: {type: flag, default: false}}}
  town: {state: {wet: flag}}
state:
  steps: number
  tide: {type: number, per: good}
rules:
  much: |
    gain 1 berry
    gain 2 berries per unburnt town
    for each wet boat: remove boat
    choose 1 wet town, as x
    if x is wet: gain 1 step
    add 1 to cargo of each armed boat
    set tide of silk to 3
patch:
  base:town/skara: {good: silk}
  "base:trade": {worth: 3}
  work: {do: gain 2 gold}
look:
  town birka: {shape: square}
  storm: {shape: card}
  hand: {wide: 9}
"""


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> NameIndex:
    folder = tmp_path_factory.mktemp("names")
    return index_names([cardwright.load(*write(Case("", "", more=MORE), folder))])


@pytest.mark.parametrize(
    ("line", "word", "key", "declares"),
    [
        (2, "berries", ("state", "berries", "player"), True),
        (3, "wet", ("state", "wet", "boat"), True),
        (3, "armed", ("field", "armed", "boat"), True),
        (4, "wet", ("state", "wet", "town"), True),
        (6, "steps", ("state", "steps", "the game"), True),
        (7, "tide", ("state", "tide of salt", "the game"), True),
        # counters, also in the singular
        (10, "berry", ("state", "berries", "player"), False),
        (11, "berries", ("state", "berries", "player"), False),
        (14, "step", ("state", "steps", "the game"), False),
        (15, "cargo", ("state", "cargo", "boat"), False),
        (16, "tide", ("state", "tide of silk", "the game"), False),
        # flags, of whatever kind they describe
        (11, "unburnt", ("state", "burnt", "town"), False),
        (12, "wet", ("state", "wet", "boat"), False),
        (13, "wet", ("state", "wet", "town"), False),
        (14, "wet", ("state", "wet", "town"), False),
        (15, "armed", ("field", "armed", "boat"), False),
        # what is patched or drawn, maybe after its kind
        (18, "town", ("kind", "town", ""), False),
        (18, "skara", ("town", "skara", ""), False),
        (19, "trade", ("deed", "trade", ""), False),
        (20, "work", ("option", "work", ""), False),
        (22, "town", ("kind", "town", ""), False),
        (22, "birka", ("town", "birka", ""), False),
        (23, "storm", ("deed", "storm", ""), False),
        (24, "hand", ("zone", "hand", ""), False),
    ],
)
def test_what_a_word_refers_to(
    line: int, word: str, key: Key, declares: bool, names: NameIndex
) -> None:
    (file,) = (Path(name) for name in names.by_file if name.endswith("more.yaml"))
    here = names.by_file[str(file)]
    (found,) = (one for one in here if (one.span.lines[0], one.span.text) == (line, word))
    assert (found.key, found.declares) == (key, declares)
    entry = names.entries[key]
    assert entry.span is not None
    assert entry.span.text == key[1].split(" of ")[0]
    assert entry.english or entry.facts
