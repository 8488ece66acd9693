"""Resolves single words of a phrase, and properties of things.

Decides how words are looked up: variables, then literals, state, definitions and zones; and the
properties of things, by name or along a path. Every word must be declared.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.board import property_paths as paths
from cardwright.board.built_in import SOURCE_CELL
from cardwright.board.declarations import SOURCE, Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER, PLAYER, UNKNOWN, Type, design, enum, thing
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.declared import Parameter, TypeName
from cardwright.language.inflection import article
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span

_WHOSE = (PLAYER, PLAYER.maybe())


# ------------------------------------------------------------------------ single names


def name(word: Word, scope: Scope, expect: Type | None = None) -> Expr | None:
    """The meaning of a word, or None if it is not a name by itself."""
    board, declared = scope.context.board, scope.context.declared
    text, span = word.text, word.span
    if text in scope.names:
        return _at(scope.names[text], word, scope)
    if expect is not None and (found := literal(text, span, scope, expect)):
        return found
    if text in board.state:
        return core.Get(board.state[text].type, span, board.state[text], None)
    if text in declared.definitions and not declared.definitions[text].takes:
        return call(text, (), scope, span)
    if text in board.zones and not board.zones[text].each_player:
        return zone_of(text, None, span)
    if text == "supply":
        return core.none(span)
    if text in board.pieces and board.pieces[text] == 1:
        return core.Named(thing(text), span, text, text)
    if text == "seats":
        return zone_of("seats", None, span)
    if board.noun(text):
        return None
    found = _only_literal(text, span, scope)
    return found or (_source(span, scope) if text == SOURCE else None)


def _source(span: Span, scope: Scope) -> Expr:
    """The source of what is happening: a state of the game, which only games that ask for it have.

    In the effect of an ability it is the source of the event, and not the ability itself.
    """
    context, allocator = scope.context, scope.allocator
    if context.checked and SOURCE not in context.board.state:
        help = "a game records this only if its own rules use it"
        raise CheckError("CW213", "no `source` is known here", span, help)
    context.asks_source = True
    if allocator.keeps_source:
        return core.Reg(SOURCE_CELL.type, span, allocator.source_register(), word=SOURCE)
    return core.Get(SOURCE_CELL.type, span, SOURCE_CELL, None)


def _at(bound: Expr, word: Word, scope: Scope) -> Expr:
    if isinstance(bound, core.Reg):
        return core.Reg(bound.type, word.span, bound.index, word=word.text)
    if isinstance(bound, core.Var):
        return core.Var(bound.type, word.span, bound.index, word=word.text)
    if isinstance(bound, core.Get) and bound.field.kind in scope.context.declared.lasting:
        return replace(bound, span=word.span)
    return bound


def zone_of(zone: str, player: Expr | None, span: Span) -> core.ZoneOf:
    return core.ZoneOf(Type("zone", zone), span, zone, player)


def literal(text: str, span: Span, scope: Scope, expect: Type) -> Expr | None:
    """`text` as a value of the enum or kind that is expected here."""
    board = scope.context.board
    if expect.base == "enum" and text in board.enums[expect.of].values:
        return core.Named(enum(expect.of), span, expect.of, text)
    if expect.base == "thing":
        found = None if expect.of == "thing" else board.instance(expect.of, text)
        if found:
            return core.Named(thing(found.kind), span, found.kind, text)
    return None


def _only_literal(text: str, span: Span, scope: Scope) -> Expr | None:
    board = scope.context.board
    enums = [e for e in board.enums.values() if text in e.values]
    things = board.things_named(text)
    if len(enums) + len(things) > 1:
        kinds = [e.name for e in enums] + [t.kind for t in things]
        choice = " or ".join(f"`{k} {text}`" for k in kinds)
        raise CheckError("CW215", f"`{text}` is ambiguous here", span, f"write {choice}")
    if enums:
        return core.Named(enum(enums[0].name), span, enums[0].name, text)
    if things:
        return core.Named(thing(things[0].kind), span, things[0].kind, text)
    return None


def call(name_: str, args: tuple[Expr, ...], scope: Scope, span: Span) -> Expr:
    return core.Call(scope.context.definitions.type_of(name_, span), span, name_, args)


# ------------------------------------------------------------------------- properties


def property_of(text: str, of: Expr, scope: Scope, span: Span) -> Expr | None:
    """`text of x`: a definition, `place`, `owner`, `position`, or a path of fields."""
    declared, board = scope.context.declared, scope.context.board
    found = declared.definitions.get(text)
    if found and len(found.takes) == 1 and fits(of.type, found.takes[0].type, scope):
        return call(text, (of,), scope, span)
    if text == "number" and of.type.many:
        return core.Count(NUMBER, span, of)
    if of.type.base != "thing" or of.type.many:
        return None
    if text in board.zones and board.zones[text].each_player and of.type.of == "player":
        return zone_of(text, of, span)
    if text == "place":
        return core.LocationOf(place_type(of.type.of, scope).maybe(), span, of)
    if text == "owner":
        return owner(of, of.type.of, scope, span)
    if text == "position":
        return core.Position(NUMBER, span, of)
    if of.type.of not in board.kinds:
        return None
    if text == "design" and not paths.by_name(board, of.type.of, text):
        return core.DesignOf(design(of.type.of), span, of)
    found_path = path(paths.by_name(board, of.type.of, text), of, span, text)
    return found_path or _of_a_subkind(text, of, scope, span)


def owner(of: Expr, kind: str, scope: Scope, span: Span) -> core.Owner:
    """The owner of a thing; only pieces and cards have one."""
    board = scope.context.board
    if kind in board.kinds and board.root(kind) in ("place", "player"):
        message = f"{article(kind)} has no owner; only pieces and cards have one"
        raise CheckError("CW212", message, span, owner_help(kind, scope))
    return core.Owner(PLAYER.maybe(), span, of)


def owner_help(kind: str, scope: Scope) -> str:
    """Help for the owner of an ownerless thing: what else relates it to a player."""
    defined = [name_ for name_ in about(kind, scope) if definition_type(name_, scope) in _WHOSE]
    fields = [f.name for f in scope.context.board.fields(kind).values() if f.type in _WHOSE]
    if found := [*defined, *fields]:
        return f"specify what makes it yours, as in `where {found[0]} of {kind} is you`"
    return "specify what makes it yours, as in `with your KIND`"


def _of_a_subkind(text: str, of: Expr, scope: Scope, span: Span) -> Expr | None:
    """`points of card`, if only one kind of card has points; for other cards the value is none."""
    board = scope.context.board
    fields = [board.kinds[k].fields.get(text) for k in board.below(of.type.of)]
    found = [f for f in fields if f is not None]
    if text == "face" and (faces := board.face_fields(of.type.of)):
        return _face(faces, of, span)
    if len(found) != 1:
        return None
    return core.Get(found[0].type.maybe(), span, found[0], of)


def _face(faces: tuple[Field, ...], of: Expr, span: Span) -> Expr | None:
    """The face of dice of several kinds, if all are numbers, or words of one enum."""
    *others, last = [core.Get(face.type.maybe(), span, face, of) for face in faces]
    if any(other.type != last.type for other in others):
        return None
    found: Expr = last
    for one in others:
        test = core.IsKind(FLAG, span, of, one.field.kind)
        found = core.Cond(last.type, span, test, one, found)
    return found


def fits(type: Type, expected: TypeName, scope: Scope) -> bool:
    """Whether a single value of a type may be of the expected type; any value may, if that is
    unknown.
    """
    board, name = scope.context.board, expected.name
    if declared_type(expected, board).base == "unknown":
        return True
    if expected.is_set:
        return type.base == "none"
    if name in ("number", "flag"):
        return type.base == name
    if type.base == "enum":
        return type.of == name
    if type.base == "thing" and not type.many:
        return type.of in ("thing",) or board.related(type.of, name)
    return type.base == "none"


def place_type(kind: str, scope: Scope) -> Type:
    board = scope.context.board
    on = board.lives_on(kind) if kind in board.kinds else ()
    if not on:
        return thing("thing")
    if len(on) == 1:
        return thing(on[0])
    roots = {board.root(k) for k in on}
    return thing(roots.pop() if len(roots) == 1 else "thing")


def path(found: list[paths.Path], of: Expr, span: Span, text: str) -> Expr | None:
    if not found:
        return None
    if len(found) > 1:
        raise CheckError(
            "CW215", f"`{text}` can be reached in more than one way", span, _one_way(found)
        )
    return follow(found[0], of, span)


def _one_way(found: list[paths.Path]) -> str:
    """Help to choose one of several paths, if their names tell them apart."""
    ways = dict.fromkeys(f"`{' of '.join(reversed(p.names))}`" for p in found)
    if len(ways) == 1:
        return "give the one you mean a name where it is chosen, as in `..., as NAME`"
    return "write " + " or ".join(list(ways)[:3])


def follow(found: paths.Path, of: Expr, span: Span) -> Expr:
    if len(found.steps) == 1 and isinstance(found.steps[0], Field):
        step = found.steps[0]
        return core.Get(step.type.maybe() if of.type.optional else step.type, span, step, of)
    optional = of.type.optional or any(step.type.optional for step in found.steps[:-1])
    last = found.steps[-1].type
    return hir.Path(last.maybe() if optional else last, span, of, found.steps)


def about(kind: str, scope: Scope) -> list[str]:
    """The definitions with a single parameter of this kind."""
    known, one = scope.context.declared.definitions, thing(kind)
    return [d.name for d in known.values()
            if len(d.takes) == 1 and fits(one, d.takes[0].type, scope)]  # fmt: skip


def definition_type(name_: str, scope: Scope) -> Type | None:
    return scope.context.definitions.known_type(name_)


def declared_type(type: TypeName, board: Board) -> Type:
    """The type that a declaration names; unknown if it doesn't exist, which is reported."""
    found = named_type(type.name, board)
    return found.set() if type.is_set else found


def named_type(name: str, board: Board) -> Type:
    """The type that a word names; unknown if it names none."""
    if name == "number":
        return NUMBER
    if name == "flag":
        return FLAG
    if name in board.enums:
        return enum(name)
    if name in board.kinds or name == "thing":
        return thing(name)
    noun = board.noun(name)
    return thing(noun[0]).set() if noun else UNKNOWN


def type_of(parameter: Parameter, scope: Scope) -> Type:
    return declared_type(parameter.type, scope.context.board)
