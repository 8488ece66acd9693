"""The stored tables match the grammar, and a parser made from them behaves like a new one."""

from __future__ import annotations

from importlib import resources

import pytest
from lark import Lark, Tree

from cardwright.language.syntax import parser_tables
from cardwright.language.syntax.parser import grammar, settings
from cardwright.language.vocabulary.verbs import VERBS

GRAMMAR = grammar(VERBS)


def test_the_file_is_current() -> None:
    """Also that it is the same each time: hashes of words are others in each run of the tests."""
    folder = resources.files("cardwright.language.syntax")
    kept = folder.joinpath(parser_tables.FILE).read_text("utf-8")
    hint = "write it anew: python -m dev.parser_tables"
    assert kept == parser_tables.text(GRAMMAR, **settings()), hint


@pytest.fixture(scope="module")
def parsers() -> list[Lark]:
    """With the kept tables, and with tables of the same grammar made now."""
    return [parser_tables.parser(text, **settings()) for text in (GRAMMAR, GRAMMAR + "\n")]


@pytest.mark.parametrize("text", ["remove 1 cart", "if x > 2: stop", "may gain 1 gold, then stop"])
def test_loaded_and_built_tables_parse_the_same(parsers: list[Lark], text: str) -> None:
    loaded, made = (parser.parse(text, "effect_text") for parser in parsers)
    assert isinstance(loaded, Tree)
    assert loaded == made
