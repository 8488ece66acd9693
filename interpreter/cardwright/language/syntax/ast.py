"""The syntax tree: a dataclass for each production of the grammar, without loss of source text.

A class is filled by the rule of its name in snake case. Knows no types and nothing that packs
declare.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.language.syntax.nodes import Node, Part, Word, anywhere, many, maybe, one
from cardwright.source.records import dataclass

# ------------------------------------------------------------------------------ classes


@dataclass(frozen=True, slots=True)
class Expression(Node):
    """What has a value."""


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """Changes the game, asks a question, or controls the flow."""


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    """How many."""


@dataclass(frozen=True, slots=True)
class Postmodifier(Node):
    """What follows a noun and narrows it."""


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """What follows a comma and limits which ones may be chosen together."""


@dataclass(frozen=True, slots=True)
class Order(Node):
    """In which order a loop goes through its set."""


@dataclass(frozen=True, slots=True)
class SetLiteral(Expression):
    """`[red, blue]`, `[]`: A set of these things or words; `[]` is the empty set."""

    items: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class Parenthesized(Expression):
    """`(2 + 3) * 4`: What is in parentheses is one value."""

    value: Expression = one(Expression)


# -------------------------------------------------------------------------- quantifiers


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`remove 2 carts`, `remove (number of your towns) carts`: A number, or an expression in
    parentheses.
    """

    number: Word | None = maybe("INT")
    value: Expression | None = maybe(Expression)


@dataclass(frozen=True, slots=True)
class Exactly(Quantifier):
    """`remove 2 carts`, `remove (gold of you / 2) carts`: So many, or all if there are fewer."""

    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class UpTo(Quantifier):
    """`remove up to 2 carts`: None, or some, but at most so many."""

    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class OrMore(Quantifier):
    """`choose 2 or more carts`: So many or more; all if there are fewer."""

    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class Between(Quantifier):
    """`remove 1 to 3 carts`: At least as many as the first number (all if there are fewer), at
    most as many as the second.
    """

    range: Word = one("RANGE")


@dataclass(frozen=True, slots=True)
class AnyNumber(Quantifier):
    """`remove any number of carts`: None, some or all of them."""


@dataclass(frozen=True, slots=True)
class Every(Quantifier):
    """`remove each cart`, `remove all carts`: All of them. `1 miner on each town` does it once
    for each.
    """

    word: Word = one("EACH", "ALL")


@dataclass(frozen=True, slots=True)
class Some(Quantifier):
    """`remove a cart`, `remove any cart`, `remove one cart`: One."""

    word: Word = one("A", "ANY", "ONE")


# ------------------------------------------------------------------------- noun phrases


@dataclass(frozen=True, slots=True)
class Words(Node):
    """`damaged carts`, `hill or outer towns`: Any number of adjectives, then the kind; `or`
    joins two adjectives.
    """

    nests = True
    parts: tuple[Word, ...] = many("NAME", "WORD_OR")

    @property
    def names(self) -> tuple[Word, ...]:
        return tuple(part for part in self.parts if part.kind == "NAME")

    @property
    def groups(self) -> list[list[Word]]:
        """`hill or outer bases` as [[hill, outer], [bases]]."""
        groups: list[list[Word]] = []
        joined = False
        for part in self.parts:
            if part.kind == "WORD_OR":
                joined = True
            elif joined:
                groups[-1].append(part)
                joined = False
            else:
                groups.append([part])
        return groups


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`load of cart`, `carts of each player`: What follows `of` is a word, a chain of `of`, or
    in parentheses. With `each`, the statement is done for each in turn.
    """

    each: Word | None = maybe("EACH")
    argument: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NounPhrase(Expression):
    """`your damaged carts`, `the carts of you as raider in the town`: All things of a kind
    that are so: whose they are (`your`, `their`, `its`), adjectives, the kind, `of`, a name
    for one of them, and what narrows it. In the singular, the nearest thing of that kind
    that has a name; a single word can also be any other name.

    `determiner` is your, their or its.
    """

    nests = True
    determiner: Word | None = maybe("DET")
    words: Words = one(Words)
    of: Of | None = anywhere(Of)  # before or after the alias
    alias: Word | None = maybe("NAME")
    postmodifiers: tuple[Postmodifier, ...] = many(Postmodifier)

    @property
    def lone_word(self) -> Word | None:
        """The word, when it is all there is."""
        words = self.alternatives
        return words[0] if len(words) == 1 else None

    @property
    def alternatives(self) -> list[Word]:
        """The words that `or` joins, when they are all there is; one, where there is no `or`."""
        more = self.determiner or self.of or self.alias or self.postmodifiers
        groups = self.words.groups
        return [] if more or len(groups) != 1 else groups[0]


@dataclass(frozen=True, slots=True)
class Copying(Postmodifier):
    """`carts that are copies of raider`: Those of the same design."""

    of: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`place 1 miner on 2 towns`: A place with a number: that many of them are chosen."""

    quantifier: Quantifier = one(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """`2 of your carts gain 1 gold`, `remove 2 of your carts`: Who does it, or what it is done
    to: how many, and of what. `of` may be left out.
    """

    quantifier: Quantifier | None = maybe(Quantifier)
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Located(Postmodifier):
    """`carts in york`, `miners on towns with your carts`, `cards from deck`, `carts at dover`:
    Those that are there: a place, a zone, or a set of these. The four prepositions mean the
    same, and take all that follows.
    """

    preposition: Word = one("PREP")
    location: Quantified | Expression = one(Quantified, Expression)


@dataclass(frozen=True, slots=True)
class Without(Postmodifier):
    """`towns without york`: All but these; what follows may be one thing or a set."""

    location: Quantified | Expression = one(Quantified, Expression)


@dataclass(frozen=True, slots=True)
class WithNo(Postmodifier):
    """`towns with no carts`: Those that have none: places on which there are none, players who
    own none.
    """

    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class WithSome(Postmodifier):
    """`towns with your carts`, `players with 3 or more miners on york`: Those that have such
    things: on them, or, of players, as their own. Without a number, at least one; `2` means
    2 or more.
    """

    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Where(Postmodifier):
    """`carts where load of cart > 2`: Those for which the condition holds. The kind in the
    singular is the one looked at. It takes all that follows, and belongs to the noun before
    it.
    """

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Within(Postmodifier):
    """`towns within 1 region of york`: Those at most so many steps away, along an ordered kind
    or an enum; none away is included.
    """

    amount: Amount = one(Amount)
    unit: Word = one("NAME")
    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NextTo(Postmodifier):
    """`cells next to spot`, `towns adjacent to york`: The neighbours: in a grid, across an
    edge, or one step along an ordered kind. Of pieces, those that are there.
    """

    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Towards(Postmodifier):
    """`cells from pawn towards north`, `cells from pawn towards any heading`: After `from`:
    all cells in that direction, the nearest first, without the first one. With several
    directions, one after the other.
    """

    quantifier: Word | None = maybe("EACH", "ANY", "ALL")
    direction: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class While(Postmodifier):
    """`cells from pawn towards north while cell is free`: In each direction, those before the
    first for which the condition does not hold.
    """

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Until(Postmodifier):
    """`cells from pawn towards north until cell is taken`: In each direction, those up to the
    first for which the condition holds, and that one too.
    """

    test: Expression = one(Expression)


# -------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """`3`: A whole number."""

    word: Word = one("INT")


@dataclass(frozen=True, slots=True)
class Flag(Expression):
    """`yes`, `no`: Whether something is so."""

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
class Or(Expression):
    """`ready or damaged`: At least one of two conditions holds."""

    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class And(Expression):
    """`ready and gold of you > 2`: Both conditions hold. `and` binds closer than `or`."""

    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Not(Expression):
    """`not ready`: The condition does not hold. `not` binds closer than `and`."""

    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Comparison(Expression):
    """`gold of you at least 3`, `level < 5`: Numbers, or words of one enum in the order of
    their declaration. Compared with none, no word is more or less.
    """

    left: Expression = one(Expression)
    sign: Word = one("COMPARE")
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Is(Expression):
    """`owner of cart is you`, `phase is not night`, `cart is damaged`, `level = 2`: The same
    value; or a flag, a word or a kind that the thing has. `x is red or blue` is one of the
    two.
    """

    left: Expression = one(Expression)
    sign: Word = one("IS", "IS_NOT")
    right: Expression = one(Expression)

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT"


@dataclass(frozen=True, slots=True)
class IsA(Expression):
    """`it is a cart`, `it is not a cart`: It is of this kind, or of a kind of this kind."""

    left: Expression = one(Expression)
    sign: Word = one("IS", "IS_NOT")
    article: Word = one("A")
    kind: Word = one("NAME")

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT"


@dataclass(frozen=True, slots=True)
class IsCopy(Expression):
    """`it is a copy of raider`, `it is not a copy of raider`: It has the same design."""

    left: Expression = one(Expression)
    sign: Word = one("IS", "IS_NOT")
    right: Expression = one(Expression)

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT"


@dataclass(frozen=True, slots=True)
class IsIn(Expression):
    """`it is in hand of you`, `york is not in visited of you`, `cart is on york`: It is a
    member of the set, or is in the zone or at the place.
    """

    left: Expression = one(Expression)
    sign: Word = one("IS_IN", "IS_NOT_IN")
    right: Expression = one(Expression)

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT_IN"


@dataclass(frozen=True, slots=True)
class CanPay(Expression):
    """`you can pay 2 gold`, `rival can pay (1 gold or 2 wood)`: The cost can be paid in full.
    Put a cost in parentheses where an `and` or `or` follows.
    """

    player: Expression = one(Expression)
    cost: Cost = one(Node)


@dataclass(frozen=True, slots=True)
class CanBeUsed(Expression):
    """`event of card can be used`: The thing has such an effect, and its limit is not used
    up.
    """

    printed: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class HasNo(Expression):
    """`you have no carts on york`: A player owns none, or a place holds none."""

    owner: Expression = one(Expression)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class HasSome(Expression):
    """`you have a cart`, `rival has 2 or more carts on york`: A player owns such things, or a
    place holds them; `2` means 2 or more.
    """

    owner: Expression = one(Expression)
    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class ThereIsNo(Expression):
    """`there are no carts on york`: The set is empty."""

    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class ThereIs(Expression):
    """`there is a cart on york`, `there are 2 or more damaged carts`: The set has a member, or
    so many.
    """

    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Arithmetic(Expression):
    """`gold of you + 1`, `level times 2`, `gold of you / 2`, `level mod 2`: Whole numbers; `/`
    rounds down, `mod` is what is left over. `*`, `/` and `mod` come before `+` and `-`.
    """

    left: Expression = one(Expression)
    sign: Word = one("PLUS", "MINUS", "TIMES", "SLASH", "MOD")
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Negative(Expression):
    """`-2`: Less than zero."""

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
class Keyed(Expression):
    """`stock of (ware of post) of rival`: After a state with `per`: which of its cells, and
    whose. A single word needs no parentheses: `stock of iron of rival`.
    """

    key: Parenthesized = one(Parenthesized)
    owner: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class SumOver(Expression):
    """`sum of load of cart over your carts`: The values of all members, added up."""

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
class RoomFor(Expression):
    """`room for gold of you`: How much more a counter can hold."""

    counter: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NthOf(Expression):
    """`nth 2 of [1, 3, 6]`: The member at this place of a list, counted from 1."""

    index: Expression = one(Expression)
    items: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class LongestLine(Expression):
    """`longest line of your stones through cell`: How many of them are in a row, in the best
    direction through that cell of a grid.
    """

    things: NounPhrase = one(NounPhrase)
    cell: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class ThenBy(Node):
    """`top players by gold of player, then by level of player, lowest first`: What decides
    between those with the same value.
    """

    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")


@dataclass(frozen=True, slots=True)
class TopBy(Expression):
    """`top players by gold of player`,
    `bottom players by gold of player, then by level of player`, `top 2 dice by face of die`:
    All that share the highest value (`bottom`: the lowest). With a number, so many of them,
    where order decides ties.
    """

    word: Word = one("TOP", "BOTTOM")
    amount: Amount | None = maybe(Amount)
    source: Expression = one(Expression)
    value: Expression = one(Expression)
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class TopOf(Expression):
    """`top of deck`, `bottom 2 of deck`: The first, or the last, of an ordered zone; with a
    number, so many.
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
    `foremost carts by load of cart, highest first, then by age of cart`: The one with the
    lowest value (`highest first`: the highest), where order decides ties. Without `by`, the
    first one.
    """

    source: Expression = one(Expression)
    value: Expression | None = maybe(Expression)
    direction: Word | None = maybe("DIRECTION")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class EverythingIn(Expression):
    """`everything in hand of you`: All that a zone holds."""

    zone: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class StepAlong(Expression):
    """`player after you`, `region before hills`, `regions after hills`: The next one in the
    order of seats, of an ordered kind or of an enum, or none. In the plural: all that
    follow, the nearest first.
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
    def named(self) -> NumbersFrom:
        """The same with the name of a number, where it was read with the highest one.

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


# --------------------------------------------------------------------------- statements


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
    """`gain 1 gold, or remove 1 cart`: One of these, as the player chooses."""

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class VerbClause(Node):
    """A verb with its own parts. Each verb's file has a subclass with a field for each part."""

    word: Word = one("VERB")


@dataclass(frozen=True, slots=True)
class NamedAs(Node):
    """`choose 2 carts, as first and second`: Names for what is chosen."""

    names: tuple[Word, ...] = many("NAME")


@dataclass(frozen=True, slots=True)
class AtMostPer(Limit):
    """`remove 3 miners, at most 1 per town`: Of each, so many at most."""

    amount: Amount = one(Amount)
    key: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class DifferentPer(Limit):
    """`remove 3 miners, each of a different town`, `remove 2 cards, all different color`: Of
    each, one at most; also `on a` and `in a`.
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

    words: Word = one("STRING")


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
        # In this order since ever, and players read the questions in it.
        found = [tail for tail in self.tails if isinstance(tail, Limit)]
        return tuple(sorted(found, key=lambda limit: isinstance(limit, DifferentPer)))

    @property
    def at_random(self) -> bool:
        return any(isinstance(tail, AtRandom) for tail in self.tails)

    @property
    def prompt(self) -> Word | None:
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
    What is paid, and what must be done: all of it or nothing. With `or`, one of the two.
    """

    parts: tuple[Payment | Act, ...] = many(Payment, Act)

    @property
    def joins(self) -> tuple[str, ...]:
        """The words between the parts: `and`, `or`."""
        words = (part.text for part in self.layout if isinstance(part, Word))
        return tuple(word for word in words if word in ("and", "or"))


@dataclass(frozen=True, slots=True)
class May(Statement):
    """`may remove 1 cart`, `rival may "Sell it" remove 1 cart`: The player is asked yes or no,
    in these words if there are any. It is not offered if it can't be paid or could change
    nothing.
    """

    subject: Phrase | None = maybe(Phrase)
    label: Word | None = maybe("STRING")
    body: Statement = one(Statement)


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    """`if ready: gain 1 gold
    otherwise: gain 2 gold`: What happens if nothing above it did.
    """

    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class MayBlock(Statement):
    """`may:
      pay 1 gold
      remove 1 cart
    otherwise: lose 1 gold`: The same with several statements, and what happens on a no.
    """

    subject: Phrase | None = maybe(Phrase)
    label: Word | None = maybe("STRING")
    body: Suite = one(Suite)
    otherwise: Otherwise | None = maybe(Otherwise)


@dataclass(frozen=True, slots=True)
class OtherwiseIf(Node):
    """`if ready: gain 1 gold
    otherwise if damaged: gain 2 gold`: Looked at if no condition above it held.
    """

    test: Expression = one(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """`let prize be 2 * level`: Gives a value a name. It is worked out once, here."""

    name: Word = one("NAME")
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Arguments(Node):
    """`do score with york, 4`: What a rule, a menu or a lasting effect takes, in the order of
    its `takes`.
    """

    values: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """`do score with york`, `each player does turn`: Runs a rule. A subject is *you* in it."""

    subject: Phrase | None = maybe(Phrase)
    rule: Word = one("NAME")
    arguments: Arguments | None = maybe(Arguments)


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """`perform event of card`, `rival performs event of card`: Carries out an effect that is
    printed on a thing; nothing if it has none.
    """

    subject: Phrase | None = maybe(Phrase)
    slot: Word = one("NAME")
    of: Expression = one(Expression)


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
class DoNothing(Statement):
    """`do nothing`: For a choice that does nothing."""

    word: Word = one("DO_NOTHING")


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """`repeat 3 times: stop`: Leaves the nearest loop."""

    word: Word = one("STOP")


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    """`end the game`: The game is over at once."""

    word: Word = one("END_THE_GAME")


@dataclass(frozen=True, slots=True)
class AllAtOnce(Statement):
    """`all at once: remove all damaged carts`,
    `all at once, triggers chosen by you: remove all carts`: What is in the block happens
    together: what reacts to it waits until it is over.
    """

    chooser: Expression | None = maybe(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Cancel(Statement):
    """`cancel it`: In a reply: what is replied to does not happen."""

    word: Word = one("CANCEL_IT")


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """`secretly choose 1 cart, as hidden`: Nobody else is shown the choice."""

    body: Statement = one(Statement)


def alias_of(source: Expression) -> Word | None:
    """The author's name for a member of a set."""
    source = source.named if isinstance(source, NumbersFrom) else source
    return source.alias if isinstance(source, NounPhrase | NumbersFrom) else None


@dataclass(frozen=True, slots=True)
class InOrderOf(Order):
    """`for each cart in order of load of cart, highest first, then by age of cart: remove cart`:
    The lowest value first, unless it says otherwise.
    """

    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class StartingWith(Order):
    """`for each player starting with you: player gains 1 gold`: That one first, then the
    others in their order, all the way around.
    """

    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class LoopSet(Node):
    """`for each cart as raider: remove raider`: The set of a loop or a ranking, and a name for
    its member; without one, the kind in the singular.

    `alias` is the author's name for a member.
    """

    source: Expression = one(Expression)
    alias: Word | None = maybe("NAME")

    @property
    def name(self) -> Word | None:
        return self.alias or alias_of(self.source)


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    """`for each player: player gains 1 gold`, `for each of your carts as raider: remove raider`:
    For each member in turn. The set is worked out once, before the first. *you* stays the
    same player.
    """

    members: LoopSet = one(LoopSet)
    orders: tuple[Order, ...] = many(Order)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class RankName(Node):
    """`rank players by gold of player:
      sole first: player gains 2 gold`: A rank from `first` to `eighth`: `sole` if nobody
    shares it, `tied` if somebody does.
    """

    alone: Word | None = maybe("ALONE")
    rank: Word = one("RANK")


@dataclass(frozen=True, slots=True)
class Ranked(Node):
    """`rank players by gold of player:
      second and third: player gains 2 gold`:
    What each of those with these ranks does.
    """

    ranks: tuple[RankName, ...] = many(RankName)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Rank(Statement):
    """`rank players by gold of player, lowest first, ties take the next place:
      first: player gains 2 gold
      otherwise: player loses 1 gold`: The highest value comes first. Ranks are settled
    before anything happens.
    """

    members: LoopSet = one(LoopSet)
    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")
    deciders: tuple[ThenBy, ...] = many(ThenBy)
    ties: Word | None = maybe("TIES")
    lines: tuple[Ranked, ...] = many(Ranked)
    otherwise: Otherwise | None = maybe(Otherwise)


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """`repeat 3 times: gain 1 gold`: So many times; the number is worked out once."""

    times: Amount = one(Amount)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class RepeatUntil(Statement):
    """`repeat until ready: gain 1 gold`, `repeat while gold of you < 3: gain 1 gold`: The
    condition is looked at before each round.
    """

    word: Word = one("REPEAT_UNTIL", "REPEAT_WHILE")
    test: Expression = one(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class If(Statement):
    """`if ready: remove 1 cart`: Only if the condition holds. After `if it is a cart:`, it is
    one, and has the state of one.
    """

    nests = True
    test: Expression = one(Expression)
    body: Suite = one(Suite)
    branches: tuple[OtherwiseIf | Otherwise, ...] = many(OtherwiseIf, Otherwise)


@dataclass(frozen=True, slots=True)
class OptionId(Node):
    """`choose one:
    sell: gain 1 gold`: The name of a choice, which answers and scenarios use.
    """

    word: Word = one("NAME", "VERB", "RANK")


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`choose one:
      sell "Sell it" if ready: gain 1 gold`: One of a `choose one`: its name, what players
    read, the condition under which it is offered.
    """

    id: OptionId = one(OptionId)
    label: Word | None = maybe("STRING")
    test: Expression | None = maybe(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class ChooseOne(Statement):
    """`choose one:
      sell: gain 1 gold
      keep: do nothing`,
    `rival chooses one "Sell it?":
      yes-sell: gain 1 gold`: The player chooses one of these, of those that are possible.
    """

    subject: Phrase | None = maybe(Phrase)
    label: Word | None = maybe("STRING")
    options: tuple[Option, ...] = many(Option)


@dataclass(frozen=True, slots=True)
class Destination(Node):
    """Where something is moved."""


@dataclass(frozen=True, slots=True)
class ToPlace(Destination):
    """`move 1 cart to york`, `move 1 cart to a town within 1 region of it`: To a place or a
    zone, where *it* is what is moved; to the top of an ordered zone. With several, one is
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
    """`this becomes a copy of raider`: What that thing is now."""

    of: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class OwnForm(Form):
    """`raider becomes itself again`: What it was at first; also `themselves again`."""


@dataclass(frozen=True, slots=True)
class NamedForm(Form):
    """`raider becomes a wagon`, `your carts become wagons`: The definition, or the kind, of
    this name.
    """

    word: Word = one("NAME")


# --------------------------------------------------------------------------- whole texts


@dataclass(frozen=True, slots=True)
class Reading(Node):
    """One way to read a stretch of text: which pairs of words its `or`s join."""

    joined: tuple[tuple[str, str], ...]
    tree: Node


@dataclass(frozen=True, slots=True)
class Ambiguous(Expression, Statement, Postmodifier):
    """An `or` between two words that may join the words or the conditions around them.

    `x is red or ready`: only the meaning of the names decides. There is one reading for each way.
    """

    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class EffectText(Node):
    """`gain 1 gold`: An effect: a statement, or one on each line."""

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class ExpressionText(Node):
    """`gold of you + 1`: An expression."""

    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Event(Node):
    """What abilities react to."""


@dataclass(frozen=True, slots=True)
class Deed(Event):
    """`removing cart`: What a verb does to a thing of this kind."""

    gerund: Word = one("GERUND")
    noun: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class Change(Event):
    """`changing gold`: A counter, a flag or another cell of state gets a new value."""

    cell: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class RuleRun(Event):
    """`turn`: This rule is run."""

    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class EventText(Node):
    """`removing cart`: An event, as in `instead of` and `forbid`."""

    event: Event = one(Event)


@dataclass(frozen=True, slots=True)
class TimedEventText(Node):
    """`after removing cart`, `before turn`: An event and when: as in `when`, `window`, and `until`
    of a lasting effect.
    """

    timing: Word = one("AFTER", "BEFORE")
    event: Event = one(Event)


@dataclass(frozen=True, slots=True)
class BoundaryText(Node):
    """`end of turn`, `start of your turn`, `your next turn`: `until` of a lasting effect: when
    a run of the rule ends or begins. With `your`, a run by its player.
    """

    edge: Word = one("END_OF", "START_OF", "YOUR_NEXT")
    whose: Word | None = maybe("DET")
    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class KeywordText(Node):
    """`flying`, `tough 2`: `grant` and `lose`: a keyword, with its number if it has one."""

    name: Word = one("NAME")
    amount: Amount | None = maybe(Amount)


@dataclass(frozen=True, slots=True)
class CostText(Node):
    """`2 gold and remove 1 cart`: `cost`: what an option costs, as after `pay`."""

    cost: Cost = one(Node)  # where its `or` has two readings, no cost at first


@dataclass(frozen=True, slots=True)
class LimitText(Node):
    """`once per turn`: `limit`: once in each run of that rule."""

    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class AnswerText(Node):
    """How an automaton answers a question."""


@dataclass(frozen=True, slots=True)
class RandomAnswerText(AnswerText):
    """`at random`: An automaton's answer: chance decides."""


@dataclass(frozen=True, slots=True)
class BestAnswerText(AnswerText):
    """`by load of cart, highest first, then by age of cart`: The one with the lowest value, or
    the highest.
    """

    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class ConditionAnswerText(AnswerText):
    """`if gold of you > 2`: For questions of yes or no: yes if this holds."""

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class PreferenceAnswerText(AnswerText):
    """`build, move, pass`: The first of these that is offered; also `first` and `last`."""

    names: tuple[Word, ...] = many("NAME")


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


__all__ = ["Node", "Part", "Word"]
