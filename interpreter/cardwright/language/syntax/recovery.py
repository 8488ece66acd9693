"""Reads the statements around a syntax error, so that one run reports the errors of each.

Statements are divided by lines alone. One that can't be read is an `UnreadStatement` in the tree,
with the names that it gives to things: without these, their uses would be reported, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import pairwise, takewhile

from cardwright.language.registry.keywords import read_first
from cardwright.language.syntax import ast
from cardwright.language.syntax.lexer import Lexer, Token
from cardwright.language.syntax.nodes import Part, Word, build
from cardwright.language.syntax.statement_spans import branch_spans, statement_spans
from cardwright.language.syntax.verb_errors import BRANCH, CHOOSE_ONE
from cardwright.source.diagnostics import Report
from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass
from cardwright.source.text import Span

MOST = 20
"""Syntax errors are reported in at most this many statements of a text."""
_GIVES = ("_AS", "_COMMA_AS", "_LET")
"""Tokens before a name that is given to something; `be` is after one."""
_NAME = lazy_pattern(r"[a-z][\w-]*")
_FIRST_LINE = lazy_pattern(r"(?:\s|#[^\n]*\n)*([^\n]*)")
_HEAD = lazy_pattern(r"(?:may|if|repeat|for each)\b")
_RANK = lazy_pattern(r"rank\b[^\n]*:")
_RANKS = lazy_pattern(r"[a-z]+(?:,? [a-z]+)*:")
_OUTDENTED = r"\n {0,%d}(?=[^\s#])"
Find = Callable[[Span], ast.EffectText | None]
"""The tree of an effect; None if it has syntax errors."""
Explain = Callable[[Span, Report], object]
"""Adds the syntax error of an effect to a report."""


def recovered(
    span: Span, first: Report, find: Find, explain: Explain, report: Report, lexer: Lexer
) -> ast.EffectText | None:
    """The tree of an effect with a syntax error, the one in `first`. Those of later statements are
    added to `report`. None if statements can't be told apart.
    """
    return _Recovery(find, explain, report, lexer).effect(span, first)


@dataclass(frozen=True, slots=True)
class _Recovery:
    find: Find
    explain: Explain
    report: Report
    lexer: Lexer

    def effect(self, span: Span, first: Report) -> ast.EffectText | None:
        """The tree of the statements of a text, of which one has the error in `first`."""
        layout = self._statements(statement_spans(span), first)
        return build(ast.EffectText, layout, span) if layout else None

    def _statements(self, parts: Sequence[Span], first: Report) -> list[Part]:
        """The statements, after the errors of all but the first wrong one are reported. None of
        them if that does not have the error which is in `first`, or if one of them may include the
        line after it.
        """
        layout: list[Part] = []
        unread, taken = 0, set[str]()
        for number, part in enumerate(parts):
            if (tree := self.find(part)) is not None:
                layout += tree.layout
                taken |= _taken(tree)
                continue
            unread += 1
            if taken and self._uses(part, taken):
                layout.append(_unread(part, [], self.lexer))
                continue
            own = Report()
            if unread <= MOST:
                self.explain(Span(part.source, part.start, parts[-1].end), own)
                block = self._unindented(parts[number:], own)
                is_apart = block is not None or _is_inside(own, part)
                if not is_apart or (unread == 1 and not _is_same(own, first)):
                    return []
                if unread > 1:
                    self.report.extend(own)
                if block is not None:
                    whole = Span(part.source, part.start, parts[-1].end)
                    return [*layout, _unread(whole, [block], self.lexer)]
            blocks = self._blocks(part, own) if unread <= MOST else []
            layout.append(_unread(part, blocks, self.lexer))
        return layout if unread else []

    def _uses(self, part: Span, words: Set[str]) -> bool:
        text = part.source.text
        tokens = self.lexer.tokens(text, part.start, part.end)
        return any(text[one.start : one.end] in words for one in tokens)

    def _unindented(self, parts: Sequence[Span], own: Report) -> ast.EffectText | None:
        """What comes after a line that ends with a colon, if that has no mistake but that it is not
        indented; how much of it belongs to the line can't be told.
        """
        head, *others = parts
        line = head.text.strip()
        if not (others and _HEAD.match(line) and line.endswith(":") and "\n" not in line):
            return None
        is_next = _is_inside(own, others[0]) and all(d.code == "CW205" for d in own.diagnostics)
        rest = Span(head.source, others[0].start, others[-1].end)
        return self.find(rest) if is_next else None

    def _blocks(self, statement: Span, own: Report) -> list[ast.EffectText]:
        """What can be read below a statement: the branches of `choose one:`, and what is below
        `if`, `may` and loops. Their errors are reported, and so are those of other blocks.
        """
        block, first = _block_of(statement), _first_line(statement)[1]
        is_choice = CHOOSE_ONE.search(first) is not None
        if not is_choice and not _RANK.match(first):
            is_apart = _HEAD.match(first) and not _is_too_deep(own)
            tree = self._below(block, own) if is_apart else self.effect(block, own)
            return [tree] if tree is not None and is_apart else []
        trees = [self._branch(line, own) for line in branch_spans(block)[:MOST]]
        return [tree for tree in trees if tree is not None and is_choice]

    def _below(self, block: Span, above: Report) -> ast.EffectText | None:
        """The tree of a block; its error is reported unless it is in `above`."""
        if (tree := self.find(block)) is not None or _is_inside(above, block):
            return tree or self.effect(block, above)
        own = Report()
        self.explain(block, own)
        tree = self.effect(block, own)
        if tree is not None:
            self.report.extend(own)
        return tree

    def _branch(self, line: Span, above: Report) -> ast.EffectText | None:
        """The tree of a branch, of which the error is reported unless it is in `above`; None if
        its begin can't be read."""
        if (body := _body_of(line)) is None:
            return None
        if (tree := self.find(body)) is not None:
            return tree
        own = Report()
        self.explain(body, own)
        if not (_is_inside(above, line) or _is_too_deep(own)):
            self.report.extend(own)
        return self.effect(body, own)


def _taken(tree: ast.EffectText) -> set[str]:
    """The words of the language that a tree gives to something as names: that is its error, and no
    statement that uses such a name can be read.
    """
    taken = read_first()
    return {one.text for one in tree.tokens() if one.kind == "NAME" and one.text in taken}


def _is_inside(own: Report, part: Span) -> bool:
    """Whether the error of a statement is in its own lines, not in the line after it."""
    last = part.start + len(part.text.rstrip())
    places = [d.span.start for d in own.diagnostics if d.span is not None]
    return len(places) == len(own) and all(part.start <= at < last for at in places)


def _is_too_deep(own: Report) -> bool:
    """Whether the error of a branch is its depth: then the choice around it is too deep, too."""
    return any(d.code == "CW203" for d in own.diagnostics)


def _is_same(one: Report, other: Report) -> bool:
    """Whether the error of a statement is that of the whole text."""
    return [d.span for d in one.diagnostics] == [d.span for d in other.diagnostics]


def _block_of(statement: Span) -> Span:
    """The lines that are indented more than the first line of a statement, up to its `otherwise`;
    empty if there are none.
    """
    text, end = statement.source.text, statement.end
    line = _first_line(statement)
    column = line.start(1) - text.rfind("\n", 0, line.start(1)) - 1
    outdented = re.compile(_OUTDENTED % column).search(text, line.end(), end)
    return Span(statement.source, line.end(), outdented.start() if outdented else end)


def _first_line(statement: Span) -> re.Match[str]:
    line = _FIRST_LINE.match(statement.source.text, statement.start, statement.end)
    assert line is not None
    return line


def _body_of(branch: Span) -> Span | None:
    """What a line of `choose one:` or of `rank` does, with the lines below it; None if its begin
    can't be read."""
    text, start = branch.source.text, _first_line(branch).start(1)
    head = BRANCH.match(text, start, branch.end) or _RANKS.match(text, start, branch.end)
    return Span(branch.source, head.end(), branch.end) if head else None


def _unread(part: Span, blocks: Sequence[ast.EffectText], lexer: Lexer) -> ast.UnreadStatement:
    text = part.source.text
    tokens = [*lexer.tokens(text, part.start, part.end)]
    given = [*names_given(tokens, text)]
    begin = [*takewhile(lambda token: token.kind != "COLON", tokens)]
    others = [one for one in begin if one.kind == "NAME" and one not in given]
    unnamed = [] if given else _without_name(tokens[: len(begin) + 1], text)
    found = (("NAME", given), ("UNNAMED", unnamed[:1]), ("WORD", others))
    words = [_word(kind, token, part) for kind, some in found for token in some]
    return replace(build(ast.UnreadStatement, [*words, *blocks], part), span=part)


def _word(kind: str, token: Token, part: Span) -> Word:
    span = Span(part.source, token.start, token.end)
    return Word(kind, span.text, span)


def names_given(tokens: Iterable[Token], text: str) -> Iterator[Token]:
    """The names in `as x and y`, `let x` and `x be`. Each may be a word that is one of the
    language elsewhere.
    """
    last, before, is_listed = None, "", False
    for token in tokens:
        may_follow = before in _GIVES or (is_listed and before == "_AND")
        if may_follow and _can_be_name(token, text):
            is_listed = True
            yield token
        elif token.kind != "_AND":
            is_listed = False
        if token.kind == "_BE" and last is not None and before == "NAME":
            yield last
        # a colon after `as` is a mistake
        last, before = token, before if token.kind == "COLON" and before in _GIVES else token.kind


def _without_name(tokens: Sequence[Token], text: str) -> list[Token]:
    """Each `as` or `let` that no name follows."""
    last = [one for one in tokens[-1:] if one.kind in _GIVES]
    return [one for one, after in pairwise(tokens)
            if one.kind in _GIVES and not _can_be_name(after, text)] + last  # fmt: skip


def _can_be_name(token: Token, text: str) -> bool:
    if token.kind == "NAME":
        return True
    word = text[token.start : token.end]
    return _NAME.fullmatch(word) is not None and word not in read_first()
