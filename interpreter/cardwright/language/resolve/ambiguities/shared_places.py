"""Numbers of places that a reader would take for a choice: `2 carts on a town`, `carts on 2 towns`.

A phrase after a preposition is a set that narrows a noun: nobody chooses one of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import dropwhile

from cardwright.language.resolve.ambiguities.named_kinds import any_of, named_kind
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.quantities import at_most_one
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.one_line import written


def refuse_number(where: ast.Quantified, scope: Scope) -> None:
    """Raises CheckError for `carts on each town` and `carts on 2 towns`."""
    said, several = where.quantifier, plural_phrase(where.noun, scope)
    if isinstance(said, ast.Every):
        message = f"`{said.span.text}` does not test all of them here"
        help = f"for any of them, write `{several}`; for all of them, say that there are none "
        help += f"without it, as in `there are no {several} with no ...`"
        raise CheckError("CW219", message, said.span, help)
    if not at_most_one(said):
        in_test = f"; in a condition, write `there are {written([said])} {several} with ...`"
        in_test = in_test if isinstance(said, ast.Exactly | ast.OrMore) else ""
        raise not_chosen(where, scope, in_test)


def not_chosen(where: ast.Quantified, scope: Scope, more: str = "") -> CheckError:
    """The error for places with a number, which nobody chooses."""
    # all that are chosen are different
    places = written(word for word in where.tokens() if word.text != "different")
    if kind := named_kind(where.noun, scope):
        places = any_of(where.quantifier, kind, scope)
    help = f"choose them first: `choose {places}, as x`, then `on each of x`{more}"
    return CheckError("CW219", "these are not chosen, so there can't be a number", where.span, help)


def refuse_shared_places(clause: Node, scope: Scope) -> None:
    """Raises CheckError if a statement is about several things on one place of a set, or on
    *different* places.
    """
    for phrase in clause.walk():
        if isinstance(phrase, ast.Phrase):
            refuse_shared(phrase.quantifier, phrase.value, scope, chosen=True)
        elif isinstance(phrase, ast.NounPhrase) and (phrase.postmodifiers or phrase.of):
            _refuse_different(phrase, scope)


def _refuse_different(noun: ast.NounPhrase, scope: Scope) -> None:
    """Raises CheckError for `carts on different towns`: all towns are different, so two of these
    carts may be on the same one.
    """
    holders: list[object] = [
        *(mod.location for mod in noun.postmodifiers if isinstance(mod, ast.Located)),
        noun.of.argument if noun.of else None,
    ]
    for of in (one for one in holders if isinstance(one, ast.NounPhrase)):
        odd = next((word for word in of.words.adjectives if word.text == "different"), None)
        head = scope.context.board.noun(of.words.noun.text)
        if odd and head and not scope.context.by_word(head[0], odd.text):
            help = f"end the sentence with `, each of a different {head[0]}`"
            message = "`different` would not keep two of them apart here"
            raise CheckError("CW219", message, odd.span, help)


def refuse_shared(
    quantifier: ast.Quantifier | None, what: ast.Expression, scope: Scope, *, chosen: bool = False
) -> None:
    """Raises CheckError for `2 carts on a town`, which may be meant to be on the same one.

    `chosen`: it is part of a statement, and not of a condition.
    """
    if quantifier is None or at_most_one(quantifier):
        return
    for where in _places(what):
        if at_most_one(where.quantifier) and not _is_clear(where, scope):
            several = plural_phrase(where.noun, scope)
            one = f"`choose 1 {singular_phrase(where.noun, scope)}, as x`, then `on x`"
            same = f"choose it first: {one}" if chosen else f"write `there are {several} with ...`"
            help = f"for the same one, {same}; otherwise write `{several}`"
            message = "this may be read as all on the same one, or each on any of them"
            raise CheckError("CW219", message, where.span, help)


def _places(what: ast.Expression) -> Iterator[ast.Quantified]:
    """The places with a number in phrases that narrow a noun."""
    for mod in what.postmodifiers if isinstance(what, ast.NounPhrase) else ():
        if isinstance(mod, ast.Located) and isinstance(mod.location, ast.Quantified):
            yield mod.location


def _is_clear(where: ast.Quantified, scope: Scope) -> bool:
    """`on any towns`; or `in any hand`: each player's hand, which are not a set to choose from."""
    said, head = where.quantifier, where.noun.words.noun.text
    found = scope.context.board.noun(head)
    is_any = isinstance(said, ast.Some) and said.word.kind == "ANY"
    return head in scope.context.board.zones or (is_any and found is not None and found[1])


def plural_phrase(noun: ast.NounPhrase, scope: Scope) -> str:
    """A noun phrase about several: `salt town` as `salt towns`."""
    found = scope.context.board.noun(noun.words.noun.text)
    return _with_head(noun, scope.context.board.kinds[found[0]].plural if found else "")


def singular_phrase(noun: ast.NounPhrase, scope: Scope) -> str:
    """A noun phrase about one of several: `salt towns` as `salt town`, `your mine` after *of*."""
    found = scope.context.board.noun(noun.words.noun.text)
    return ("of " if noun.determiner else "") + _with_head(noun, found[0] if found else "")


def _with_head(noun: ast.NounPhrase, head: str) -> str:
    """A noun phrase with another last noun before what narrows it; "" is the same one."""
    old = noun.words.noun
    new = replace(old, text=head or old.text)
    own = dropwhile(lambda word: word.is_keyword, noun.tokens())
    return written(new if word is old else word for word in own)
