"""Finds effects that run themselves endlessly, before anything is played.

Follows only what certainly happens: statements that depend on no condition, choice or set that may
be empty. Other endless effects are caught in play, where steps are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.language.vocabulary.verbs.remove import RemoveSeveral
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span

MOST_SHOWN = 8  # effects of one cycle
_THIS = 1  # the register of *this*, in effects and abilities


@dataclass(frozen=True, slots=True)
class Step:
    """An edge: one effect certainly leads to another, through this statement."""

    to: int
    span: Span


_Run = core.Event | tuple[str, str]
"""A run of a rule, or the id and the slot of a printed effect."""


@dataclass(slots=True)
class _Effect:
    """A rule, a printed effect or a trigger; `bearer` is the kind and id of the definition carrying
    it, `run` the name by which statements run it.
    """

    name: str
    body: core.Block
    run: _Run | None = None
    bearer: tuple[str, str] = ("", "")
    trigger: CheckedAbility | None = None
    pack: str = ""
    leads_to: list[tuple[Targets, Span | None]] = field(default_factory=list)

    @property
    def begins(self) -> Span:
        """The position where a trigger begins."""
        assert self.trigger is not None
        return self.body[0].span if self.body else self.trigger.span


Targets = Sequence[int]
"""Effects, by their numbers: one object for all statements that are the same event."""
Lead = tuple[core.Stmt, core.Event | None]
"""A statement that certainly runs, and the event that it is, if it is one."""
Leads = dict[int, tuple[core.Block, list[Lead]]]
"""By id of a body, the statements in it that may lead to another effect."""


def report_endless_effects(checked: Checked, report: Report, known: Leads | None = None) -> None:
    """Reports each cycle of effects once. `known`: results for bodies that were examined before."""
    effects = [*_triggers(checked), *_rules(checked)]
    _link(effects, checked.board, {} if known is None else known)
    for cycle in _cycles(_first_steps(effects)):
        _report_cycle([(effects[at], step) for at, step in cycle], report)


def _triggers(checked: Checked) -> Iterator[_Effect]:
    for ability in checked.abilities:
        if ability.hook in ("before", "after") and ability.test is None:
            bearer = (ability.bearer.kind, ability.bearer.id) if ability.bearer else ("", "")
            pack = ability.declared.pack
            yield _Effect(_event(ability), ability.routine.body, None, bearer, ability, pack)


def _event(ability: CheckedAbility) -> str:
    when, event = ability.hook, ability.event
    if event.verb:
        return f"{when} {VERBS.by_name[event.verb].gerund} {event.kind}"
    return f"{when} {'changing ' if event.sort == 'change' else ''}{event.name}"


def _rules(checked: Checked) -> Iterator[_Effect]:
    for name, routine in checked.rules.items():
        rule = checked.declared.rules[name]
        yield _Effect(f"rule {name}", routine.body, core.Event("rule", name), pack=rule.pack)
    for (kind, id, slot), routine in checked.effects.items():
        bearer = checked.board.things[kind][id]
        yield _Effect(routine.name, routine.body, (id, slot), (kind, id), pack=bearer.pack)


# What certainly happens


def _surely(block: core.Block, chosen: dict[int, bool]) -> Iterator[core.Stmt]:
    """The statements that run whenever the block does.

    `chosen` has the registers of choices, and whether they are certainly not empty.
    """
    for statement in block:
        if isinstance(statement, core.Break | core.EndGame):
            return
        if isinstance(statement, core.Choose):
            chosen[statement.reg] = not _may_be_none(statement)
        if not isinstance(statement, core.Move) or _happens(statement, chosen):
            yield statement
        if _enters(statement, chosen):
            yield from _surely(_inside(statement), chosen)
        if _may_leave(statement):
            return


def _may_leave(statement: core.Stmt) -> bool:
    """Whether a statement may leave the loop around it, or end the game."""
    inner = [*core.statements((statement,))]
    if any(isinstance(s, core.EndGame) for s in inner):
        return True
    return not isinstance(statement, core.ForEach | core.Repeat) and any(
        isinstance(s, core.Break) for s in inner
    )


def _may_be_none(choice: core.Choose) -> bool:
    several = choice.origin  # if several things are removed, each is a choice of its own
    low = several.ask.low if isinstance(several, RemoveSeveral) else choice.low
    return not isinstance(low, core.Lit) or low.value == 0


def _happens(act: core.Move, chosen: dict[int, bool]) -> bool:
    """Whether everything that an action needs has certainly been chosen."""
    needs = (e.index for e in (act.item, act.to) if isinstance(e, core.Reg))
    return all(chosen.get(register, True) for register in needs)


def _enters(statement: core.Stmt, chosen: dict[int, bool]) -> bool:
    if isinstance(statement, core.AtOnce):
        return True
    if isinstance(statement, core.If):
        return isinstance(statement.origin, hir.VerbStatement)  # and not written by the author
    if isinstance(statement, core.Repeat):
        return isinstance(statement.number, core.Lit) and statement.number.value > 0
    if not isinstance(statement, core.ForEach):
        return False
    source = statement.source
    if isinstance(source, core.Reg):
        return chosen.get(source.index, False)
    return isinstance(source, core.Domain) and not source.supply and source.kind == "player"


def _inside(statement: core.Stmt) -> core.Block:
    if isinstance(statement, core.If):
        return statement.then
    loops = core.Repeat | core.ForEach | core.AtOnce
    return statement.body if isinstance(statement, loops) else ()


# Which effects lead to which

_LEADING = core.CallRule | core.Perform | core.Move | core.Assign


def _leads(body: core.Block, known: Leads) -> list[Lead]:
    found = known.get(id(body))
    if found is None:
        certain = (one for one in _surely(body, {}) if isinstance(one, _LEADING))
        leads: list[Lead] = [(one, _event_of(one)) for one in certain]
        found = known[id(body)] = (body, leads)  # keeps the id from being reused
    return found[1]


def _link(effects: list[_Effect], board: Board, known: Leads) -> None:
    by_run: dict[_Run | None, Targets] = {e.run: (at,) for at, e in enumerate(effects) if e.run}
    by_event: dict[_Run | None, list[int]] = {}
    for at, effect in enumerate(effects):
        if effect.trigger is not None:
            by_event.setdefault(effect.trigger.event.of_any_kind, []).append(at)
    triggered: dict[core.Event, Targets] = {}
    for effect in effects:
        found: list[tuple[Targets, Span | None]] = [(by_event.get(effect.run, ()), None)]
        for statement, event in _leads(effect.body, known):
            found.append((by_run.get(_run(statement, effect), ()), statement.span))
            if event is not None and event not in triggered:
                every = by_event.get(event.of_any_kind, ())
                triggered[event] = [
                    at for at in every if _is(event.kind, effects[at].trigger, board)
                ]
            if event is not None:
                found.append((triggered[event], statement.span))
        effect.leads_to = [(targets, span) for targets, span in found if targets]


def _run(statement: core.Stmt, effect: _Effect) -> _Run | None:
    """The rule or printed effect that a statement runs."""
    if isinstance(statement, core.CallRule):
        return statement.event
    if isinstance(statement, core.Perform):
        of = statement.of
        if isinstance(of, core.Named):
            return of.name, statement.slot
        if isinstance(of, core.Reg) and of.index == _THIS and effect.bearer[1]:
            return effect.bearer[1], statement.slot
    return None


def _event_of(statement: core.Stmt) -> core.Event | None:
    return statement.event if isinstance(statement, core.Move | core.Assign) else None


def _is(kind: str, trigger: CheckedAbility | None, board: Board) -> bool:
    assert trigger is not None
    own = trigger.event.kind
    return kind == own or (bool(own) and kind in board.kinds and board.is_a(kind, own))


# Cycles


def _first_steps(effects: list[_Effect]) -> dict[int, Step]:
    """For each effect that leads into a cycle, one step that leads there.

    An event of a thousand statements may trigger a thousand abilities: those that end are counted
    per event, and not for each pair.
    """
    groups = {id(targets): targets for effect in effects for targets, _ in effect.leads_to}
    into: dict[int, list[int]] = {}  # the groups of each target
    for key, targets in groups.items():
        for at in targets:
            into.setdefault(at, []).append(key)
    before: dict[int, list[int]] = {}  # for each group, the effects that lead there
    for at, effect in enumerate(effects):
        for targets, _ in effect.leads_to:
            before.setdefault(id(targets), []).append(at)
    left, unended = [len(e.leads_to) for e in effects], {key: len(g) for key, g in groups.items()}
    ended = [at for at, number in enumerate(left) if not number]
    for at in ended:  # which grows
        for key in into.get(at, ()):
            unended[key] -= 1
            for one in before[key] if not unended[key] else ():
                left[one] -= 1
                if not left[one]:
                    ended.append(one)
    first = {key: next(at for at in groups[key] if left[at]) for key, n in unended.items() if n}
    return {at: _first_step(effects, at, first) for at in range(len(effects)) if left[at]}


def _first_step(effects: list[_Effect], at: int, first: Mapping[int, int]) -> Step:
    """`first`: for each group, the first of those that lead into a cycle."""
    found = ((first[id(to)], span) for to, span in effects[at].leads_to if id(to) in first)
    to, span = next(found)
    return Step(to, span or effects[to].begins)


def _cycles(steps: dict[int, Step]) -> Iterator[list[tuple[int, Step]]]:
    seen: set[int] = set()
    for start in steps:
        trail: dict[int, None] = {}
        at = start
        while at not in seen:
            seen.add(at)
            trail[at] = None
            at = steps[at].to
        if at in trail:
            found = list(trail)
            cycle = found[found.index(at) :]
            first = cycle.index(min(cycle))  # a trigger, if there is one
            yield [(at, steps[at]) for at in cycle[first:] + cycle[:first]]


def _report_cycle(cycle: list[tuple[_Effect, Step]], report: Report) -> None:
    packs = {effect.pack for effect, _ in cycle}
    # With several packs, their names show which one has to give way.
    names = [f"{e.pack}: {e.name}" if len(packs) > 1 else e.name for e, _ in cycle]
    chain = " → ".join([*names, names[0]])
    notes = tuple((step.span, f"which runs {name}") for name, (_, step) in
                  list(zip(names, cycle, strict=True))[1:MOST_SHOWN])  # fmt: skip
    span = cycle[0][1].span
    if any(effect.trigger for effect, _ in cycle):
        message = f"this sets off its own trigger again: {chain}"
        report.error(
            "CW229", message, span, "give the trigger an `if` that eventually fails", notes
        )
    else:
        message = f"this runs itself endlessly: {chain}"
        report.error("CW230", message, span, "guard it with an `if` that eventually fails", notes)
