"""The options that a menu or a `choose one` does not offer: conditions, costs, limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.backends.core.definitions import is_active
from cardwright.backends.core.evaluate import number
from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import CheckedCost
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.hir import conjuncts
from cardwright.language.inflection import spaced
from cardwright.program.decision_points import BranchPoint, MenuPoint, OptionRow
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.provenance import Scope
from cardwright.runtime.question_texts import branch_label
from cardwright.source.text import NOWHERE
from cardwright_tools.why.forbidden import forbidden_by
from cardwright_tools.why.question import MissingAnswer, QuestionView, negated, title


def missing_options(view: QuestionView, site: MenuPoint) -> Iterator[MissingAnswer]:
    """The missing options of the pack and of the asked player's things."""
    you = view.question.player
    for row in _closed_rows(view, site):
        if not row.this or _owner(view, row) == you:
            yield _named(row, _refusal(view, row, site))


def others_options(view: QuestionView, site: MenuPoint) -> Iterator[MissingAnswer]:
    """The missing options of others' things, with the location of the thing if it may be known."""
    for row in _closed_rows(view, site):
        if row.this and _owner(view, row) != view.question.player:
            yield _named(row, MissingAnswer("", _not_yours(view, row.this)))


def _closed_rows(view: QuestionView, site: MenuPoint) -> Iterator[OptionRow]:
    yield from (row for i, row in enumerate(site.rows) if i not in view.question.answers)


def _owner(view: QuestionView, row: OptionRow) -> int:
    return view.game.program.owner_of(view.game.s, row.this)


def _named(row: OptionRow, found: MissingAnswer) -> MissingAnswer:
    name = row.declared.title or naming.as_title(row.declared.id)
    return replace(found, name=name, other_names=names(row))


def names(row: OptionRow) -> tuple[str, ...]:
    """The names of an option: its id, its title, and the thing that carries it."""
    bearer = row.declared.bearer
    carried = (bearer.id, bearer.title) if bearer else ()
    return tuple(name for name in (row.declared.id, row.declared.title, *carried) if name)


def _not_yours(view: QuestionView, this: int) -> str:
    game, name = view.game, title(view.game, this)
    if missing := view.absence(this):
        return missing
    if not view.sees(this):
        return f"you can't see {name}"
    return f"{name} is {_place(game, this)}{', not yours' if game.s[this] else ''}"


def _place(game: Game, this: int) -> str:
    """`in Kept of Jade`, `on Gate`, `in supply`."""
    place = game.s[this]
    if not place:
        return "in supply"
    preposition = "in" if visibility.zone_at(game.program, place) else "on"
    return f"{preposition} {title(game, place)}"


def _inactive(view: QuestionView, row: OptionRow) -> str:
    """Where a thing must be to be active, and where it is if that may be seen."""
    game, this = view.game, row.this
    if not view.sees(this):
        return f"you can't see {title(game, this)}"
    if game.program.is_in_place(game.s, this):
        return f"{title(game, this)} is not active now: {_failing(view, row)}"
    zone = game.program.board.active_zone(game.program.layout.items[this].kind)
    where = f"in {naming.as_title(zone)}" if zone else "when it is somewhere"
    return f"{title(game, this)} is active only {where}, and it is {_place(game, this)}"


def _failing(view: QuestionView, row: OptionRow) -> str:
    """The conditions for an option of a thing to count that are not met."""
    program, functions = view.game.program, view.game.program.checked.functions
    here = view.asking.scope({}).bind(0, row.this, title(view.game, row.this))
    it = core.Var(thing(program.layout.form(view.game.s, row.this).kind), NOWHERE, 0)
    for test in active_conditions(program.board, it, row.declared, SILENCED in functions):
        value, hidden = view.asking.read(test, here.env)
        if hidden or not value:
            said: Expr = test
            if isinstance(test, core.Call) and test.name not in program.board.keywords:
                said = functions[test.name].body
            return f"it depends on {hidden}" if hidden else here.words.condition(negated(said))
    return ""


def _refusal(view: QuestionView, row: OptionRow, site: MenuPoint) -> MissingAnswer:
    game, program, you = view.game, view.game.program, view.question.player
    bearer = row.declared.bearer
    if bearer is not None and row.this not in program.bearing(bearer, game.s):
        return MissingAnswer("", f"{title(game, row.this)} is not {bearer.title} now")
    if row.this and not is_active(row.this, row.declared, view.env()):
        return MissingAnswer("", _inactive(view, row))
    if row.limit_cell >= 0 and game.s[row.limit_cell + you]:
        return MissingAnswer("", f"it was already used: only once per {spaced(row.limit)}")
    option = next(o for o in program.checked.options if o.declared is row.declared)
    frame = game.frames[-1]
    given = [value(game.s, game.z, frame) for value in site.arguments]
    known = {0: ("you", you), 1: (title(game, row.this) if row.this else "", row.this)}
    here = view.asking.scope(known | {at: ("", value) for at, value in enumerate(given, 2)})
    found = _closed(view, option.test, here) or _closed(view, option.able, here)
    if found is not None:
        return found
    if option.cost is not None:
        return _unpaid(view, option.cost, here)
    return MissingAnswer("", "it is not offered now")


def _unpaid(view: QuestionView, checked: CheckedCost, here: Scope) -> MissingAnswer:
    test, cost = checked.test, checked.said
    if hidden := view.asking.read(test, here.env)[1]:
        return MissingAnswer("", f"it depends on {hidden}")
    if not isinstance(cost, core.Assign) or not isinstance(test, core.Compare):
        said = english_of(view.game.program.checked).cost(cost, ("you",))
        return MissingAnswer("", f"it costs {said}, which can't be paid in full")
    price = number(test.right, here.env)
    held = max(0, number(test.left, here.env))
    reason = f"it costs {price} {spaced(cost.field.name)}, and you have {held}"
    substitutes = [spaced(c.name) for c in view.game.program.board.substitutes(cost.field)]
    return MissingAnswer(
        "", f"{reason} with {' and '.join(substitutes)}" if substitutes else reason
    )


def missing_branches(view: QuestionView, site: BranchPoint) -> Iterator[MissingAnswer]:
    here = view.here(view.body(site.statement))
    for at, branch in enumerate(site.statement.branches):
        found = _closed(view, branch.test, here) or _closed(view, branch.able, here)
        if found is not None:
            label = branch_label(view.game.program, site, at)
            yield replace(found, name=label, other_names=(branch.id,))


def _closed(view: QuestionView, test: Expr | None, here: Scope) -> MissingAnswer | None:
    """The failing condition of an option."""
    for part in conjuncts(test) if test is not None else ():
        # The reason could be something hidden; showing the parts after it would reveal that.
        value, hidden = view.asking.read(part, here.env)
        if hidden:
            return MissingAnswer("", f"it depends on {hidden}", part, here)
        if not value:
            reason = forbidden_by(view, part, here) or here.words.condition(negated(part))
            return MissingAnswer("", reason, part, here)
    return None
