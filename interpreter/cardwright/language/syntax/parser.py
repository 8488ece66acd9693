"""From text to syntax tree: an LALR parser over the raw text of the file.

Positions are those in the file. Knows nothing that packs declare: if only that decides the meaning
of an `or`, the tree has both readings.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from cardwright.language.registry import keywords
from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax import ast
from cardwright.language.syntax.lalr import Parse, UnexpectedInput
from cardwright.language.syntax.lexer import Token
from cardwright.language.syntax.misspelt_words import misspelt_word
from cardwright.language.syntax.nodes import Node, Part, Some, Word, build
from cardwright.language.syntax.or_readings import has_candidates, with_readings
from cardwright.language.syntax.parse_cache import ParseCache
from cardwright.language.syntax.parse_stop import Grammar
from cardwright.language.syntax.parser_tables import tables
from cardwright.language.syntax.recovery import names_given, recovered
from cardwright.language.syntax.size_limits import (
    MOST_NESTED,
    NUMBERS,
    TooLarge,
    check_numbers,
    first_line,
    too_deep,
)
from cardwright.language.syntax.statement_spans import statement_spans
from cardwright.language.syntax.syntax_errors import syntax_error
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Source, Span

GRAMMAR = Path(__file__).with_name("grammar.lark")
Duration = ast.TimedEventText | ast.BoundaryText | ast.EndOfNextText
Class = type[Some]


class Parser:
    """A parser of effects and expressions with these verbs."""

    def __init__(self, verbs: Verbs) -> None:
        self.verbs = verbs
        self._classes = _CLASSES | {f"verb_{verb.name}": verb.clause for verb in verbs.all}
        self._cache = ParseCache(grammar(verbs))
        self._tables = tables(grammar(verbs))

    @property
    def keywords(self) -> frozenset[str]:
        """The words of the grammar, which can't be names."""
        return self._cache.words

    def tokens(self, text: str) -> Iterator[Token]:
        """The tokens of a text, even if it can't be parsed."""
        return self._tables.lexer.tokens(text, 0, len(text))

    def names_given(self, text: str) -> list[str]:
        """The names that a text introduces with `as`, `let` or `be`, even if it can't be parsed."""
        return [text[one.start : one.end] for one in names_given(self.tokens(text), text)]

    def expression(self, span: Span, report: Report) -> ast.Expression | None:
        """The tree of an expression; None if it has syntax errors, which are added to `report`."""
        found = self._reported(span, report, ast.ExpressionText)
        return found.value if found is not None else None

    def effect(self, span: Span, report: Report) -> ast.EffectText | None:
        """The tree of an effect; None if it has syntax errors, which are added to `report`."""
        return self._joined(span) or self._reported(span, report, ast.EffectText)

    def partial_effect(self, span: Span, report: Report) -> ast.EffectText | None:
        """The tree of an effect, with an `UnreadStatement` for each statement with a syntax error,
        which is added to `report`; None if statements can't be told apart.
        """
        first = Report()
        found = self.effect(span, first)
        report.extend(first)
        return found or recovered(
            span, first, self._try_effect, self.effect, report, self._tables.lexer
        )

    def event(self, span: Span, *, timed: bool) -> ast.EventText | ast.TimedEventText | None:
        """The event of an ability, with `after` or `before` if it is timed."""
        return self._quiet(span, ast.TimedEventText) if timed else self._quiet(span, ast.EventText)

    def duration(self, span: Span) -> Duration | None:
        """The end of a lasting effect."""
        found = self._plain(span, "duration_text")
        return found if isinstance(found, Duration) else None

    def misspelt_duration(self, span: Span) -> Diagnostic | None:
        """The diagnostic for a misspelt word of the language in the end of a lasting effect."""
        try:
            self._read(span, "duration_text")
        except UnexpectedInput as error:
            return self._misspelt(error, span, "duration_text")
        return None

    def property(self, span: Span) -> ast.PropertyText | ast.UnreadProperty:
        """A definition with its parameters, as it is defined and as it is modified."""
        if (kept := self._cache.find("property_text", span)) is not None:
            assert isinstance(kept, ast.PropertyText)
            return kept
        try:
            found = self._read_as(span, "property_text", frozenset())
        except UnexpectedInput as error:
            return _unread(span, error.at)
        assert isinstance(found, ast.PropertyText)
        self._cache.store("property_text", span, found)
        return found

    def defined(self, key: str) -> str:
        """The name of a definition, by its key."""
        return self.property(Source("", key).whole).name.text

    def answer(self, span: Span, report: Report) -> ast.AnswerText | None:
        """An automaton's answer; None if it has syntax errors, which are added to `report`."""
        return self._reported(span, report, ast.AnswerText)

    def question(self, words: str) -> ast.QuestionText | None:
        """The questions that these words name; None if they don't name any."""
        return self._quiet(Source("", words).whole, ast.QuestionText)

    def type(self, words: str) -> ast.TypeText | None:
        """The type that these words name; None if they don't name one."""
        return self._quiet(Source("", words).whole, ast.TypeText)

    def limit(self, span: Span) -> ast.LimitText | None:
        return self._quiet(span, ast.LimitText)

    def reset(self, words: str) -> ast.ResetText | None:
        """The rule after which state is reset, and whose; None if these words don't name one."""
        return self._quiet(Source("", words).whole, ast.ResetText)

    def printed_keyword(self, words: str) -> ast.KeywordText | None:
        """A keyword printed on a thing, with its number; None if these words are not one."""
        return self._quiet(Source("", words).whole, ast.KeywordText)

    def keyword(self, span: Span, report: Report) -> ast.KeywordText | None:
        """A keyword with its number; None if it is not one, and its syntax errors are added to
        `report`.
        """
        return self._reported(span, report, ast.KeywordText)

    def cost(self, span: Span, report: Report) -> ast.CostText | None:
        """A cost; of syntax errors, only those inside its parentheses are reported."""
        return self._reported(span, report, ast.CostText)

    def tree(self, span: Span, start: str) -> Node:
        """The tree of a text of this sort. Raises UnexpectedInput if it can't be parsed."""
        return self._read_as(span, start, frozenset())

    def _joined(self, span: Span) -> ast.EffectText | None:
        """The tree of an effect, put together from its statements; None if it must be read
        whole.
        """
        parts = statement_spans(span)
        whole = has_candidates(span.source.text, span.start, span.end) or too_deep(span)
        if len(parts) < 2 or whole:
            return None
        layout: list[Part] = []
        for part in parts:
            if (found := self._plain(part, "effect_text")) is None:
                return None
            layout += found.layout
        return build(ast.EffectText, layout, span)

    def try_parse(self, span: Span, kind: Class[Some]) -> Some | None:
        """The tree of a text; None if it has syntax errors, which are not explained."""
        try:
            found = self._read(span, _STARTS[kind]) if too_deep(span) is None else None
        except (UnexpectedInput, TooLarge):
            return None
        return found if isinstance(found, kind) else None

    def _try_effect(self, span: Span) -> ast.EffectText | None:
        return self.try_parse(span, ast.EffectText)

    def _quiet(self, span: Span, kind: Class[Some]) -> Some | None:
        """The tree of a short text; None if it has errors, which the caller reports."""
        found = self._plain(span, _STARTS[kind])
        return found if isinstance(found, kind) else None

    def _reported(self, span: Span, report: Report, kind: Class[Some]) -> Some | None:
        """The tree of a text; None if it has errors, which are added to `report`."""
        found = self._parse(span, report, _STARTS[kind])
        return found if isinstance(found, kind) else None

    def _plain(self, span: Span, start: str) -> Node | None:
        """The tree, which is cached; None if the text has errors."""
        if (kept := self._cache.find(start, span)) is not None:
            return kept
        try:
            node = self._read_as(span, start, frozenset())
        except (UnexpectedInput, TooLarge):
            return None
        self._cache.store(start, span, node)
        return node

    def _parse(self, span: Span, report: Report, start: str) -> Node | None:
        if (kept := self._cache.find(start, span)) is not None:
            return kept
        if (where := too_deep(span)) is not None:
            report.error("CW203", "this is nested too deeply", where, "split it into rules")
            return None
        try:
            node = self._read(span, start)
            self._cache.store(start, span, node)
            return node
        except UnexpectedInput as error:
            found = self._explained(error, span, start)
            if start != "cost_text" or _inside_parentheses(span, found.span):
                report.add(found)
        except TooLarge as refused:
            report.error(refused.code, refused.message, refused.span, refused.help)
        return None

    def _explained(self, error: UnexpectedInput, span: Span, start: str) -> Diagnostic:
        reads_to = partial(self._reads_to, start)
        grammar = Grammar(self.verbs, is_effect=start == "effect_text", reads_to=reads_to)
        return self._misspelt(error, span, start) or syntax_error(error, span, grammar)

    def _misspelt(self, error: UnexpectedInput, span: Span, start: str) -> Diagnostic | None:
        reads_to = partial(self._reads_to, start)
        return misspelt_word(span, error.at, self._tables.lexer.words, self.verbs, reads_to)

    def _reads_to(self, start: str, text: Span) -> int:
        """The offset at which reading a text stops."""
        try:
            self._read(text, start)
        except UnexpectedInput as later:
            return later.at
        except TooLarge:
            return 0
        return text.end + 1

    def _read(self, span: Span, start: str) -> Node:
        """Raises UnexpectedInput and TooLarge."""
        if has_candidates(span.source.text, span.start, span.end):
            return with_readings(span, lambda joined: self._read_as(span, start, joined))
        return self._read_as(span, start, frozenset())

    def _read_as(self, span: Span, start: str, joined: frozenset[int]) -> Node:
        """The tree in which the `or`s at these offsets join words, and all others conditions."""

        def make(kind: str, parts: list[Part]) -> Node:
            return _made(self._classes[kind], parts, span)

        tree: Node = Parse(self._tables, span, start, joined, make).tree()
        return tree


@cache
def shared_parser(verbs: Verbs) -> Parser:
    """A parser for all packs of a process, since texts are often the same: in a pack with other
    modules, or after a change.
    """
    return Parser(verbs)


def _unread(span: Span, at: int) -> ast.UnreadProperty:
    """The error at the word at an offset, or at the last one if the text ends too early."""
    words = [Span(span.source, span.start + m.start(), span.start + m.end())
             for m in re.finditer(r"\S+", span.text)] or [span]  # fmt: skip
    stops = (word for word in words if word.end > at)
    return ast.UnreadProperty(words[0], next(stops, words[-1]))


def _inside_parentheses(whole: Span, part: Span | None) -> bool:
    before = whole.source.text[whole.start : part.start] if part else ""
    return before.count("(") > before.count(")")


def _classes() -> dict[str, type[Node]]:
    """The classes of the tree, by the names of their rules."""
    found = (value for value in vars(ast).values() if inspect.isclass(value))
    return {_snake(kind.__name__): kind for kind in found if issubclass(kind, Node)}


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_CLASSES = _classes()
_STARTS = {kind: name for name, kind in _CLASSES.items()}


def _made(kind: type[Node], parts: list[Part], whole: Span) -> Node:
    """Raises TooLarge for a number that is too large, and for a text that is nested too deeply."""
    for part in parts:
        if isinstance(part, Word) and part.kind in NUMBERS:
            check_numbers(part)
    node = build(kind, parts, whole)
    if node.height >= MOST_NESTED:  # the rest is not read
        raise TooLarge("CW203", "this is nested too deeply", first_line(whole),
                       "split it into rules or definitions")  # fmt: skip
    return node


@cache
def grammar(verbs: Verbs) -> str:
    """The grammar: its file, the clauses of the verbs and the words of the language."""
    return "\n".join([GRAMMAR.read_text("utf-8"), verbs.grammar(), keywords.terminals()])
