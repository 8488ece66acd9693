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
    """`[red, blue]`; `[]` is the empty set."""

    items: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class Parenthesized(Expression):
    value: Expression = one(Expression)


# -------------------------------------------------------------------------- quantifiers


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """A number, or an expression in parentheses."""

    number: Word | None = maybe("INT")
    value: Expression | None = maybe(Expression)


@dataclass(frozen=True, slots=True)
class Exactly(Quantifier):
    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class UpTo(Quantifier):
    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class OrMore(Quantifier):
    amount: Amount = one(Amount)


@dataclass(frozen=True, slots=True)
class Between(Quantifier):
    range: Word = one("RANGE")


@dataclass(frozen=True, slots=True)
class AnyNumber(Quantifier):
    pass


@dataclass(frozen=True, slots=True)
class Every(Quantifier):
    word: Word = one("EACH", "ALL")


@dataclass(frozen=True, slots=True)
class Some(Quantifier):
    word: Word = one("A", "ANY", "ONE")


# ------------------------------------------------------------------------- noun phrases


@dataclass(frozen=True, slots=True)
class Words(Node):
    """The words of a noun phrase; `or` joins two: `hill or outer bases`."""

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
    each: Word | None = maybe("EACH")
    argument: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NounPhrase(Expression):
    """`the damaged carts of you as x in the town`; `determiner` is your, their or its."""

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
    """`that is a copy of x`."""

    of: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    quantifier: Quantifier = one(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """The object of a verb, or its subject."""

    quantifier: Quantifier | None = maybe(Quantifier)
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Located(Postmodifier):
    """`in the town`, `on`, `at`, `from`."""

    preposition: Word = one("PREP")
    location: Quantified | Expression = one(Quantified, Expression)


@dataclass(frozen=True, slots=True)
class Without(Postmodifier):
    location: Quantified | Expression = one(Quantified, Expression)


@dataclass(frozen=True, slots=True)
class WithNo(Postmodifier):
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class WithSome(Postmodifier):
    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Where(Postmodifier):
    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Within(Postmodifier):
    amount: Amount = one(Amount)
    unit: Word = one("NAME")
    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NextTo(Postmodifier):
    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Towards(Postmodifier):
    """`towards north`, `towards any direction`: after `from x`."""

    quantifier: Word | None = maybe("EACH", "ANY", "ALL")
    direction: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class While(Postmodifier):
    """`while x`: up to the first for which it does not hold."""

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Until(Postmodifier):
    """`until x`: up to the first for which it holds, and that one too."""

    test: Expression = one(Expression)


# -------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Number(Expression):
    word: Word = one("INT")


@dataclass(frozen=True, slots=True)
class Flag(Expression):
    """`yes`, `no`."""

    word: Word = one("YES", "NO_WORD")


@dataclass(frozen=True, slots=True)
class Nothing(Expression):
    """`none`."""

    word: Word = one("NONE")


@dataclass(frozen=True, slots=True)
class Name(Expression):
    word: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class Conditional(Expression):
    """`if x then y else z`."""

    test: Expression = one(Expression)
    then: Expression = one(Expression)
    other: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Or(Expression):
    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class And(Expression):
    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Not(Expression):
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Comparison(Expression):
    """`x at least y`, `x < y`."""

    left: Expression = one(Expression)
    sign: Word = one("COMPARE")
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Is(Expression):
    """`x is y`, `x is not y`."""

    left: Expression = one(Expression)
    sign: Word = one("IS", "IS_NOT")
    right: Expression = one(Expression)

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT"


@dataclass(frozen=True, slots=True)
class IsA(Expression):
    """`x is a cart`, `x is not a cart`."""

    left: Expression = one(Expression)
    sign: Word = one("IS", "IS_NOT")
    article: Word = one("A")
    kind: Word = one("NAME")

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT"


@dataclass(frozen=True, slots=True)
class IsCopy(Expression):
    """`x is a copy of y`."""

    left: Expression = one(Expression)
    sign: Word = one("IS", "IS_NOT")
    right: Expression = one(Expression)

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT"


@dataclass(frozen=True, slots=True)
class IsIn(Expression):
    """`x is in y`, `x is not on y`."""

    left: Expression = one(Expression)
    sign: Word = one("IS_IN", "IS_NOT_IN")
    right: Expression = one(Expression)

    @property
    def negated(self) -> bool:
        return self.sign.kind == "IS_NOT_IN"


@dataclass(frozen=True, slots=True)
class CanPay(Expression):
    player: Expression = one(Expression)
    cost: Cost = one(Node)


@dataclass(frozen=True, slots=True)
class CanBeUsed(Expression):
    """`action of planet can be used`."""

    printed: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class HasNo(Expression):
    owner: Expression = one(Expression)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class HasSome(Expression):
    owner: Expression = one(Expression)
    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class ThereIsNo(Expression):
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class ThereIs(Expression):
    quantifier: Quantifier | None = maybe(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Arithmetic(Expression):
    left: Expression = one(Expression)
    sign: Word = one("PLUS", "MINUS", "TIMES", "SLASH", "MOD")
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Negative(Expression):
    sign: Word = one("MINUS")
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Extreme(Expression):
    """`min of x, y`, `max of x, y`."""

    word: Word = one("MIN_OF", "MAX_OF")
    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class CountOf(Expression):
    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Together(Expression):
    """`your ships together with colonies of you`: both sets as one."""

    left: Expression = one(Expression)
    right: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Keyed(Expression):
    """`(ware of post) of rival`: which of the cells of a state, and whose."""

    key: Parenthesized = one(Parenthesized)
    owner: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class SumOver(Expression):
    value: Expression = one(Expression)
    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class ExtremeOver(Expression):
    """`highest x over y`, `lowest x over y`."""

    word: Word = one("HIGHEST", "LOWEST")
    value: Expression = one(Expression)
    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class RoomFor(Expression):
    """`room for gold of player`."""

    counter: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NthOf(Expression):
    """`nth 2 of [1, 3, 6]`."""

    index: Expression = one(Expression)
    items: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class LongestLine(Expression):
    things: NounPhrase = one(NounPhrase)
    cell: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class ThenBy(Node):
    """`, then by level of player, lowest first`: what decides a tie."""

    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")


@dataclass(frozen=True, slots=True)
class TopBy(Expression):
    """`top players by gold of player, then by level of player`, `top 2 dice by face of die`."""

    word: Word = one("TOP", "BOTTOM")
    amount: Amount | None = maybe(Amount)
    source: Expression = one(Expression)
    value: Expression = one(Expression)
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class TopOf(Expression):
    """`top of deck`, `bottom 2 of deck`."""

    word: Word = one("TOP", "BOTTOM")
    amount: Amount | None = maybe(Amount)
    zone: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class OnlyOne(Expression):
    source: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Foremost(Expression):
    source: Expression = one(Expression)
    value: Expression | None = maybe(Expression)
    direction: Word | None = maybe("DIRECTION")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class EverythingIn(Expression):
    zone: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class StepAlong(Expression):
    """`player after x`, `region before x`, `regions after x`."""

    noun: Word = one("NAME")
    side: Word = one("AFTER", "BEFORE")
    origin: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NumbersFrom(Expression):
    """`numbers from 1 to 6 as n where n is not 3`."""

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
    """The statements after a colon, on the same line or in a block below it."""

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class Sequence(Statement):
    """`x, then y`."""

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class Alternatives(Statement):
    """`x, or y`."""

    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class VerbClause(Node):
    """A verb with its own parts. Each verb's file has a subclass with a field for each part."""

    word: Word = one("VERB")


@dataclass(frozen=True, slots=True)
class NamedAs(Node):
    """`, as first and second`."""

    names: tuple[Word, ...] = many("NAME")


@dataclass(frozen=True, slots=True)
class AtMostPer(Limit):
    """`, at most 1 per base`."""

    amount: Amount = one(Amount)
    key: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class DifferentPer(Limit):
    """`, each in a different region`."""

    key: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class AsTheir(Node):
    """`, as their bid`: what each player chooses, at the same time, is their state of this name."""

    name: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class AtRandom(Node):
    pass


@dataclass(frozen=True, slots=True)
class Prompt(Node):
    """`"Which cart goes?"`: what the player is asked."""

    words: Word = one("STRING")


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """A verb with its subject, and what follows: names, limits, `at random`."""

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
    """`2 gold`, `3 of energy`, `3 fuel from your towns`, `1 gold per mine`."""

    amount: Phrase = one(Phrase)
    per: NounPhrase | None = maybe(NounPhrase)


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """`2 energy and 1 culture`, `3 energy or culture`: what is paid, and what must be done."""

    parts: tuple[Payment | Act, ...] = many(Payment, Act)

    @property
    def joins(self) -> tuple[str, ...]:
        """The words between the parts: `and`, `or`."""
        words = (part.text for part in self.layout if isinstance(part, Word))
        return tuple(word for word in words if word in ("and", "or"))


@dataclass(frozen=True, slots=True)
class May(Statement):
    """`you may "Sell it" remove 1 cart`."""

    subject: Phrase | None = maybe(Phrase)
    label: Word | None = maybe("STRING")
    body: Statement = one(Statement)


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class MayBlock(Statement):
    subject: Phrase | None = maybe(Phrase)
    label: Word | None = maybe("STRING")
    body: Suite = one(Suite)
    otherwise: Otherwise | None = maybe(Otherwise)


@dataclass(frozen=True, slots=True)
class OtherwiseIf(Node):
    test: Expression = one(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: Word = one("NAME")
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Arguments(Node):
    values: tuple[Expression, ...] = many(Expression)


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """`do score with base`."""

    subject: Phrase | None = maybe(Phrase)
    rule: Word = one("NAME")
    arguments: Arguments | None = maybe(Arguments)


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """`perform event of card`."""

    subject: Phrase | None = maybe(Phrase)
    slot: Word = one("NAME")
    of: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class OpenMenu(Statement):
    subject: Phrase | None = maybe(Phrase)
    menu: Word = one("NAME")
    arguments: Arguments | None = maybe(Arguments)
    otherwise: Statement | None = maybe(Statement)


@dataclass(frozen=True, slots=True)
class OpenUntilPass(Statement):
    """`open market until pass`: again and again."""

    subject: Phrase | None = maybe(Phrase)
    menu: Word = one("NAME")
    arguments: Arguments | None = maybe(Arguments)


@dataclass(frozen=True, slots=True)
class DoNothing(Statement):
    word: Word = one("DO_NOTHING")


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    word: Word = one("STOP")


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    word: Word = one("END_THE_GAME")


@dataclass(frozen=True, slots=True)
class AllAtOnce(Statement):
    chooser: Expression | None = maybe(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Cancel(Statement):
    word: Word = one("CANCEL_IT")


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    body: Statement = one(Statement)


def alias_of(source: Expression) -> Word | None:
    """The author's name for a member of a set."""
    source = source.named if isinstance(source, NumbersFrom) else source
    return source.alias if isinstance(source, NounPhrase | NumbersFrom) else None


@dataclass(frozen=True, slots=True)
class InOrderOf(Order):
    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class StartingWith(Order):
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class LoopSet(Node):
    """The set a loop iterates over; `alias` is the author's name for a member."""

    source: Expression = one(Expression)
    alias: Word | None = maybe("NAME")

    @property
    def name(self) -> Word | None:
        return self.alias or alias_of(self.source)


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    members: LoopSet = one(LoopSet)
    orders: tuple[Order, ...] = many(Order)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class RankName(Node):
    """`first`, `sole first`."""

    alone: Word | None = maybe("ALONE")
    rank: Word = one("RANK")


@dataclass(frozen=True, slots=True)
class Ranked(Node):
    """`sole first: ...`, `second and third: ...`: what those with these ranks do."""

    ranks: tuple[RankName, ...] = many(RankName)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class Rank(Statement):
    """`rank players by gold of player, ties take the next place:` with a line for each rank."""

    members: LoopSet = one(LoopSet)
    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")
    deciders: tuple[ThenBy, ...] = many(ThenBy)
    ties: Word | None = maybe("TIES")
    lines: tuple[Ranked, ...] = many(Ranked)
    otherwise: Otherwise | None = maybe(Otherwise)


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    times: Amount = one(Amount)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class RepeatUntil(Statement):
    """`repeat until x:`, `repeat while x:`; the condition is looked at before each round."""

    word: Word = one("REPEAT_UNTIL", "REPEAT_WHILE")
    test: Expression = one(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class If(Statement):
    nests = True
    test: Expression = one(Expression)
    body: Suite = one(Suite)
    branches: tuple[OtherwiseIf | Otherwise, ...] = many(OtherwiseIf, Otherwise)


@dataclass(frozen=True, slots=True)
class OptionId(Node):
    word: Word = one("NAME", "VERB", "RANK")


@dataclass(frozen=True, slots=True)
class Option(Node):
    """One of a `choose one`."""

    id: OptionId = one(OptionId)
    label: Word | None = maybe("STRING")
    test: Expression | None = maybe(Expression)
    body: Suite = one(Suite)


@dataclass(frozen=True, slots=True)
class ChooseOne(Statement):
    subject: Phrase | None = maybe(Phrase)
    label: Word | None = maybe("STRING")
    options: tuple[Option, ...] = many(Option)


@dataclass(frozen=True, slots=True)
class Destination(Node):
    """Where something is moved."""


@dataclass(frozen=True, slots=True)
class ToPlace(Destination):
    place: Phrase = one(Phrase)


@dataclass(frozen=True, slots=True)
class ToEnd(Destination):
    """`to the top of deck`."""

    end: Word = one("TO_TOP", "TO_BOTTOM")
    zone: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Form(Node):
    """What a thing becomes."""


@dataclass(frozen=True, slots=True)
class CopyForm(Form):
    """`a copy of x`."""

    of: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class OwnForm(Form):
    """`itself again`."""


@dataclass(frozen=True, slots=True)
class NamedForm(Form):
    """`a dragon`."""

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
    statements: tuple[Statement, ...] = many(Statement)


@dataclass(frozen=True, slots=True)
class ExpressionText(Node):
    value: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class Event(Node):
    """What abilities react to."""


@dataclass(frozen=True, slots=True)
class Deed(Event):
    """`removing cart`."""

    gerund: Word = one("GERUND")
    noun: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class Change(Event):
    """`changing gold`."""

    cell: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class RuleRun(Event):
    """`turn`: that a rule is run."""

    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class EventText(Node):
    event: Event = one(Event)


@dataclass(frozen=True, slots=True)
class TimedEventText(Node):
    timing: Word = one("AFTER", "BEFORE")
    event: Event = one(Event)


@dataclass(frozen=True, slots=True)
class BoundaryText(Node):
    """`end of turn`, `start of your turn`, `your next turn`: an end of the run of a rule."""

    edge: Word = one("END_OF", "START_OF", "YOUR_NEXT")
    whose: Word | None = maybe("DET")
    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class KeywordText(Node):
    """`flying`, `tough 2`: a keyword that is granted or lost."""

    name: Word = one("NAME")
    amount: Amount | None = maybe(Amount)


@dataclass(frozen=True, slots=True)
class CostText(Node):
    """`1 gold`, `2 gold and remove a cart of you`."""

    cost: Cost = one(Node)  # where its `or` has two readings, no cost at first


@dataclass(frozen=True, slots=True)
class LimitText(Node):
    """`once per turn`."""

    rule: Word = one("NAME")


@dataclass(frozen=True, slots=True)
class AnswerText(Node):
    """How an automaton answers a question."""


@dataclass(frozen=True, slots=True)
class RandomAnswerText(AnswerText):
    """`at random`."""


@dataclass(frozen=True, slots=True)
class BestAnswerText(AnswerText):
    """`by load of cart, highest first`: the foremost."""

    value: Expression = one(Expression)
    direction: Word | None = maybe("DIRECTION")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class ConditionAnswerText(AnswerText):
    """`if energy of you > 2`: yes or no."""

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class PreferenceAnswerText(AnswerText):
    """`build, move, pass`: the first of these that is offered."""

    names: tuple[Word, ...] = many("NAME")


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`on base as target`: a parameter by its kind, and by its name where it has one.

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
    """`presence of player on base`: a definition with its parameters."""

    name: Word = one("WORD")
    parameters: tuple[Parameter, ...] = many(Parameter)


__all__ = ["Node", "Part", "Word"]
