"""Errors for unknown names, with suggestions for what may have been meant.

Knows nothing about how phrases are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from cardwright.board.types import FLAG, NUMBER, PLAYER
from cardwright.language.core import Var
from cardwright.language.example_values import example_values
from cardwright.language.registry import keywords
from cardwright.language.resolve.diagnostics.known_names import (
    CALLED,
    POINTERS,
    all_names,
    given_names,
    is_declared,
    itself,
    known_of,
)
from cardwright.language.resolve.diagnostics.name_examples import with_examples
from cardwright.language.resolve.diagnostics.nearby import Nearby
from cardwright.language.resolve.diagnostics.odd_words import (
    named_in_words,
    odd_before_name,
    property_names,
)
from cardwright.language.resolve.diagnostics.plural_names import plural_of_kind
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import intended_word
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.one_line import LAYOUT
from cardwright.source.spelling import did_you_mean, may_search, nearest


def unknown_name(word: Word, scope: Scope) -> CheckError:
    if word.text == "there" and word.text in scope.names:
        return CheckError("CW201", "unexpected `there`", word.span, "write `on there`")
    near = Nearby(word, scope)
    if (swapped := _set_first(near, scope)) is not None:
        return swapped
    if (odd := odd_before_name(word, near.before, scope)) is not None:
        return odd
    if word.text in POINTERS:
        message = f"`{word.text}` has nothing to refer to here"
        return CheckError("CW213", message, word.span, _at_hand(word, scope))
    help = (
        next((help for one in _HELPS if (help := one(near, scope))), "")
        or named_in_words([word, *near.after], scope.context.board)
        or with_examples(intended_word(word.text), scope.context, word.span)
        or plural_of_kind(word.text, scope.context.board)
        or named_in_other_text(near, scope)
        or (did_you_mean(word.text, all_names(scope)) if may_search() else "")
        or _between_words(near)
        or (_to_ask_about(near, scope) if scope.context.checked else "")
        or f"declare it, or name a choice with `, as {word.text}`"
    )
    return UnknownName(word, help)


def like_given(near: Nearby, scope: Scope) -> str:
    """Help for a word that is similar to a name which its text gives."""
    word = near.own.text
    given = may_search() and nearest(word, given_names(scope))
    return did_you_mean(word, all_names(scope)) if given else ""


def _set_first(near: Nearby, scope: Scope) -> CheckError | None:
    """The error for `set town burnt to yes`."""
    verb, of = ["", "", *near.last(2)][-2:]
    known = scope.names.get(of)
    kinds = {thing.kind for thing in scope.context.board.things_named(of)} | {of}
    kinds |= {known.type.of} if known is not None else set()
    what = near.own.text
    if verb not in ("set", "sets") or not any(what in property_names(k, scope) for k in kinds):
        return None
    help = f"write `{verb} {what} of {of} to ...`"
    return CheckError("CW201", f"unexpected `{what}`", near.own.span, help)


def _between_words(near: Nearby) -> str:
    """Help for `load ofq x`: before another name, it may be a misspelt word of the language."""
    is_before = near.after[:1] and near.after[0].kind == "NAME"
    return did_you_mean(near.own.text, keywords.reserved()) if is_before and may_search() else ""


def _to_ask_about(near: Nearby, scope: Scope) -> str:
    """Help for a text outside packs, which can't declare anything: names that the game has."""
    what, of = ["", "", *near.last(2)][-2:]
    board = scope.context.board
    if of == "of" and what in board.fields("player"):
        return f"the players are {', '.join(board.things.get('player', ()))}"
    known = example_values(scope.context.declared)
    return f"values of this game: {', '.join(f'`{name}`' for name in known) or 'none'}"


def _most_of(near: Nearby, scope: Scope) -> str:
    """Help for `the player with the most gold`; for `winners`, nobody chooses."""
    before = {*near.last(1)}
    end = "top" if before & {"most", "highest"} else "bottom"
    known = before & {"most", "highest", "fewest", "lowest", "least"}
    if not is_declared(near.own.text, scope):
        return ""
    best = f"{end} players by {near.own.text} of player"
    if not known or scope.chooser is None:
        return f"write `{best}`" if known else ""
    return f"choose first: `choose 1 of {best}, as x`, then `x`"


def _into(near: Nearby, scope: Scope) -> str:
    """Help for `shuffle discard into deck`."""
    words = [word for word in reversed(near.in_line()) if word not in ("the", "a", "pile")]
    if words[-1:] != ["into"]:
        return ""
    what, to = " ".join(words[1:-1]), near.own.text
    return f"write `move {what} to {to}, then shuffle {to}`"


def instead_of_adjective(word: Word, scope: Scope) -> str:
    """Help for a word before a noun: `more` in `more gold than rival`, `do` in `do not have`."""
    near = Nearby(word, scope)
    said = _compared(near, scope) or _denied(near)
    return said or with_examples(intended_word(word.text), scope.context, word.span)


def _compared(near: Nearby, scope: Scope) -> str:
    """Help for `you have more gold than player after you`."""
    who, have, more = ["", "", *near.last(2), near.own.text][-3:]
    rest = takewhile(lambda word: word.kind not in LAYOUT and word.text != ":", near.after)
    what, than, *other = [*(word.text for word in rest), "", ""]
    is_compared = have in ("have", "has") and than == "than" and more in _SIGNS
    if not is_compared or not scope.context.board.field("player", what):
        return ""
    return f"compare: `{what} of {who} {_SIGNS[more]} {what} of {' '.join(other).strip()}`"


_SIGNS = {"more": ">", "fewer": "<", "less": "<"}


def _denied(near: Nearby) -> str:
    """Help for `you do not have boats`."""
    after = [one.text for one in near.after[:3]]
    have = {"do": "have", "does": "has"}.get(near.own.text)
    is_denied = have and after[:2] == ["not", "have"] and after[2:]
    return f"write `{' '.join(near.last(1))} {have} no {after[2]}`" if is_denied else ""


def _of_each_named(near: Nearby, scope: Scope) -> str:
    """Help for `skara or birka is burnt`."""
    *_, left, joined, right, verb = ["", "", "", "", *near.last(4)]
    board = scope.context.board
    if verb not in ("is", "are") or joined not in ("and", "or") or not board.things_named(right):
        return ""
    what = near.own.text
    return f"repeat what is said: `{left} is {what} {joined} {right} is {what}`"


def _theirs(near: Nearby, scope: Scope) -> str:
    """Help for `coins of them`."""
    what, of = ["", "", *near.last(2)][-2:]
    return f"write `their {what}`" if of == "of" and near.own.text in ("them", "him", "her") else ""


def named_before(near: Nearby, scope: Scope) -> str:
    """Help for a name that was given without a comma, before it."""
    own, words = near.own, near.before
    given = [
        name
        for comma, sign, name in zip(words, words[1:], words[2:], strict=False)
        if (sign.text, name.text) == ("as", own.text) and comma.kind != "COMMA"
    ]
    if not given:
        return ""
    if near.is_of_loop(given[-1]):
        return f"`{own.text}` is known only in the loop that gives it: use it there"
    if near.in_statement(given[-1]):
        return f"`as {own.text}` is known only in what narrows its own noun: move it there"
    return f"put a comma before `as`: `, as {own.text}`"


def named_in_other_text(near: Nearby, scope: Scope) -> str:
    """Help for a name that another block or effect gives to something it chooses."""
    trees = scope.context.trees
    if not may_search(trees):
        return ""
    word, own = near.own.text, near.tree
    before = {id(one) for one in near.before}
    if any(id(name) in before for name in (_given(own).get(word, ()) if own else ())):
        return (
            f"`{word}` is known only to the end of the block that gives it: use it there, "
            f"in each block that gives it, as in `do RULE with {word}`"
        )
    rules = scope.context.declared.rules.values()
    taken = any(one.name == word for rule in rules for one in rule.takes)
    if taken or any(word in scope.context.given(text, _given) for text in trees):
        return _passed_on(word, own, scope)
    return ""


def _passed_on(word: str, own: Node | None, scope: Scope) -> str:
    """How a text can get a value that another one has named: from the text that runs or offers
    it.
    """
    declared, known = scope.context.declared, "a name is known only in the effect that gives it"
    text = next((span for span, tree in scope.context.trees.items() if tree is own), None)
    for option in declared.options:
        if text in (option.body, option.condition, option.cost):
            return f"{known}; let the menu take it (`takes`): `open {option.menu} with {word}`"
    for rule in declared.rules.values():
        if text == rule.body:
            return f"{known}; let the rule take it (`takes`): `do {rule.name} with {word}`"
    return f"{known}; keep it in the state"


def _given(tree: Node) -> dict[str, list[Word]]:
    """The words by which a tree names something."""
    found: dict[str, list[Word]] = {}
    for part in tree.walk():
        names = part.names if isinstance(part, ast.Act) else ()
        for name in (part.name,) if isinstance(part, ast.Let) else names:
            found.setdefault(name.text, []).append(name)
    return found


def no_value(word: Word, joined: Sequence[Word], noun: Word, scope: Scope) -> CheckError:
    """The error for a word `joined` by `or` that is not an adjective; `noun` ends its phrase."""
    help = _either(word, joined, noun, scope)
    help = help or did_you_mean(word.text, sorted(scope.context.values))
    help = help or "only adjectives can be joined by `or`"
    return CheckError("CW201", f"`{word.text}` is not a value", word.span, help)


def _either(word: Word, joined: Sequence[Word], noun: Word, scope: Scope) -> str:
    """Help for `silk or burnt town`, where one of the words is no value, but a flag."""
    board = scope.context.board
    kind, _ = board.noun(noun.text) or ("", False)
    flag = board.field(kind, word.text) if kind else None
    if flag is None or flag.type != FLAG:
        return ""
    test = " or ".join(f"{kind} is {one.text}" for one in joined)
    return f"write `{noun.text} where {test}`"


def whose_help(det: Word, scope: Scope) -> str:
    """Help for `its` and similar words that refer to nothing."""
    if det.text == "their":
        return _theirs_without_subject(scope)
    names, near = given_names(scope), Nearby(det, scope)
    if not names or det.text != "its":
        return "name the player"
    of = scope.names[names[-1]].type.of
    known = [one.text for one in near.after[:1] if one.text in property_names(of, scope)]
    what = known[0] if known else "..."
    return f"write `{what} of {names[-1]}`; {CALLED}"


def _theirs_without_subject(scope: Scope) -> str:
    """Help for `their` in a statement without a subject, which *you* do."""
    of = [name for name, value in scope.names.items() if value.type.one() == PLAYER]
    others = [name for name in of if name not in ("you", "actor")]
    who = f"`... of {others[-1]}`" if others else "`... of x`, with the name of a player"
    return f"write `your ...` or {who}; `their` is about the subject of the statement"


def _at_hand(word: Word, scope: Scope) -> str:
    """Help for a reference to nothing: choices and loop variables have names."""
    near = Nearby(word, scope)
    after = [one.text for one in near.after[:3]]
    if word.text == "it" and after[:2] == ["is", "your"] and after[2:]:
        return f"write `during your {after[2]}`"
    if "another" in near.in_line():
        return "write `a` instead of `another`"
    names = given_names(scope)
    if names and word.text in ("it", "this"):
        return f"write `{near.with_another(names[-1])}`; {CALLED}"
    if word.text == "it" and (own := itself(scope)):
        return own
    return f"it means {POINTERS[word.text]}"


def _of_which(near: Nearby, scope: Scope) -> str:
    """Help for `any face of die`: a property needs a single thing."""
    of, kind = [*(word.text for word in near.after[:2]), "", ""][:2]
    if of != "of" or not kind or {"any", "each", "all", "every"}.isdisjoint(near.last(1)):
        return ""
    known, word = scope.context.board.kinds.get(kind), near.own.text
    said = f"there are {known.plural if known else 'KINDS'} where {word} of {kind} is ..."
    return f"ask it of one after the other, as in `{said}`"


def _in_any(near: Nearby, scope: Scope) -> str:
    """Help for `card is in any hand`: a condition is about one zone."""
    zone = scope.context.board.zones.get(near.own.text)
    if zone is None or not zone.each_player or near.last(1) != ["any"]:
        return ""
    return f"write `there are players where ... is in {zone.name} of player`"


def _gained(near: Nearby, scope: Scope) -> str:
    """Help for `remove 2 gold`: counters are gained and lost."""
    number, word = near.before[-1:], near.own.text
    found = scope.context.board.field("player", word)
    if not number or number[0].kind != "INT" or found is None or found.type != NUMBER:
        return ""
    some = f"{number[0].text} {word}"
    return f"for a counter, write `gain {some}`, `lose {some}` or `pay {some}`"


def _whose_it_is(near: Nearby, scope: Scope) -> str:
    """Help for the bare name of a property."""
    text, board = near.own.text, scope.context.board
    defined = scope.context.declared.definitions.get(text)
    kinds = [k.name for k in board.kinds.values() if text in k.fields]
    kinds += [defined.takes[0].name] if defined and defined.takes else []
    kinds += ["player"] if text in board.zones and board.zones[text].each_player else []
    anybody = f", or write `any {text}`" if text in board.zones else ""
    if scope.subject is not None and "player" in kinds:
        return f"specify whose, as in `their {text}`{anybody}"
    whose = [_known_of(kind, scope) for kind in kinds]
    return f"specify whose, as in `{text} of {whose[0]}`{anybody}" if whose else ""


def _any_of(kind: str, scope: Scope) -> str:
    """The kind if there are names, else something that is certainly one of it."""
    return kind if scope.names else next(iter(scope.context.board.things.get(kind, ())), kind)


def _known_of(kind: str, scope: Scope) -> str:
    """The name of a thing of this kind that is known here, such as `this`; else the name of the
    kind. Among players, *you*, except where something is done or asked for each of several.
    """
    known = known_of(kind, scope)
    member = next((name for name in known if isinstance(scope.names[name], Var)), "")
    if kind == "player" and "you" in scope.names:
        return member or scope.each or "you"
    return kind if kind in scope.names else next(iter(known), "") or _any_of(kind, scope)


def _which_cell(near: Nearby, scope: Scope) -> str:
    """Help for the bare name of state with a value for each of some keys."""
    board, text = scope.context.board, near.own.text
    owners = [kind for kind in board.kinds.values() if text in kind.indexed]
    found = board.indexed_state("", text) or (owners[0].indexed[text] if owners else None)
    if found is None or found.per is None:
        return ""
    whose = f" of {_known_of(found.kind, scope)}" if found.kind else ""
    return (
        f"it has a value for each {found.per.of}: write `{text} of {found.per.of.upper()}{whose}`"
    )


def _left(near: Nearby, scope: Scope) -> str:
    """Help for `if you have gold left`."""
    counter, board = "".join(near.last(1)), scope.context.board
    if near.own.text != "left" or not (board.field("player", counter) or counter in board.state):
        return ""
    return f"compare it: `{counter}{'' if counter in board.state else ' of you'} > 0`"


_HELPS: tuple[Callable[[Nearby, Scope], str], ...] = (
    _of_each_named, _which_cell, _most_of, _left, _theirs, _into, like_given, named_before,
    _of_which, _in_any, _gained, _whose_it_is,
)  # fmt: skip
"""What the words around an unknown name may mean; the first help that is about them is given."""
