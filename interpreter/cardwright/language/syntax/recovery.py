"""Reads the statements around a syntax error, so that one run reports the errors of each.

Statements are divided by lines alone. One that can't be read is an `UnreadStatement` in the tree,
with the names that it gives to things: without these, their uses would be reported, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from cardwright.language.syntax import ast
from cardwright.language.syntax.lexer import Lexer, Token
from cardwright.language.syntax.nodes import Part, Word, build
from cardwright.language.syntax.statement_spans import statement_spans
from cardwright.language.syntax.verb_errors import CHOOSE_ONE
from cardwright.source.diagnostics import Report
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Span

MOST = 20
"""Of so many statements of a text, syntax errors are reported."""
_GIVES = ("_AS", "_COMMA_AS", "_LET")
"""Tokens before a name that is given to something."""
_FIRST_LINE = lazy_pattern(r"(?:\s|#[^\n]*\n)*([^\n]*)")
_OUTDENTED = r"\n {0,%d}(?=[^\s#])"
Find = Callable[[Span], ast.EffectText | None]
"""The tree of an effect; None if it has syntax errors."""
Explain = Callable[[Span, Report], object]
"""Adds the syntax error of an effect to a report."""
Trees = Sequence[ast.EffectText | None]


def recovered(
    span: Span, first: Report, find: Find, explain: Explain, report: Report, lexer: Lexer
) -> ast.EffectText | None:
    """The tree of an effect with a syntax error, the one in `first`. Those of later statements are
    added to `report`. None if statements can't be told apart.
    """
    parts = statement_spans(span)
    trees = _report_later(parts, first, find, explain, report)
    return build(ast.EffectText, _layout(parts, trees, lexer), span) if trees else None


def _report_later(
    parts: Sequence[Span], first: Report, find: Find, explain: Explain, report: Report
) -> Trees:
    """The trees of statements, after the errors of all but the first wrong one are reported. None
    of them if that does not have the error which is in `first`, or if one of them may include the
    line after it.
    """
    trees = [find(part) for part in parts]
    unread = [part for part, tree in zip(parts, trees, strict=True) if tree is None][:MOST]
    for part in unread:
        own = Report()
        explain(Span(part.source, part.start, parts[-1].end), own)
        if part is not unread[0]:
            report.extend(own)
        elif not _is_same(own, first):
            return ()
        if not _is_inside(own, part):
            return ()
        _report_later(statement_spans(_block_of(part)), own, find, explain, report)
    return trees if unread else ()


def _is_inside(own: Report, part: Span) -> bool:
    """Whether the error of a statement is in its own lines, not in the line after it."""
    last = part.start + len(part.text.rstrip())
    return all(d.span is not None and d.span.start < last for d in own.diagnostics)


def _is_same(one: Report, other: Report) -> bool:
    """Whether the error of a statement is that of the whole text."""
    return [d.span for d in one.diagnostics] == [d.span for d in other.diagnostics]


def _block_of(statement: Span) -> Span:
    """The statements that are indented more than the first line of a statement, up to its
    `otherwise`; empty if there are none, as below `choose one:`.
    """
    text, end = statement.source.text, statement.end
    line = _FIRST_LINE.match(text, statement.start, end)
    assert line is not None
    if CHOOSE_ONE.search(line[1]):
        return Span(statement.source, end, end)
    column = line.start(1) - text.rfind("\n", 0, line.start(1)) - 1
    outdented = re.compile(_OUTDENTED % column).search(text, line.end(), end)
    return Span(statement.source, line.end(), outdented.start() if outdented else end)


def _layout(parts: Sequence[Span], trees: Trees, lexer: Lexer) -> list[Part]:
    found: list[Part] = []
    for part, tree in zip(parts, trees, strict=True):
        found += tree.layout if tree is not None else [_unread(part, lexer)]
    return found


def _unread(part: Span, lexer: Lexer) -> ast.UnreadStatement:
    source = part.source
    tokens = lexer.tokens(source.text, part.start, part.end)
    spans = [Span(source, start, end) for _, start, end in _given(tokens)]
    names = tuple(Word("NAME", span.text, span) for span in spans)
    return ast.UnreadStatement(part, (), 0, names)


def _given(tokens: Iterable[Token]) -> Iterator[Token]:
    """The names in `as x and y` and `let x`."""
    before, is_listed = "", False
    for token in tokens:
        if token.kind == "NAME" and (before in _GIVES or (is_listed and before == "_AND")):
            is_listed = True
            yield token
        elif token.kind != "_AND":
            is_listed = False
        before = token.kind
