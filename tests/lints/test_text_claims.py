"""A phrase is found wherever its pattern matches: every match contains the words that the search
requires."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cardwright_tools.lint import text_claims
from cardwright_tools.lint.text_claims import Phrase

SOURCE = Path(text_claims.__file__).read_text("utf-8")
WORDS = [*re.findall(r"[A-Za-z']+", SOURCE), "3", "+2/+2", ".", ","]
PIECES = ["up to 3 times", "no more than 2 per", "2 different"] * 20
PHRASES = {name: one for name, one in vars(text_claims).items() if isinstance(one, Phrase)}


def texts(phrase: Phrase, rng: random.Random) -> list[str]:
    """Texts made of words from this pattern and others."""
    own = [*re.findall(r"[A-Za-z']{2,}", phrase.pattern.pattern), "2"] * 20
    return [" ".join(rng.choices(own + WORDS + PIECES, k=rng.randint(2, 20))) for _ in range(3000)]


@pytest.mark.parametrize("name", PHRASES)
def test_a_phrase_needs_its_words(name: str) -> None:
    phrase = PHRASES[name]
    found = 0
    for text in texts(phrase, random.Random(name)):
        places = [match.span() for match in phrase.pattern.finditer(text)]
        assert [match.span() for match in phrase.all_in(text)] == places
        found += len(places)
    assert found > 0
