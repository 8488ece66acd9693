"""Forms of words: what one of a counter is called, in texts, logs and English."""

from __future__ import annotations

import pytest

from cardwright.language.inflection import singular, units

PLURALS = {
    "coins": "coin", "moves": "move", "houses": "house", "prizes": "prize", "waves": "wave",
    "olives": "olive", "keys": "key", "causes": "cause",
    "berries": "berry", "skies": "sky", "pies": "pie", "cookies": "cookie",
    "boxes": "box", "axes": "axe", "wishes": "wish", "churches": "church", "caches": "cache",
    "glasses": "glass", "bonuses": "bonus", "buses": "bus", "fuses": "fuse",
    "heroes": "hero", "toes": "toe", "shoes": "shoe",
    "knives": "knife", "lives": "life", "wolves": "wolf", "halves": "half",
    "wild-berries": "wild-berry", "victory boxes": "victory box",
}  # fmt: skip


@pytest.mark.parametrize("name", PLURALS)
def test_one_of_a_plural(name: str) -> None:
    assert singular(name) == PLURALS[name]
    assert units("1", name) == f"1 {PLURALS[name]}"
    assert units("2", name) == f"2 {name}"


@pytest.mark.parametrize("name", ["gold", "status", "glass", "crisis", "chaos", "life", "series"])
def test_a_word_that_is_no_plural(name: str) -> None:
    assert singular(name) == name
