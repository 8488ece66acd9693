"""The HIR: what the author said, resolved and typed.

Its nodes stand among those of the core tree, of which it is an extension: what needs no
other words is said in the core's own. `lower` takes them down to the core; English, lints,
`why` and `diff` read them here. Who reads it need never ask what a construct was.
"""

from __future__ import annotations

from typing import Any, Protocol

from cardwright.board.model import Field
from cardwright.board.property_paths import Step
from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.source.records import dataclass

Verb = Any
"""A `vocabulary.verb.Verb`; verbs are declared with the nodes of this tree."""
Lowering = Any
Says = Any


class Allocator(Protocol):
    """Hands out registers and variables of one routine."""

    def register(self) -> int: ...

    def variable(self) -> int: ...


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
class IsNot(Expr):
    """`x is not y`, `x is not in y`: the opposite of a test, in one comparison."""

    test: Expr


# --------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Distributed(Stmt):
    """`remove 1 miner from each base`: what is done once for each member, in `reg` meanwhile."""

    reg: int
    source: Expr
    body: Block


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
    """

    verb: Verb
    actor: Expr

    def lower(self, low: Lowering) -> Block:
        raise NotImplementedError(self.verb.name)

    def english(self, says: Says, rest: Block) -> list[str]:
        raise NotImplementedError(self.verb.name)


@dataclass(frozen=True, slots=True)
class Items:
    """What a verb works on: things, or a choice of some that is made first.

    `ask` is a choice, or what takes all of a set; `several` when `item` is a set.
    """

    item: Expr
    ask: core.Choose | core.Let | None
    several: bool
