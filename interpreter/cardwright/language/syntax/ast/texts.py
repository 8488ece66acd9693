"""Whole texts, the start symbols of the grammar, except events and answers."""

from __future__ import annotations

from cardwright.language.syntax.ast.acts import Cost
from cardwright.language.syntax.ast.bases import Expression, Statement
from cardwright.language.syntax.ast.quantifiers import Amount
from cardwright.language.syntax.nodes import Node, Word, many, maybe, one
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class EffectText(Node):
    """`gain 1 gold`: An effect: a statement, or one on each line."""

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class UnreadStatement(Statement):
    """Takes the place of a statement with a syntax error, which has been reported.

    `names` are the words that it gives a meaning to, with `as` or `let`; `unnamed` is such a word
    that no name follows. `words` are the others of its first line, and `blocks` are what could be
    read below it.
    """

    names: tuple[Word, ...] = many("NAME")
    unnamed: Word | None = maybe("UNNAMED")
    words: tuple[Word, ...] = many("WORD")
    blocks: tuple[EffectText, ...] = many(EffectText)

    @property
    def binds(self) -> tuple[Word, ...]:
        return self.names


@dataclass(frozen=True, slots=True)
class ExpressionText(Node):
    """`gold of you + 1`: An expression."""

    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class KeywordText(Node):
    """`flying`, `tough 2`: `grant` and `lose`: a keyword, with its number if it has one."""

    name: Word = one("NAME")
    amount: Amount | None = maybe(Amount)


@dataclass(frozen=True, slots=True)
class CostText(Node):
    """`2 gold and remove 1 cart`: `cost`: what an option costs, as after `pay`."""

    cost: Cost = one(Node)  # not yet a cost if its `or` has two readings


@dataclass(frozen=True, slots=True)
class LimitText(Node):
    """`once per turn`: `limit`: once in each run of that rule."""

    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class ResetText(Node):
    """`turn`, `your turn`, `your next turn`: `resets after`: at the end of a run of that rule; with
    `your`, of one by its owner; with `next`, of the first of these that begins after a change.
    """

    whose: Word | None = maybe("YOUR", "YOUR_NEXT")
    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class TypeText(Node):
    """`set of city`, `player or none`: The type of a field, of state or of a parameter: an enum, a
    kind, `number`, `flag` or `text`, or a set of these. Only parameters of rules and menus can be
    `or none`.
    """

    set_of: Word | None = maybe("SET_OF")
    name: Word = one("NAME")
    none: Word | None = maybe("NONE")


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`might of player in region as here`: A parameter of a definition: a preposition and its
    kind. Its name is that of the kind, or what follows `as`.

    Whether the words may be names is for others to say.
    """

    kind: Word = one("WORD")
    alias: Word | None = maybe("WORD")

    @property
    def preposition(self) -> str:
        return next(self.tokens()).text

    @property
    def name(self) -> Word:
        return self.alias or self.kind


@dataclass(frozen=True, slots=True)
class PropertyText(Node):
    """`might of player in region`: The name of a definition with its parameters, as it is
    defined and as `modify` has it.
    """

    name: Word = one("WORD")
    parameters: tuple[Parameter, ...] = many(Parameter)


@dataclass(frozen=True, slots=True)
class UnreadProperty:
    """Takes the place of a `PropertyText` for a text that is not one: what its first word names,
    and the word at which parsing stops.
    """

    name: Span
    unexpected: Span
