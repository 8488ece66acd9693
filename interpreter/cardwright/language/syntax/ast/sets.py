"""Sets, their members, and calculations over them."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language.syntax.ast.bases import Expression
from cardwright.language.syntax.ast.noun_phrases import NounPhrase
from cardwright.language.syntax.ast.postmodifiers import Where
from cardwright.language.syntax.ast.quantifiers import Amount
from cardwright.language.syntax.ast.values import Arithmetic, Extreme
from cardwright.language.syntax.nodes import Node, Word, many, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class SetLiteral(Expression):
    """`[red, blue]`, `[]`: A set of these things or words, each once; `[]` is the empty set."""

    items: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class CountOf(Expression):
    """`number of your carts`: How many there are."""

    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Together(Expression):
    """`your ships together with carts on york`: Those of the first set, then those of the
    second that are not in the first. It joins whole phrases; put a set with `where` before
    it in parentheses.
    """

    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class SumOver(Expression):
    """`sum of load of cart over your carts`: The sum of the values of all members."""

    value: Expression = one(Expression)
    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class ExtremeOver(Expression):
    """`highest load of cart over your carts`, `lowest load of cart over your carts`: The
    highest, or the lowest, value among the members; 0 for an empty set.
    """

    word: Word = one("HIGHEST", "LOWEST")
    value: Expression = one(Expression)
    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class LongestLine(Expression):
    """`longest line of your stones through cell`: The most in a row, in any direction, through that
    cell of a grid.
    """

    things: NounPhrase = one(NounPhrase)
    cell: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class ThenBy(Node):
    """`top players by gold of player, then by level of player, lowest first`: What decides
    between those with the same value.
    """

    value: Expression = one(Expression)
    direction: Word | None = maybe("HIGHEST_FIRST", "LOWEST_FIRST")


@dataclass(frozen=True, slots=True)
class TopBy(Expression):
    """`top players by gold of player`,
    `bottom players by gold of player, then by level of player`, `top 2 dice by face of die`:
    All that share the highest value (`bottom`: the lowest). With a number, that many of them; order
    decides ties.
    """

    word: Word = one("TOP", "BOTTOM")
    amount: Amount | None = maybe(Amount)
    source: Expression = one(Expression)
    value: Expression = one(Expression)
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class TopOf(Expression):
    """`top of deck`, `bottom 2 of deck`: The first, or the last, of an ordered zone; with a number,
    that many.
    """

    word: Word = one("TOP", "BOTTOM")
    amount: Amount | None = maybe(Amount)
    zone: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class OnlyOne(Expression):
    """`only players with carts on york`: The member of a set of one; none if the set is empty
    or has more.
    """

    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Foremost(Expression):
    """`foremost carts by load of cart`,
    `foremost carts by load of cart, highest first, then by age of cart`: The one with the lowest
    value (`highest first`: the highest); order decides ties. Without `by`, the
    first one.
    """

    source: Expression = one(Expression)
    value: Expression | None = maybe(Expression)
    direction: Word | None = maybe("HIGHEST_FIRST", "LOWEST_FIRST")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class EverythingIn(Expression):
    """`everything in hand of you`: Everything that a zone holds."""

    zone: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class StepAlong(Expression):
    """`player after you`, `region before hills`, `regions after hills`: The next one in the
    order of seats, of an ordered kind or of an enum, or none. In the plural, of an ordered
    kind only: all that follow, the nearest first.
    """

    noun: Word = one("NAME")
    side: Word = one("AFTER", "BEFORE")
    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NumbersFrom(Expression):
    """`numbers from 1 to 6`, `numbers from 1 to 6 as n where n is not 3`: A set of numbers, at
    most 1000.
    """

    low: Expression = one(Expression)
    high: Expression = one(Expression)
    alias: Word | None = maybe("NAME")
    test: Expression | None = maybe(Expression)

    @property
    def binds(self) -> tuple[Word, ...]:
        return (self.alias,) if self.alias else ()

    @property
    def named(self) -> NumbersFrom:
        """The range of numbers with its name, if the name was read as part of the highest number.

        `numbers from 1 to gold as n` is read like `gold as n`.
        """
        last = _last_noun(self.high)
        if self.alias is not None or last is None or last.alias is None:
            return self
        tests = [mod.test for mod in last.postmodifiers if isinstance(mod, Where)]
        high = _with_last(self.high, replace(last, alias=None, postmodifiers=()))
        return replace(self, high=high, alias=last.alias, test=tests[0] if tests else None)


def _last_noun(node: Expression) -> NounPhrase | None:
    if isinstance(node, Arithmetic | Extreme):
        return _last_noun(node.right)
    return node if isinstance(node, NounPhrase) else None


def _with_last(node: Expression, last: NounPhrase) -> Expression:
    if isinstance(node, Arithmetic | Extreme):
        return replace(node, right=_with_last(node.right, last))
    return last
