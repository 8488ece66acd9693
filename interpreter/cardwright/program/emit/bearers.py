"""Whether carried abilities count now, and who owns their bearers, in emitted code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from cardwright.board.declarations import Thing
from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions, active_places
from cardwright.language.declared import Ability, Option
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.registry.movement import From
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program import values as v
from cardwright.program.emit.value_emitter import form
from cardwright.program.linker import SOMEWHERE, active_lists
from cardwright.program.program import Program
from cardwright.program.values import ZONES, Const, Value, Zone, call
from cardwright.source.memoized import memoized
from cardwright.source.text import NOWHERE


@memoized
def active_bearers(program: Program) -> str:
    """A function of (s, z): the rows of abilities that count now, for those that react after an
    event; see `bearer_row`. -1 replaces one that does not count; copies come last.
    """
    rows: list[v.Value] = []
    for row, (ability, this) in enumerate(_carried_after(program)):
        at = _row_at(program, v.Const(row), v.Const(this))
        active = active_test(program, this, ability.declared)
        rows.append(v.Select(active, at, v.Const(-1)))
    rows += map(partial(_active_copies, program), _copied_after(program))
    return program.code.function((), v.Items(rows), NOWHERE, many=True)


def _active_copies(program: Program, ability: CheckedAbility) -> v.Value:
    """The rows of an ability for things that have become others, and have it now."""
    assert ability.bearer is not None
    active = active_as(program, ability.bearer, v.Var("t"), ability.declared)
    loop = v.Loop("t", changed(program), [active])
    row = _row_at(program, _copy_row(program, ability, v.Var("t")), v.Var("t"))
    return v.Spread(v.Collect(row, [loop]))


def _row_at(program: Program, row: v.Value, this: v.Value) -> v.Value:
    """A row, and the place of its thing, as one number."""
    if isinstance(row, v.Const):
        return v.plus(v.Cell(this), int(row.value) * program.layout.count)  # type: ignore[arg-type]
    return v.Arith("+", v.call("product", row, v.Const(program.layout.count)), v.Cell(this))


def bearer_row(program: Program, ability: CheckedAbility, this: v.Value) -> v.Value | None:
    """The number of an ability of a thing, or of one that has become another thing."""
    if not isinstance(this, v.Const):
        return _copy_row(program, ability, this)
    row = _rows(program).get((id(ability), this.value))
    return None if row is None else v.Const(row)


@memoized
def _rows(program: Program) -> dict[tuple[int, object], int]:
    pairs = enumerate(_carried_after(program))
    return {(id(ability), this): row for row, (ability, this) in pairs}


def _copy_row(program: Program, ability: CheckedAbility, this: v.Value) -> v.Value:
    """After the rows of the abilities that things carry by themselves: one for each thing."""
    number = [id(one) for one in _copied_after(program)].index(id(ability))
    return v.plus(this, len(_carried_after(program)) + number * program.layout.count)


def _carried_after(program: Program) -> list[tuple[CheckedAbility, int]]:
    after = (a for a in program.checked.abilities if a.hook == "after")
    return [(a, this) for a in after for this in program.bearers(a) if this]


def _copied_after(program: Program) -> list[CheckedAbility]:
    after = (a for a in program.checked.abilities if a.hook == "after")
    return [a for a in after if a.bearer is not None and program.copied(a.bearer)]


def active_test(program: Program, this: int, carried: Ability | Option) -> v.Value:
    """Whether a carried ability is active now, and still belongs to the thing."""
    kind, item = program.layout.items[this].kind, v.Const(this)
    active = v.all_of(_active_as(program, item, core.Lit(thing(kind), NOWHERE, this), carried))
    if not program.layout.changes(kind):
        return active
    return v.all_of([_looks(program, item, frozenset((program.layout.designs[this],))), active])


def active_bearers_of(
    program: Program, carried: Ability, bearers: Sequence[int], this: str
) -> v.Loop | None:
    """A loop over those of some bearers whose ability counts, for many that can do so only in a few
    lists; None if it is no less work to test each.
    """
    kinds = {program.layout.items[item].kind: item for item in bearers if item}
    lists = {active_lists(program.layout, kind) for kind in kinds}
    found = next(iter(lists), None) if len(lists) == 1 else None
    few = found is None or len(bearers) < _FEW * len(found)
    if found is None or few or [*bearers] != sorted(bearers):
        return None
    mine = frozenset(bearers)
    own = v.In(v.Var(this), v.Table(program.constants.add(("bearers", mine), lambda: mine)))
    return v.Loop(
        this, listed(found), [own, _active_of_kinds(program, kinds, v.Var(this), carried)]
    )


_FEW = 4  # bearers that are tested one by one, for each list


def _active_of_kinds(
    program: Program, kinds: Iterable[str], this: v.Value, carried: Ability
) -> v.Value:
    """Whether a thing in the right list is active; kinds with equal conditions are one case."""
    layout, ways = program.layout, dict[object, tuple[set[int], v.Value]]()
    for kind in kinds:
        key, tests = _conditions_of(program, kind, this, carried)
        if layout.changes(kind):
            designs = v.Table(program.constants.designs())
            own = v.Compare("==", v.Cell(v.plus(this, layout.forms)), v.Entry(designs, this))
            key, tests = (key, True), [own, *tests]
        ways.setdefault(key, (set(), v.all_of(tests)))[0].update(layout.kind(kind))
    if len(ways) == 1:
        return next(test for _, test in ways.values())
    return v.any_of([v.all_of([_one_of(program, this, ids), test]) for ids, test in ways.values()])


def _one_of(program: Program, this: v.Value, ids: Iterable[int]) -> v.Value:
    those = frozenset(ids)
    return v.In(this, v.Table(program.constants.add(("bearers", those), lambda: those)))


def _conditions_of(
    program: Program, kind: str, this: v.Value, carried: Ability
) -> tuple[object, list[v.Value]]:
    """The conditions other than the list on which it depends; with a key that is equal for equal
    conditions.
    """
    board, item = program.board, core.Reg(thing(kind), NOWHERE, 0)
    above = [board.kinds[name] for name in board.ancestors(kind)]
    condition = next((k.name for k in above if k.active_while), "")
    tests = _active_as(program, this, item, carried)[1:]
    return (active_places(board, kind), condition), tests


def active_as(program: Program, bearer: Thing, this: v.Value, carried: Ability | Option) -> v.Value:
    """Whether a thing that has become another has an ability of this definition, or kind."""
    designs = program.designs_of(bearer)
    ways = []
    for kind in program.board.below(bearer.kind) if bearer.each else (bearer.kind,):
        those = frozenset(d for d in designs if program.layout.items[d].kind == kind)
        item = core.Reg(thing(kind), NOWHERE, 0)
        ways.append(
            v.all_of([_looks(program, this, those), *_active_as(program, this, item, carried)])
        )
    return v.any_of(ways)


def _looks(program: Program, this: v.Value, designs: frozenset[int]) -> v.Value:
    now = v.Cell(v.Arith("+", this, v.Const(program.layout.forms)))
    if len(designs) == 1:
        return v.Compare("==", now, v.Const(*designs))
    return v.In(now, v.Table(program.constants.add(designs, lambda: designs)))


def _active_as(
    program: Program, this: v.Value, item: core.Expr, carried: Ability | Option
) -> list[v.Value]:
    """Whether an ability that a thing carries because it looks like one of a kind is active."""
    emit, silences = program.emitter(lambda _: this), SILENCED in program.checked.functions
    conditions = active_conditions(program.board, item, carried, silences)
    return [_in_place(program, item.type.of, this), *map(emit, conditions)]


def _in_place(program: Program, kind: str, this: v.Value) -> v.Value:
    where = program.active_range(kind)
    if where is None:
        return v.Const(True)
    if where is SOMEWHERE:
        return v.Compare("!=", v.Cell(this), v.Const(0))
    return v.Between(where[0], v.Cell(this), where[-1])


def owner_of(program: Program, this: int) -> v.Value:
    """*you* of an ability: 0 for the pack's own, for which it is the actor."""
    if not this:
        return v.Const(0)
    if program.layout.items[this].kind == "player":
        return v.Const(this)
    return owner_of_node(program, v.Const(this))


def owner_of_node(program: Program, this: v.Value) -> v.Value:
    return v.Cell(v.Arith("+", this, v.Const(program.layout.owner)))


def resets_design_out_of_play(program: Program, kind: str) -> bool:
    """Whether such things may be tokens, or may have changed, until they leave play."""
    return program.layout.changes(kind) or program.board.may_be_token(kind)


def changed(program: Program) -> v.Value:
    """The things that have become others."""
    return v.Zone(v.Const(len(program.layout.zones)))


def kind_test(program: Program, ability: CheckedAbility, item: v.Value) -> v.Value | None:
    verb, kind = ability.event.verb, ability.event.kind
    movement = VERBS.movements.get(verb)
    comes_later = movement is not None and movement.takes is From.SUPPLY  # there is no thing yet
    if not (verb and kind) or (comes_later and ability.hook == "instead"):
        return None
    return of_kind(program, item, kind)


def of_kind(program: Program, item: v.Value, kind: str) -> v.Value:
    looks = form(program.layout, item, kind)
    return v.In(looks, v.Table(program.constants.members(kind)))


def ability_test(program: Program, ability: CheckedAbility) -> str:
    """A function of (s, z, actor, this, it, there, you) and of the arguments of a rule."""
    key = id(ability)
    if key not in program.tests:
        assert ability.test is not None
        emit = program.emitter(lambda i: v.Var(f"a{i}"))
        test = ability.test
        window = ability.routine.window
        # The test does not take the block in which a cancelled event continues.
        own = window is not None and window.resume_block is not None
        takes = [f"a{i}" for i in range(ability.routine.takes - own)]
        program.tests[key] = program.code.function(takes, emit(test), test.span)
    return program.tests[key]


def listed(lists: range) -> Value:
    """The content of some lists of things, in the order of their numbers."""
    if len(lists) == 1:
        return Zone(Const(lists.start))
    return call("in_lists", ZONES, Const(lists.start), Const(lists.stop))
