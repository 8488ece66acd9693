"""The things that a choice leaves out, each with the first part of its condition that fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.backends.core.evaluate import Env, evaluate, items, number
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.hir import conjuncts
from cardwright.language.inflection import spaced
from cardwright.program.decision_points import ChoicePoint
from cardwright.runtime import naming, visibility
from cardwright.runtime.game_state import DONE
from cardwright.runtime.provenance import Scope
from cardwright_tools.why.forbidden import forbidden_by
from cardwright_tools.why.question import MissingAnswer, QuestionView, negated


def missing_choices(view: QuestionView, site: ChoicePoint) -> Iterator[MissingAnswer]:
    body = view.body(site.statement)
    if not body:
        return
    here, offered = view.here(body), set(view.question.answers)
    looks = {_look(view, item) for item in offered if item != DONE}
    for item in _root(site.statement.source, view.env()):
        if item in offered or not _visible(view, site, item):
            continue
        found = _reason(view, site, item, here)
        if found and (not site.interchangeable or _look(view, item) not in looks):
            yield replace(found, name=_name(view, site, item))


def _visible(view: QuestionView, site: ChoicePoint, item: int) -> bool:
    return site.type.base != "thing" or visibility.sees(view.game, item, view.question.player)


def _name(view: QuestionView, site: ChoicePoint, item: int) -> str:
    if site.type.base == "thing" and item:
        return naming.title(view.game.program, item, view.game)
    return naming.value(view.game.program, site.type, item)


def _look(view: QuestionView, item: int) -> object:
    looks = view.game.program.appearances
    if not 0 <= item < len(looks) or looks[item] is None:
        return item
    return view.game.program.symmetry_key(view.game.s, item)


def _reason(view: QuestionView, site: ChoicePoint, item: int, here: Scope) -> MissingAnswer | None:
    failed = _failed(view, site.statement.source, item, here)
    if failed is not None:
        test, var = failed
        inner = here.bind(var, item, _name(view, site, item))
        return MissingAnswer("", _explain(view, test, var, item, here), test, inner)
    chosen: Sequence[int] = view.game.frames[-1][site.chosen]  # type: ignore[assignment]
    if item in chosen and not site.again:
        return MissingAnswer("", "it is already chosen")
    env = view.env()
    for limit in site.statement.limits:
        most = number(limit.number, env.bind(limit.var, item))
        groups = [evaluate(limit.key, env.bind(limit.var, x)) for x in chosen]
        if groups.count(evaluate(limit.key, env.bind(limit.var, item))) >= most:
            if limit.implied:
                return MissingAnswer("", f"there is room for {most}")
            return MissingAnswer("", f"at most {most} per {spaced(limit.key.type.of or 'kind')}")
    return None


def _failed(view: QuestionView, source: Expr, item: int, here: Scope) -> tuple[Expr, int] | None:
    """The first part of a condition that fails for an item, and its variable."""
    filters, _ = core.filters(source)
    env = view.env()
    if all(evaluate(f.test, env.bind(f.var, item)) for f in filters):
        return None
    for found in reversed(filters):
        for test in conjuncts(found.test):
            # The reason could be something hidden; showing the parts after it would reveal that.
            value, hidden = view.asking.read(test, here.env.bind(found.var, item))
            if hidden or not value:
                return test, found.var
    return None


def _explain(view: QuestionView, test: Expr, var: int, item: int, here: Scope) -> str:
    if hidden := view.asking.read(test, here.env.bind(var, item))[1]:
        return f"it depends on {hidden}"
    forbidden = forbidden_by(view, test, here.bind(var, item, "it"))
    return forbidden or view.words().bound(var, "it").condition(negated(test))


def _root(source: Expr, env: Env) -> Sequence[int]:
    """All things that the conditions of a set are applied to."""
    return items(core.filters(source)[1], env)
