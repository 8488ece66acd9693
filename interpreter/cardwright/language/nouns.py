"""From the node of a noun phrase to a typed expression: one thing, or a set with its filters."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board import paths
from cardwright.board.types import FLAG, NUMBER, PLAYER, Type, thing
from cardwright.language import core, phrases
from cardwright.language.core import Expr
from cardwright.language.nounwords import article
from cardwright.language.phrases import group_words, lit, none
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node, Word
from cardwright.source.text import Span
from cardwright.source.words import did_you_mean

Test = Callable[[Expr, Scope], Expr]


def noun_phrase(node: Node, scope: Scope, expect: Type | None = None) -> Expr:
    """A `np`, `inner` or `ofnp` node as an expression."""
    words = node.node("words")
    assert words is not None
    groups = group_words(words)
    single = groups[0][0] if len(groups) == 1 and len(groups[0]) == 1 else None
    of, mods, det = node.node("of"), _hoisted(_mods(node), scope), node.word("DET")
    if single and not det and _alias(node) is None:
        found = _single(single, of, mods, scope, expect, node.span)
        if found is not None:
            return found
    if len(groups) == 2 and not of and not mods and not det:
        qualified = _qualified(groups, scope)
        if qualified is not None:
            return qualified
    if len(groups) == 1 and len(groups[0]) > 1 and not of and not mods:
        return _alternatives(groups[0], scope, expect, node.span)
    return _set(groups, det, of, mods, _alias(node), scope, node.span)


def _mods(node: Node) -> list[Node]:
    kinds = ("located", "with_no", "with_some", "where", "within", "next_to", "without")
    return [n for n in node.nodes() if n.kind in kinds]


def _hoisted(mods: list[Node], scope: Scope) -> list[Node]:
    """`cards on track where ...`: what follows a zone or one thing describes the cards."""
    found: list[Node] = []
    for mod in mods:
        inner = mod.nodes()[-1] if mod.kind == "located" and mod.nodes() else None
        more = _mods(inner) if inner is not None and inner.kind == "inner" else []
        if inner is None or not more or _names_several(inner, scope):
            found.append(mod)
            continue
        bare = Node("inner", tuple(p for p in inner.parts if p not in more), inner.span)
        found.append(Node(mod.kind, (*mod.parts[:-1], bare), mod.span))
        found += _hoisted(more, scope)
    return found


def _names_several(inner: Node, scope: Scope) -> bool:
    """Whether a phrase is a set by its noun, so that what follows narrows that set."""
    words = inner.node("words")
    assert words is not None
    word, of = words.words()[-1], inner.node("of")
    if (
        of is not None and len(words.words()) == 1
    ):  # `place of cart` is one, `carts of player` are several
        return _is_set(word, of, scope)
    return word.text not in scope.names and scope.world.board.noun(word.text) is not None


def _alias(node: Node) -> Word | None:
    return node.word("NAME")


def of_argument(node: Node, scope: Scope, expect: Type | None = None) -> Expr:
    """What follows *of*: a name, an *of* chain, or an expression in parentheses."""
    from cardwright.language.expressions import expression

    if node.kind == "of":
        inner = node.nodes()[0]
        return of_argument(inner, scope, expect)
    if node.kind == "paren":
        return expression(node.parts[0], scope, expect)
    return noun_phrase(node, scope, expect)


def _single(
    word: Word, of: Node | None, mods: list[Node], scope: Scope, expect: Type | None, span: Span
) -> Expr | None:
    if of is None and not mods:
        return phrases.name(word, scope, expect)
    if of is None:
        bound = phrases.name(word, scope) if word.text in scope.names else None
        return _modified(bound, mods, scope) if bound is not None and bound.type.many else None
    if of.word("EACH"):
        return None
    declared = scope.world.declared.definitions.get(word.text)
    if declared and len(declared.takes) > 1:
        return _call(word, of, mods, scope, span)
    if _is_set(word, of, scope):
        return None
    takes = declared.takes if declared else ()
    wanted = phrases.named_of(takes[0].type, scope) if takes else None
    argument = of_argument(of, scope, wanted)
    found = phrases.property_of(word.text, argument, scope, span)
    if isinstance(found, core.Position) and mods:
        return core.Position(NUMBER, span, found.of, _location(mods[0], scope))
    if found is None:
        if scope.world.board.noun(word.text):
            return None
        raise _no_property(word, argument, scope)
    return _modified(found, mods, scope) if mods else found


def _is_set(word: Word, of: Node, scope: Scope) -> bool:
    """`carts of player` is a set: a plural noun, unless it is also a field's name."""
    noun = scope.world.board.noun(word.text)
    if noun is None:
        return False
    board = scope.world.board
    if word.text in board.zones and board.zones[word.text].each_player:
        return False
    return noun[1] and not any(word.text in k.fields for k in board.kinds.values())


def _modified(source: Expr, mods: list[Node], scope: Scope) -> Expr:
    """A set that a name stands for, narrowed by what follows it."""
    if not source.type.many:
        raise Problem("CW217", f"this is one {source.type}, not a set", mods[0].span)
    return _filtered(source, source.type.of, mods, scope, source.span, ())


def _no_property(word: Word, of: Expr, scope: Scope) -> Problem:
    names = properties(of.type, scope)
    help = did_you_mean(word.text, names)
    if not help and names:
        help = "it has " + ", ".join(f"`{n}`" for n in names[:8])
    kind = of.type.of
    if word.text in names:
        known = ", ".join(f"`{name}`" for name in scope.names) or "nothing"
        message = f"here `{of.span.text}` is no single {kind}"
        return Problem("CW212", message, of.span, f"known by name: {known}")
    what = article(kind or of.type.base)
    return Problem("CW212", f"{what} has no `{word.text}`", word.span, help)


def properties(type: Type, scope: Scope) -> list[str]:
    board = scope.world.board
    if type.base != "thing" or type.of not in board.kinds:
        return []
    own = [n for n in board.fields(type.of) if n not in ("order", "title")]
    defined = [
        d.name
        for d in scope.world.declared.definitions.values()
        if len(d.takes) == 1 and phrases.fits(type, d.takes[0].type, scope)
    ]
    zones = [z.name for z in board.zones.values() if z.each_player and type == PLAYER]
    return own + defined + zones


def _call(word: Word, of: Node, mods: list[Node], scope: Scope, span: Span) -> Expr:
    """`presence of player on base`: a definition with several parameters."""
    declared = scope.world.declared.definitions[word.text]
    nodes: list[Node] = [of]
    for mod in mods:
        nodes += _spread(mod)
    if len(nodes) != len(declared.takes):
        pattern = declared.span.source.text[declared.span.start :].split(":", 1)[0]
        raise Problem(
            "CW218",
            f"`{word.text}` takes {len(declared.takes)} things, found {len(nodes)}",
            span,
            f"write it as `{pattern}`",
        )
    args = []
    for node, parameter in zip(nodes, declared.takes, strict=True):
        expect = phrases.named_of(parameter.type, scope)
        args.append(checked_argument(of_argument(node, scope, expect), expect, node.span, scope))
    return phrases.call(word.text, tuple(args), scope, span)


def _spread(mod: Node) -> list[Node]:
    """The arguments in `on base` or, for a third one, in `on base with x`."""
    if mod.kind not in ("located", "with_some") or not mod.nodes():
        return [mod]
    inner = mod.nodes()[-1]
    if inner.kind in ("inner", "np") and (more := _mods(inner)):
        parts = tuple(p for p in inner.parts if p not in more)
        return [Node(inner.kind, parts, inner.span), *(n for m in more for n in _spread(m))]
    return [inner]


def checked_argument(arg: Expr, expect: Type, span: Span, scope: Scope) -> Expr:
    word = f"set of {expect.of}" if expect.many else expect.of or expect.base
    matches = arg.type.many == expect.many or arg.type.base == "none"
    if not matches or not phrases.fits(arg.type.one(), expect.of or expect.base, scope):
        raise Problem("CW220", f"expected {word}, found {arg.type}", span)
    return arg


def _qualified(groups: list[list[Word]], scope: Scope) -> Expr | None:
    """`town river`: the kind says which `river` is meant."""
    kind, word = groups[0][0], groups[1][0]
    board = scope.world.board
    if kind.text in board.enums:
        return phrases.literal(word.text, word.span, scope, Type("enum", kind.text))
    if kind.text in board.kinds and not board.noun(word.text):
        return phrases.literal(word.text, word.span, scope, thing(kind.text))
    return None


def _alternatives(words: list[Word], scope: Scope, expect: Type | None, span: Span) -> Expr:
    items = []
    for word in words:
        found = phrases.name(word, scope, expect)
        if found is None:
            raise unknown(word, scope)
        items.append(found)
    return core.SetOf(items[0].type.set(), span, tuple(items))


_POINTERS = {
    "you": "a player who acts; name the player",
    "it": "the thing of an ability; choose one, `as x`",
    "there": "the place of an ability; choose one, `as x`",
    "this": "the definition that carries the text; here is none",
    "actor": "the player whose act an ability answers; name the player",
}


def unknown(word: Word, scope: Scope) -> Problem:
    if word.text in _POINTERS:
        message = f"`{word.text}` has nothing to refer to here"
        return Problem("CW213", message, word.span, f"it means {_POINTERS[word.text]}")
    return Problem("CW211", f"nothing is called `{word.text}` here", word.span,
                   _whose_it_is(word.text, scope) or did_you_mean(word.text, all_names(scope))
                   or f"declare it, or name what is chosen with `, as {word.text}`")  # fmt: skip


def _whose_it_is(text: str, scope: Scope) -> str:
    """Help for the bare name of a property."""
    board, defined = scope.world.board, scope.world.declared.definitions.get(text)
    kinds = [k.name for k in board.kinds.values() if text in k.fields]
    kinds += [defined.takes[0].name] if defined and defined.takes else []
    return f"say whose, as in `{text} of {kinds[0]}`" if kinds else ""


def all_names(scope: Scope) -> list[str]:
    board, declared = scope.world.board, scope.world.declared
    nouns = [w for k in board.kinds.values() for w in (k.name, k.plural)]
    fields = [f for k in board.kinds.values() for f in k.fields]
    words = [*scope.names, *board.state, *declared.definitions, *board.zones, *nouns, *fields]
    return [*words, *board.enums, *sorted(board.value_words())]


# ------------------------------------------------------------------------------- sets


def _set(
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
        tests.append(lambda item, s: _owned(item, kind, _whose(det, s), det.span))
    tests += _adjective_tests(groups[:-1], kind)
    if len(groups[-1]) > 1:
        raise Problem("CW214", "only adjectives can be joined by `or` here", groups[-1][0].span)
    if of is not None:
        tests.append(_of_test(of, kind, scope))
    supply, mods = _in_supply(mods)
    source = core.Domain(thing(kind).set(), span, kind, supply)
    named = () if alias is None else (alias.text,)
    return _filtered(source, kind, mods, scope, span, tuple(tests), named)


def _whose(det: Word, scope: Scope) -> Expr:
    if det.text == "your" and "you" in scope.names:
        return scope.names["you"]
    if det.text == "their" and scope.chooser is not None:
        return scope.chooser
    if det.text == "its" and "it" in scope.names:
        return scope.names["it"]
    raise Problem("CW213", f"`{det.text}` has nobody to refer to here", det.span, "name the player")


def _owned(item: Expr, kind: str, who: Expr, span: Span) -> Expr:
    return core.Compare(FLAG, span, "==", core.Owner(PLAYER.maybe(), span, item), who)


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
        result = phrases.described(group[0], item, kind, scope)
        for word in group[1:]:
            more = phrases.described(word, item, kind, scope)
            result = core.Logic(FLAG, word.span, "or", result, more)
        return result

    return test


def _of_test(of: Node, kind: str, scope: Scope) -> Test:
    value = of_argument(of, scope)
    return lambda item, s: related(item, kind, value, of.span, s)


def related(item: Expr, kind: str, value: Expr, span: Span, scope: Scope) -> Expr:
    """`bases of county`, `carts of player`: the property with a value of that type."""
    board = scope.world.board
    if value.type.one() == PLAYER and board.root(kind) in ("piece", "card"):
        has = core.Owner(PLAYER.maybe(), span, item)
        return _same_or_in(has, value, span)
    found = paths.by_type(board, kind, value.type.one())
    if not found:
        what = article(str(value.type.one()))
        raise Problem("CW212", f"{article(kind)} has nothing that is {what}", span)
    text = value.type.of
    has_value = phrases.path(found, item, scope, span, text)
    assert has_value is not None
    return _same_or_in(has_value, value, span)


def _same_or_in(has: Expr, value: Expr, span: Span) -> Expr:
    if has.type.many and not value.type.many:
        return core.Member(FLAG, span, value, has)
    if value.type.many:
        return core.Member(FLAG, span, has, value)
    return core.Compare(FLAG, span, "==", has, value)


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
    word = groups[-1][-1]
    board = scope.world.board
    names = () if alias is None else (alias.text,)
    enum = board.enum_noun(word.text)
    if enum and len(groups) == 1 and of is None and det is None:
        source: Expr = core.Values(Type("enum", enum, True), span, enum)
        return _filtered(source, enum, mods, scope, span, (), names)
    if det is not None and len(groups) == 1 and of is None:
        who = _whose(det, scope)
        found = phrases.property_of(word.text, who, scope, span)
        if found is None:
            raise _no_property(word, who, scope)
        if alias is None and not mods:
            return found
        return _filtered(_as_set(found, span), found.type.of, mods, scope, span, (), names)
    if alias is not None or mods:
        plain = phrases.name(word, scope) if of is None else None
        if plain is None and of is not None:
            plain = _single(word, of, [], scope, None, span)
        if plain is not None:
            source = _as_set(plain, span)
            return _filtered(source, source.type.of, mods, scope, span, (), names)
    raise unknown(word, scope)


def _as_set(expr: Expr, span: Span) -> Expr:
    if isinstance(expr, core.ZoneOf):
        raise Problem("CW217", "name what is in the zone", span, "as in `cards in deck`")
    if expr.type.many:
        return expr
    return core.SetOf(expr.type.set(), span, (expr,))


def _filtered(
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
            zone = _location(mod, scope)
            source = core.Contents(source.type, mod.span, zone)
            if not _holds_only(zone, kind, scope):
                tests = (*tests, lambda item, s: core.IsKind(FLAG, span, item, kind))
            mods = [m for m in mods if m is not mod]
            break
    names = named or (kind,)
    inner, var = scope.with_variable(names, source.type.one(), span)
    conditions = [test(var, scope) for test in tests]
    differences = [m for m in mods if m.kind == "without"]
    conditions += [_mod_test(m, var, kind, inner, scope) for m in mods if m.kind != "without"]
    if conditions:
        whole = conditions[0]
        for condition in conditions[1:]:
            whole = core.Logic(FLAG, span, "and", whole, condition)
        source = core.Filter(source.type, span, var.index, source, whole)
    for mod in differences:
        source = core.Difference(source.type, span, source, _location(mod, scope))
    return source


def _is_zone(mod: Node, scope: Scope) -> bool:
    try:
        return _location(mod, scope).type.base == "zone"
    except Problem:
        return False


def _holds_only(zone: Expr, kind: str, scope: Scope) -> bool:
    held = scope.world.board.zones.get(zone.type.of)
    return held is not None and scope.world.board.is_a(held.holds, kind)


def _location(mod: Node, scope: Scope) -> Expr:
    """The place, zone or set behind *in*, *on*, *at*, *from* or *without*."""
    inner = mod.nodes()[-1]
    if inner.kind == "quantified":
        inner = inner.nodes()[-1]
    if inner.kind == "paren":
        return of_argument(inner, scope)
    return noun_phrase(inner, scope)


def _mod_test(mod: Node, item: core.Var, kind: str, inner: Scope, outer: Scope) -> Expr:
    from cardwright.language.expressions import condition, expression

    if mod.kind == "where":
        return condition(mod.parts[0], inner)
    if mod.kind == "located":
        return located(item, kind, _location(mod, outer), mod.span, outer)
    if mod.kind in ("with_no", "with_some"):
        return has(item, mod, inner)
    if mod.kind == "within":
        return _within(item, mod, outer)
    other = of_argument(mod.nodes()[-1], outer)
    field = inner.world.board.field(other.type.of, "neighbours") if other.type.of else None
    if field is None:
        raise Problem("CW212", f"{article(str(other.type))} has no neighbours", mod.span)
    del expression
    return core.Member(FLAG, mod.span, item, core.Get(field.type, mod.span, field, other))


def located(item: Expr, kind: str, where: Expr, span: Span, scope: Scope) -> Expr:
    board = scope.world.board
    here = core.At(phrases.place_type(kind, scope).maybe(), span, item)
    if where.type.base in ("zone", "none"):
        return core.Compare(FLAG, span, "==", here, where)
    on = board.lives_on(kind)
    if not where.type.of or where.type.base != "thing":
        raise Problem("CW220", f"expected a place, found {where.type}", span)
    is_place = kind in board.kinds and board.root(kind) == "place"
    alike = board.is_a(where.type.of, kind) or board.is_a(kind, where.type.of)
    if alike and (is_place or (where.type.many and not on)):
        return _same_or_in(item, where, span)  # `a town in towns of it`: one of a set
    direct = (
        (not on and not is_place)  # a place is nowhere: it has its own place as a property
        or any(board.is_a(where.type.of, k) or board.is_a(k, where.type.of) for k in on)
        or where.type.of == "thing"
    )
    if direct:
        return _same_or_in(here, where, span)
    return related(item, kind, where, span, scope)


def has(item: Expr, mod: Node, scope: Scope) -> Expr:
    """`bases with your miners`, `players with 3 or more carts`."""
    from cardwright.language.amounts import amount_test

    inner = mod.nodes("inner")[0]
    found = possessed(item, inner, scope)
    if mod.kind == "with_no" or mod.kind == "has_no":
        return core.Not(FLAG, mod.span, core.Exists(FLAG, mod.span, found))
    quant = next((n for n in mod.nodes() if n.kind in QUANTS), None)
    return amount_test(found, quant, mod.span, scope)


QUANTS = ("exactly", "up_to", "between", "or_more", "any_number", "every", "some")


def possessed(item: Expr, inner: Node, scope: Scope) -> Expr:
    """The things of the phrase that `item` has: owned by a player, or located there."""
    things = noun_phrase(inner, scope)
    if not things.type.many:
        raise Problem("CW217", "expected a set of things", inner.span)
    kind = things.type.of
    narrowed, var = scope.with_variable((), things.type.one(), inner.span)
    if item.type.one() == PLAYER:
        owner = core.Owner(PLAYER.maybe(), inner.span, var)
        test: Expr = core.Compare(FLAG, inner.span, "==", owner, item)
    else:
        test = located(var, kind, item, inner.span, narrowed)
    return core.Filter(things.type, inner.span, var.index, things, test)


def _within(item: Expr, mod: Node, scope: Scope) -> Expr:
    """`within 1 region of it`: steps along an ordered kind."""
    from cardwright.language.amounts import amount

    word = mod.words("NAME")[0]
    board = scope.world.board
    noun = board.noun(word.text)
    name = noun[0] if noun else board.enum_noun(word.text)  # `1 region`, `2 regions`
    if not name:
        raise unknown(word, scope)
    word = Word("NAME", name, word.span)
    nodes = mod.nodes()
    steps = amount(nodes[0], scope)
    near, origin = _rank(item, word, scope), of_argument(nodes[-1], scope)
    far, span = _rank(origin, word, scope), mod.span
    gap = core.Arith(NUMBER, span, "-", near, far)
    back = core.Arith(NUMBER, span, "-", far, near)
    distance = core.Arith(NUMBER, span, "max", gap, back)
    close = core.Compare(FLAG, span, "<=", distance, steps)
    if not origin.type.optional:
        return close
    known = core.Compare(FLAG, span, ">", far, lit(0, span))  # nothing is near to none
    return core.Logic(FLAG, span, "and", close, known)


def _rank(of: Expr, word: Word, scope: Scope) -> Expr:
    board = scope.world.board
    value: Expr | None = of
    if of.type.of != word.text:
        value = phrases.property_of(word.text, of, scope, word.span)
    if value is None:
        raise _no_property(word, of, scope)
    if value.type.base == "enum":
        return value
    order = board.field(value.type.of, "order")
    assert order is not None
    return core.Get(NUMBER, word.span, order, value)


__all__ = ["has", "lit", "located", "none", "noun_phrase", "of_argument", "possessed", "unknown"]
