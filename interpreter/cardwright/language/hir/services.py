"""The operands of verbs, and the services that their statements use for lowering and English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.hir.costs import Cost
from cardwright.language.registry.movement import Movement
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

    def forbids(self, event: core.Event) -> bool:
        """Whether a prohibition may prevent this rule from being run, or this option from being
        used.
        """

    def may_be_replaced(self, event: core.Event) -> bool:
        """Whether something else may happen in place of an action."""


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
        """The condition that no prohibition prevents a rule from being run, and no required
        argument is none.
        """

    def allowed(
        self, verb: str, source: Expr, actor: Expr, span: Span, to: Goal = None
    ) -> Expr: ...

    def places(self, verb: str, items: Expr, source: Expr, actor: Expr, span: Span) -> Expr: ...

    def register(self, type: Type, span: Span) -> core.Reg: ...

    def not_at(self, source: Expr, to: Expr, item: Expr | None = None) -> Expr:
        """The members of a set that are not there yet; `item` stands for each of them in `to`."""

    def taken(self, items: Items, verb: str, actor: Expr) -> Expr:
        """The set of things that a verb may act on: for a choice, the set that is chosen from."""

    def each(
        self,
        movement: Movement,
        items: Items,
        to: Expr | None,
        bottom: bool,
        actor: Expr,
        span: Span,
    ) -> Block:
        """Moves one thing, or each of several."""

    def block(self, statements: Block) -> Block:
        """Several statements."""

    def spent(self, items: Items, ask: Block) -> tuple[Expr, Expr]:
        """The set that a verb takes its items from, as it asks for them, and the least number."""

    def enough(self, source: Expr, number: Expr) -> Expr:
        """Whether a set has this many members."""

    def apply_to(self, items: Items, act: Callable[[Expr], Stmt], span: Span) -> Block:
        """The result of `act` for one thing, or for each of several."""


class Sentences(Protocol):
    """The services that the statements of verbs use to write their English."""

    def block(self, statements: Block) -> list[str]: ...

    def phrase(self, e: Expr) -> str: ...

    def name(self, reg: int, said: str) -> None:
        """Sets the name of a register in the rest of the text."""

    def ask(self, ask: Ask, rest: Block, *, other: bool = False, apart: bool = False) -> list[str]:
        """A choice, phrased in its verb's sentence or, with `apart`, in a sentence of its own.

        `other`: the current place of the thing can't be chosen.
        """

    def action(
        self, verb: Verb, actor: Expr, items: Items, rest: Block, to: str | None = None
    ) -> list[str]:
        """The action of a verb on things, including the choice of them."""

    def becoming(self, verb: Verb, items: Items, form: Expr | None, rest: Block) -> list[str]:
        """What things become, including the choice of them."""

    def called(self, register: core.Reg, rest: Block) -> str:
        """` (the twin)`: introduces the name that the author uses for a register; or ""."""

    def pieces(self, supply: Expr, to: Expr, actor: Expr, *, whole: bool) -> str:
        """As many pieces from supply as places are chosen, or all of them."""

    def priced(self, amount: Expr, counter: Field) -> str:
        """`2 gold`, `gold equal to the number of carts`."""

    def cost(self, cost: Cost) -> str:
        """`2 gold and 1 silver`, `3 of iron and wood`."""

    def destination(self, to: Expr, actor: Expr, *, bottom: bool = False) -> str:
        """The destination of a thing, or the player who gets it; in full if it was just chosen."""

    def sentence(self, verb: Verb, actor: Expr | None, **parts: str) -> str:
        """A sentence with the actor, in the verb's own words."""

    def item(self, e: Expr, verb: Verb) -> str:
        """The object of a verb: a fresh choice in full, a set as a whole."""

    def lasting(self, begun: core.Begin, rest: Block) -> str:
        """A lasting effect with its arguments; introduces the name that its author uses for it."""

    def shown_text(self, text: core.Text) -> str:
        """The text for players, with the meaning of each value in braces."""


@dataclass(frozen=True, slots=True)
class Items(core.Node):
    """The things that a verb acts on, or a choice of them that is made first.

    `ask` is a choice, or takes all of a set; `several` if `item` is a set.
    """

    item: Expr
    ask: Ask
    several: bool

    @property
    def source(self) -> Expr:
        """The set that is chosen from or taken as a whole, or the thing itself."""
        match self.ask:
            case core.Choose(source=source) | core.Let(value=source):
                return source
        return self.item
