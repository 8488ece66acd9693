"""Numbers, flags and names, and calculations with them."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression
from cardwright.language.syntax.nodes import Word, many, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Parenthesized(Expression):
    """`(2 + 3) * 4`: The expression in parentheses is one value."""

    value: Expression = one(Expression)

    @property
    def inner(self) -> Expression:
        """The expression inside all its parentheses."""
        return self.value.inner if isinstance(self.value, Parenthesized) else self.value


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """`3`: A whole number."""

    word: Word = one("INT")


@dataclass(frozen=True, slots=True)
class Flag(Expression):
    """`yes`, `no`: The value of a flag."""

    word: Word = one("YES", "NO_WORD")


@dataclass(frozen=True, slots=True)
class Nothing(Expression):
    """`none`: No thing, no word."""

    word: Word = one("NONE")


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """`nth x of [1, 3]`: A name of yours."""

    word: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class Conditional(Expression):
    """`if ready then 2 else 1`: One of two values."""

    test: Expression = one(Expression)
    then: Expression = one(Expression)
    other: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Arithmetic(Expression):
    """`gold of you + 1`, `level times 2`, `gold of you / 2`, `level mod 2`: Whole numbers; `/`
    rounds down, `mod` is the remainder. `*`, `/` and `mod` come before `+` and `-`.
    """

    left: Expression = one(Expression)
    sign: Word = one("PLUS", "MINUS", "TIMES", "SLASH", "MOD")
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Negative(Expression):
    """`-2`: A negative number."""

    sign: Word = one("MINUS")
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Extreme(Expression):
    """`min of 3, gold of you`, `max of 0, level - 2`: The lower, or the higher, of two
    numbers.
    """

    word: Word = one("MIN_OF", "MAX_OF")
    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Keyed(Expression):
    """`stock of (ware of post) of rival`: After a state with `per`: which cell, and whose. A single
    word needs no parentheses: `stock of iron of rival`.
    """

    key: Parenthesized = one(Parenthesized)
    owner: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class RoomFor(Expression):
    """`room for gold of you`: How much more a counter can hold."""

    counter: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NthOf(Expression):
    """`nth 2 of [1, 3, 6]`: The member at this position of a list, counted from 1."""

    index: Expression = one(Expression)
    items: tuple[Expression, ...] = many(Expression)
