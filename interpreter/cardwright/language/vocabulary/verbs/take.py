"""`take 1 gold from player`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language.core import Block
from cardwright.language.inflection import with_singular
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, one_player
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.clauses import ItemClause
from cardwright.language.vocabulary.transfers import (
    Transfer,
    is_counter,
    refuse_cell,
    transferred_item,
)


def _resolve(clause: ItemClause, act: ast.Act, scope: Scope) -> Block:
    """The owner is at the end of the phrase: `1 gold from player`."""
    span, phrase, actor = clause.span, clause.item, acting_player(scope, clause.span)
    noun = phrase.value
    mods = noun.postmodifiers if isinstance(noun, ast.NounPhrase) else ()
    found = mods[-1] if mods else None
    if not is_counter(phrase, scope):
        help = "to bring a thing somewhere, write `move ... to`"
        if isinstance(noun, ast.NounPhrase) and "turn" in [word.text for word in noun.words.names]:
            help = "a turn is a rule; run it again with `do RULE`"
        refuse_cell(phrase, scope)
        _refuse_owner(noun, scope)
        raise CheckError("CW222", "only counters of players are taken", phrase.span, help)
    if not isinstance(found, ast.Located) or not found.is_origin:
        raise CheckError("CW221", "specify from whom", span, "as in `from player`")
    assert isinstance(noun, ast.NounPhrase)
    counter, amount = transferred_item(
        replace(phrase, value=replace(noun, postmodifiers=mods[:-1])), scope
    )
    giver = one_player(found.location, scope)
    return (Transfer(span, VERB, actor, counter, amount, giver, actor),)


def _refuse_owner(noun: ast.Expression, scope: Scope) -> None:
    """Raises CheckError for `take 2 gold of rival` and `take half of the gold from rival`."""
    of = noun.of.argument if isinstance(noun, ast.NounPhrase) and noun.of is not None else None
    if of is None or not isinstance(noun, ast.NounPhrase):
        return
    word, counters = noun.words.noun.text, scope.context.board.fields("player")
    if with_singular(word, counters):
        raise CheckError("CW221", "specify from whom", noun.span, f"write `from {of.extent.text}`")
    taken = of.words.noun.text if isinstance(of, ast.NounPhrase) else ""
    if word == "half" and with_singular(taken, counters):
        help = f"write `({taken} of x / 2) {taken} from x`"
        raise CheckError("CW221", "an amount comes before what is taken", noun.span, help)


VERB = Verb(
    name="take",
    pattern="{item:phrase}",
    changes="state",
    wording="take {item} from {to}",
    log="{who} takes {thing} from {start}",
    example="take 1 gold from player",
    doc="Get some of a counter from another player: as much as that player has, and as there is "
    "room for.",
    clause=ItemClause,
    resolve=_resolve,
    rank=9,
    instead_of=(("take 1 COUNTER from PLAYER", "steal rob"),),
)
