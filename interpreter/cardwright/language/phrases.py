"""Noun phrases: `your damaged carts in town where ...` as typed sets and single things.

Owns how words of a phrase are looked up: variables, then properties and literals, then
kinds with adjectives. Every word must be declared by somebody; else the nearest is named.
"""

from __future__ import annotations

from cardwright.board import paths
from cardwright.board.model import Field
from cardwright.board.types import FLAG, NUMBER, PLAYER, Type, enum, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.nounwords import article
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.slips import meant_by
from cardwright.language.syntax import Node, Word
from cardwright.source.text import Span
from cardwright.source.words import did_you_mean

BUILT_IN_ADJECTIVES = ("opposing", "other", "friendly")
_WHOSE = (PLAYER, PLAYER.maybe())
POSSIBLE = {"removable": "remove", "movable": "move"}


def lit(value: int, span: Span) -> core.Lit:
    return core.Lit(NUMBER, span, value)


def none(span: Span) -> core.Lit:
    return core.Lit(Type("none", optional=True), span, 0)


# ------------------------------------------------------------------------ single names


def name(word: Word, scope: Scope, expect: Type | None = None) -> Expr | None:
    """What one word stands for, or None when it is not a name of its own."""
    board, declared = scope.world.board, scope.world.declared
    text, span = word.text, word.span
    if text in scope.names:
        return _at(scope.names[text], span)
    if expect is not None and (found := literal(text, span, scope, expect)):
        return found
    if text in board.state:
        return core.Get(board.state[text].type, span, board.state[text], None)
    if text in declared.definitions and not declared.definitions[text].takes:
        return call(text, (), scope, span)
    if text in board.zones and not board.zones[text].each_player:
        return zone_of(text, None, span)
    if text == "supply":
        return none(span)
    if text in board.pieces and board.pieces[text] == 1:
        return core.Named(thing(text), span, text, text)
    if text == "seats":
        return zone_of("seats", None, span)
    return None if board.noun(text) else _only_literal(text, span, scope)


def _at(bound: Expr, span: Span) -> Expr:
    if isinstance(bound, core.Reg):
        return core.Reg(bound.type, span, bound.index)
    if isinstance(bound, core.Var):
        return core.Var(bound.type, span, bound.index)
    return bound


def zone_of(zone: str, player: Expr | None, span: Span) -> core.ZoneOf:
    return core.ZoneOf(Type("zone", zone), span, zone, player)


def literal(text: str, span: Span, scope: Scope, expect: Type) -> Expr | None:
    """`text` as a value of the enum or kind that is expected here."""
    board = scope.world.board
    if expect.base == "enum" and text in board.enums[expect.of].values:
        return core.Named(enum(expect.of), span, expect.of, text)
    if expect.base == "thing":
        found = None if expect.of == "thing" else board.instance(expect.of, text)
        if found:
            return core.Named(thing(found.kind), span, found.kind, text)
    return None


def _only_literal(text: str, span: Span, scope: Scope) -> Expr | None:
    board = scope.world.board
    enums = [e for e in board.enums.values() if text in e.values]
    things = board.bearers(text)
    if len(enums) + len(things) > 1:
        kinds = [e.name for e in enums] + [t.kind for t in things]
        choice = " or ".join(f"`{k} {text}`" for k in kinds)
        raise Problem("CW215", f"`{text}` has {len(kinds)} meanings here", span, f"write {choice}")
    if enums:
        return core.Named(enum(enums[0].name), span, enums[0].name, text)
    if things:
        return core.Named(thing(things[0].kind), span, things[0].kind, text)
    return None


def call(name_: str, args: tuple[Expr, ...], scope: Scope, span: Span) -> Expr:
    from cardwright.language.definitions import type_of  # the two call each other

    return core.Call(type_of(name_, scope.world, span), span, name_, args)


# ------------------------------------------------------------------------- properties


def property_of(text: str, of: Expr, scope: Scope, span: Span) -> Expr | None:
    """`text of x`: a definition, `place`, `owner`, `position`, or a path of fields."""
    declared, board = scope.world.declared, scope.world.board
    found = declared.definitions.get(text)
    if found and len(found.takes) == 1 and fits(of.type, found.takes[0].type, scope):
        return call(text, (of,), scope, span)
    if text in board.zones and board.zones[text].each_player and of.type.one() == PLAYER:
        return zone_of(text, of, span)
    if text == "number" and of.type.many:
        return core.Count(NUMBER, span, of)
    if of.type.base != "thing" or of.type.many:
        return None
    if text == "place":
        return core.At(place_type(of.type.of, scope).maybe(), span, of)
    if text == "owner":
        return owner(of, of.type.of, scope, span)
    if text == "position":
        return core.Position(NUMBER, span, of)
    if of.type.of not in board.kinds:
        return None
    found_path = path(paths.by_name(board, of.type.of, text), of, scope, span, text)
    return found_path or _of_a_subkind(text, of, scope, span)


def owner(of: Expr, kind: str, scope: Scope, span: Span) -> core.Owner:
    """Whose it is; pieces and cards are somebody's, and nothing else is."""
    board = scope.world.board
    if kind in board.kinds and board.root(kind) in ("place", "player"):
        message = f"{article(kind)} has no owner; pieces and cards have"
        raise Problem("CW212", message, span, whose_else(kind, scope))
    return core.Owner(PLAYER.maybe(), span, of)


def whose_else(kind: str, scope: Scope) -> str:
    """Help for the owner of what has none: what else says of it whose it is."""
    defined = [name_ for name_ in _about(kind, scope) if _definition_type(name_, scope) in _WHOSE]
    fields = [f.name for f in scope.world.board.fields(kind).values() if f.type in _WHOSE]
    if found := [*defined, *fields]:
        return f"say what makes it yours, as `where {found[0]} of {kind} is you`"
    return "say what makes it yours, as `with your KIND`"


def _of_a_subkind(text: str, of: Expr, scope: Scope, span: Span) -> Expr | None:
    """`points of card`, where only one kind of card has points; others have none."""
    board = scope.world.board
    fields = [board.kinds[k].fields.get(text) for k in board.below(of.type.of)]
    found = [f for f in fields if f is not None]
    if len(found) != 1:
        return None
    return core.Get(found[0].type.maybe(), span, found[0], of)


def fits(type: Type, wanted: str, scope: Scope) -> bool:
    board = scope.world.board
    if wanted in ("number", "flag"):
        return type.base == wanted
    if type.base == "enum":
        return type.of == wanted
    if type.base == "thing" and not type.many:
        return type.of in ("thing",) or board.is_a(type.of, wanted) or board.is_a(wanted, type.of)
    return type.base == "none"


def place_type(kind: str, scope: Scope) -> Type:
    board = scope.world.board
    on = board.lives_on(kind) if kind in board.kinds else ()
    if not on:
        return thing("thing")
    if len(on) == 1:
        return thing(on[0])
    roots = {board.root(k) for k in on}
    return thing(roots.pop() if len(roots) == 1 else "thing")


def path(found: list[paths.Path], of: Expr, scope: Scope, span: Span, text: str) -> Expr | None:
    if not found:
        return None
    if len(found) > 1:
        ways = " or ".join("`" + " of ".join(reversed(p.names)) + "`" for p in found[:3])
        raise Problem("CW215", f"`{text}` can be found in more than one way", span, f"write {ways}")
    return follow(found[0], of, span)


def follow(found: paths.Path, of: Expr, span: Span) -> Expr:
    expr = of
    for step in found.steps:
        optional = expr.type.optional
        type = step.type.maybe() if optional else step.type
        if isinstance(step, Field):
            expr = core.Get(type, span, step, expr)
        elif step.among:
            where = core.At(thing(step.among).maybe(), span, expr)
            expr = core.AsKind(type, span, where, step.kind)
        else:
            expr = core.At(type, span, expr)
    return expr


# ------------------------------------------------------------------------- adjectives


def described(word: Word, item: Expr, kind: str, scope: Scope) -> Expr:
    """The condition an adjective puts on `item`."""
    text, span, board = word.text, word.span, scope.world.board
    if text in BUILT_IN_ADJECTIVES:
        return _mine_or_not(text, item, kind, scope, span)
    if text in POSSIBLE:
        return _possible(text, item, kind, scope, span)
    if text in board.kinds and board.is_a(text, kind):
        return core.IsKind(FLAG, span, item, text)
    found = scope.world.by_word(kind, text)
    if found:
        value = path(found[:1] if _same(found) else found, item, scope, span, text)
        assert value is not None
        return _equals(value, word, scope)
    if (definition := _flag_definition(text, kind, scope)) is not None:
        return call(definition, (item,), scope, span)
    if text.startswith(("un", "non-")) and (rest := text.removeprefix("un").removeprefix("non-")):
        flag = Word(word.kind, rest, span)
        if scope.world.by_word(kind, rest) or _flag_definition(rest, kind, scope):
            return core.Not(FLAG, span, described(flag, item, kind, scope))
    for definition in _value_definitions(text, kind, scope):
        return _equals(call(definition, (item,), scope, span), word, scope)
    raise Problem(
        "CW214",
        f"`{text}` does not describe {article(kind)}",
        span,
        meant_by(text) or did_you_mean(text, adjectives(kind, scope)) or _examples(kind, scope),
    )


def _possible(text: str, item: Expr, kind: str, scope: Scope, span: Span) -> Expr:
    """`removable carts`: those no prohibition keeps the chooser's hands off."""
    me = scope.chooser
    if me is None:
        raise Problem("CW213", f"`{text}` needs somebody who would do it", span)
    banned = core.Forbidden(FLAG, span, POSSIBLE[text], item, me, kind)
    return core.Not(FLAG, span, banned)


def _same(found: list[paths.Path]) -> bool:
    return len({p.steps[-1].name for p in found}) == 1


def _flag_definition(text: str, kind: str, scope: Scope) -> str | None:
    found = scope.world.declared.definitions.get(text)
    if found and len(found.takes) == 1 and fits(thing(kind), found.takes[0].type, scope):
        return text if _definition_type(text, scope) == FLAG else None
    return None


def _value_definitions(text: str, kind: str, scope: Scope) -> list[str]:
    found = []
    for name_ in _about(kind, scope):
        type = _definition_type(name_, scope)
        valued = type is not None and type.base in ("enum", "thing") and not type.many
        span = scope.world.declared.definitions[name_].span
        if type is not None and valued and literal(text, span, scope, type):
            found.append(name_)
    return found


def _about(kind: str, scope: Scope) -> list[str]:
    """The definitions that say something of one thing of a kind."""
    known, one = scope.world.declared.definitions, thing(kind)
    return [d.name for d in known.values()
            if len(d.takes) == 1 and fits(one, d.takes[0].type, scope)]  # fmt: skip


def _definition_type(name_: str, scope: Scope) -> Type | None:
    from cardwright.language.definitions import known_type

    return known_type(name_, scope.world)


def _equals(value: Expr, word: Word, scope: Scope) -> Expr:
    if value.type.base == "flag":
        return value
    wanted = literal(word.text, word.span, scope, value.type)
    assert wanted is not None
    if value.type.many:
        return core.Member(FLAG, word.span, wanted, value)
    return core.Compare(FLAG, word.span, "==", value, wanted)


def _mine_or_not(text: str, item: Expr, kind: str, scope: Scope, span: Span) -> Expr:
    me = scope.chooser
    if me is None:
        raise Problem("CW213", f"`{text}` needs somebody to compare with", span, "say whose")
    if text == "other" and scope.world.board.root(kind) not in ("player", "piece"):
        help = f"for all but one that is named, `{scope.world.board.kinds[kind].plural} without x`"
        raise Problem("CW214", f"`other` does not describe {article(kind)}", span, help)
    has = item if kind == "player" else owner(item, kind, scope, span)
    op = "==" if text == "friendly" else "!="
    differs = core.Compare(FLAG, span, op, has, me)
    if text != "opposing" or kind == "player":
        return differs
    owned = core.Compare(FLAG, span, "!=", has, none(span))
    return core.Logic(FLAG, span, "and", owned, differs)


def adjectives(kind: str, scope: Scope) -> list[str]:
    """Every word that may stand before a noun of this kind."""
    board = scope.world.board
    words = list(_whose_words(scope.world.board.root(kind)))
    edge, seen = [kind], {kind}
    while edge:
        for step in paths.steps_from(board, edge.pop()):
            words += _words_of(step, scope)
            if step.type.is_thing and step.type.of not in seen and step.type.of in board.kinds:
                seen.add(step.type.of)
                edge.append(step.type.of)
    return words


def _whose_words(root: str) -> tuple[str, ...]:
    """Those of the built-in adjectives that may describe things of a root kind."""
    if root == "place":
        return ()
    return BUILT_IN_ADJECTIVES if root in ("piece", "player") else ("opposing", "friendly")


def _words_of(step: paths.Step, scope: Scope) -> list[str]:
    board = scope.world.board
    if step.type.base == "flag":
        return [step.name]
    if step.type.base == "enum":
        return list(board.enums[step.type.of].values)
    if step.type.base == "thing" and step.type.of in board.kinds:
        return [i for k in board.below(step.type.of) for i in board.things.get(k, {})]
    return []


def _examples(kind: str, scope: Scope) -> str:
    words = adjectives(kind, scope)
    shown = ", ".join(words[:8])
    return f"{article(kind)} can be {shown}" + ("..." if len(words) > 8 else "") if words else ""


def group_words(node: Node) -> list[list[Word]]:
    """`hill or outer bases` as [[hill, outer], [bases]]."""
    groups: list[list[Word]] = []
    joined = False
    for part in node.parts:
        if part is None:
            continue
        assert isinstance(part, Word)
        if part.kind == "WORD_OR":
            joined = True
        elif joined:
            groups[-1].append(part)
            joined = False
        else:
            groups.append([part])
    return groups


def named_of(word: str, scope: Scope) -> Type:
    from cardwright.language.definitions import named_type

    return named_type(word, scope.world.board)
