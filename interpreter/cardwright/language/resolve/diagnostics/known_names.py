"""The names that are known at a position of a text, as help texts suggest them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Set
from itertools import chain

from cardwright.board.declarations import IN_EFFECT, Field
from cardwright.board.model import Board
from cardwright.board.types import PLAYER, Type
from cardwright.language.declared import TypeName
from cardwright.language.inflection import spaced, with_singular
from cardwright.language.registry import keywords
from cardwright.language.registry.keywords import connection_words
from cardwright.language.resolve import names
from cardwright.language.resolve.scope import Scope

POINTERS = {
    "you": "the acting player; name the player",
    "it": "the thing an ability reacts to; choose one, `as x`",
    "there": "the place an ability reacts to; choose one, `as x`",
    "this": "the definition this text belongs to; there is none here",
    "actor": "the player whose action an ability reacts to; name the player",
}


_OF_PIECES = ("owner", "place", "position")
_BUILT_IN = {"piece": _OF_PIECES, "card": _OF_PIECES, "player": ("position",)}
"""Properties of all things of a root kind."""
_VALUES = ("yes", "none", "supply", "seats")
"""Values that each game has."""
CALLED = "a chosen thing or a member of a loop is called by its kind, or by a name: `, as x`"


def given_names(scope: Scope) -> list[str]:
    """The names that a text gives, the last one last."""
    return [name for name in scope.names if name not in POINTERS]


def itself(scope: Scope, kind: str = "") -> str:
    """How a text names the thing that it is printed on, if that is of this kind, or of any kind."""
    this = scope.names.get("this")
    of = this.type.of if this is not None else ""
    known = of in scope.context.board.kinds and of not in ("thing", "player")
    return f"the {spaced(of)} itself is `this`" if known and kind in ("", of) else ""


def known_of(kind: str, scope: Scope) -> list[str]:
    """The names of things of this kind that are known here, those that a text gives first, the
    last of these before others.
    """
    board = scope.context.board
    things = ((name, value.type) for name, value in scope.names.items() if value.type.is_thing)
    known = [name for name, type in things if board.related(type.of, kind)]
    given = [name for name in reversed(known) if name not in POINTERS]
    return [*given, *(name for name in known if name in POINTERS)]


def all_names(scope: Scope) -> Set[str]:
    """The words of noun phrases that mean something here, for suggestions."""
    return {*scope.context.names, *scope.names, *_VALUES, *connection_words()}


def suggested_properties(type: Type, scope: Scope) -> list[str]:
    """What a misspelt word before `of` may be: also what every thing or zone has, and definitions
    that take more.
    """
    if type.base == "zone":
        return ["top", "bottom"]
    root = scope.context.board.root(type.of) if type.of in scope.context.board.kinds else ""
    more = [
        d.name
        for d in scope.context.declared.definitions.values()
        if len(d.takes) > 1 and names.fits(type, d.takes[0].type, scope)
    ]
    return [*properties(type, scope), *_BUILT_IN.get(root, ()), *more]


def properties(type: Type, scope: Scope) -> list[str]:
    """What can be written before `of` such a thing."""
    board = scope.context.board
    if type.base != "thing" or type.of not in board.kinds:
        return []
    defined = [
        d.name
        for d in scope.context.declared.definitions.values()
        if len(d.takes) == 1 and _surely_fits(type, d.takes[0].type, scope)
    ]
    zones = [z.name for z in board.zones.values() if z.each_player and type.one() == PLAYER]
    return [*fields_of(type.of, board), *defined, *(name for name in zones if name != IN_EFFECT)]


def fields_of(kind: str, board: Board) -> list[str]:
    """The fields and the state of a kind that its pack declares."""
    own = [name for name, field in board.fields(kind).items() if is_nameable(field)]
    several = (board.kinds[one].indexed for one in board.ancestors(kind))
    return [*(name for name in own if name not in ("order", "title")), *chain(*several)]


def is_nameable(field: Field) -> bool:
    """Whether a text can name a field with one word: not if it is one cell of an indexed state, or
    internal to the language."""
    return not field.is_internal and " " not in field.name


def _surely_fits(type: Type, expected: TypeName, scope: Scope) -> bool:
    known = names.declared_type(expected, scope.context.board).base != "unknown"
    return known and names.fits(type, expected, scope)


def is_declared(text: str, scope: Scope) -> bool:
    """Whether a word means something anywhere in the game."""
    return _is_known(text, scope) or any(
        text.startswith(prefix) and _is_known(text.removeprefix(prefix), scope)
        for prefix in ("un", "non-")
    )


def _is_known(text: str, scope: Scope) -> bool:
    context, verbs = scope.context, scope.context.parser.verbs
    return (
        any(text in names for names in _names(scope))
        or text in keywords.built_in(verbs.by_adjective)
        or text in keywords.read_first()
        or text in verbs.by_form
        or text in connection_words()
        or text in ("full", "empty", "source")
        or context.board.face_noun(text) is not None
        or context.board.noun(text) is not None
        or context.board.enum_noun(text) != ""
        or context.copied(text) is not None
        or with_singular(text, (*context.board.state, *context.board.fields("player"))) != ""
    )


def _names(scope: Scope) -> Iterator[Container[str]]:
    """What a text and its game declare, apart from nouns."""
    board, declared = scope.context.board, scope.context.declared
    yield from (scope.names, scope.context.names, board.keywords, declared.rules, declared.menus)
    yield from (kind.rules for kind in board.kinds.values())
