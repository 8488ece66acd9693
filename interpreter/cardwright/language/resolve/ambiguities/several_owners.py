"""Conditions about one of several: `other player has a boat`, `a boat is damaged`.

A condition is about one thing, or says that there are some for which it holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import TypeName
from cardwright.language.resolve.diagnostics.known_names import itself
from cardwright.language.resolve.diagnostics.undeclared_words import without_meaning
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.names import fits
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Part
from cardwright.language.syntax.one_line import written

_SOME = frozenset({"a", "an", "any", "another", "one", "some"})
_ALL = frozenset({"each", "all", "every"})
_WHOSE = frozenset({"your", "their", "its"})
_SINGULAR = {"have": "has", "are": "is"}


def subject_of(node: ast.Expression, whole: ast.Expression, scope: Scope) -> Expr:
    """What a condition is about: one thing, or a set that is not a noun phrase."""
    refuse_several(node, whole, scope)
    found = expression(node, scope)
    if found.type.many and isinstance(found, core.Domain | core.Filter):
        refuse_set(node, whole, scope)
    return found


def refuse_several(subject: ast.Expression, whole: ast.Expression, scope: Scope) -> None:
    """Raises CheckError for a subject with a number: `another player`, `each player`."""
    if isinstance(subject, ast.NounPhrase) and subject.words.names[0].text in _SOME | _ALL:
        refuse_set(subject, whole, scope)
        if subject.of is not None:  # `each of your carts`
            refuse_set(subject.of.argument, whole, scope, subject.words.names[0].text)


def refuse_set(
    subject: ast.Expression, whole: ast.Expression, scope: Scope, number: str = ""
) -> None:
    """Raises CheckError for a subject that is a set of things by its noun.

    `whole` is the condition, which begins with it, and with the `number` before it.
    """
    if not isinstance(subject, ast.NounPhrase):
        return
    words = [word.text for word in subject.words.names]
    board, noun = scope.context.board, scope.context.board.noun(words[-1])
    first = words[0] if words[0] in _SOME | _ALL else ""
    if noun is None or (first and scope.context.by_word(noun[0], first)):
        return
    kind, (*adjectives,) = noun[0], words[1 if first else 0 : -1]
    other = ["other"] if first == "another" else []
    whose = [subject.determiner.text] if subject.determiner else []
    several = " ".join([*whose, *other, *adjectives, board.kinds[kind].plural])
    rest = _after(subject, whole)
    if (odd := without_meaning((one for one in rest if isinstance(one, Node)), scope)) is not None:
        raise odd
    predicate, narrowing = _of_one(rest), written(_after(subject.words, subject))
    test, members = f"{kind} {predicate}", f"{several} {narrowing}".strip()
    own = itself(scope, kind)
    if (first, several, narrowing) == ("", board.kinds[kind].plural, ""):
        own = own or _place_of_event(kind, predicate, scope)
    help = f"{own}; for any of them, " * bool(own) + f"write `there are {members} where {test}`"
    if (number or first) in _ALL:
        none = "none of" if _WHOSE & {*whose, *adjectives} else "no"
        help = f"write `there are {none} {members} where not ({test})`"
    raise CheckError("CW219", f"specify which {kind}", subject.extent, help)


def _place_of_event(kind: str, predicate: str, scope: Scope) -> str:
    """How an ability names the place of its event, if that may be of this kind."""
    there = scope.names.get("there")
    if there is None or not fits(there.type, TypeName(kind), scope):
        return ""
    return f"for the place of the event, write `there {predicate}`"


def _after(part: Node, whole: Node) -> Sequence[Part]:
    """The parts of a node after the one that is or has this part."""
    inside = (one is part or (isinstance(one, Node) and one.path_to(part)) for one in whole.layout)
    return whole.layout[[*map(bool, inside)].index(True) + 1 :]


def _of_one(predicate: Sequence[Part]) -> str:
    """The rest of a condition, about one thing."""
    verb, *rest = written(predicate).split(" ", 1)
    return " ".join([_SINGULAR.get(verb, verb), *rest])


def refuse_values_of_several(side: ast.Expression, best: str, scope: Scope) -> None:
    """Raises CheckError for `gold of each other player`, compared with a number.

    `best`: whether the `highest` or the `lowest` of these values decides.
    """
    of = side.of if isinstance(side, ast.NounPhrase) else None
    if of is None or not isinstance(side, ast.NounPhrase) or len(side.words.names) > 1:
        return
    whose, board = of.argument, scope.context.board
    words = [w.text for w in whose.words.names] if isinstance(whose, ast.NounPhrase) else []
    noun = board.noun(words[-1]) if words else None
    if noun is None or not (noun[1] or of.each or words[0] in _SOME | _ALL):
        return
    adjectives = [word for word in words[:-1] if word not in _SOME | _ALL]
    own = [whose.determiner.text] if isinstance(whose, ast.NounPhrase) and whose.determiner else []
    several = " ".join([*own, *adjectives, board.kinds[noun[0]].plural])
    help = f"write `{best} {side.words.names[0].text} of {noun[0]} over {several}`"
    raise CheckError("CW219", f"specify which {noun[0]}", whose.extent, help)


def refuse_only_one(owner: ast.Expression, held: Sequence[Part], scope: Scope) -> None:
    """Raises CheckError for `only rival has carts`: *only* is about the members of a set."""
    who = owner.source if isinstance(owner, ast.OnlyOne) else None
    if not isinstance(who, ast.NounPhrase) or expression(who, scope).type.many:
        return
    help = f"write `(only players with {written(held)}) is {written([who])}`"
    raise CheckError("CW217", "expected a set after `only`", who.span, help)
