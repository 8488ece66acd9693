"""The stored tables match the grammar, and our parser reads texts with them as Lark does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import lark
import pytest
from lark.exceptions import UnexpectedToken

from cardwright.language.syntax import parser_tables
from cardwright.language.syntax.expected_words import accepted
from cardwright.language.syntax.lalr import Parse, UnexpectedInput
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.parser import grammar
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.text import Source, Span
from dev.parser_tables import Blocks, lark_parser, text
from dev.terminals import first_letters, first_words, phrases

GRAMMAR = grammar(VERBS)
TABLES = parser_tables.tables(GRAMMAR)


def test_the_file_is_current() -> None:
    """It is also the same each time: hashes of strings differ between runs of the tests."""
    kept = parser_tables.FILE.read_text("utf-8")
    assert kept == text(GRAMMAR), "write it anew: python -m dev.parser_tables"


TEXTS = [
    match[1] or re.sub(r"^ {6}", "", match[2], flags=re.M)
    for file in Path("content/expanse").rglob("*.yaml")
    for match in re.finditer(
        r"^ +event: ([^|\n\\'\"]+)$|^ +event: \|\n((?: {6}.*\n)+)", file.read_text("utf-8"), re.M
    )
]
ODD = ("an-other card", "gain 1 to 3 cp", 'say "{you} has {2}"', "gain 2.", "", "\n", "each\tone",
       "firstand second: stop", "if x is at least 2: stop", "if x is not: stop")  # fmt: skip


def test_texts_are_read_as_lark_reads_them() -> None:
    blocks = Blocks()
    parser = lark_parser(GRAMMAR, blocks)
    assert len(TEXTS) > 30
    places = [(one, len(one) * part // 4) for one in TEXTS for part in (1, 2, 3)]
    damaged = [one[:at] + change + one[at:].lstrip(change) for one, at in places for change in "% "]
    shorter = [one[:at] + one[at + 3 :] for one, at in places]
    for one in (*TEXTS, *ODD, *damaged, *shorter):
        blocks.text = one
        assert _read(one) == _read_by_lark(parser, one), one


def _read(text: str) -> object:
    """The tree or, if the text can't be parsed, the terminal and position where it stops."""
    span = Source("", text).whole
    try:
        return Parse(TABLES, span, "effect_text", frozenset(), lambda *node: node).tree()
    except UnexpectedInput as error:
        return error.kind, error.at, accepted(error)


def _read_by_lark(parser: lark.Lark, text: str) -> object:
    try:
        return _same(parser.parse(text, "effect_text"), Source("", text))
    except UnexpectedToken as error:
        stopped = error.interactive_parser
        assert stopped is not None
        return error.token.type, error.token.start_pos, sorted(stopped.accepts())
    except lark.UnexpectedCharacters as error:
        return "", error.pos_in_stream, sorted(error.allowed)


def _same(node: Any, source: Source) -> object:
    """What our parser makes where Lark makes this tree or token."""
    if isinstance(node, lark.Token):
        start = node.start_pos or 0
        kind = "VERB" if node.type.startswith("V_") else node.type
        return Word(kind, str(node), Span(source, start, node.end_pos or start))
    return str(node.data), [_same(child, source) for child in node.children]


def test_tables_of_another_grammar_are_refused() -> None:
    with pytest.raises(RuntimeError, match=r"dev\.parser_tables"):
        parser_tables.load(GRAMMAR + "\n")


@pytest.mark.parametrize(
    ("pattern", "words"),
    [(r"(is|are)\s+not(?![\w-])", "is are"), (r"(an?)(?![\w-])", "a an"),
     (r"again(?![\w-])", "again"),
     (r"((next|adjacent)\s+to)(?![\w-])", "next adjacent"), (r"and(?=\s+[0-9])", "and"),
     (r"(do\s+nothing|stop)(?![\w-])", "do stop"), (r"\+|plus(?![\w-])", ""), ("plus", ""),
     (r"(first|last)(?=\s*:)", ""),
     (r"((is|are)\s+)?more\s+than", ""), (r"(a|[b-d])(?![\w-])", "")],
)  # fmt: skip
def test_first_words(pattern: str, words: str) -> None:
    assert first_words(pattern) == frozenset(words.split())


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [(r"(stop)(?![\w-])", ["stop"]),
     (r"(opens?|do\s+nothing)(?![\w-])", ["open", "opens", "do nothing"]),
     (r"((next|adjacent)\s+to)(?![\w-])", ["next to", "adjacent to"]), (r"and(?=\s+[0-9])", []),
     (r"(is|are)\s+not\s+in(?![\w-])", ["is not in", "are not in"]), (r"(a\s+b)", []),
     (r"(a\s+(b(?=c)|d))(?![\w-])", []),
     (r"(that\s+(is\s+a|are)\s+of)(?![\w-])", ["that is a of", "that are of"])],
)  # fmt: skip
def test_phrases(pattern: str, texts: list[str]) -> None:
    assert phrases(pattern) == frozenset(texts)


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [("(is|are)\\s+not", "ia"), (r"\+|plus", "+p"), ("(a|b)?c", "abc"), ("(x(y|z))+", "x"),
     ("a*[0-9]", "a0123456789"), (r"<=|>=|<", "<>"), (r'"[^"]*"', '"'), ("[|(]x", None),
     (r"\S+", None), ("(?=a)b", None), ("a{0,2}b", None), (".", None), ("((a|b)c|d)e", "abd"),
     ("a??b", "ab"), ("(a|b)*?c", "abc"), ("a*+b", "ab"), ("a+?b", "a")],
)  # fmt: skip
def test_first_letters(pattern: str, letters: str | None) -> None:
    assert first_letters(pattern) == (None if letters is None else frozenset(letters))
