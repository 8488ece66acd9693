"""Sets of things: a kind's noun with its adjectives, its owner, and what narrows it."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board.types import FLAG, Type, thing
from cardwright.language import core, phrases
from cardwright.language.adjectives import described
from cardwright.language.core import Expr
from cardwright.language.nounwords import article
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.slips import meant_by
from cardwright.language.syntax import Node, Word
from cardwright.language.unknown import no_property, unknown, whose_help
from cardwright.language.whereabouts import location, mod_test, related
from cardwright.source.text import Span

Test = Callable[[Expr, Scope], Expr]


def a_noun_set(
    groups: list[list[Word]],
    det: Word | None,
    of: Node | None,
    mods: list[Node],
    alias: Word | None,
    scope: Scope,
    span: Span,
) -> Expr:
    noun = groups[-1][-1]
    found = scope.world.board.noun(noun.text)
    if found is None:
        return _values_or_contents(groups, det, of, mods, alias, scope, span)
    kind = found[0]
    tests: list[Test] = []
    if det is not None:
        tests.append(lambda item, s: _owned(item, kind, whose(det, s), s, det.span))
    tests += _adjective_tests(groups[:-1], kind)
    if len(groups[-1]) > 1:
        raise Problem("CW214", "only adjectives can be joined by `or` here", groups[-1][0].span)
    if of is not None:
        tests.append(_of_test(of, kind, scope))
    supply, mods = _in_supply(mods)
    source = core.Domain(thing(kind).set(), span, kind, supply)
    named = () if alias is None else (alias.text,)
    return narrowed(source, kind, mods, scope, span, tuple(tests), named)


def whose(det: Word, scope: Scope) -> Expr:
    if det.text == "your" and "you" in scope.names:
        return scope.names["you"]
    if det.text == "their" and scope.chooser is not None:
        return scope.chooser
    if det.text == "its" and "it" in scope.names:
        return scope.names["it"]
    message = f"`{det.text}` has nobody to refer to here"
    raise Problem("CW213", message, det.span, whose_help(det, scope))


def _owned(item: Expr, kind: str, who: Expr, scope: Scope, span: Span) -> Expr:
    return core.Compare(FLAG, span, "==", phrases.owner(item, kind, scope, span), who)


def _adjective_tests(groups: list[list[Word]], kind: str) -> list[Test]:
    """One test for each adjective; `not` turns the one behind it round."""
    tests: list[Test] = []
    turned = False
    for group in groups:
        if group[0].text == "not" and len(group) == 1 and not turned:
            turned = True
            continue
        tests.append(
            _turned(_adjective_test(group, kind)) if turned else _adjective_test(group, kind)
        )
        turned = False
    return tests


def _turned(test: Test) -> Test:
    def opposite(item: Expr, scope: Scope) -> Expr:
        found = test(item, scope)
        return core.Not(FLAG, found.span, found)

    return opposite


def _adjective_test(group: list[Word], kind: str) -> Test:
    def test(item: Expr, scope: Scope) -> Expr:
        result = described(group[0], item, kind, scope)
        for word in group[1:]:
            more = described(word, item, kind, scope)
            result = core.Logic(FLAG, word.span, "or", result, more)
        return result

    return test


def _of_test(of: Node, kind: str, scope: Scope) -> Test:
    from cardwright.language.nouns import of_argument  # the two call each other

    value = of_argument(of, scope)
    return lambda item, s: related(item, kind, value, of.span, s)


def _in_supply(mods: list[Node]) -> tuple[bool, list[Node]]:
    for mod in mods:
        words = mod.nodes()[-1].node("words") if mod.kind == "located" else None
        if words is not None and [w.text for w in words.words()] == ["supply"]:
            return True, [m for m in mods if m is not mod]
    return False, mods


def _values_or_contents(
    groups: list[list[Word]],
    det: Word | None,
    of: Node | None,
    mods: list[Node],
    alias: Word | None,
    scope: Scope,
    span: Span,
) -> Expr:
    from cardwright.language.nouns import one_thing  # the two call each other

    word = groups[-1][-1]
    board = scope.world.board
    names = () if alias is None else (alias.text,)
    enum = board.enum_noun(word.text)
    if enum and len(groups) == 1 and of is None and det is None:
        source: Expr = core.Values(Type("enum", enum, True), span, enum)
        return narrowed(source, enum, mods, scope, span, (), names)
    if det is not None and len(groups) == 1 and of is None:
        who = whose(det, scope)
        found = phrases.property_of(word.text, who, scope, span)
        if found is None:
            raise no_property(word, who, scope)
        if alias is None and not mods:
            return found
        return narrowed(as_set(found, span), found.type.of, mods, scope, span, (), names)
    if alias is not None or mods:
        plain = phrases.name(word, scope) if of is None else None
        if plain is None and of is not None:
            plain = one_thing(word, of, [], scope, None, span)
        if plain is not None:
            source = as_set(plain, span)
            return narrowed(source, source.type.of, mods, scope, span, (), names)
    for before in (w for group in groups[:-1] for w in group):
        if help := meant_by(before.text):
            raise Problem("CW214", f"`{before.text}` describes nothing", before.span, help)
    raise unknown(word, scope)


def as_set(expr: Expr, span: Span) -> Expr:
    if isinstance(expr, core.ZoneOf):
        raise Problem("CW217", "name what is in the zone", span, "as in `cards in deck`")
    if expr.type.many:
        return expr
    return core.SetOf(expr.type.set(), span, (expr,))


def narrowed(
    source: Expr,
    kind: str,
    mods: list[Node],
    scope: Scope,
    span: Span,
    tests: tuple[Test, ...],
    named: tuple[str, ...] = (),
) -> Expr:
    """`source` narrowed by tests and modifiers, in the order they were written."""
    for mod in mods:
        if mod.kind == "located" and _is_zone(mod, scope) and isinstance(source, core.Domain):
            zone = location(mod, scope)
            source = core.Contents(source.type, mod.span, zone)
            if not _holds_only(zone, kind, scope):
                tests = (*tests, lambda item, s: core.IsKind(FLAG, span, item, kind))
            mods = [m for m in mods if m is not mod]
            break
    names = named or (kind,)
    inner, var = scope.with_variable(names, source.type.one(), span)
    conditions = [test(var, scope) for test in tests]
    differences = [m for m in mods if m.kind == "without"]
    conditions += [mod_test(m, var, kind, inner, scope) for m in mods if m.kind != "without"]
    if conditions:
        whole = conditions[0]
        for condition in conditions[1:]:
            whole = core.Logic(FLAG, span, "and", whole, condition)
        source = core.Filter(source.type, span, var.index, source, whole)
    for mod in differences:
        source = core.Difference(source.type, span, source, _taken_out(mod, kind, scope))
    return source


def _taken_out(mod: Node, kind: str, scope: Scope) -> Expr:
    """What `without` takes out of a set, which has such things."""
    found, board = location(mod, scope), scope.world.board
    of = found.type.of
    if found.type.base == "thing" and not (board.is_a(of, kind) or board.is_a(kind, of)):
        message = f"{article(kind)} is never {article(of)}, so there is nothing to take out"
        described = isinstance(found, core.Named) and scope.world.by_word(kind, found.name)
        help = f"`with no {board.kinds[of].plural}`"
        if described:
            help = f"`not {found.span.text} {board.kinds[kind].plural}`"
        raise Problem("CW220", message, mod.span, f"write {help}")
    return found


def _is_zone(mod: Node, scope: Scope) -> bool:
    try:
        return location(mod, scope).type.base == "zone"
    except Problem:
        return False


def _holds_only(zone: Expr, kind: str, scope: Scope) -> bool:
    held = scope.world.board.zones.get(zone.type.of)
    return held is not None and scope.world.board.is_a(held.holds, kind)
