"""The choices a player is offered: *may*, `choose one`, menus."""

from __future__ import annotations

from cardwright.language.syntax.ast.acts import Act
from cardwright.language.syntax.ast.bases import Expression, Statement
from cardwright.language.syntax.ast.noun_phrases import Phrase
from cardwright.language.syntax.ast.quoted import Quoted
from cardwright.language.syntax.ast.statements import Arguments, Do, Otherwise, Perform, Suite
from cardwright.language.syntax.nodes import Node, Word, many, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class May(Statement):
    """`may remove 1 cart`, `rival may "Sell it" remove 1 cart`: A yes-or-no question, in these
    words if there are any. It is not asked if the player can't pay, or if nothing could change.
    """

    subject: Phrase | None = maybe(Phrase)
    label: Quoted | None = maybe(Quoted)
    body: Statement = one(Statement)


@dataclass(frozen=True, slots=True)
class MayBlock(Statement):
    """`may:
      pay 1 gold
      remove 1 cart
    otherwise: lose 1 gold`: The same with several statements, and what happens on a no.
    """

    subject: Phrase | None = maybe(Phrase)
    label: Quoted | None = maybe(Quoted)
    body: Suite = one(Suite)
    otherwise: Otherwise | None = maybe(Otherwise)


@dataclass(frozen=True, slots=True)
class OpenMenu(Statement):
    """`open spend`, `rival opens landing with raider`, `open spend or gain 1 gold`: The player
    chooses an option of a menu. With `or`, passing is offered, and what follows `or` is
    done on a pass or if there is no option.
    """

    subject: Phrase | None = maybe(Phrase)
    menu: Word = one("NAME")
    arguments: Arguments | None = maybe(Arguments)
    otherwise: Statement | None = maybe(Statement)


@dataclass(frozen=True, slots=True)
class OpenUntilPass(Statement):
    """`open market until pass`: Again and again, until the player passes or there is no
    option.
    """

    subject: Phrase | None = maybe(Phrase)
    menu: Word = one("NAME")
    arguments: Arguments | None = maybe(Arguments)


@dataclass(frozen=True, slots=True)
class OptionId(Node):
    """`choose one:
    sell: gain 1 gold`: The name of a choice, which answers and scenarios use.
    """

    word: Word = one("NAME", "VERB", "RANK", "RANKING")


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`choose one:
      sell "Sell it" if ready: gain 1 gold`: One of a `choose one`: its name, what players
    read, the condition under which it is offered.
    """

    id: OptionId = one(OptionId)
    label: Quoted | None = maybe(Quoted)
    test: Expression | None = maybe(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class ChooseOne(Statement):
    """`choose one:
      sell: gain 1 gold
      keep: do nothing`,
    `rival chooses one "Sell it?":
      yes-sell: gain 1 gold`: The player chooses one of those that are possible.
    """

    subject: Phrase | None = maybe(Phrase)
    label: Quoted | None = maybe(Quoted)
    options: tuple[Option, ...] = many(Option)


Acting = Act | May | MayBlock | Do | Perform | OpenMenu | OpenUntilPass | ChooseOne
"""Statements that may have a subject: who does it, or is asked."""
