"""Resolves subjects: who acts in a statement, who chooses, and to whom *their* refers."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.types import PLAYER
from cardwright.language import core
from cardwright.language.core import Block
from cardwright.language.resolve.ambiguities.named_kinds import refuse_named, refuse_named_one
from cardwright.language.resolve.ambiguities.omitted_subjects import refuse_omitted
from cardwright.language.resolve.diagnostics.name_errors import (
    like_given,
    named_before,
    named_in_other_text,
)
from cardwright.language.resolve.diagnostics.name_examples import in_game
from cardwright.language.resolve.diagnostics.nearby import Nearby
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.scope import Scope, StatementRule
from cardwright.language.resolve.statements.choices import choose_first
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import intended_verb, intended_word, needless
from cardwright.language.syntax.nodes import Part, rebuilt
from cardwright.source.spelling import did_you_mean

_JOINS = ("and", "then")


def with_subject(rule: StatementRule) -> StatementRule:
    """A rule for a statement that may have a subject: the one who chooses, and to whom *their*
    refers.
    """

    def resolved(node: ast.Acting, scope: Scope) -> Block:
        phrase = node.subject
        if phrase is None:
            refuse_omitted(node, scope)
            return rule(node, scope)
        refuse = refuse_named if isinstance(phrase.quantifier, ast.Every) else refuse_named_one
        refuse(phrase.quantifier, phrase.value, scope)
        who = _subject(phrase, scope)
        if who.type.one() != PLAYER:
            raise CheckError("CW220", f"expected a player, found {who.type}", phrase.span)
        rest = _without_subject(node, phrase)
        if not who.type.many:
            return rule(rest, replace(scope, subject=who))
        if not isinstance(phrase.quantifier, ast.Every):
            raise CheckError(
                "CW219", "specify which players act", phrase.span, _which(phrase, scope)
            )
        inner = scope.inner()
        player = inner.subject = inner.bind_register("player", PLAYER, phrase.span)
        inner.each = "player"
        return (core.ForEach(node.span, player.index, who, rule(rest, inner)),)

    return resolved


def _which(phrase: ast.Phrase, scope: Scope) -> str:
    """Help for `a player gains 1 gold` and `other players gain 1 gold`."""
    noun = phrase.value
    words = noun.words.parts if isinstance(noun, ast.NounPhrase) else ()
    if phrase.quantifier is not None:
        return choose_first(phrase, scope, " ...")
    if words and words[-1].text == "player":
        one = f"choose 1 {noun.span.text}, as x"
        return f"choose the player first: `{one}`, then `x ...`; for all, write `each`"
    bare = noun.lone_word if isinstance(noun, ast.NounPhrase) else None
    if bare is not None and scope.context.board.noun(bare.text) is not None:
        return "as in `each player`"
    return f"as in `each of {noun.extent.text}`"


def _without_subject(node: ast.Acting, phrase: ast.Phrase) -> ast.Acting:
    layout: list[Part] = [part for part in node.layout if part is not phrase]
    return rebuilt(node, layout)


def _subject(phrase: ast.Phrase, scope: Scope) -> core.Expr:
    """The subject; the help for an unknown name suggests players."""
    try:
        return expression(phrase.value, scope)
    except UnknownName as error:
        error.help = _odd_help(error.word.text) or error.help
        if error.word is next(phrase.own_words()):
            word, near = error.word.text, Nearby(error.word, scope)
            names = [n for n, e in scope.names.items() if e.type.one() == PLAYER]
            given = [*names]
            names += scope.context.board.things.get("player", {})
            if verb := intended_verb(word, scope.context.parser.verbs):
                help = in_game(verb, error.span, scope.context)
                raise CheckError("CW201", f"`{word}` is not a verb", error.span, help) from error
            first = f"choose the player first: `choose 1 other player, as {word}`"
            named = "remove it" if word in _JOINS else _odd_help(word)
            named = named or _they(near, given) or _owner(word, scope)
            named = named or like_given(near, scope) or named_before(near, scope)
            named = named or intended_word(word)
            named = named or did_you_mean(word, names)
            error.help = named or named_in_other_text(near, scope) or first
        raise


def _they(near: Nearby, players: list[str]) -> str:
    """Help for `they lose 1 gold`, after a player is chosen."""
    chosen = [name for name in players if name not in ("you", "actor")]
    if near.own.text not in ("they", "he", "she", "it") or not chosen:
        return ""
    return f"write `{chosen[-1]}`: a chosen player is called `player`, or by a name: `, as x`"


def _odd_help(word: str) -> str:
    """Help for `else lose 2 gold`, `also gain 1 gold`, `you must lose 1 gold`."""
    return "write `otherwise:`" if word == "else" else needless(word)


def _owner(word: str, scope: Scope) -> str:
    """Help for `for each cart: owner gains 1 gold`."""
    board = scope.context.board
    owned = [name for name, value in scope.names.items() if board.has_owner(value.type.of)]
    return f"write `owner of {owned[-1]}`" if word == "owner" and owned else ""
