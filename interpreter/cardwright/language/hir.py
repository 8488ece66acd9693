"""The HIR (high-level intermediate representation): what the author wrote, resolved and typed.

It extends the core tree: its nodes mix with core nodes, which are used wherever they are enough.
`lower` turns HIR into core; English, lints, `why` and `diff` read the HIR, so that they need never
guess what a construct was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from cardwright.board.model import Board, Field
from cardwright.board.property_paths import Step
from cardwright.board.types import FLAG, Type
from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.registry.verb import Verb
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Ask = core.Choose | core.Let | None
"""A choice, what takes all of a set, or neither."""


Goal = Callable[[Expr], Expr] | None
"""Where an item goes: a place, or a set of those that can be chosen."""


class Allocator(Protocol):
    """Hands out registers and variables of one routine."""

    def register(self) -> int: ...

    def variable(self) -> int: ...


class Rewriter(Protocol):
    """Lowers expressions to the core."""

    def __call__(self, e: Expr) -> Expr: ...

    def inside(self, node: Any) -> Any: ...

    def forbids(self, rule: str) -> bool:
        """Whether a prohibition may keep this rule from being run."""

    def may_withstand(self, kind: str) -> bool:
        """Whether something may happen in place of the removal of such a thing."""


class Lowering(Protocol):
    """What the statements of verbs use to lower themselves."""

    @property
    def board(self) -> Board: ...

    @property
    def allocator(self) -> Allocator: ...

    @property
    def expr(self) -> Rewriter: ...

    def choice(
        self, ask: Ask, verb: str = "", actor: Expr | None = None, to: Goal = None
    ) -> Block: ...

    def may_run(self, s: core.CallRule) -> Expr:
        """That no prohibition keeps a rule from being run, and nothing it needs is none."""

    def allowed(
        self, verb: str, source: Expr, actor: Expr, span: Span, to: Goal = None
    ) -> Expr: ...

    def places(self, verb: str, items: Expr, source: Expr, actor: Expr, span: Span) -> Expr: ...

    def register(self, type: Type, span: Span) -> core.Reg: ...

    def elsewhere(self, source: Expr, to: Expr, item: Expr | None = None) -> Expr:
        """Those of a set that are not there yet; `item` stands for each of them in `to`."""

    def taken(self, items: Items, verb: str, actor: Expr) -> Expr:
        """The set of what a verb may act on: of a choice, what is chosen from."""

    def each(
        self, verb: str, items: Items, to: Expr | None, bottom: bool, actor: Expr, span: Span
    ) -> Block:
        """Moves one thing, or each of several."""

    def block(self, statements: Block) -> Block:
        """Several statements."""

    def enough(self, source: Expr, number: Expr) -> Expr:
        """Whether a set has so many members."""

    def done_to(self, items: Items, act: Callable[[Expr], Stmt], span: Span) -> Block:
        """What `act` makes of one thing, or of each of several."""


class Sentences(Protocol):
    """What the statements of verbs use to write their English."""

    def block(self, statements: Block) -> list[str]: ...

    def phrase(self, e: Expr) -> str: ...

    def name(self, reg: int, said: str) -> None:
        """What a register is called from here on."""

    def ask(self, ask: Ask, rest: Block, *, other: bool = False, apart: bool = False) -> list[str]:
        """A choice, phrased in its verb's sentence or, with `apart`, in a sentence of its own.

        `other`: where the thing is can't be chosen.
        """

    def action(
        self, verb: Verb, actor: Expr, items: Items, rest: Block, to: str | None = None
    ) -> list[str]:
        """What a verb does to things, including the choice of them."""

    def becoming(self, verb: Verb, items: Items, form: Expr | None, rest: Block) -> list[str]:
        """What things become, with the choice of them."""

    def called(self, register: core.Reg, rest: Block) -> str:
        """` (the twin)`: the name that its author uses for a register, from now on; or nothing."""

    def pieces(self, supply: Expr, to: Expr, actor: Expr, *, whole: bool) -> str:
        """As many pieces from supply as places are chosen, or all of them."""

    def priced(self, amount: Expr, counter: Field) -> str:
        """`2 gold`, `gold equal to the number of carts`."""

    def cost(self, cost: Cost) -> str:
        """`2 gold and 1 silver`, `3 of iron and wood`."""

    def destination(self, to: Expr, actor: Expr, *, bottom: bool = False) -> str:
        """Where something goes, or who gets it; in full if it was just chosen."""

    def sentence(self, verb: Verb, actor: Expr | None, **parts: str) -> str:
        """A sentence with the actor, in the verb's own words."""


# -------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Path(Expr):
    """A property several steps away that the author named directly: `region of cart`."""

    of: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Adjective(Expr):
    """`iron`, `damaged`, `opposing`: the word, and its test on the item.

    Of `undamaged`, `negates` is the adjective that it turns round, and `test` a `Not`.
    """

    word: str
    test: Expr
    negates: str = ""


@dataclass(frozen=True, slots=True)
class Shows(Adjective):
    """`hits`: dice that show the face `word`, said by a noun."""


@dataclass(frozen=True, slots=True)
class Owned(Expr):
    """`your carts`, `carts of player`: `owner` is a player, or one of several."""

    owner: Expr
    who: Expr


@dataclass(frozen=True, slots=True)
class OwnedOrFree(Owned):
    """Of a kind that no player begins with: `owner` is `who`, or nobody."""


@dataclass(frozen=True, slots=True)
class Located(Expr):
    """`on the base`, `in the town`, `of the county`: `has` is that, or one of those."""

    has: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class AnyZone(Expr):
    """`any field`: the zone of this name of each player, for what is in one of them."""

    zone: str


@dataclass(frozen=True, slots=True)
class OfKind(Expr):
    """That a thing in a zone of mixed kinds is of the noun's kind."""

    item: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Within(Expr):
    """`within 2 regions of x`: `near` and `far` are the ranks of the item and of x."""

    item: Expr
    reference: Expr
    steps: Expr
    near: Expr
    far: Expr


@dataclass(frozen=True, slots=True)
class Adjacent(Expr):
    """`next to x`, along an ordered kind: one step away."""

    item: Expr
    reference: Expr
    near: Expr
    far: Expr


@dataclass(frozen=True, slots=True)
class Neighbouring(Expr):
    """`next to x`, in a grid: among its neighbours."""

    item: Expr
    reference: Expr
    neighbours: Field


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """`next to x`, in a network: an edge joins the two."""

    item: Expr
    reference: Expr
    near: core.Connection


Nearness = Within | Adjacent | Neighbouring | Joined
"""What a thing is near to."""


@dataclass(frozen=True, slots=True)
class Next(Expr):
    """`region after x`, `regions before x`: along an ordered kind, an enum or the seats.

    `of` is what the author named, `at` its place in the row.
    """

    of: Expr
    at: Expr
    back: bool


@dataclass(frozen=True, slots=True)
class Towards(Expr):
    """`cells from x towards north while ...`: one ray, or several.

    `until`: the first for which the test holds is in it too.
    """

    kind: str
    of: Expr
    at: Expr
    ways: Expr
    var: int  # of a direction
    item: int  # of a member, in the test
    test: Expr | None
    until: bool


@dataclass(frozen=True, slots=True)
class LargestGroup(Expr):
    """`largest group in x`: of several, the first."""

    var: int
    groups: core.Connection
    group: core.Connection  # of a member of `groups`, which is `var`


@dataclass(frozen=True, slots=True)
class Possessed(Expr):
    """The things that a player or place has; `test` relates `var` to it."""

    var: int
    things: Expr
    test: Expr


@dataclass(frozen=True, slots=True)
class Together(Expr):
    """`your ships together with colonies of you`: those of the first, then the others."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class HowMany(Expr):
    """`there are 2 or more carts`, `with no carts`; without bounds, at least one.

    `high` 0 is none. Bounds are inclusive.
    """

    source: Expr
    low: Expr | None = None
    high: Expr | None = None
    none: bool = False


@dataclass(frozen=True, slots=True)
class Payment(core.Node):
    """`2 gold`; of several counters any mix, `3 of iron and wood`.

    `stores` have the counter, in place of the payer: `3 fuel from your towns`; `var` is one of
    them.
    """

    span: Span
    counters: tuple[Field, ...]
    amount: Expr
    stores: Expr | None = None
    var: int = 0


@dataclass(frozen=True, slots=True)
class EitherPayment(core.Node):
    """`3 iron or 2 wood`: one of these."""

    span: Span
    ways: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class Cost(core.Node):
    """All that is paid, and what must be done in full: `2 gold and remove a cart of you`."""

    payments: tuple[Payment | EitherPayment, ...]
    effects: Block = ()


@dataclass(frozen=True, slots=True)
class CanPay(Expr):
    """`you can pay 2 gold`, including counters that pay for it."""

    player: Expr
    cost: Cost


@dataclass(frozen=True, slots=True)
class IsCopy(Expr):
    """`x is a copy of y`: two things, or a thing and a definition, of one design."""

    item: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class InOrder(core.Compare):
    """`face of die at least hit`: of values of an enum, which are in order; of none never true."""


@dataclass(frozen=True, slots=True)
class BestFew(Expr):
    """`top 2 dice by face of die`: so many of those with the highest (or lowest) values."""

    op: str  # highest lowest
    var: int
    source: Expr
    body: Expr
    number: Expr


@dataclass(frozen=True, slots=True)
class Descending(Expr):
    """What things are sorted by, `highest first`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Indexed(Expr):
    """`your stock of salt`: the cell for a key; `of` is None for the game's own state."""

    shared: Field
    of: Expr | None
    key: Expr


@dataclass(frozen=True, slots=True)
class CanBeUsed(Expr):
    """`event of card can be used`: it has one that no limit keeps from being performed."""

    slot: str
    of: Expr


@dataclass(frozen=True, slots=True)
class RoomFor(Expr):
    """`room for gold of player`: how much more the counter can hold."""

    of: Expr
    high: int


@dataclass(frozen=True, slots=True)
class AtBound(Expr):
    """`gold of player is full`, `deck is empty`: `word` is full or empty, `bound` the number."""

    of: Expr
    word: str
    bound: int


@dataclass(frozen=True, slots=True)
class AllOf(core.Logic):
    """The conjunction of a noun's adjectives and postmodifiers."""


@dataclass(frozen=True, slots=True)
class IsNot(core.Not):
    """`x is not y`, `x is not in y`: a negated test in one comparison."""


# --------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Distributed(core.ForEach):
    """`remove 1 miner from each base`: a loop written as `each` inside a phrase."""


RANKS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SHARE, NEXT, LAST, DENSE = "share", "next", "last", "dense"
"""What rank those have who are tied: the first they take up together (the default), the one behind
that, or the last of them. `DENSE`: they share one, and no rank is left out behind them."""


@dataclass(frozen=True, slots=True)
class RankKey(core.Node):
    """What a set is ranked by: the `highest` or the `lowest` value of `body` is better."""

    var: int
    body: Expr
    op: str


@dataclass(frozen=True, slots=True)
class RankName(core.Node):
    """A rank; `alone` is `sole` or `tied` where only these are meant."""

    rank: int
    alone: str


@dataclass(frozen=True, slots=True)
class RankLine(core.Node):
    """What those with one of these ranks do."""

    ranks: tuple[RankName, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Rank(Stmt):
    """`rank players by gold of player:` with lines for ranks; see `lower.ranks`."""

    reg: int
    source: Expr
    keys: tuple[RankKey, ...]
    ties: str
    lines: tuple[RankLine, ...]
    other: Block


@dataclass(frozen=True, slots=True)
class RepeatUntil(Stmt):
    """`repeat until x:`, or `repeat while x:`; the condition is looked at before each round."""

    test: Expr
    body: Block
    is_while: bool


@dataclass(frozen=True, slots=True)
class OpenUntilPass(Stmt):
    """`open market until pass`: again and again, until the player passes or nothing is offered."""

    opened: core.OpenMenu


@dataclass(frozen=True, slots=True)
class DoNothing(Stmt):
    """`do nothing`: what a choice offers beside something."""


@dataclass(frozen=True, slots=True)
class ChangeByKey(Stmt):
    """`add 2 to stock of wanted`: a change of the cell for a key that is known in play.

    `change` is that of any of the cells.
    """

    cell: Indexed
    change: core.Assign


@dataclass(frozen=True, slots=True)
class OncePer(Stmt):
    """An effect that can be used once in each run of a rule; `of` remembers it with a flag.

    Of a *may*, only a yes counts.
    """

    used: Field
    of: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Window(Stmt):
    """Players are asked for replies in turn, beginning with `first`, until all pass in a row.

    Meanwhile each of the states `cells` has the value at the same position in `values`. There are
    at most `most` replies; `always`: those are asked too who can't reply.
    """

    menu: str
    asks: Expr
    first: Expr
    cells: tuple[Field, ...]
    values: tuple[Expr, ...]
    most: int
    always: bool
    actor: Expr
    args: tuple[Expr, ...] = ()  # what the menu takes


@dataclass(frozen=True, slots=True)
class ChooseAtOnce(Stmt):
    """`each player secretly chooses 1 card, as their bid`: set for all when all have chosen.

    `reg` is the player in `choice`. See `lower.together`.
    """

    reg: int
    source: Expr
    choice: core.Choose
    field: Field


@dataclass(frozen=True, slots=True)
class May(Stmt):
    """`you may remove 1 cart`; `label` is the author's words for it, if any."""

    chooser: Expr
    label: str
    body: Block
    other: Block


@dataclass(frozen=True, slots=True)
class VerbStatement(Stmt):
    """A verb and its actor. Each verb's file has a subclass with the rest.

    `lower` takes it down to the core, and `english` says it; `rest` are the statements after it.
    `takes` is what its sentence would say in full where it was just chosen.
    """

    verb: Verb
    actor: Expr

    def lower(self, low: Lowering) -> Block:
        raise NotImplementedError(self.verb.name)

    def english(self, sentences: Sentences, rest: Block) -> list[str]:
        raise NotImplementedError(self.verb.name)

    def can_change(self, low: Lowering) -> Expr | None:
        """The condition under which it would change something; None if it always may.

        A *may* is not offered if nothing in it can. It can look at what was not chosen yet.
        """
        return None

    def in_full(self, low: Lowering) -> Expr | None:
        """The condition under which it can be done in full, as a cost must be; None if always."""
        change, items = self.can_change(low), getattr(self, "items", None)
        ask = items.ask if isinstance(items, Items) else None
        if not isinstance(ask, core.Choose) or not isinstance(items, Items):
            return change
        found = low.taken(items, self.verb.name, low.expr(self.actor))
        enough = low.enough(found, low.expr(ask.low))
        return core.Logic(FLAG, self.span, "and", enough, change) if change else enough

    def takes(self) -> tuple[Expr, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Paying(VerbStatement):
    """`pay 2 iron and 1 wood to rival`: all of it, or nothing; `to` a player, who gets it."""

    cost: Cost
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class Items(core.Node):
    """What a verb acts on: things, or a choice that is made first.

    `ask` is a choice, or what takes all of a set; `several` when `item` is a set.
    """

    item: Expr
    ask: Ask
    several: bool

    @property
    def source(self) -> Expr:
        """What is chosen from or taken as a whole, or the thing itself."""
        match self.ask:
            case core.Choose(source=source) | core.Let(value=source):
                return source
        return self.item


def as_written(e: Expr) -> Expr:
    """What the author wrote for an expression of either tree; an adjective gives its test."""
    origin = e.origin
    return origin if isinstance(origin, Expr) and not isinstance(origin, Adjective) else e


def conjuncts(test: Expr) -> Iterator[Expr]:
    """The conjuncts of a test; one phrase of the author's is one conjunct."""
    whole = test.origin is not None and not isinstance(test.origin, core.Logic)
    if isinstance(test, core.Logic) and test.op == "and" and not whole:
        yield from conjuncts(test.left)
        yield from conjuncts(test.right)
    else:
        yield test
