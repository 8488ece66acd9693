"""The HIR: what the author said, resolved and typed.

Its nodes stand among those of the core tree, of which it is an extension: what needs no
other words is said in the core's own. `lower` takes them down to the core; English, lints,
`why` and `diff` read them here. Who reads it need never ask what a construct was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from cardwright.board.model import Field
from cardwright.board.property_paths import Step
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.registry.verb import Verb
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Ask = core.Choose | core.Let | None
"""A choice, what takes all of a set, or neither."""


class Allocator(Protocol):
    """Hands out registers and variables of one routine."""

    def register(self) -> int: ...

    def variable(self) -> int: ...


class Rewriter(Protocol):
    """Takes expressions down to the core."""

    def __call__(self, e: Expr) -> Expr: ...

    def inside(self, node: Any) -> Any: ...


class Lowering(Protocol):
    """What the statements of verbs take themselves down to the core with."""

    @property
    def allocator(self) -> Allocator: ...

    @property
    def expr(self) -> Rewriter: ...

    def choice(self, ask: Ask, verb: str = "", actor: Expr | None = None) -> Block: ...

    def allowed(self, verb: str, source: Expr, actor: Expr, span: Span) -> Expr: ...

    def register(self, type: Type, span: Span) -> core.Reg: ...

    def each(
        self, verb: str, items: Items, to: Expr | None, bottom: bool, actor: Expr, span: Span
    ) -> Block: ...


class Says(Protocol):
    """What the statements of verbs are said with in English."""

    def block(self, statements: Block) -> list[str]: ...

    def phrase(self, e: Expr) -> str: ...

    def ask(self, ask: Ask, rest: Block, *, other: bool = False, apart: bool = False) -> list[str]:
        """A choice that the sentence of its verb says, or `apart` in a sentence of its own.

        `other`: where the thing is can't be chosen.
        """

    def deed(
        self, verb: Verb, actor: Expr, items: Items, rest: Block, to: str | None = None
    ) -> list[str]:
        """What a verb does to things, with the choice of them where they are chosen."""

    def pieces(self, supply: Expr, to: Expr, actor: Expr, *, whole: bool) -> str:
        """As many of the supply as places are chosen, or the whole of it."""

    def goal(self, to: Expr, actor: Expr, *, bottom: bool = False) -> str:
        """Where something goes, or who gets it; when that was just chosen, in full."""

    def sentence(self, verb: Verb, actor: Expr | None, **parts: str) -> str:
        """Who does it, in the words that the verb declares."""


# -------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Path(Expr):
    """A property some steps away that the author named as one: `region of cart`."""

    of: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Adjective(Expr):
    """`iron`, `damaged`, `opposing`: the word, and what it asks of the item.

    Of `undamaged`, `negates` is the adjective that it turns round, and `test` a `Not`.
    """

    word: str
    test: Expr
    negates: str = ""


@dataclass(frozen=True, slots=True)
class Owned(Expr):
    """`your carts`, `carts of player`: `owner` is a player, or one of several."""

    owner: Expr
    who: Expr


@dataclass(frozen=True, slots=True)
class Located(Expr):
    """`on the base`, `in the town`, `of the county`: `has` is that, or one of that."""

    has: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class OfKind(Expr):
    """That a thing of a zone, where there are others too, is of the noun's kind."""

    item: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Within(Expr):
    """`within 2 regions of x`: `near` and `far` are the ranks of the item and of x."""

    item: Expr
    origin_thing: Expr
    steps: Expr
    near: Expr
    far: Expr


@dataclass(frozen=True, slots=True)
class Adjacent(Expr):
    """`next to x`, along an ordered kind: one step away."""

    item: Expr
    origin_thing: Expr
    near: Expr
    far: Expr


@dataclass(frozen=True, slots=True)
class Neighbouring(Expr):
    """`next to x`, in a grid: among its neighbours."""

    item: Expr
    origin_thing: Expr
    neighbours: Field


@dataclass(frozen=True, slots=True)
class Possessed(Expr):
    """The things that somebody or some place has; `test` links `var` to it."""

    var: int
    things: Expr
    test: Expr


@dataclass(frozen=True, slots=True)
class HowMany(Expr):
    """`there are 2 or more carts`, `with no carts`; with neither bound, one at least.

    `high` 0 is none. Bounds are inclusive.
    """

    source: Expr
    low: Expr | None = None
    high: Expr | None = None
    none: bool = False


@dataclass(frozen=True, slots=True)
class CanPay(Expr):
    """`you can pay 2 gold`, with the counters that stand in for it."""

    player: Expr
    counter: Field
    amount: Expr


@dataclass(frozen=True, slots=True)
class AllOf(core.Logic):
    """What is said of a noun, by adjectives and after it, all of which holds."""


@dataclass(frozen=True, slots=True)
class IsNot(core.Not):
    """`x is not y`, `x is not in y`: the opposite of a test, in one comparison."""


# --------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Distributed(core.ForEach):
    """`remove 1 miner from each base`: a loop that its author wrote as `each` in a phrase."""


@dataclass(frozen=True, slots=True)
class May(Stmt):
    """`you may remove 1 cart`; `label` is what the player reads."""

    chooser: Expr
    label: str
    body: Block
    other: Block
    labelled: bool


@dataclass(frozen=True, slots=True)
class VerbStatement(Stmt):
    """A verb and who does it. Each verb's file has a subclass with the rest.

    `lower` takes it down to the core, and `english` says it; `rest` are the statements after it.
    `takes` is what its sentence would say in full where it was just chosen.
    """

    verb: Verb
    actor: Expr

    def lower(self, low: Lowering) -> Block:
        raise NotImplementedError(self.verb.name)

    def english(self, says: Says, rest: Block) -> list[str]:
        raise NotImplementedError(self.verb.name)

    def takes(self) -> tuple[Expr, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Items(core.Node):
    """What a verb works on: things, or a choice of some that is made first.

    `ask` is a choice, or what takes all of a set; `several` when `item` is a set.
    """

    item: Expr
    ask: Ask
    several: bool


def said(e: Expr) -> Expr:
    """What the author said, of an expression of either tree; an adjective's test says as much."""
    origin = e.origin
    return origin if isinstance(origin, Expr) and not isinstance(origin, Adjective) else e


def conjuncts(test: Expr) -> Iterator[Expr]:
    """The parts of a test that all have to hold; what is one phrase of the author's is one."""
    whole = test.origin is not None and not isinstance(test.origin, core.Logic)
    if isinstance(test, core.Logic) and test.op == "and" and not whole:
        yield from conjuncts(test.left)
        yield from conjuncts(test.right)
    else:
        yield test
