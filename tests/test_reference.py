"""docs/reference.md is up to date, and each form of the language has valid examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from cardwright.language.syntax import ast
from cardwright.language.syntax.lalr import UnexpectedInput
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.text import Source, Span
from cardwright_tools.language_service.hover import examples
from dev.grammar_forms import productions
from dev.reference import NOTES, PAGE, grouped, notes, written

PARSER = Parser(VERBS)
STARTS = ("effect_text", "expression_text", "event_text", "timed_event_text", "duration_text",
          "cost_text", "keyword_text", "limit_text", "reset_text", "type_text",
          "property_text", "question_text", "answer_text")  # fmt: skip
FORMS = list(productions())


def test_the_page_is_current() -> None:
    assert written() == PAGE.read_text("utf-8"), "run `python -m dev.reference`"


def test_each_production_is_in_one_table() -> None:
    placed = [made for classes in grouped().values() for made in classes]
    assert sorted(map(str, placed)) == sorted(map(str, FORMS))


@pytest.mark.parametrize("made", FORMS, ids=lambda made: made.__name__)
def test_each_production_has_examples_that_are_read_as_it(made: type[Node]) -> None:
    shown, meaning = examples(made)
    assert shown, f"its docstring does not say: `example`: What it means. {made.__doc__}"
    assert meaning.endswith("."), meaning
    for text in shown:
        assert any(made in map(type, tree) for tree in readings(text)), text


def readings(text: str, starts: Sequence[str] = STARTS) -> Iterator[list[Node]]:
    """The nodes of a text, parsed in each way in which it may be used."""
    for start in starts:
        try:
            tree = PARSER._read(Span(Source("example", text), 0, len(text)), start)
        except UnexpectedInput:
            continue
        yield list(nodes(tree))


def nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, ast.Ambiguous):
        for reading in node.readings:
            yield from nodes(reading.tree)
    for part in node.layout:
        if isinstance(part, Node):
            yield from nodes(part)


def test_no_form_shows_the_inside_of_the_grammar() -> None:
    for forms in productions().values():
        for form in forms:
            assert not re.search(r"\\|\(\?|_[A-Z]|\[\[\[|[a-z]\?", form), form


def test_each_note_is_under_a_title_once() -> None:
    titles = re.findall(r"^## (.*)$", NOTES.read_text("utf-8"), re.M)
    assert len(titles) == len(set(titles))
    page = PAGE.read_text("utf-8")
    assert all(page.count(text) == 1 for text in notes().values())
