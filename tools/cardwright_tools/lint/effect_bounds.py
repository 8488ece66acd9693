"""The worst-case number of steps of an effect, computed before anything is played.

A step is a statement with everything it triggers. Owns two bounds: of a whole run, and of the
longest stretch between two questions, which must stay below what an answer may take. A
choice counts as a question, though one with a single answer asks nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from cardwright import Rules
from cardwright.board.dealing import most_dealt
from cardwright.language import core, hir
from cardwright.language.analysis.expression_costs import SHOWN_FACTORS, UNKNOWN, Costs
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.records import dataclass
from cardwright_tools.lint import value_ranges
from cardwright_tools.lint.bound import ASK, NOTHING, STEP, Bound
from cardwright_tools.lint.game_context import NO_CONTEXT, GameContext


@dataclass(slots=True)
class Bounds:
    """The bounds of a game's effects; each rule is computed once."""

    checked: Checked
    costs: Costs
    known: dict[str, Bound] = field(default_factory=dict)
    printed: Mapping[str, Bound] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    reacting: dict[str, list[int]] = field(default_factory=dict)
    routines: dict[int, Bound] = field(default_factory=dict)  # by id; the game keeps them

    def routine(self, made: core.Routine) -> Bound:
        """The bound of an effect that is not a rule: of a card, an option or an ability."""
        if id(made) not in self.routines:
            self.routines[id(made)] = self.block(made.body)
        return self.routines[id(made)]

    def rule(self, name: str) -> Bound:
        made = self.checked.rules.get(name)
        bound = self._once(f"rule {name}", [made.body] if made else [])
        return bound.then(self.events(f"rule {name}", ""))

    def _once(self, name: str, blocks: Iterable[Block]) -> Bound:
        """The worst of some blocks; a name that is being computed may be recursive."""
        if name in self.open:
            return Bound(endless=True)
        if name not in self.known:
            self.open.add(name)
            found, loops = NOTHING, self.costs.within({})  # its registers are its own
            for at, body in enumerate(blocks):
                found = found.either(self.block(body)) if at else self.block(body)
            self.costs.within(loops)
            self.open.discard(name)
            self.known[name] = found
        return self.known[name]

    def block(self, statements: Block) -> Bound:
        found = NOTHING
        for statement in statements:
            found = found.then(self.statement(statement))
        return found

    def statement(self, s: Stmt) -> Bound:
        match s:
            case core.Choose():
                return STEP if s.random else ASK
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
        inner = self.costs.inside(s.source, ("reg", s.reg), self.costs.loops)
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
                    found.append(self.costs.counted_kind(s.source))
                case core.Repeat():
                    found.append(f"{self.rounds(s):,} rounds")
                case core.CallRule():
                    found.append(f"`{s.rule}`")
            inner = [self.checked.rules[s.rule].body] if isinstance(s, core.CallRule) else []
            blocks = [*core.blocks(s), *inner]
            block = max(blocks, key=lambda one: self.block(one).all, default=())
        return found

    def simple(self, s: Stmt) -> Bound:
        return STEP.then(self.part(s))

    def part(self, s: Stmt) -> Bound:
        """The bound of what a statement runs elsewhere."""
        match s:
            case core.CallRule():
                return self.rule(s.rule)
            case core.Perform():
                printed = [e.body for (_, _, slot), e in self.checked.effects.items()
                           if slot == s.slot]  # fmt: skip
                own = self._once(f"slot {s.slot}", printed)
                other = self.printed.get(s.slot)
                return own if other is None else own.either(other) if printed else other
            case core.OpenMenu():
                return self._once(f"menu {s.menu}", self.menu(s))
            case core.Move():
                return self.events(s.verb, s.kind)
            case core.Assign():
                return self.events(f"change {s.field.state}", s.field.kind)
            case _:
                return NOTHING

    def menu(self, s: core.OpenMenu) -> list[Block]:
        return [o.routine.body for o in self.checked.options if o.declared.menu == s.menu]

    def worst(self, blocks: list[Block]) -> Bound:
        found = self.block(blocks[0]) if blocks else NOTHING
        for body in blocks[1:]:
            found = found.either(self.block(body))
        return found

    def events(self, verb: str, kind: str) -> Bound:
        """The bound of everything that may react, whether or not it does."""
        name, found = f"event {verb} {kind}", NOTHING
        if name not in self.known:
            for at in self.reacting.get(verb, ()):
                ability = self.checked.abilities[at]
                if self.may_be(kind, ability) and ability.routine.body:
                    one = self._once(f"ability {at}", [ability.routine.body])
                    found = found.then(one.either(NOTHING))
            self.known[name] = found
        return self.known[name]

    def may_be(self, kind: str, ability: CheckedAbility) -> bool:
        board, wanted = self.checked.declared.board, ability.kind
        if ability.verb.partition(" ")[0] not in VERBS.by_name or kind == wanted:
            return kind == wanted
        return board.is_a(kind, wanted) or (kind in board.kinds and board.is_a(wanted, kind))

    def rounds(self, s: core.Repeat) -> int:
        """How often a loop runs; of one that its condition ends, nothing tells: it counts once, as
        a doubt must rest on something that is there."""
        endless = isinstance(s.origin, hir.RepeatUntil | hir.OpenUntilPass)
        return 1 if endless else self.number(s.number)

    def number(self, e: Expr) -> int:
        """The highest value of a repetition; a count is at most the number of things."""
        if isinstance(e, core.Count):
            return self.costs.size(e.source)
        high = value_ranges.range_of(e).high
        return UNKNOWN if high >= value_ranges.UNBOUNDED else max(high, 0)


def effect_bounds(rules: Rules, rest: GameContext = NO_CONTEXT) -> Bounds:
    """For all who ask: `rule` by its name, `routine` for what is printed on things."""
    costs = Costs(rules.checked, rest.costs, count=most_dealt)
    found = Bounds(rules.checked, costs, dict(rest.bounds), rest.printed)
    for at, ability in enumerate(rules.checked.abilities):
        found.reacting.setdefault(ability.verb, []).append(at)
    return found
