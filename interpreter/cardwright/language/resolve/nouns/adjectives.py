"""Adjectives: `opposing`, `damaged`, `north`, as conditions on the things of a noun.

Decides which words may describe a kind: kinds, values of properties, flags, and definitions.
"""

from __future__ import annotations

from cardwright.board import property_paths as paths
from cardwright.board.types import FLAG, thing
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.registry.keywords import ADJECTIVES
from cardwright.language.registry.movement import To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve import names
from cardwright.language.resolve.diagnostics.adjective_errors import no_adjective, no_player
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span


def adjective(word: Word, item: Expr, kind: str, scope: Scope) -> hir.Adjective:
    """The condition that an adjective imposes on `item`."""
    if (bare := _negated(word, kind, scope)) is not None:
        test = core.Not(FLAG, word.span, _test(bare, item, kind, scope))
        return hir.Adjective(FLAG, word.span, word.text, test, bare.text)
    return hir.Adjective(FLAG, word.span, word.text, _test(word, item, kind, scope))


def described(item: Expr, word: Word, scope: Scope) -> hir.Adjective | None:
    """`cave is ruby`, `cart is undamaged`: a value of an enum or a flag on the right of *is*.

    None for any other word, and for one that is also the name of something the thing may be.
    """
    board, kind = scope.context.board, item.type.of
    own = board.instance(kind, word.text) or board.state.get(word.text)
    definition = scope.context.declared.definitions.get(word.text)
    if kind not in board.kinds or own or (definition and not definition.takes):
        return None
    bare = _negated(word, kind, scope) or word
    found = scope.context.by_word(kind, bare.text)
    opposite = bare is not word and _flag_definition(bare.text, kind, scope) is not None
    numbered = _flag_definition(bare.text, kind, scope) is not None and bare.text in board.keywords
    if opposite or numbered or any(path.type.base in ("enum", "flag") for path in found):
        return adjective(word, item, kind, scope)
    return None


def _negated(word: Word, kind: str, scope: Scope) -> Word | None:
    """The adjective in `undamaged`, unless the whole word is an adjective itself."""
    rest = word.text.removeprefix("un").removeprefix("non-")
    if not rest or not word.text.startswith(("un", "non-")):
        return None
    if _describes(word.text, kind, scope) or not _describes(rest, kind, scope):
        return None
    return Word(word.kind, rest, word.span)


def _describes(text: str, kind: str, scope: Scope) -> bool:
    """Whether a word is a value, a kind, a flag or a definition that describes the kind."""
    board = scope.context.board
    if text in board.kinds and board.is_a(text, kind):
        return True
    return (
        bool(scope.context.by_word(kind, text)) or _flag_definition(text, kind, scope) is not None
    )


def _test(word: Word, item: Expr, kind: str, scope: Scope) -> Expr:
    found = meaning(word, item, kind, scope)
    if found is None:
        raise no_adjective(word, kind, scope)
    return found


def meaning(word: Word, item: Expr, kind: str, scope: Scope) -> Expr | None:
    """The condition that a word imposes on `item`; None if it does not describe things of the kind.
    Raises CheckError if it can't do so here.
    """
    text, span, board = word.text, word.span, scope.context.board
    if text in ADJECTIVES:
        return _mine_or_not(text, item, kind, scope, span)
    verb = scope.context.parser.verbs.by_adjective.get(text)
    if verb is not None and not verb.noun:
        return _possible(verb, item, kind, scope, word)
    if text in board.kinds and board.is_a(text, kind):
        return core.IsKind(FLAG, span, item, text)
    found = scope.context.by_word(kind, text)
    if found:
        value = names.path(found[:1] if _same(found) else found, item, span, text)
        assert value is not None
        return _equals(value, word, scope)
    if (definition := _flag_definition(text, kind, scope)) is not None:
        called = names.call(definition, (item,), scope, span)
        if called.type == FLAG:
            return called
        return core.Compare(FLAG, span, ">", called, core.lit(0, span))
    if (shows := _shows(word, item, kind, scope)) is not None:
        return shows
    for definition in _value_definitions(text, kind, scope):
        return _equals(names.call(definition, (item,), scope, span), word, scope)
    if verb is not None:  # packs may declare these themselves
        return _possible(verb, item, kind, scope, word)
    return None


def _shows(word: Word, item: Expr, kind: str, scope: Scope) -> Expr | None:
    """`hit dice`, for dice of several kinds: those that show this face, if their kind has it."""
    board = scope.context.board
    faces = [f for f in board.face_fields(kind) if word.text in board.values_of(f.type)]
    shown = [core.Get(face.type, word.span, face, item) for face in faces]
    tests = [_equals(face, word, scope) for face in shown]
    return core.joined("or", tests, word.span) if tests else None


def _possible(verb: Verb, item: Expr, kind: str, scope: Scope, word: Word) -> Expr:
    """`removable carts`: those that no prohibition prevents the chooser from removing."""
    me, span = scope.chooser, word.span
    if me is None:
        raise CheckError("CW213", f"`{word.text}` needs an acting player", span)
    assert verb.movement is not None
    here = core.place_of(item, span) if verb.movement.to is To.NOWHERE else None
    banned = core.Forbidden(FLAG, span, core.action(verb.movement, kind), item, me, here)
    return core.Not(FLAG, span, banned)


def _same(found: list[paths.Path]) -> bool:
    return len({p.steps[-1].name for p in found}) == 1


def _flag_definition(text: str, kind: str, scope: Scope) -> str | None:
    found = scope.context.declared.definitions.get(text)
    if found and len(found.takes) == 1 and names.fits(thing(kind), found.takes[0].type, scope):
        # the number of the keyword says how tough *tough* ones are
        keyword = text in scope.context.board.keywords
        if not keyword and scope.context.definitions.has_error(text):
            raise AlreadyReported(found.span)
        return text if keyword or names.definition_type(text, scope) == FLAG else None
    return None


def _value_definitions(text: str, kind: str, scope: Scope) -> list[str]:
    found = []
    for name_ in names.about(kind, scope):
        type = names.definition_type(name_, scope)
        valued = type is not None and type.base in ("enum", "thing") and not type.many
        span = scope.context.declared.definitions[name_].span
        if type is not None and valued and names.literal(text, span, scope, type):
            found.append(name_)
    return found


def _equals(value: Expr, word: Word, scope: Scope) -> Expr:
    if value.type.base == "flag":
        return value
    expected = names.literal(word.text, word.span, scope, value.type)
    assert expected is not None
    if value.type.many:
        return core.Member(FLAG, word.span, expected, value)
    return core.Compare(FLAG, word.span, "==", value, expected)


def _mine_or_not(text: str, item: Expr, kind: str, scope: Scope, span: Span) -> Expr:
    me = scope.chooser
    if me is None:
        raise no_player(text, scope, span)
    if text == "other" and scope.context.board.root(kind) not in ("player", "piece"):
        several = scope.context.board.kinds[kind].plural
        help = "`other` is for players and pieces, and means those that are not yours; "
        help += f"for all but one that is named `x`, write `{several} without x`"
        raise CheckError("CW214", f"`other` does not describe {article(kind)}", span, help)
    if text == "other" and kind != "player":
        _refuse_all_but_one(kind, span, scope)
    has = item if kind == "player" else names.owner(item, kind, scope, span)
    op = "==" if text == "friendly" else "!="
    differs = core.Compare(FLAG, span, op, has, me)
    if text != "opposing" or kind == "player":
        return differs
    owned = core.Compare(FLAG, span, "!=", has, core.none(span))
    return core.Logic(FLAG, span, "and", owned, differs)


def _refuse_all_but_one(kind: str, span: Span, scope: Scope) -> None:
    """Raises CheckError for `other carts` if carts have a name: all but these, or not yours?"""
    board = scope.context.board
    named = [
        name
        for name, bound in scope.names.items()
        if isinstance(bound, core.Reg)
        and bound.type.base == "thing"
        and bound.type.of in board.kinds
        and board.related(bound.type.of, kind)
    ]
    if named:
        several = board.kinds[kind].plural
        message = f"`other` {several} may be all but `{named[-1]}`, or those that are not yours"
        help = f"write `{several} without {named[-1]}`, or `opposing {several}`"
        raise CheckError("CW214", message, span, help)
