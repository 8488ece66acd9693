"""The base classes of productions, and the nodes for texts with two readings or none."""

from __future__ import annotations

from cardwright.language.syntax.nodes import Node
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Expression(Node):
    """A phrase that has a value."""


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """A statement, which changes the game, asks a question, or controls the flow."""


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    """An expression of how many."""


@dataclass(frozen=True, slots=True)
class Postmodifier(Node):
    """A phrase after a noun that narrows it."""


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """A phrase after a comma that limits which things may be chosen together."""


@dataclass(frozen=True, slots=True)
class Order(Node):
    """The order in which a loop goes through its set."""


@dataclass(frozen=True, slots=True)
class Reading(Node):
    """One way to read a stretch of text: the pairs of words that its `or`s join."""

    joined: tuple[tuple[str, str], ...]
    tree: Node


@dataclass(frozen=True, slots=True)
class Ambiguous(Expression, Statement, Postmodifier):
    """An `or` between two words that may join the words or the conditions around them.

    `x is red or ready`: only the meaning of the names decides. There is one reading for each
    possibility.
    """

    readings: tuple[Reading, ...]
