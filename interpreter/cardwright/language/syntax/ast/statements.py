"""The flow of an effect: sequences, conditions, rule calls, ends."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression, Statement
from cardwright.language.syntax.ast.noun_phrases import Phrase
from cardwright.language.syntax.ast.quoted import Quoted
from cardwright.language.syntax.nodes import Node, Word, many, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Suite(Node):
    """`if ready: remove 1 cart`: What follows a colon: a statement on the same line, or lines
    below it that are further to the right.
    """

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class Sequence(Statement):
    """`choose 1 cart, as raider, then remove raider`: One after the other, on one line."""

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class Alternatives(Statement):
    """`gain 1 gold, or remove 1 cart`: One of these, as *you* choose. If somebody else does the
    first one, say who chooses: `rival chooses one:`.
    """

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    """`if ready: gain 1 gold
    otherwise: gain 2 gold`: What happens if nothing above it did.
    """

    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class OtherwiseIf(Node):
    """`if ready: gain 1 gold
    otherwise if damaged: gain 2 gold`: Tested if no condition above it held.
    """

    test: Expression = one(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """`let prize be 2 * level`: Gives a value a name. The value is computed once, here."""

    name: Word = one("NAME")
    value: Expression = one(Expression)

    @property
    def binds(self) -> tuple[Word, ...]:
        return (self.name,)


@dataclass(frozen=True, slots=True)
class Arguments(Node):
    """`do score with york, 4`: What a rule, a menu or a lasting effect takes, in the order of
    its `takes`.
    """

    values: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """`do score with york`, `each player does turn`: Runs a rule. A subject is *you* in the
    rule."""

    subject: Phrase | None = maybe(Phrase)
    rule: Word = one("NAME")
    arguments: Arguments | None = maybe(Arguments)


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """`perform event of card`, `rival performs raid of card with york`: Performs an effect that is
    printed on a thing; does nothing if the thing has none.
    """

    subject: Phrase | None = maybe(Phrase)
    slot: Word = one("NAME")
    of: Expression = one(Expression)
    arguments: Arguments | None = maybe(Arguments)


@dataclass(frozen=True, slots=True)
class DoNothing(Statement):
    """`do nothing`: For a choice that does nothing."""

    word: Word = one("DO_NOTHING")


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """`repeat 3 times: stop`: Leaves the nearest loop."""

    word: Word = one("STOP")


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    """`end the game`, `end the game "The last island is sold"`: Ends the game immediately. The
    text is the reason in the log and in simulations.
    """

    word: Word = one("END_THE_GAME")
    label: Quoted | None = maybe(Quoted)


@dataclass(frozen=True, slots=True)
class AllAtOnce(Statement):
    """`all at once: remove all damaged carts`,
    `all at once, triggers chosen by you: remove all carts`: Everything in the block happens
    together: reactions wait until the block is over.
    """

    chooser: Expression | None = maybe(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Cancel(Statement):
    """`cancel it`: In a reply: prevents the event that the reply is to."""

    word: Word = one("CANCEL_IT")


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """`secretly choose 1 cart, as hidden`: Nobody else sees the choice."""

    body: Statement = one(Statement)


@dataclass(frozen=True, slots=True)
class If(Statement):
    """`if ready: remove 1 cart`: Only if the condition holds. Below `if it is a cart:`, *it* has
    the state of a cart.
    """

    nests = True
    test: Expression = one(Expression)
    body: Suite = one(Suite)
    branches: tuple[OtherwiseIf | Otherwise, ...] = many(OtherwiseIf, Otherwise)
