"""Adjectives: `opposing`, `damaged`, `north`, as conditions on the things of a noun.

Owns which words may describe a kind: kinds, values of properties, flags, and definitions.
"""

from __future__ import annotations

from cardwright.board import property_paths as paths
from cardwright.board.types import FLAG, thing
from cardwright.language import core, phrases
from cardwright.language.core import Expr
from cardwright.language.nounwords import article
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.slips import meant_by
from cardwright.language.syntax import Word
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span

BUILT_IN = ("opposing", "other", "friendly")
POSSIBLE = {"removable": "remove", "movable": "move"}


def described(word: Word, item: Expr, kind: str, scope: Scope) -> Expr:
    """The condition an adjective puts on `item`."""
    text, span, board = word.text, word.span, scope.world.board
    if text in BUILT_IN:
        return _mine_or_not(text, item, kind, scope, span)
    if text in POSSIBLE:
        return _possible(text, item, kind, scope, span)
    if text in board.kinds and board.is_a(text, kind):
        return core.IsKind(FLAG, span, item, text)
    found = scope.world.by_word(kind, text)
    if found:
        value = phrases.path(found[:1] if _same(found) else found, item, scope, span, text)
        assert value is not None
        return _equals(value, word, scope)
    if (definition := _flag_definition(text, kind, scope)) is not None:
        return phrases.call(definition, (item,), scope, span)
    if text.startswith(("un", "non-")) and (rest := text.removeprefix("un").removeprefix("non-")):
        flag = Word(word.kind, rest, span)
        if scope.world.by_word(kind, rest) or _flag_definition(rest, kind, scope):
            return core.Not(FLAG, span, described(flag, item, kind, scope))
    for definition in _value_definitions(text, kind, scope):
        return _equals(phrases.call(definition, (item,), scope, span), word, scope)
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
    if found and len(found.takes) == 1 and phrases.fits(thing(kind), found.takes[0].type, scope):
        return text if phrases.definition_type(text, scope) == FLAG else None
    return None


def _value_definitions(text: str, kind: str, scope: Scope) -> list[str]:
    found = []
    for name_ in phrases.about(kind, scope):
        type = phrases.definition_type(name_, scope)
        valued = type is not None and type.base in ("enum", "thing") and not type.many
        span = scope.world.declared.definitions[name_].span
        if type is not None and valued and phrases.literal(text, span, scope, type):
            found.append(name_)
    return found


def _equals(value: Expr, word: Word, scope: Scope) -> Expr:
    if value.type.base == "flag":
        return value
    wanted = phrases.literal(word.text, word.span, scope, value.type)
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
    has = item if kind == "player" else phrases.owner(item, kind, scope, span)
    op = "==" if text == "friendly" else "!="
    differs = core.Compare(FLAG, span, op, has, me)
    if text != "opposing" or kind == "player":
        return differs
    owned = core.Compare(FLAG, span, "!=", has, phrases.none(span))
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
    return BUILT_IN if root in ("piece", "player") else ("opposing", "friendly")


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
