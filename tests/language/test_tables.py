"""The kept tables are those of the grammar, and a parser of them reads as a new one does."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from lark import Lark

from cardwright.language.syntax import parser_tables
from cardwright.language.syntax.parser import grammar, settings
from cardwright.language.vocabulary.verbs import VERBS


def test_the_file_is_current() -> None:
    kept = (
        resources.files("cardwright.language.syntax")
        .joinpath(parser_tables.FILE)
        .read_text("utf-8")
    )
    hint = "write it anew: python -m dev.parser_tables"
    assert json.loads(kept)["of"] == parser_tables.mark(grammar(VERBS)), hint


@pytest.fixture(scope="module")
def parsers() -> tuple[Lark, Lark]:
    """From the kept tables, and from tables made for a grammar that is another by a line's end."""
    return parser_tables.parser(grammar(VERBS), **settings()), parser_tables.parser(
        grammar(VERBS) + "\n", **settings()
    )


@pytest.mark.parametrize("text", ["remove 1 cart", "if x > 2: stop", "may gain 1 gold, then stop"])
def test_loaded_and_made_read_alike(text: str, parsers: tuple[Lark, Lark]) -> None:
    loaded, made = parsers
    assert loaded.parse(text, "start_effect") == made.parse(text, "start_effect")
