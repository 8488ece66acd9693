"""The worst-case number of steps of an effect, computed before anything is played.

A step is a statement with everything it triggers. Computes two bounds: for a whole run, and for the
longest stretch between two questions, which must stay below the limit for an answer. A choice
counts as a question, although a choice with a single answer asks nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from functools import reduce

from cardwright.board.player_lists import max_copies
from cardwright.checked_packs import CheckedPacks
from cardwright.language import core, hir
from cardwright.language.analysis.cost_reports import SHOWN_FACTORS, size_and_kind
from cardwright.language.analysis.expression_costs import UNKNOWN, Costs
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.front_end.checked import Checked
from cardwright.language.graph_walks import postorder, reachable, strongly_connected
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass
from cardwright_tools.lint import value_ranges
from cardwright_tools.lint.bound import ASK, LOGGED, NOTHING, STEP, Bound, worst
from cardwright_tools.lint.game_context import NO_CONTEXT, GameContext
from cardwright_tools.lint.kind_index import KindIndex

_LOGGED = (
    core.Move, core.Assign, core.Say, core.Reveal, core.Roll, core.Shuffle, core.Begin, core.End,
    core.Become,
)  # fmt: skip

BoundKey = core.Event | tuple[str, str | int]
"""An event, for the reactions to it; or the `body` of a rule, a `slot`, a `menu`, or the number
of an `ability`."""


@dataclass(slots=True)
class Bounds:
    """The bounds of a game's effects; each rule is computed once."""

    checked: Checked
    costs: Costs
    known: dict[BoundKey, Bound] = field(default_factory=dict)
    printed: Mapping[str, Bound] = field(default_factory=dict)
    working: bool = False
    reacting: dict[core.Event, KindIndex[int]] = field(default_factory=dict)
    routines: dict[int, Bound] = field(default_factory=dict)  # by id; the game keeps them alive
    bodies: dict[int, tuple[Block, Bound]] = field(default_factory=dict)  # by id, blocks of names
    runs: dict[int, tuple[Block, Sequence[BoundKey]]] = field(default_factory=dict)
    """By id, blocks and the names that they run."""

    def routine(self, made: core.Routine) -> Bound:
        """The bound of an effect that is not a rule: of a card, an option or an ability."""
        if id(made) not in self.routines:
            self.routines[id(made)] = self.block(made.body)
        return self.routines[id(made)]

    def performs(self, made: core.Routine) -> bool:
        """Whether an effect may run an effect that is printed on a thing."""
        run = (name for s in core.statements(made.body) for name in self._runs(s))
        return any(name[0] == "slot" for name in reachable(run, self._leads_to))

    def triggers_perform(self, slots: Collection[str]) -> bool:
        """Whether an ability that reacts to an event may run effects in one of these slots."""
        abilities = enumerate(self.checked.abilities) if slots else ()
        some: list[BoundKey] = [("ability", at) for at, one in abilities if one.routine.body]
        return any(
            name[0] == "slot" and name[1] in slots for name in reachable(some, self._leads_to)
        )

    def rule(self, name: str) -> Bound:
        return self.named(("body", name)).then(self.named(core.Event("rule", name)))

    def named(self, name: BoundKey) -> Bound:
        """The bound of a rule, a menu, the effects printed in a slot, an ability, or the reactions
        to an event.

        The names that it runs are computed first, so that long chains of rules don't recurse
        deeply; a name that isn't known by then must be part of a cycle. A cycle always begins at
        the same name, whichever is asked for first.
        """
        if self.working:
            return self.known.get(name, Bound(endless=True))
        if name not in self.known:
            self.working = True
            for component in strongly_connected(name, self._leads_to, self.known):
                for inner in postorder(_first(component), self._leads_to, self.known):
                    self.known[inner] = self._worked_out(inner)
            self.working = False
        return self.known[name]

    def _worked_out(self, name: BoundKey) -> Bound:
        if isinstance(name, core.Event):
            return self._reactions(name)
        loops = self.costs.within({})  # registers are local to each body
        found = {self._body(body) for body in self._blocks(name)}  # thousands of cards are alike
        self.costs.within(loops)
        return worst(found) if found else NOTHING

    def _body(self, body: Block) -> Bound:
        if id(body) not in self.bodies:
            self.bodies[id(body)] = body, self.block(body)
        return self.bodies[id(body)][1]

    def _leads_to(self, name: BoundKey) -> list[BoundKey]:
        """The names that the blocks of a name run."""
        if isinstance(name, core.Event):
            return [("ability", at) for at in self._reacting(name)]
        return [inner for body in self._blocks(name) for inner in self._run_by(body)]

    def _run_by(self, body: Block) -> Sequence[BoundKey]:
        """The names that a block runs."""
        if id(body) not in self.runs:
            found = (inner for s in core.statements(body) for inner in self._runs(s))
            self.runs[id(body)] = body, [*found]
        return self.runs[id(body)][1]

    def _runs(self, s: Stmt) -> tuple[BoundKey, ...]:
        """The names that a statement runs."""
        match s:
            case core.CallRule():
                return ("body", s.rule), s.event
            case core.Perform():
                return (("slot", s.slot),)
            case core.OpenMenu():
                return (("menu", s.menu),)
            case core.Move() | core.Assign():
                return (s.event,)
            case _:
                return ()

    def _blocks(self, name: BoundKey) -> list[Block]:
        match name:
            case ("ability", int() as at):
                return [self.checked.abilities[at].routine.body]
            case ("slot", of):
                return [e.body for (_, _, slot), e in self.checked.effects.items() if slot == of]
            case ("menu", of):
                return [o.routine.body for o in self.checked.options if o.declared.menu == of]
            case ("body", str() as rule) if rule in self.checked.rules:
                return [self.checked.rules[rule].body]
        return []

    def block(self, statements: Block) -> Bound:
        return reduce(Bound.then, map(self.statement, statements), NOTHING)

    def statement(self, s: Stmt) -> Bound:
        match s:
            case core.Choose():
                return LOGGED if s.random else ASK
            case core.ForEach():
                return STEP.then(self._each(s).times(self.costs.size(s.source)))
            case core.Repeat():
                return STEP.then(self.block(s.body).times(self.rounds(s)))
            case core.AtOnce():
                return STEP.then(self.block(s.body))
            case core.If():
                return STEP.then(self.block(s.then).either(self.block(s.other)))
            case core.OneOf():
                return ASK.then(self.worst([branch.body for branch in s.branches]))
            case core.OpenMenu():
                return ASK.then(self.part(s)).then(self.block(s.other or ()).either(NOTHING))
            case _:
                return self.simple(s)

    def _each(self, s: core.ForEach) -> Bound:
        """The bound of a loop's body for one member."""
        inner = self.costs.inside(s.source, ("reg", s.reg))
        before = self.costs.within(inner)
        found = self.block(s.body)
        self.costs.within(before)
        return found

    def factors(self, block: Block) -> list[str]:
        """The factors of a block's bound: the loops and rules that take the most steps."""
        found: list[str] = []
        while block and len(found) < SHOWN_FACTORS:
            s = max(block, key=lambda one: self.statement(one).all)
            match s:
                case core.ForEach():
                    found.append(size_and_kind(self.costs, s.source))
                case core.Repeat():
                    found.append(f"{self.rounds(s):,} rounds")
                case core.CallRule():
                    found.append(f"`{s.rule}`")
            inner = [self.checked.rules[s.rule].body] if isinstance(s, core.CallRule) else []
            blocks = [*core.blocks(s), *inner]
            block = max(blocks, key=lambda one: self.block(one).all, default=())
        return found

    def simple(self, s: Stmt) -> Bound:
        return (LOGGED if isinstance(s, _LOGGED) else STEP).then(self.part(s))

    def part(self, s: Stmt) -> Bound:
        """The bound of the names that a statement runs."""
        found = reduce(Bound.then, map(self.named, self._runs(s)), NOTHING)
        other = self.printed.get(s.slot) if isinstance(s, core.Perform) else None
        if other is not None:
            return found.either(other) if self._blocks(*self._runs(s)) else other
        return found

    def worst(self, blocks: list[Block]) -> Bound:
        return worst([*map(self.block, blocks)]) if blocks else NOTHING

    def _reactions(self, event: core.Event) -> Bound:
        some = (self.named(("ability", at)).either(NOTHING) for at in self._reacting(event))
        return reduce(Bound.then, some, NOTHING)

    def has_reactions(self, event: core.Event) -> bool:
        """Whether an ability reacts to an event."""
        return bool(self._reacting(event))

    def _reacting(self, event: core.Event) -> list[int]:
        if (found := self.reacting.get(event.of_any_kind)) is None:
            return []
        return found.of(event.kind) if event.verb else found.exactly(event.kind)

    def rounds(self, s: core.Repeat) -> int:
        """The number of iterations of a loop. A loop with a condition counts once: its number of
        iterations is unknown, and a lint result must rest on facts."""
        endless = isinstance(s.origin, hir.RepeatUntil | hir.OpenUntilPass)
        return 1 if endless else self.number(s.number)

    def number(self, e: Expr) -> int:
        """The highest value of a number of repetitions; a count is at most the number of things."""
        if isinstance(e, core.Count):
            return self.costs.size(e.source)
        high = value_ranges.range_of(e).high
        return UNKNOWN if high >= value_ranges.UNBOUNDED else max(high, 0)


def _first(component: Sequence[BoundKey]) -> BoundKey:
    """The name at which a cycle begins: not an ability, whose number depends on others."""
    if len(component) == 1:
        return component[0]
    return min((one for one in component if one[0] != "ability"), key=lambda one: [*map(str, one)])


def effect_bounds(
    rules: CheckedPacks, rest: GameContext = NO_CONTEXT, costs: Costs | None = None
) -> Bounds:
    """The bounds of a game's effects: `rule` by its name, `routine` for effects printed on things.

    `costs` are those of a game without lists, if they have already been computed.
    """
    costs = costs or _costs(rules.checked, rest)
    known: dict[BoundKey, Bound] = {("body", rule): bound for rule, bound in rest.rules.items()}
    known.update(rest.reactions.items())
    found = Bounds(rules.checked, costs, known, rest.printed, runs=_runs_of(rules.checked))
    board = rules.checked.board
    for at, ability in enumerate(rules.checked.abilities):
        if ability.routine.body:
            event = ability.event
            found.reacting.setdefault(event.of_any_kind, KindIndex(board)).add(event.kind, at)
    return found


@memoized
def _runs_of(checked: Checked) -> dict[int, tuple[Block, Sequence[BoundKey]]]:
    """What all bounds of a game have found about its blocks."""
    return {}


def _costs(checked: Checked, rest: GameContext) -> Costs:
    """The costs of a game in which players may bring lists."""
    has_lists = checked.board.list_kind() is not None
    things = None if has_lists or not rest.things else rest.things
    return Costs(checked, rest.costs, count=max_copies, things=things, transfers=rest.transfers)
