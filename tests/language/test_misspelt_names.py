"""A misspelt name in a valid pack is an error, and the only one: nothing follows from it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.diagnostics import Diagnostic

from ..all_packs import ROOT

ALONE = [
    pack.parent
    for pack in sorted((ROOT / "tests/packs").glob("*/pack.yaml"))
    if "requires:" not in pack.read_text("utf-8")
]
SHOWN = ("caravan", "duel", "stones")
CASES = [
    *((name, 4) for name in SHOWN),
    *(pytest.param(pack.name, 60, marks=pytest.mark.soak) for pack in ALONE),
]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_nothing_follows_from_a_misspelt_name(name: str, number: int, tmp_path: Path) -> None:
    pack = shutil.copytree(ROOT / "tests/packs" / name, tmp_path / name)
    rng = Random(name)
    words = sorted(names_of(pack), key=lambda word: (word.span.source.name, word.span.start))
    for word in rng.sample(words, min(number, len(words))):
        file, wrong = Path(word.span.source.name), rng.choice([f"{word.text}qz", f"q{word.text}"])
        text = file.read_text("utf-8")
        file.write_text(text[: word.span.start] + wrong + text[word.span.end :], "utf-8")
        _, report = cardwright.examine(pack)
        assert report.failed
        assert [d for d in report.diagnostics if not is_about(d, word, len(wrong))] == []
        file.write_text(text, "utf-8")


def names_of(pack: Path) -> Iterator[Word]:
    """The words of noun phrases in a pack."""
    for tree in cardwright.load(pack).checked.trees.values():
        for part in tree.walk():
            own = part.words.names if isinstance(part, ast.NounPhrase) else ()
            yield from (word for word in own if Path(word.span.source.name).is_relative_to(pack))


def is_about(found: Diagnostic, word: Word, length: int) -> bool:
    """Whether a diagnostic is no error, or is at the place of a word that has this length now."""
    if found.severity != "error":
        return True
    span, start = found.span, word.span.start
    same = span is not None and span.source.name == word.span.source.name
    return span is not None and same and span.start <= start + length and start <= span.end
