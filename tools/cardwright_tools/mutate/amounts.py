"""Mutants of amounts: numbers off by one, quantifiers, comparisons (`number`, ...)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.one_line import words
from cardwright.source.text import Span
from cardwright_tools.mutate.mutant import Change, Mutant, from_change, from_edit, from_word, word
from cardwright_tools.mutate.sources import File

_COMPARED = {
    "COMPARE_FEWER": "<=", "COMPARE_MOST": "<", "COMPARE_MORE": ">=", "COMPARE_LEAST": ">",
}  # fmt: skip
_FLAGS = {"YES": "no", "NO_WORD": "yes"}
_COUNTS = re.compile(r"\d+")


def off_by_one(number: int) -> Iterator[int]:
    yield number + 1
    if number > 0:
        yield number - 1


def numbers(file: File) -> Iterator[Mutant]:
    for code in file.code:
        for number in words(code.tree):
            if number.kind in ("INT", "RANGE"):
                yield from _counts(number.span)
            elif number.kind in _FLAGS:
                yield from_word("number", number, _FLAGS[number.kind])
    for path, role in file.roles.texts.items():
        if role == "words":
            yield from _counts(file.document.text_span(path))


def _counts(span: Span) -> Iterator[Mutant]:
    for found in _COUNTS.finditer(span.source.text, span.start, span.end):
        for other in off_by_one(int(found[0])):
            yield from_edit("number", span.source, found.start(), found.end(), str(other))


def comparisons(file: File) -> Iterator[Mutant]:
    """Strict and non-strict comparisons. `=` is left alone, since at the end of a range nothing
    would change."""
    for node in file.nodes():
        if isinstance(node, ast.Comparison):
            yield from_word("comparison", node.sign, _COMPARED[node.sign.kind])


def quantifiers(file: File) -> Iterator[Mutant]:
    for node in file.nodes():
        for change in _quantified(node):
            yield from_change("quantifier", change)


def _quantified(node: Node) -> Iterator[Change]:
    match node:
        case ast.Exactly(amount=ast.Amount(number=Word()) as amount):
            yield node.layout, (word("_UP_TO", "up to"), amount)
            yield node.layout, (word("ALL", "all"),)
        case ast.UpTo(amount=amount) | ast.OrMore(amount=amount):
            yield node.layout, (amount,)
        case ast.Every():
            yield node.layout, (word("INT", "1"),)
        case ast.Some() | ast.AnyNumber():
            yield node.layout, (word("EACH", "each"),)
        case ast.May(subject=subject, body=body):
            yield node.layout, (*([subject] if subject else []), body)
        case ast.MayBlock(body=body):
            head = takewhile(lambda part: part is not body, node.layout)
            yield [*head], (word("_IF", "if"), word("YES", "yes"), word("COLON", ":"))
