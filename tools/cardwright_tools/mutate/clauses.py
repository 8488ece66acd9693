"""Mutants of structure: conditions, clauses, lines and limits (`condition`, `clause`)."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.one_line import words
from cardwright.language.vocabulary.clauses import CounterClause
from cardwright_tools.mutate.mutant import (
    Change,
    Mutant,
    from_change,
    from_edit,
    from_word,
    without,
    without_adjective,
    word,
)
from cardwright_tools.mutate.sources import Code, File
from cardwright_tools.mutate.yaml_entries import cut_entry

_TURNED = {
    "IS": "is not", "IS_IN": "is not in", "IS_ON": "is not on",
    "IS_NOT": "is", "IS_NOT_IN": "is in", "IS_NOT_ON": "is on",
}  # fmt: skip
_OWN_LINES = (ast.Statement, ast.Option, ast.Otherwise, ast.OtherwiseIf)


def conditions(file: File) -> Iterator[Mutant]:
    for node in file.nodes():
        if isinstance(node, ast.Is | ast.IsA | ast.IsIn) and node.sign.kind in _TURNED:
            yield from_word("condition", node.sign, _TURNED[node.sign.kind])
        for change in _conditions(node):
            yield from_change("condition", change)
    yield from _keys(file)


def _conditions(node: Node) -> Iterator[Change]:
    """Negates conditions, replaces them by `yes`, or drops parts of them."""
    match node:
        case ast.Not(value=value):
            yield node.layout, (value,)
        case ast.And(left=left, right=right) | ast.Or(left=left, right=right):
            other = word("_OR", "or") if isinstance(node, ast.And) else word("_AND", "and")
            yield node.layout, (left, other, right)
            yield node.layout, (right,)
            yield node.layout, (left,)
        case ast.Where(test=test):
            yield _negated(test)
        case ast.If() | ast.OtherwiseIf() | ast.Option() | ast.Conditional() if node.test:
            yield _negated(node.test)
            yield (node.test,), (word("YES", "yes"),)
        case ast.NounPhrase(postmodifiers=found):
            yield from (without(node, part) for part in found if isinstance(part, ast.Where))


def _negated(test: Node) -> Change:
    return (test,), (word("_NOT", "not"), word("LPAR", "("), test, word("RPAR", ")"))


def _keys(file: File) -> Iterator[Mutant]:
    """Negates or drops the `if:` of options and abilities."""
    trees = {code.path: code.tree for code in file.code}
    for path in file.document.keys:
        if path[-1] == "if" and path in file.roles.texts:
            if path in trees:
                yield from_change("condition", _negated(trees[path]))
            if (out := cut_entry(file.document, path)) is not None:
                yield from_edit("condition", file.source, *out, "")


def clauses(file: File) -> Iterator[Mutant]:
    for code in file.code:
        if code.sort == "effect":
            yield from _lines(code)
    for node in file.nodes():
        for change in _dropped(node):
            yield from_change("clause", change)


def _lines(code: Code) -> Iterator[Mutant]:
    """Drops statements on lines of their own, each with the block below it."""
    source = code.span.source
    for node in code.tree.walk():
        if isinstance(node, _OWN_LINES):
            spans = [word.span for word in words(node)]
            begin = source.text.rfind("\n", 0, spans[0].start) + 1
            if source.text[begin : spans[0].start].strip() == "":  # not after `do:`
                close = source.text.find("\n", spans[-1].end)
                end = len(source.text) if close < 0 else close + 1
                yield from_edit("clause", source, begin, end, "")


def _dropped(node: Node) -> Iterator[Change]:
    """Drops a second statement, a limit, a postmodifier such as `on ...`, or an adjective."""
    match node:
        case ast.Sequence(statements=(_, *rest)):
            yield from (without(node, part) for part in rest)
        case ast.Act(tails=tails):
            some = (tail for tail in tails if isinstance(tail, ast.Limit | ast.AtRandom))
            yield from (without(node, tail) for tail in some)
        case CounterClause(per=ast.NounPhrase() as per):
            yield without(node, per)
        case ast.NounPhrase(of=of, postmodifiers=found):
            narrowing = [part for part in found if not isinstance(part, ast.Where)]
            yield from (without(node, part) for part in ([of] if of else []) + narrowing)
        case ast.Words(names=(*adjectives, _)):
            yield from (without_adjective(node, name) for name in adjectives)


def limits(file: File) -> Iterator[Mutant]:
    """Drops `cost:` and `limit:` of options."""
    for path in file.document.keys:
        droppable = path[-1] in ("cost", "limit") and path in file.roles.texts
        out = cut_entry(file.document, path) if droppable else None
        if out is not None:
            yield from_edit("option", file.source, *out, "")
