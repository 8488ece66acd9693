"""Verb clauses with the words around them; costs, which can contain acts."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression, Limit, Statement
from cardwright.language.syntax.ast.noun_phrases import NounPhrase, Phrase
from cardwright.language.syntax.ast.quantifiers import Amount
from cardwright.language.syntax.ast.quoted import Quoted
from cardwright.language.syntax.nodes import Node, Word, many, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class CanPay(Expression):
    """`you can pay 2 gold`, `rival can pay (1 gold or 2 wood)`: The cost can be paid in full.
    Put a cost in parentheses where an `and` or `or` follows.
    """

    player: Expression = one(Expression)
    cost: Cost = one(Node)


@dataclass(frozen=True, slots=True)
class VerbClause(Node):
    """A verb with its own parts. Each verb's file has a subclass with a field for each part."""

    word: Word = one("VERB")


@dataclass(frozen=True, slots=True)
class NamedAs(Node):
    """`choose 2 carts, as first and second`: Names for what is chosen."""

    names: tuple[Word, ...] = many("NAME")

    @property
    def binds(self) -> tuple[Word, ...]:
        return self.names


@dataclass(frozen=True, slots=True)
class AtMostPer(Limit):
    """`remove 3 miners, at most 1 per town`: At most that many of each."""

    amount: Amount = one(Amount)
    key: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class DifferentPer(Limit):
    """`remove 3 miners, each of a different town`, `remove 2 cards, all different color`: At most
    one of each; also `on a` and `in a`.
    """

    key: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class AsTheir(Node):
    """`each player secretly chooses 1 cart, as their bid`: What each player chooses becomes
    their state of this name, for all at the same time.
    """

    name: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class AtRandom(Node):
    """`remove 1 cart at random`: Chance decides, not the player."""


@dataclass(frozen=True, slots=True)
class Prompt(Node):
    """`remove 1 cart "Which cart goes?"`: What the player is asked, instead of the statement
    in English.
    """

    words: Quoted = one(Quoted)


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """`remove 1 cart`, `each player gains 1 gold`, `you secretly choose 1 cart, as bid`: A
    [verb](#verbs). Its subject, who does it, may come first; names, limits, `at random` and
    a question may follow.
    """

    subject: Phrase | None = maybe(Phrase)
    secretly: Word | None = maybe("SECRETLY")
    clause: VerbClause = one(VerbClause)
    tails: tuple[Node, ...] = many(NamedAs, AsTheir, Limit, AtRandom, Prompt)

    @property
    def as_their(self) -> AsTheir | None:
        return next((tail for tail in self.tails if isinstance(tail, AsTheir)), None)

    @property
    def names(self) -> tuple[Word, ...]:
        return tuple(n for tail in self.tails if isinstance(tail, NamedAs) for n in tail.names)

    @property
    def limits(self) -> tuple[Limit, ...]:
        # Players read the questions of several limits in this order.
        found = [tail for tail in self.tails if isinstance(tail, Limit)]
        return tuple(sorted(found, key=lambda limit: isinstance(limit, DifferentPer)))

    @property
    def at_random(self) -> AtRandom | None:
        return next((tail for tail in self.tails if isinstance(tail, AtRandom)), None)

    @property
    def prompt(self) -> Quoted | None:
        return next((tail.words for tail in self.tails if isinstance(tail, Prompt)), None)


@dataclass(frozen=True, slots=True)
class Payment(Node):
    """`pay 2 gold`, `pay 3 of iron`, `pay 3 fuel from your towns`, `pay 1 gold per mine`:
    One part of a cost.
    """

    amount: Phrase = one(Phrase)
    per: NounPhrase | None = maybe(NounPhrase)


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """`pay 2 iron and 1 wood`, `pay 3 iron or wood`, `pay 1 gold and remove 1 cart`:
    What must be paid and done, in full or not at all. With `or`, one of the two.
    """

    parts: tuple[Payment | Act, ...] = many(Payment, Act)

    @property
    def first(self) -> Payment | Act:
        """What is paid or done first; only what comes after it may leave out its amount."""
        return self.parts[0]

    @property
    def joins(self) -> tuple[str, ...]:
        """The words between the parts: `and` or `or`."""
        words = (part.text for part in self.layout if isinstance(part, Word))
        return tuple(word for word in words if word in ("and", "or"))


@dataclass(frozen=True, slots=True)
class Destination(Node):
    """Where something is moved."""


@dataclass(frozen=True, slots=True)
class ToPlace(Destination):
    """`move 1 cart to york`, `move 1 cart to a town within 1 region of it`: To a place or a zone;
    to the top of an ordered zone. *it* is the thing that moves. If there are several places, one is
    chosen.
    """

    place: Phrase = one(Phrase)


@dataclass(frozen=True, slots=True)
class ToEnd(Destination):
    """`move it to the top of deck`, `move it to the bottom of deck`: To one end of an ordered
    zone.
    """

    end: Word = one("TO_TOP", "TO_BOTTOM")
    zone: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Form(Node):
    """What a thing becomes."""


@dataclass(frozen=True, slots=True)
class CopyForm(Form):
    """`this becomes a copy of raider`: What the other thing is now."""

    of: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class OwnForm(Form):
    """`raider becomes itself again`: What it was at the start; also `themselves again`."""


@dataclass(frozen=True, slots=True)
class NamedForm(Form):
    """`raider becomes a wagon`, `your carts become wagons`: The definition, or the kind, of
    this name.
    """

    word: Word = one("NAME")
