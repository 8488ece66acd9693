"""Why something is not among the answers of a question.

Takes the statement that asks, goes over what it chooses from, and tells for each thing left
out which part of the condition does not hold. Says nothing of what the player can't see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.described import conjuncts
from cardwright.language.nounwords import spaced
from cardwright.language.uses import nodes
from cardwright.language.wording import Words
from cardwright.machine import naming, sight
from cardwright.machine.evaluate import Env, evaluate, items, number
from cardwright.machine.game import DONE, FRAME, Game, Question
from cardwright.machine.sites import BranchSite, ChooseSite, MenuSite, OptionRow

SHOWN = 12


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is no answer now, and why."""

    name: str
    reason: str


def missing(game: Game) -> list[Missing]:
    """What could be thought of as an answer and is none, each with its first reason."""
    question = game.question
    if question is None:
        return []
    site = game.program.sites[question.site]
    if isinstance(site, ChooseSite):
        return list(_unchosen(game, question, site))
    if isinstance(site, MenuSite):
        return list(_options(game, question, site))
    return list(_branches(game, site)) if isinstance(site, BranchSite) else []


def told(game: Game, words: str = "") -> list[str]:
    """Lines for a person; only what has these words in its name, when there are any."""
    found = missing(game)
    if words:
        found = [m for m in found if words.casefold() in m.name.casefold()]
    if not found:
        return ["Nothing more is known that could stand on the list."]
    reasons: dict[str, list[str]] = {}
    for one in found:
        reasons.setdefault(one.reason, []).append(one.name)
    return [f"{_listed(names)}: {reason}" for reason, names in reasons.items()]


def _listed(names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return ", ".join(known[:SHOWN]) + more


def _env(game: Game) -> Env:
    return Env(game.program, game.s, game.z, tuple(game.frames[-1][FRAME:]))


def _words(game: Game) -> Words:
    return Words(game.program.checked.declared, {0: "you"})


# ------------------------------------------------------------------------------ choices


def _unchosen(game: Game, question: Question, site: ChooseSite) -> Iterator[Missing]:
    statement = _statement(game, site)
    if statement is None:
        return
    env, offered = _env(game), set(question.answers)
    looks = {_look(game, item) for item in offered if item != DONE}
    for item in _root(statement.source, env):
        if item in offered or not _visible(game, site, item, question.player):
            continue
        reason = _reason(game, site, statement, item, env)
        if reason and (not site.alike or _look(game, item) not in looks):
            yield Missing(_name(game, site, item), reason)


def _visible(game: Game, site: ChooseSite, item: int, player: int) -> bool:
    return site.type.base != "thing" or sight.sees(game, item, player)


def _name(game: Game, site: ChooseSite, item: int) -> str:
    if site.type.base == "thing" and item:
        return naming.title(game.program, item, game)
    return naming.value(game.program, site.type, item)


def _look(game: Game, item: int) -> object:
    looks = game.program.looks
    if not 0 <= item < len(looks) or looks[item] is None:
        return item
    return game.program.alike(())(game.s, item)


def _statement(game: Game, site: ChooseSite) -> core.Choose | None:
    """The checked statement behind a choice; none for the pieces of a `place`."""
    checked = game.program.checked
    routines = [*checked.rules.values(), *checked.effects.values()]
    routines += [option.routine for option in checked.options]
    routines += [ability.routine for ability in checked.abilities]
    for routine in routines:
        for node in nodes(routine.body) if routine.name == site.routine else ():
            if not isinstance(node, core.Choose) or node.span != site.span:
                continue
            if node.source.type.one() == site.type:
                return node
    return None


def _root(source: Expr, env: Env) -> Sequence[int]:
    """All things that the conditions of a set were asked of."""
    while isinstance(source, core.Filter):
        source = source.source
    return items(source, env)


def _reason(game: Game, site: ChooseSite, statement: core.Choose, item: int, env: Env) -> str:
    failed = _failed(statement.source, item, env)
    if failed is not None:
        return _said(game, *failed)
    frame = game.frames[-1]
    chosen: Sequence[int] = frame[site.chosen]  # type: ignore[assignment]
    if item in chosen and not site.again:
        return "it is chosen already"
    for limit in statement.limits:
        most = number(limit.number, env)
        groups = [evaluate(limit.key, env.bind(limit.var, x)) for x in chosen]
        if groups.count(evaluate(limit.key, env.bind(limit.var, item))) >= most:
            return f"at most {most} per {spaced(limit.key.type.of or 'kind')}"
    return ""


def _failed(source: Expr, item: int, env: Env) -> tuple[Expr, int] | None:
    """The first part of a condition that does not hold for the item, and its variable."""
    filters: list[core.Filter] = []
    while isinstance(source, core.Filter):
        filters.append(source)
        source = source.source
    for found in reversed(filters):
        for test in conjuncts(found.test):
            if not evaluate(test, env.bind(found.var, item)):
                return test, found.var
    return None


def _said(game: Game, test: Expr, var: int) -> str:
    words = _words(game).bound(var, "it")
    if isinstance(test, core.Not) and isinstance(test.of, core.Forbidden):
        return "a prohibition keeps that from happening"
    return words.condition(_negated(test))


def _negated(test: Expr) -> Expr:
    return test.of if isinstance(test, core.Not) else core.Not(test.type, test.span, test)


# ------------------------------------------------------------------------ menus, branches


def _options(game: Game, question: Question, site: MenuSite) -> Iterator[Missing]:
    for index, row in enumerate(site.rows):
        if index not in question.answers:
            title = row.declared.title or naming.plain(row.declared.id)
            owner = game.program.owner_of(game.s, row.this)
            if row.this and owner != question.player:
                continue  # it is somebody else's
            yield Missing(title, _refusal(game, row, question.player))


def _refusal(game: Game, row: OptionRow, you: int) -> str:
    if row.this and not game.program.is_active(game.s, row.this):
        return f"{naming.title(game.program, row.this)} does not count now"
    if row.limit_cell >= 0 and game.s[row.limit_cell + you]:
        return f"only once per {spaced(row.declared.limit)}"
    option = next(o for o in game.program.checked.options if o.declared is row.declared)
    env = Env(game.program, game.s, game.z, (you, row.this))
    if option.test is not None and not evaluate(option.test, env):
        return _words(game).condition(_negated(option.test))
    if option.cost is not None:
        price = number(option.cost.value, env)
        return f"it costs {price} {spaced(option.cost.field.name)}"
    return "it is not offered now"


def _branches(game: Game, site: BranchSite) -> Iterator[Missing]:
    checked = game.program.checked
    bodies = [*checked.rules.values(), *checked.effects.values()]
    bodies += [option.routine for option in checked.options]
    bodies += [ability.routine for ability in checked.abilities]
    for routine in bodies:
        for node in nodes(routine.body) if routine.name == site.routine else ():
            if isinstance(node, core.OneOf) and node.span == site.span:
                yield from _closed(game, node)
                return


def _closed(game: Game, statement: core.OneOf) -> Iterator[Missing]:
    env = _env(game)
    for branch in statement.branches:
        if branch.test is not None and not evaluate(branch.test, env):
            yield Missing(branch.label, _words(game).condition(_negated(branch.test)))
