"""Resolves subjects: who acts in a statement, who chooses, and to whom *their* refers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.board.types import PLAYER
from cardwright.language import core
from cardwright.language.core import Block
from cardwright.language.resolve.ambiguities.named_kinds import refuse_named, refuse_named_one
from cardwright.language.resolve.ambiguities.omitted_subjects import refuse_omitted
from cardwright.language.resolve.diagnostics.choice_names import (
    like_given,
    named_before,
    named_in_other_text,
)
from cardwright.language.resolve.diagnostics.name_examples import in_game
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.scope import Scope, StatementRule
from cardwright.language.resolve.statements.choices import choose_first
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import intended_verb, intended_word, needless
from cardwright.language.syntax.nodes import Part, rebuilt
from cardwright.source.spelling import did_you_mean


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
        near = WordContext(error.word, scope)
        if error.word is not next(phrase.own_words()):
            error.help = _odd(near) or error.help
            raise
        _refuse_verb(near, error)
        error.help = next(help for one in _HELPS if (help := one(near)))
        raise


def _refuse_verb(near: WordContext, error: UnknownName) -> None:
    """Raises CheckError for a verb of other games."""
    if verb := intended_verb(near.text, near.scope.context.parser.verbs):
        help = in_game(verb, error.span, near.scope.context)
        raise CheckError("CW201", f"`{near.text}` is not a verb", error.span, help) from error


def _joining(near: WordContext) -> str:
    """Help for `and gain 1 gold`."""
    return "remove it" if near.text in ("and", "then") else ""


def _odd(near: WordContext) -> str:
    """Help for `else lose 2 gold`, `also gain 1 gold`, `you must lose 1 gold`."""
    return "write `otherwise:`" if near.text == "else" else needless(near.text)


def _they(near: WordContext) -> str:
    """Help for `they lose 1 gold`, after a player is chosen."""
    chosen = [name for name in _players(near.scope) if name not in ("you", "actor")]
    if near.text not in ("they", "he", "she", "it") or not chosen:
        return ""
    return f"write `{chosen[-1]}`: a chosen player is called `player`, or by a name: `, as x`"


def _players(scope: Scope) -> list[str]:
    """The names of players that are known here."""
    return [name for name, value in scope.names.items() if value.type.one() == PLAYER]


def _owner(near: WordContext) -> str:
    """Help for `for each cart: owner gains 1 gold`."""
    known = near.scope.names.items()
    owned = [name for name, value in known if near.board.has_owner(value.type.of)]
    return f"write `owner of {owned[-1]}`" if near.text == "owner" and owned else ""


def _in_other_words(near: WordContext) -> str:
    """Help for a word that people write instead of a word of the language."""
    return intended_word(near.text)


def _like_player(near: WordContext) -> str:
    """Help for a misspelt name of a player."""
    return did_you_mean(near.text, [*_players(near.scope), *near.board.things.get("player", {})])


def _choose_first(near: WordContext) -> str:
    return f"choose the player first: `choose 1 other player, as {near.text}`"


_HELPS: tuple[Callable[[WordContext], str], ...] = (
    _joining, _odd, _they, _owner, like_given, named_before, _in_other_words, _like_player,
    named_in_other_text, _choose_first,
)  # fmt: skip
"""What an unknown name at the start of a subject may mean; the first that has something to say is
used."""
