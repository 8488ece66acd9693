"""What a menu or a list of branches does not offer: conditions, costs, limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.language import core
from cardwright.language.checker import CheckedOption
from cardwright.language.core import Expr
from cardwright.language.nounwords import spaced
from cardwright.language.payments import payable
from cardwright.machine import naming
from cardwright.machine.evaluate import number
from cardwright.machine.sites import BranchSite, MenuSite, OptionRow
from cardwright.machine.why import Here
from cardwright_tools.whynot_question import Missing, Seen, negated, title


def options(at: Seen, site: MenuSite) -> Iterator[Missing]:
    you = at.question.player
    for index, row in enumerate(site.rows):
        if index in at.question.answers:
            continue
        owner = at.game.program.owner_of(at.game.s, row.this)
        if row.this and owner != you:
            continue  # it is somebody else's
        title = row.declared.title or naming.plain(row.declared.id)
        yield replace(_refusal(at, row, you), name=title)


def _refusal(at: Seen, row: OptionRow, you: int) -> Missing:
    game, program = at.game, at.game.program
    if row.this and not program.is_active(game.s, row.this):
        return Missing("", f"{title(game, row.this)} does not count now")
    if row.limit_cell >= 0 and game.s[row.limit_cell + you]:
        return Missing("", f"it was used already: only once per {spaced(row.declared.limit)}")
    option = next(o for o in program.checked.options if o.declared is row.declared)
    here = at.asking.here(
        {0: ("you", you), 1: (title(game, row.this) if row.this else "", row.this)}
    )
    found = _closed(at, option.test, here)
    if found is not None:
        return found
    if option.cost is not None:
        return _unpaid(at, option, option.cost, here)
    return Missing("", "it is not offered now")


def _unpaid(at: Seen, option: CheckedOption, cost: core.Change, here: Here) -> Missing:
    price, test = number(cost.value, here.env), payable(cost, at.game.program.board)
    assert isinstance(test, core.Compare)
    if hidden := at.asking.look(test, here.env)[1]:
        return Missing("", f"it depends on {hidden}")
    held = max(0, number(test.left, here.env))
    reason = f"it costs {price} {spaced(cost.field.name)}, and you have {held}"
    stand_ins = [spaced(c.name) for c in at.game.program.board.stand_ins(cost.field)]
    return Missing("", f"{reason} with {' and '.join(stand_ins)}" if stand_ins else reason)


def branches(at: Seen, site: BranchSite) -> Iterator[Missing]:
    body = at.body()
    here = at.here(body)
    for node in body:
        if isinstance(node, core.OneOf) and node.span == site.span:
            for branch in node.branches:
                found = _closed(at, branch.test, here)
                if found is not None:
                    yield replace(found, name=branch.label)
            return


def _closed(at: Seen, test: Expr | None, here: Here) -> Missing | None:
    """The condition of an option that does not hold."""
    if test is None:
        return None
    value, hidden = at.asking.look(test, here.env)
    if value:
        return None
    reason = f"it depends on {hidden}" if hidden else here.words.condition(negated(test))
    return Missing("", reason, test, here)
