"""Help for properties without an owner, `gold` instead of `gold of you`, and for words such as `it`
and `their` that refer to nothing.
"""

from __future__ import annotations

from cardwright.board.types import PLAYER
from cardwright.language.core import Var
from cardwright.language.inflection import singular
from cardwright.language.resolve.diagnostics.known_names import (
    CALLED,
    POINTERS,
    given_names,
    itself,
    known_of,
)
from cardwright.language.resolve.diagnostics.odd_words import property_names
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import OPPONENTS, RIVAL
from cardwright.language.syntax.nodes import Word

# --------------------------------------------------------------------------- whose it is


def whose_it_is(near: WordContext) -> str:
    """Help for the bare name of a property."""
    text, board, scope = near.text, near.board, near.scope
    defined = scope.context.declared.definitions.get(text)
    kinds = [k.name for k in board.kinds.values() if text in k.fields]
    kinds += [defined.takes[0].name] if defined and defined.takes else []
    kinds += ["player"] if text in board.zones and board.zones[text].each_player else []
    anybody = f", or write `any {text}`" if text in board.zones else ""
    if scope.subject is not None and "player" in kinds:
        return f"specify whose, as in `their {text}`{anybody}"
    whose = [_known_of(kind, scope) for kind in kinds]
    return f"specify whose, as in `{text} of {whose[0]}`{anybody}" if whose else ""


def which_cell(near: WordContext) -> str:
    """Help for the bare name of state with a value for each of some keys."""
    text = near.text
    owners = [kind for kind in near.board.kinds.values() if text in kind.indexed]
    found = near.board.indexed_state("", text) or (owners[0].indexed[text] if owners else None)
    if found is None or found.per is None:
        return ""
    whose = f" of {_known_of(found.kind, near.scope)}" if found.kind else ""
    return (
        f"it has a value for each {found.per.of}: write `{text} of {found.per.of.upper()}{whose}`"
    )


def of_which(near: WordContext) -> str:
    """Help for `any face of die`: a property needs a single thing."""
    of = near.noun.of.argument if near.noun is not None and near.noun.of is not None else None
    named = of.lone_word if isinstance(of, ast.NounPhrase) else None
    if named is None or not (near.previous in ("any", "each", "all", "every") or _is_several(near)):
        return ""
    known = near.board.kinds.get(named.text)
    kinds, test = known.plural if known else "KINDS", f"{near.text} of {named.text} is ..."
    return f"ask about one at a time, as in `there are {kinds} where {test}`"


def _is_several(near: WordContext) -> bool:
    many = near.quantifier
    any_one = isinstance(many, ast.Some) and many.word.kind == "ANY"
    return not near.before and (any_one or isinstance(many, ast.Every))


def _known_of(kind: str, scope: Scope) -> str:
    """The name of a thing of this kind that is known here, such as `this`; else the name of the
    kind. Among players, *you*, except where something is done or asked for each of several.
    """
    known = known_of(kind, scope)
    member = next((name for name in known if isinstance(scope.names[name], Var)), "")
    if kind == "player" and "you" in scope.names:
        return member or scope.each or "you"
    return kind if kind in scope.names else next(iter(known), "") or _any_of(kind, scope)


def _any_of(kind: str, scope: Scope) -> str:
    """The kind if any names are known, otherwise some thing that certainly is of this kind."""
    return kind if scope.names else next(iter(scope.context.board.things.get(kind, ())), kind)


def of_an_opponent(near: WordContext) -> str:
    """Help for `carts of an opponent`, `carts of another player`: a player is chosen first."""
    said = [*(word.text for word in near.before), near.text, *(word.text for word in near.after)]
    is_one = said[-1] in OPPONENTS and singular(said[-1]) == said[-1]
    is_one = (is_one and len(said) <= 2) or said == ["another", "player"]
    return RIVAL if is_one and near.owned is not None else ""


# -------------------------------------------------------------- words that refer to nothing


def theirs(near: WordContext) -> str:
    """Help for `coins of them`."""
    if near.text not in ("them", "him", "her") or near.owned is None or near.before:
        return ""
    return f"write `their {near.owned.words.noun.text}`"


def whose_help(det: Word, scope: Scope) -> str:
    """Help for `its` and similar words that refer to nothing."""
    if det.text == "their":
        return _theirs_without_subject(scope)
    names, noun = given_names(scope), WordContext(det, scope).noun
    if not names or det.text != "its":
        return "name the player"
    known = property_names(scope.names[names[-1]].type.of, scope)
    said = noun.words.parts[0].text if noun is not None else ""
    what = said if said in known else "..."
    return f"write `{what} of {names[-1]}`; {CALLED}"


def _theirs_without_subject(scope: Scope) -> str:
    """Help for `their` in a statement without a subject, which *you* do."""
    of = [name for name, value in scope.names.items() if value.type.one() == PLAYER]
    others = [name for name in of if name not in ("you", "actor")]
    who = f"`... of {others[-1]}`" if others else "`... of x`, with the name of a player"
    return f"write `your ...` or {who}; `their` refers to the subject of the statement"


def nothing_to_refer_to(near: WordContext) -> CheckError:
    """The error for *it* and similar words that refer to nothing."""
    message = f"`{near.text}` has nothing to refer to here"
    return CheckError("CW213", message, near.word.span, _referent_help(near))


def _referent_help(near: WordContext) -> str:
    """Help for a word that refers to nothing: choices and loop variables have names."""
    if turn := _turn(near):
        return f"write `during your {turn}`"
    if _comes_after_another(near):
        return "write `a` instead of `another`"
    names = given_names(near.scope)
    if names and near.text in ("it", "this"):
        return f"write `{near.statement_with(names[-1])}`; {CALLED}"
    if near.text == "it" and (own := itself(near.scope)):
        return own
    return f"it means {POINTERS[near.text]}"


def _turn(near: WordContext) -> str:
    """`turn`, for `it is your turn`."""
    test = near.parent
    if near.text != "it" or not isinstance(test, ast.Is) or test.left is not near.noun:
        return ""
    said = test.right if isinstance(test.right, ast.NounPhrase) else None
    is_yours = said and said.determiner and said.determiner.text == "your"
    return said.words.noun.text if said and is_yours else ""


def _comes_after_another(near: WordContext) -> bool:
    """Whether `another` comes before it, in its statement or in one before that on its line."""
    before = near.tokens_before_in(near.enclosing(ast.Sequence) or near.statement)
    return any(word.text == "another" for word in before)
