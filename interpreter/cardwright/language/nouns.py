"""From the node of a noun phrase to a typed expression: one thing, or a set with its filters."""

from __future__ import annotations

from cardwright.board.types import NUMBER, Type, thing
from cardwright.language import core, phrases
from cardwright.language.core import Expr
from cardwright.language.phrases import group_words
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.sets import a_noun_set, narrowed
from cardwright.language.syntax import Node, Word
from cardwright.language.unknown import no_property, unknown
from cardwright.language.whereabouts import location
from cardwright.source.text import Span


def noun_phrase(node: Node, scope: Scope, expect: Type | None = None) -> Expr:
    """A `np`, `inner` or `ofnp` node as an expression."""
    words = node.node("words")
    assert words is not None
    groups = group_words(words)
    single = groups[0][0] if len(groups) == 1 and len(groups[0]) == 1 else None
    of, mods, det = node.node("of"), _hoisted(_mods(node), scope), node.word("DET")
    if single and not det and _alias(node) is None:
        found = one_thing(single, of, mods, scope, expect, node.span)
        if found is not None:
            return found
    if len(groups) == 2 and not of and not mods and not det:
        qualified = _qualified(groups, scope)
        if qualified is not None:
            return qualified
    if len(groups) == 1 and len(groups[0]) > 1 and not of and not mods:
        return _alternatives(groups[0], scope, expect, node.span)
    return a_noun_set(groups, det, of, mods, _alias(node), scope, node.span)


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
    if of is not None and len(words.words()) == 1:
        return _is_set(word, of, scope)  # `place of cart` is one, `carts of player` are several
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


def one_thing(
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
        return core.Position(NUMBER, span, found.of, location(mods[0], scope))
    if found is None:
        if scope.world.board.noun(word.text):
            return None
        raise no_property(word, argument, scope)
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
    return narrowed(source, source.type.of, mods, scope, source.span, ())


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
