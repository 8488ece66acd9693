"""Errors for unknown names, with suggestions for what may have been meant.

Knows nothing about how phrases are resolved.
"""

from __future__ import annotations

from collections.abc import Callable

from cardwright.language.example_values import example_values
from cardwright.language.registry import keywords
from cardwright.language.resolve.diagnostics.amounts import compared, gained, left_over, most_of
from cardwright.language.resolve.diagnostics.choice_names import (
    like_given,
    named_before,
    named_in_other_text,
    named_later,
    unnamed_choice,
)
from cardwright.language.resolve.diagnostics.extremes import extreme_of
from cardwright.language.resolve.diagnostics.known_names import POINTERS, all_names
from cardwright.language.resolve.diagnostics.name_examples import with_examples
from cardwright.language.resolve.diagnostics.odd_words import (
    named_in_words,
    odd_before_name,
    property_names,
)
from cardwright.language.resolve.diagnostics.owners import (
    nothing_to_refer_to,
    of_an_opponent,
    of_which,
    theirs,
    which_cell,
    whose_it_is,
)
from cardwright.language.resolve.diagnostics.plural_names import plural_of_kind
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.resolve.errors import CheckError, UnknownName, which
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import intended_word
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.one_line import written
from cardwright.source.spelling import did_you_mean, may_search


def unknown_name(word: Word, scope: Scope) -> CheckError:
    if word.text == "there" and word.text in scope.names:
        return CheckError("CW201", "unexpected `there`", word.span, "write `on there`")
    near = WordContext(word, scope)
    if (swapped := _property_after_owner(near)) is not None:
        return swapped
    if (moved := _shuffled_into(near)) is not None:
        return moved
    if (odd := odd_before_name(near)) is not None:
        return odd
    if word.text in POINTERS:
        return nothing_to_refer_to(near)
    return UnknownName(word, next(help for one in _HELPS if (help := one(near))))


def _property_after_owner(near: WordContext) -> CheckError | None:
    """The error for `set town burnt to yes`."""
    if not near.is_operand_of("set") or len(near.before) != 1:
        return None
    of, what = near.previous, near.text
    known = near.scope.names.get(of)
    kinds = {thing.kind for thing in near.board.things_named(of)} | {of}
    kinds |= {known.type.of} if known is not None else set()
    if not any(what in property_names(kind, near.scope) for kind in kinds):
        return None
    help = f"write `set {what} of {of} to ...`"
    return CheckError("CW201", f"unexpected `{what}`", near.word.span, help)


def instead_of_adjective(word: Word, scope: Scope) -> str:
    """Help for a word before a noun: `more` in `more gold than rival`, `do` in `do not have`."""
    near = WordContext(word, scope)
    return compared(near) or _negated_have(near) or of_an_opponent(near) or _in_other_words(near)


def _negated_have(near: WordContext) -> str:
    """Help for `you do not have boats`."""
    has, verb = near.parent, {"do": "have", "does": "has"}.get(near.text)
    if not verb or not isinstance(has, ast.HasSome) or has.owner is not near.noun:
        return ""
    is_denied = [word.text for word in near.after] == ["not"]
    return f"write `{near.previous} {verb} no {has.noun.extent.text}`" if is_denied else ""


def _of_several(near: WordContext) -> str:
    """Help for `skara or birka is burnt`."""
    test, what = near.parent, near.text
    if not isinstance(test, ast.Is) or test.right is not near.noun:
        return ""
    names, joint = _joined(near, test)
    if not names or not near.board.things_named(names[-1]):
        return ""
    return "repeat the condition: `" + f" {joint} ".join(f"{one} is {what}" for one in names) + "`"


def _joined(near: WordContext, test: ast.Is) -> tuple[list[str], str]:
    """The names before *is*, and what joins them; none if there is one name."""
    both = near.parent_of(test)
    if isinstance(both, ast.And | ast.Or) and both.right is test:
        joint = "or" if isinstance(both, ast.Or) else "and"
        return [both.left.extent.text, test.left.extent.text], joint
    words = test.left.alternatives if isinstance(test.left, ast.NounPhrase) else []
    return ([word.text for word in words] if len(words) > 1 else []), "or"


def _shuffled_into(near: WordContext) -> CheckError | None:
    """The error for `shuffle discard into deck`."""
    before = near.tokens_before_in(near.enclosing(ast.VerbClause))
    words = [word for word in before if word.text not in ("the", "a", "pile")]
    what = " ".join(word.text for word in words[1:-1])
    if not what or words[-1].text != "into":
        return None
    help = f"write `move {what} to {near.text}, then shuffle {near.text}`"
    return CheckError("CW201", "unexpected `into`", words[-1].span, help)


def _is_done(near: WordContext) -> str:
    """Help for `x is placed`, `x is not removed`."""
    test, done = near.parent, near.scope.context.parser.verbs.by_past.get(near.text)
    if done is None or not (done.enters or done.leaves):
        return ""
    if not isinstance(test, ast.Is) or test.right is not near.noun:
        return ""
    if done.leaves != test.negated:
        return "write `is in supply`"
    none = _no_such_things(test.left, near)
    return "write `is not in supply`" + (f"; for all of them, `{none} in supply`" if none else "")


def _no_such_things(of: ast.Expression, near: WordContext) -> str:
    """`there are no boats` for `all boats`, and `you have no boats` for `all your boats`."""
    kind = near.board.noun(of.words.noun.text) if isinstance(of, ast.NounPhrase) else None
    several = near.board.kinds[kind[0]].plural if kind else ""
    known = {f"all {several}": "there are no", f"all your {several}": "you have no"}
    start = known.get(written([of]), "")
    return f"{start} {several}" if start else ""


def _in_any(near: WordContext) -> str:
    """Help for `card is in any hand`: a condition is about one zone."""
    zone = near.board.zones.get(near.text)
    if zone is None or not zone.each_player or near.previous != "any":
        return ""
    return f"write `there are players where ... is in {zone.name} of player`"


def _title(near: WordContext) -> str:
    """Help for the title of a thing: `york town`."""
    return named_in_words([near.word, *near.tokens_after()], near.board)


def _in_other_words(near: WordContext) -> str:
    """Help for a word that people write instead of a word of the language."""
    return with_examples(intended_word(near.text), near.scope.context, near.word.span)


def _plural(near: WordContext) -> str:
    return plural_of_kind(near.text, near.board)


def _similar(near: WordContext) -> str:
    """Help for a misspelt name."""
    return did_you_mean(near.text, all_names(near.scope)) if may_search() else ""


def _before_a_name(near: WordContext) -> str:
    """Help for `load ofq x`: before another name, it may be a misspelt word of the language."""
    is_before = near.after and near.after[0].kind == "NAME"
    return did_you_mean(near.text, keywords.reserved()) if is_before and may_search() else ""


def _performed(near: WordContext) -> str:
    """Help for `perform event of x` in a text outside packs: the things with such an effect."""
    done = near.enclosing(ast.Perform)
    if not near.scope.context.checked or done is None or near.previous or near.after:
        return ""
    board = near.board
    kinds = [kind for kind, one in board.kinds.items() if done.slot.text in one.rules]
    below = {name for kind in kinds for name in board.below(kind)}
    ids = [id for kind in below for id in board.things.get(kind, ())]
    return did_you_mean(near.text, near.scope.names) or which(near.text, sorted(ids))


def _to_ask_about(near: WordContext) -> str:
    """Help for a text outside packs, which can't declare anything: names that the game has."""
    if not near.scope.context.checked:
        return ""
    if near.owned is not None and near.owned.words.noun.text in near.board.fields("player"):
        return f"the players are {', '.join(near.board.things.get('player', ()))}"
    known = example_values(near.scope.context.declared)
    return f"values of this game: {', '.join(f'`{name}`' for name in known) or 'none'}"


def _to_declare(near: WordContext) -> str:
    return f"declare it, or name a choice with `, as {near.text}`"


_HELPS: tuple[Callable[[WordContext], str], ...] = (
    _of_several, _is_done, extreme_of, which_cell, most_of, left_over, theirs, of_an_opponent,
    like_given, named_before, unnamed_choice, named_later, of_which, _in_any, gained, whose_it_is,
    _title, _in_other_words, _plural, named_in_other_text, _performed, _similar, _before_a_name,
    _to_ask_about, _to_declare,
)  # fmt: skip
"""What an unknown name may mean; the first of these that has something to say is used."""
