"""Checks that an automaton can answer each question it could be asked, and passes menus.

Follows who may be *you*, a subject or an argument, from rule to rule. It errs only on the safe
side: a player about whom nothing is known may be the automaton. Players who can't be it are one who
was named, one excluded by a condition, and one who runs a rule that another one replaces for the
automaton.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from cardwright.board.types import PLAYER
from cardwright.language import core
from cardwright.language.analysis.endless_menus import endless_option
from cardwright.language.analysis.questions import Asking, answer_to, subject_of
from cardwright.language.core import Block, Expr
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.language.resolve.statements.answers import CheckedAnswer, CheckedAutomaton
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Regs = frozenset[int]
NONE: Regs = frozenset()
THIS = 1  # the register of the thing that carries an ability
DEPTH = 8  # definitions in definitions; beyond that, any player may be meant


Scopes = Sequence[str]
"""Those of the routine that asks."""


def report_unanswered(checked: Checked, report: Report) -> None:
    """Reports each question that an automaton could be asked and can't answer."""
    for automaton in checked.automata:
        found = _Questions(checked, automaton)
        for asking, scopes in found.all():
            about, player, span = subject_of(asking), automaton.declared.player, asking.span
            answer = found.answer(asking, scopes)
            if answer is None:
                message = f"`{player}` is never asked, and no rule says how it answers this"
                help = f"say how it answers, as in `{about}: first`, in `answers` of `{player}`"
                notes = ((automaton.declared.span, "never asked"),)
                report.error("CW273", message, span, help, notes)
            elif (option := endless_option(checked, asking, answer)) is not None:
                name = option.declared.id
                message = f"`{player}` never passes here: it takes `{name}` again and again"
                help = f"write `pass` before `{name}`, or give `{name}` an `if`, `cost` or `limit`"
                places = (answer.span, "how it answers"), (option.declared.span, "always offered")
                report.error("CW275", message, span, help, places)


@dataclass(slots=True)
class _Routine:
    """A routine, and the registers that may hold the automaton when it begins."""

    routine: core.Routine
    barred: Regs = NONE  # registers that hold another player, whoever runs it
    within: str = ""  # the rule whose replacement it is
    held: set[int] = field(default_factory=set)


class _Questions:
    """The questions that one automaton could be asked, in all routines that may run."""

    def __init__(self, checked: Checked, automaton: CheckedAutomaton) -> None:
        self.checked, self.automaton = checked, automaton
        self.bot = automaton.declared.player
        self.routines: dict[object, _Routine] = {}
        self.waiting: list[object] = []
        self.questions: dict[Span, tuple[Asking, Scopes]] = {}

    def all(self) -> Iterable[tuple[Asking, Scopes]]:
        self._reach(("rule", self.checked.declared.main), {0})
        for ability in self.checked.abilities:
            self._ability(ability)
        while self.waiting:
            made = self.routines[self.waiting.pop()]
            _Body(self, made).block(made.routine.body, made.barred)
        return self.questions.values()

    def answer(self, asking: Asking, scopes: Scopes) -> CheckedAnswer | None:
        return answer_to(self.automaton.answers, subject_of(asking), scopes, self.checked.board)

    def ask(self, asking: Asking, scopes: Scopes) -> None:
        self.questions.setdefault(asking.span, (asking, scopes))

    # --------------------------------------------------------------------- routines

    def _reach(self, key: object, held: set[int]) -> None:
        """Notes that a routine may run with the automaton in these registers."""
        if key not in self.routines:
            if (routine := self._routine(key)) is None:
                return
            self.routines[key] = routine
        elif held <= self.routines[key].held:
            return
        self.routines[key].held |= held
        self.waiting.append(key)

    def _routine(self, key: object) -> _Routine | None:
        match key:
            case ("rule", str() as name):
                made = self.checked.rules.get(name)
                if made is None or self._never_runs(name):
                    return None
                return _Routine(made, self._barred(name))
            case ("own rule", str() as name):
                return _Routine(self.checked.rules[name])
            case ("effect", (str() as kind, str() as id, str() as slot)):
                return _Routine(self.checked.effects[kind, id, slot])
            case ("option", int() as at):
                return _Routine(self.checked.options[at].routine)
        return None

    def _never_runs(self, rule: str) -> bool:
        """Whether a rule of the pack's own always replaces this one."""
        return any(
            ability.hook == "instead" and ability.event == core.Event("rule", rule)
            and ability.test is None and ability.bearer is None
            for ability in self.checked.abilities
        )  # fmt: skip

    def _barred(self, rule: str) -> Regs:
        """The registers that hold another player because a rule of the pack's own replaces this one
        if the automaton runs it.
        """
        for ability in self.checked.abilities:
            replaces = ability.hook == "instead" and ability.event == core.Event("rule", rule)
            test = ability.test
            always = test is None or 0 in self.excluded_registers(test, False)
            if replaces and always and ability.bearer is None:
                return frozenset({0})
        return NONE

    def _ability(self, ability: CheckedAbility) -> None:
        key = ("ability", id(ability))
        barred = self.excluded_registers(ability.test, True) if ability.test is not None else NONE
        if ability.bearer is not None and not ability.bearer.each and ability.bearer.id != self.bot:
            barred |= {THIS}
        event = ability.event
        within = event.name if ability.hook == "instead" and event.sort == "rule" else ""
        made = _Routine(ability.routine, barred, within, set(range(ability.routine.takes)))
        self.routines[key] = made
        self.waiting.append(key)

    def call(self, rule: str, held: set[int], within: str) -> None:
        """Follows a rule call; a replacement that runs the rule it replaces runs it unchanged."""
        self._reach(("own rule" if rule == within else "rule", rule), held)

    def perform(self, slot: str, held: set[int]) -> None:
        for key in self.checked.effects:
            if key[2] == slot:
                self._reach(("effect", key), held)

    def open(self, menu: str, held: set[int]) -> None:
        for at, option in enumerate(self.checked.options):
            if option.declared.menu == menu:
                self._reach(("option", at), held)

    # ------------------------------------------------------------------- conditions

    def excluded_registers(self, test: Expr, holds: bool) -> Regs:
        """The registers, and variables (below 0), that hold another player if this test holds, or
        if it doesn't.
        """
        match test:
            case core.Not(of=of):
                return self.excluded_registers(of, not holds)
            case core.Logic(op=op, left=left, right=right):
                both = self.excluded_registers(left, holds), self.excluded_registers(right, holds)
                return both[0] | both[1] if (op == "and") == holds else both[0] & both[1]
            case core.Compare(op="==" | "!=" as op, left=left, right=right):
                return self._unequal(left, right, (op == "==") == holds)
        return NONE

    def _unequal(self, left: Expr, right: Expr, same: bool) -> Regs:
        if isinstance(left, core.Named):
            left, right = right, left
        if not isinstance(left, core.Reg | core.Var) or not isinstance(right, core.Named):
            return NONE
        other = (right.name != self.bot) == same if same else right.name == self.bot
        return frozenset({_slot(left)}) if other else NONE


def _is_settled(s: Asking) -> bool:
    """Whether nobody is asked: things are drawn, or the only candidates are all needed."""
    if not isinstance(s, core.Choose):
        return False
    _, source = core.filters(s.source)
    one = isinstance(source, core.SetOf) and len(source.items) < 2
    all_needed = s.high is not None and core.same(s.low, s.high)
    return s.random or (one and all_needed)


def _slot(e: core.Reg | core.Var) -> int:
    return e.index if isinstance(e, core.Reg) else -1 - e.index


class _Body:
    """One routine, walked with what is known about its registers at each point."""

    def __init__(self, found: _Questions, made: _Routine) -> None:
        self.found, self.made, self.scopes = found, made, made.routine.scopes
        self.held = {slot for slot in made.held if slot not in made.barred}

    def block(self, block: Block, other: Regs) -> None:
        for s in block:
            self._statement(s, other)

    def _statement(self, s: core.Stmt, other: Regs) -> None:
        match s:
            case core.Choose() | core.OneOf() | core.OpenMenu():
                self._question(s, other)
            case core.Let(reg=reg, value=value):
                self._bind(reg, value, other)
            case core.ForEach(reg=reg, source=source, body=body):
                self._bind(reg, source, other)
                self.block(body, other - {reg})
            case core.Repeat(body=body):
                self.block(body, other)
            case core.If(test=test, then=then, other=otherwise):
                self.block(then, other | self.found.excluded_registers(test, True))
                self.block(otherwise, other | self.found.excluded_registers(test, False))
            case core.CallRule(rule=rule, you=you, args=args):
                values = enumerate((you, *args))
                self.found.call(rule, {n for n, e in values if self._may_be(e, other)},
                                self.made.within)  # fmt: skip
            case core.Perform(slot=slot, you=you, args=args):
                held = {n for n, e in enumerate(args, 2) if self._may_be(e, other)}
                self.found.perform(slot, self._held_by(you, other) | held)

    def _question(self, s: Asking, other: Regs) -> None:
        if self._may_be(s.chooser, other) and not _is_settled(s):
            self.found.ask(s, self.scopes)
        if isinstance(s, core.Choose):
            self._bind(s.reg, s.source, other)
        elif isinstance(s, core.OneOf):
            for branch in s.branches:
                known = self.found.excluded_registers(branch.test, True) if branch.test else NONE
                self.block(branch.body, other | known | self._declining(s, branch))
        else:
            self.found.open(s.menu, self._held_by(s.chooser, other))
            self.block(s.other or (), other)

    def _declining(self, s: core.OneOf, branch: core.Branch) -> Regs:
        """A player who said yes is not an automaton that never does."""
        if branch.id != "yes" or not isinstance(s.chooser, core.Reg | core.Var):
            return NONE
        answer = self.found.answer(s, self.scopes)
        never = answer is not None and isinstance(answer.test, core.Lit) and not answer.test.value
        return frozenset({_slot(s.chooser)}) if never else NONE

    def _held_by(self, you: Expr, other: Regs) -> set[int]:
        return {0} if self._may_be(you, other) else set()

    def _bind(self, reg: int, value: Expr, other: Regs) -> None:
        if self._may_be(value, other):
            self.held.add(reg)

    def _may_be(self, e: Expr, other: Regs, depth: int = DEPTH) -> bool:
        """Whether this may be the automaton, or have it as a member."""
        if e.type.one().maybe() != PLAYER.maybe():
            return False
        return _may_be(self, e, other, depth)

    def names_bot(self, e: Expr) -> bool:
        items = e.items if isinstance(e, core.SetOf) else (e,)
        return any(isinstance(item, core.Named) and item.name == self.found.bot for item in items)

    def parts(self, e: Expr) -> Iterator[Expr]:
        """The players among whom a computed player is."""
        match e:
            case core.Cond(then=then, other=other):
                yield from (then, other)
            case core.SetOf(items=items):
                yield from items
            case core.Union(left=left, right=right):
                yield from (left, right)
            case core.ArgMax(source=source) | core.SortBy(source=source):
                yield source
            case core.StartFrom(source=source) | core.Only(source=source):
                yield source
            case core.ElementAt(source=source):
                yield source


def _may_be(body: _Body, e: Expr, other: Regs, depth: int) -> bool:
    questions = body.found
    match e:
        case core.Lit():
            return False
        case core.Named(name=name):
            return name == questions.bot
        case core.Reg():
            return e.index in body.held and e.index not in other
        case core.Var():
            return _slot(e) not in other
        case core.After(of=core.Named(name=name)):
            return name != questions.bot
        case core.Filter(var=var, source=source, test=test):
            if -1 - var in questions.excluded_registers(test, True):
                return False
            return body._may_be(source, other, depth)
        case core.Call(name=name):
            function = questions.checked.functions[name]
            values = [m.value for m in questions.checked.modifiers.get(name, ())]
            return depth == 0 or any(
                body._may_be(value, other, depth - 1) for value in (function.body, *values)
            )
        case core.Difference(left=left, right=right):
            return not body.names_bot(right) and body._may_be(left, other, depth)
    parts = [*body.parts(e)]
    return not parts or any(body._may_be(part, other, depth) for part in parts)
