"""The stored tables match the grammar, and a parser made from them behaves like a new one."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

from cardwright.language.syntax import parser_tables
from cardwright.language.syntax.expected_words import accepted
from cardwright.language.syntax.lexer import first_letters
from cardwright.language.syntax.parser import grammar, settings
from cardwright.language.vocabulary.verbs import VERBS

GRAMMAR = grammar(VERBS)


def test_the_file_is_current() -> None:
    """It is also the same each time: hashes of strings differ between runs of the tests."""
    folder = resources.files("cardwright.language.syntax")
    kept = folder.joinpath(parser_tables.FILE).read_text("utf-8")
    hint = "write it anew: python -m dev.parser_tables"
    assert kept == parser_tables.text(GRAMMAR, **settings()), hint


@pytest.fixture(scope="module")
def parsers() -> list[Lark]:
    """One with the stored tables, and one with tables of the same grammar made now."""
    return [parser_tables.parser(text, **settings()) for text in (GRAMMAR, GRAMMAR + "\n")]


@pytest.mark.parametrize("text", ["remove 1 cart", "if x > 2: stop", "may gain 1 gold, then stop"])
def test_loaded_and_built_tables_parse_the_same(parsers: list[Lark], text: str) -> None:
    loaded, made = (parser.parse(text, "effect_text") for parser in parsers)
    assert isinstance(loaded, Tree)
    assert loaded == made


TEXTS = [
    match[1]
    for file in Path("content/expanse").rglob("*.yaml")
    for match in re.finditer(r"^ +event: ([^|\n\\'\"]+)$", file.read_text("utf-8"), re.M)
]


def test_words_are_found_as_lark_finds_them(parsers: list[Lark]) -> None:
    plain = parser_tables.parser(GRAMMAR + "\n", **settings() | {"_plugins": {}})
    assert len(TEXTS) > 15
    for text in (*TEXTS, *(text[: len(text) // 2] + "%" for text in TEXTS)):
        assert _read(parsers[0], text) == _read(plain, text)


def _read(parser: Lark, text: str) -> object:
    """The tree or, if the text can't be parsed, the position and what was expected there."""
    try:
        return parser.parse(text, "effect_text")
    except UnexpectedInput as error:
        return type(error), error.pos_in_stream, accepted(error)


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [("(is|are)\\s+not", "ia"), (r"\+|plus", "+p"), ("(a|b)?c", "abc"), ("(x(y|z))+", "x"),
     ("a*[0-9]", "a0123456789"), (r"<=|>=|<", "<>"), (r'"[^"]*"', '"'), ("[|(]x", None),
     (r"\S+", None), ("(?=a)b", None), ("a{0,2}b", None), (".", None), ("((a|b)c|d)e", "abd"),
     ("a??b", "ab"), ("(a|b)*?c", "abc"), ("a*+b", "ab"), ("a+?b", "a")],
)  # fmt: skip
def test_first_letters(pattern: str, letters: str | None) -> None:
    assert first_letters(pattern) == (None if letters is None else frozenset(letters))
