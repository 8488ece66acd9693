"""Scenarios of cards with copies: placing and hiding them, and answering with their titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from .harbour_pack import played
from .shop_pack import make


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("packs"))


def case(given: str, step: str, expect: str) -> str:
    return f"- scenario: a case\n  given: {{{given}}}\n  {step}\n  expect: {{{expect}}}\n"


JARS = "kept: {jade: [oil-jar, oil-jar]}, shelf: [gust]"
# (given, step, what is true then)
PASSES = {
    "each copy by its name": ("kept: {amber: [old-abacus, old-abacus]}", "do: gain 1 coins",
                              "kept: {amber: [old-abacus, old-abacus]}, coins: {amber: +1}"),
    "copies by their number": ("shelf: [2 gust, fish-soup]", "do: gain 1 coins",
                               "shelf: [gust, gust, fish-soup]"),
    "with and without an owner": ("quay: {jade: 1 lantern, nobody: watchman}",
                                  "do: gain 1 coins",
                                  "quay: {nobody: watchman, jade: 1 lantern}"),
    "what has no owner by itself": ("quay: {jade: 1 lantern}, watchman: {on: quay}",
                                    "do: gain 1 coins",
                                    "quay: [1 lantern, watchman], watchman: {on: quay}"),
    "a copy that is hidden": ("hand: {jade: [storm-glass]}", "do: gain 1 coins",
                              "hidden from: {amber: storm-glass}, seen by: {jade: storm-glass}"),
    "a copy that is in supply": ("", "do: gain 1 coins", "seen by: {amber: storm-glass}"),
    "what a player reads": ("shelf: [gust]", "{do: open acts, answers: [gain 3 coins]}",
                            "coins: {amber: +3}"),
    "what a player reads is offered": ("shelf: [gust]", "do: open acts",
                                       "offers only: [Gain 3 coins, Buy a ware]"),
    "what a player reads is refused": (JARS, "do: open acts",
                                       "refuses: [Hang a lantern for a coin], asked: amber"),
    "of two alike the first": (JARS, "{as: jade, do: open acts, answers: [oil-jar, quay]}",
                               "quay: {jade: 1 lantern}"),
    "both are offered": (JARS, "{as: jade, do: open acts}", "offers only: [beg, buy, oil-jar]"),
}  # fmt: skip


def text(given: str, step: str, expect: str) -> str:
    step = step.removeprefix("{").removesuffix("}").replace(", do:", "\n  do:")
    return case(given, step.replace(", answers:", "\n  answers:"), expect)


@pytest.mark.parametrize("name", PASSES)
def test_matching_expectations_pass(pack: Path, name: str) -> None:
    assert played(pack, text(*PASSES[name])) == (0, "1 passed, 0 failed")


# (given, step, the expectation that fails, the message)
FAILS = {
    "it is seen": ("kept: {jade: [storm-glass]}", "do: gain 1 coins",
                   "hidden from: {amber: storm-glass}", "found     seen in kept of jade"),
    "it is in supply": ("", "do: gain 1 coins", "hidden from: {amber: storm-glass}",
                        "found     seen in supply"),
    "it is in the log": ("shelf: [fish-soup]", 'do: say "Fish Soup"',
                         "hidden from: {amber: fish-soup}", "found     seen in shelf"),
    "nobody's is somebody's": ("quay: {jade: 1 lantern}", "do: gain 1 coins",
                               "quay: {nobody: 1 lantern}", "found     jade: 1 lantern"),
    "nobody's is not named": ("quay: {jade: 1 lantern, nobody: watchman}", "do: gain 1 coins",
                              "quay: {jade: 1 lantern}", "found     1 watchman; jade"),
    "what a player reads is offered twice": (JARS, "{as: jade, do: open acts}",
                                             "refuses: [Hang a lantern for a coin]",
                                             "expected  Hang a lantern"),
    "nobody has what players have": ("quay: {nobody: 1 lantern}", "do: gain 1 coins",
                                     "quay: {nobody: 1 lantern}", "nobody has only 0"),
    "another is hidden": ("hand: {jade: [storm-glass]}", "do: gain 1 coins",
                          "seen by: {amber: storm-glass}", "found     hidden"),
    "more copies than there are": ("shelf: [gust, gust, gust, gust]", "do: gain 1 coins",
                                   "asked: nobody", "there are only 3 of this, and 3 are already"),
    "too many at once": ("shelf: [4 gust]", "do: gain 1 coins", "asked: nobody",
                         "there are only 3 of this, not 4"),
    "several of what is one": ("shelf: [2 fish-soup]", "do: gain 1 coins", "asked: nobody",
                               "write `fish-soup`"),
    "what a player reads is not refused": ("shelf: [gust]", "do: open acts",
                                           "refuses: [buy a ware]", "refuses"),
    "a card is performed": ("", "perform: gust", "asked: nobody",
                            "write `perform: event of gust`"),
    "a card is done": ("", "do: ware fish-soup", "asked: nobody",
                       "write `perform: event of ware fish-soup`"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_mismatches_are_reported(pack: Path, name: str) -> None:
    *said, wanted = FAILS[name]
    code, output = played(pack, text(*said))
    assert code == 1
    assert wanted in output
