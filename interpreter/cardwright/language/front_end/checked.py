"""The result of the front end: a game's checked rules, options, abilities and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Declared, ListRule, Option
from cardwright.language.lower.overrides import Overrides
from cardwright.language.registry.ability import Hook
from cardwright.language.resolve.statements.answers import CheckedAnswer, CheckedAutomaton
from cardwright.language.resolve.tree_cache import TreeCache
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class CheckedCost:
    """A cost that is paid before anything else: `said` is the payment in the author's words, with
    the condition that it can be paid.
    """

    said: core.Stmt
    test: Expr


@dataclass(frozen=True, slots=True)
class CheckedOption:
    """`test`, `cost` and `able` can use register 0 (you), 1 (this), and the arguments of the menu.

    `able`: the implicit condition that its first step can be done.
    """

    declared: Option
    test: Expr | None
    cost: CheckedCost | None
    limit: str
    routine: core.Routine
    able: Expr | None = None


@dataclass(frozen=True, slots=True)
class CheckedAbility:
    """A trigger, replacement or prohibition.

    Registers: 0 actor (and *you* for the pack's own), 1 this, 2 it, 3 there; 4 the bearer's owner;
    from 5 on the arguments of a rule.
    """

    hook: Hook
    event: core.Event
    routine: core.Routine
    test: Expr | None
    declared: Ability

    @property
    def bearer(self) -> Thing | None:
        return self.declared.bearer

    @property
    def asks_where(self) -> bool:
        """Whether its condition mentions *there*."""
        return any(core.is_register(e, 3) for e in core.walk(self.test))

    @property
    def span(self) -> Span:
        return self.declared.span


@dataclass(frozen=True, slots=True)
class CheckedListRule:
    """A condition for a list (register 0) or, if `each`, for a card (1) and its copies (2)."""

    declared: ListRule
    test: Expr
    each: bool


@dataclass(slots=True)
class Checked:
    """A game whose texts are checked, without those that had errors."""

    declared: Declared
    functions: Mapping[str, core.Function]
    modifiers: dict[str, list[core.Modifier]] = field(default_factory=dict)
    changes: Overrides = field(default_factory=Overrides)
    rules: dict[str, core.Routine] = field(default_factory=dict)
    effects: dict[tuple[str, str, str], core.Routine] = field(default_factory=dict)
    options: list[CheckedOption] = field(default_factory=list)
    abilities: list[CheckedAbility] = field(default_factory=list)
    # conditions without which an effect ends
    conditions: dict[str, Expr] = field(default_factory=dict)
    list_rules: list[CheckedListRule] = field(default_factory=list)
    winners: Expr | None = None
    cooperative: bool = False  # whether all win or lose together
    automata: list[CheckedAutomaton] = field(default_factory=list)
    hints: tuple[CheckedAnswer, ...] = ()
    trees: TreeCache = field(default_factory=TreeCache)
    memo: dict[object, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def board(self) -> Board:
        return self.declared.board

    @property
    def is_complete(self) -> bool:
        """Whether all definitions could be resolved. If not, the reason may be reported elsewhere,
        such as a property whose type can't be read."""
        return self.declared.definitions.keys() <= self.functions.keys()

    @property
    def answers(self) -> Iterator[CheckedAnswer]:
        """The answers of automata, and hints."""
        yield from self.hints
        for automaton in self.automata:
            yield from automaton.answers
