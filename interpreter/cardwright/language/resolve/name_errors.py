"""Errors for unknown names, with suggestions for what may have been meant.

Knows nothing about how phrases are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from cardwright.board.model import Board
from cardwright.board.types import NUMBER, PLAYER, Type
from cardwright.language.core import Expr
from cardwright.language.example_values import example_values
from cardwright.language.inflection import article, spaced
from cardwright.language.resolve import names
from cardwright.language.resolve.errors import CheckError, UnknownName
from cardwright.language.resolve.name_examples import with_examples
from cardwright.language.resolve.odd_words import (
    named_in_words,
    odd_before_name,
    property_names,
)
from cardwright.language.resolve.scope import Context, Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import intended_word
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.one_line import LAYOUT
from cardwright.source.spelling import did_you_mean, may_search
from cardwright.source.text import Span

SHORT = 60
"""Statements of so many letters are shown in a help."""
_POINTERS = {
    "you": "the acting player; name the player",
    "it": "the thing an ability reacts to; choose one, `as x`",
    "there": "the place an ability reacts to; choose one, `as x`",
    "this": "the definition this text belongs to; there is none here",
    "actor": "the player whose action an ability reacts to; name the player",
}


CALLED = "what is chosen or gone through is called by its kind, or by a name: `, as x`"


def given_names(scope: Scope) -> list[str]:
    """The names that a text gives, the last one last."""
    return [name for name in scope.names if name not in _POINTERS]


def unknown_name(word: Word, scope: Scope) -> CheckError:
    if word.text == "there" and word.text in scope.names:
        return CheckError("CW201", "unexpected `there`", word.span, "write `on there`")
    near = Nearby(word, scope)
    if (odd := odd_before_name(word, near.before, scope)) is not None:
        return odd
    if word.text in _POINTERS:
        message = f"`{word.text}` has nothing to refer to here"
        return CheckError("CW213", message, word.span, _at_hand(word, scope))
    help = (
        _most_of(near, scope)
        or _left(near, scope)
        or _theirs(near)
        or _into(near)
        or named_before(near)
        or _of_which(near, scope)
        or _in_any(near, scope)
        or _gained(near, scope)
        or _whose_it_is(word.text, scope)
        or named_in_words([word, *near.after], scope.context.board)
        or with_examples(intended_word(word.text), scope.context, word.span)
        or named_in_other_text(near, scope)
        or (did_you_mean(word.text, all_names(scope)) if may_search() else "")
        or (_to_ask_about(near, scope) if scope.context.checked else "")
        or f"declare it, or name a choice with `, as {word.text}`"
    )
    return UnknownName(word, help)


def _to_ask_about(near: Nearby, scope: Scope) -> str:
    """Help for a text outside packs, which can't declare anything: names that the game has."""
    what, of = ["", "", *near.last(2)][-2:]
    board = scope.context.board
    if of == "of" and what in board.fields("player"):
        return f"the players are {', '.join(board.things.get('player', ()))}"
    known = example_values(scope.context.declared)
    return f"values of this game: {', '.join(f'`{name}`' for name in known) or 'none'}"


class Nearby:
    """The words before and after one, in the tree of its text."""

    def __init__(self, word: Word, scope: Scope) -> None:
        self.own, self.tree = word, scope.context.tree_at(word.span)
        tokens = [*self.tree.tokens()] if self.tree is not None else []
        at = next((n for n, one in enumerate(tokens) if one is word), len(tokens))
        self.before, self.after = tokens[:at], tokens[at + 1 :]

    def last(self, number: int) -> list[str]:
        return [word.text for word in self.before[-number:]]

    def in_line(self) -> list[str]:
        """The words before this one in its line, the last first."""
        line = takewhile(lambda word: word.kind not in LAYOUT, reversed(self.before))
        return [word.text for word in line]

    def with_another(self, word: str) -> str:
        """The innermost statement with another word in place of this one, if it is a short one;
        else that word.
        """
        path = self.tree.path_to(self.own) if self.tree is not None else ()
        around = next((node for node in reversed(path) if isinstance(node, ast.Statement)), None)
        if around is None or len(around.span.text) > SHORT or "\n" in around.span.text:
            return word
        before = around.span.text[: self.own.span.start - around.span.start]
        return before + word + around.span.text[self.own.span.end - around.span.start :]

    def in_statement(self, part: Word) -> bool:
        """Whether another word of the text is in the innermost statement around this one."""
        path = self.tree.path_to(self.own) if self.tree is not None else ()
        around = next((node for node in reversed(path) if isinstance(node, ast.Statement)), None)
        return around is None or bool(around.path_to(part))


def _most_of(near: Nearby, scope: Scope) -> str:
    """Help for `the player with the most gold`; for `winners`, nobody chooses."""
    before = {*near.last(1)}
    end = "top" if before & {"most", "highest"} else "bottom"
    known = before & {"most", "highest", "fewest", "lowest", "least"}
    best = f"{end} players by {near.own.text} of player"
    if not known or scope.chooser is None:
        return f"write `{best}`" if known else ""
    return f"choose first: `choose 1 of {best}, as x`, then `x`"


def _into(near: Nearby) -> str:
    """Help for `shuffle discard into deck`."""
    words = [word for word in reversed(near.in_line()) if word not in ("the", "a", "pile")]
    if words[-1:] != ["into"]:
        return ""
    what, to = " ".join(words[1:-1]), near.own.text
    return f"write `move {what} to {to}, then shuffle {to}`"


def _theirs(near: Nearby) -> str:
    """Help for `coins of them`."""
    what, of = ["", "", *near.last(2)][-2:]
    return f"write `their {what}`" if of == "of" and near.own.text in ("them", "him", "her") else ""


def named_before(near: Nearby) -> str:
    """Help for a name that was given without a comma, before it."""
    own, words = near.own, near.before
    given = [
        name
        for comma, sign, name in zip(words, words[1:], words[2:], strict=False)
        if (sign.text, name.text) == ("as", own.text) and comma.kind != "COMMA"
    ]
    if not given:
        return ""
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
    if any(id(name) in before for name in _given([own] if own else [], word)):
        return (
            f"`{word}` is known only to the end of the block that gives it: use it there, "
            f"in each block that gives it, as in `do RULE with {word}`"
        )
    rules = scope.context.declared.rules.values()
    taken = any(one.name == word for rule in rules for one in rule.takes)
    if taken or any(_given(trees.values(), word)):
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


def _given(trees: Iterable[Node], word: str) -> Iterator[Word]:
    """The words by which these trees name something."""
    for part in (part for tree in trees for part in tree.walk()):
        names = part.names if isinstance(part, ast.Act) else ()
        names = (part.name,) if isinstance(part, ast.Let) else names
        yield from (name for name in names if name.text == word)


def no_value(word: Word, scope: Scope) -> CheckError:
    """The error for a word joined by `or` that is not an adjective."""
    help = did_you_mean(word.text, sorted(scope.context.values))
    help = help or "only adjectives can be joined by `or`"
    return CheckError("CW201", f"`{word.text}` is not a value", word.span, help)


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
    return f"it means {_POINTERS[word.text]}"


def itself(scope: Scope, kind: str = "") -> str:
    """How a text names the thing that it is printed on, if that is of this kind, or of any kind."""
    this = scope.names.get("this")
    of = this.type.of if this is not None else ""
    known = of in scope.context.board.kinds and of not in ("thing", "player")
    return f"the {spaced(of)} itself is `this`" if known and kind in ("", of) else ""


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


def _whose_it_is(text: str, scope: Scope) -> str:
    """Help for the bare name of a property."""
    board, defined = scope.context.board, scope.context.declared.definitions.get(text)
    kinds = [k.name for k in board.kinds.values() if text in k.fields]
    kinds += [defined.takes[0].name] if defined and defined.takes else []
    kinds += ["player"] if text in board.zones and board.zones[text].each_player else []
    anybody = f", or write `any {text}`" if text in board.zones else ""
    if scope.subject is not None and "player" in kinds:
        return f"specify whose, as in `their {text}`{anybody}"
    whose = [_known_of(kind, scope) for kind in kinds]
    return f"specify whose, as in `{text} of {whose[0]}`{anybody}" if whose else ""


def _known_of(kind: str, scope: Scope) -> str:
    """The name of a thing of this kind that is known here, such as `this`; else the name of the
    kind.
    """
    if kind == "player" and "you" in scope.names:
        return "you"
    known = known_of(kind, scope)
    return kind if kind in scope.names else next(iter(known), "") or _any_of(kind, scope)


def known_of(kind: str, scope: Scope) -> list[str]:
    """The names of things of this kind that are known here, those that a text gives first, the
    last of these before others.
    """
    board = scope.context.board
    things = ((name, value.type) for name, value in scope.names.items() if value.type.is_thing)
    known = [name for name, type in things if board.related(type.of, kind)]
    given = [name for name in reversed(known) if name not in _POINTERS]
    return [*given, *(name for name in known if name in _POINTERS)]


def _any_of(kind: str, scope: Scope) -> str:
    """The kind if there are names, else something that is certainly one of it."""
    return kind if scope.names else next(iter(scope.context.board.things.get(kind, ())), kind)


def all_names(scope: Scope) -> list[str]:
    return [*scope.names, *sorted(scope.context.names)]


def no_property(word: Word, of: Expr, scope: Scope) -> CheckError:
    names = properties(of.type, scope)
    help = (
        _one_of(word, of)
        or _summed(word, of, scope)
        or with_examples(intended_word(word.text), scope.context, word.span)
        or did_you_mean(word.text, [*names, *_owned(of.type, scope)])
    )
    if of.type.base == "zone" and word.text in ("top", "bottom"):
        help = f"put it in parentheses: `({word.text} of {of.type.of})`"
    if not help and names:
        help = "it has " + ", ".join(f"`{n}`" for n in names[:8])
    kind = of.type.of
    if word.text in names:
        names = [*scope.names] or [*scope.context.board.things.get(kind, ())][:4]
        known = ", ".join(f"`{name}`" for name in names) or "nothing"
        message = f"`{of.span.text}` is not a single {kind} here"
        own = known_of(kind, scope)
        help = f"write `{word.text} of {own[0]}`" if own else f"names known here: {known}"
        if word.text in scope.context.board.zones:
            help += f"; for that of any {kind}, write `any {word.text}`"
        elif of.type.many and kind in scope.context.board.kinds:
            plural = scope.context.board.kinds[kind].plural
            help += f"; `where` tests the noun before it, as in `... of ({plural} where ...)`"
        return CheckError("CW212", message, of.span, help)
    what = article(kind or of.type.base)
    return CheckError("CW212", f"{what} has no `{word.text}`", word.span, help)


def _one_of(word: Word, of: Expr) -> str:
    """Help for `next to one of your boats`."""
    if word.text != "one" or not of.type.many:
        return ""
    return f"choose it first: `choose 1 of {of.span.text}, as x`, then `x`"


def _left(near: Nearby, scope: Scope) -> str:
    """Help for `if you have gold left`."""
    counter, board = "".join(near.last(1)), scope.context.board
    if near.own.text != "left" or not (board.field("player", counter) or counter in board.state):
        return ""
    return f"compare it: `{counter}{'' if counter in board.state else ' of you'} > 0`"


def _summed(word: Word, of: Expr, scope: Scope) -> str:
    """Help for `the total of the dice`."""
    board, kind = scope.context.board, of.type.of
    fields = board.fields(kind) if kind in board.kinds else {}
    number = next(
        (
            name
            for name, field in fields.items()
            if field.type.base == "number" and name != "order" and not field.is_internal
        ),
        "",
    )
    if word.text not in ("total", "sum") or not of.type.many or not number:
        return ""
    return f"write `sum of {number} of {of.type.of} over {of.span.text}`"


def properties(type: Type, scope: Scope) -> list[str]:
    board = scope.context.board
    if type.base != "thing" or type.of not in board.kinds:
        return []
    fields = board.fields(type.of).items()
    own = [n for n, f in fields if n not in ("order", "title") and not f.is_internal]
    defined = [
        d.name
        for d in scope.context.declared.definitions.values()
        if len(d.takes) == 1 and names.fits(type, d.takes[0].type, scope)
    ]
    zones = [z.name for z in board.zones.values() if z.each_player and type.one() == PLAYER]
    return own + defined + zones


def _owned(type: Type, scope: Scope) -> list[str]:
    """The possessions of such a thing, as in `your boats`: the nouns of all pieces, if players can
    have them.
    """
    board = scope.context.board
    kinds = board.below("piece") if type.one() == PLAYER else ()
    return [noun for kind in kinds for noun in (kind, board.kinds[kind].plural)]


def no_definition(name: str, span: Span, context: Context) -> CheckError:
    """The error for a name that can't be modified: a cell of state, or an unknown name."""
    board, known = context.board, context.declared.definitions
    field = board.state.get(name) or next(
        (k.fields[name] for k in board.kinds.values() if name in k.fields), None
    )
    if field is None or field.printed:
        printed = [field.name for field in board.every_field() if field.printed]
        message = f"there is no definition or printed field `{span.text}`"
        help = did_you_mean(name, [*known, *printed]) or _to_modify(name, span, board)
        if field is not None:
            help = f"write `{name} of {field.kind}`, and which of them in `if:`"
        return CheckError("CW226", message, span, help)
    what = "counter" if field.type == NUMBER else "cell of state"
    message = f"`{name}` is a {what}, which can't be modified"
    whole = f"{name} of {field.kind}" if field.kind else name
    return CheckError("CW226", message, span, f"use an effect, as in `set {whole} to ...`")


def _to_modify(name: str, span: Span, board: Board) -> str:
    """Help for the price of what has none, and for `max-gold of player`."""
    *_, last = span.text.split()
    kind = (board.noun(last) or ("", False))[0]
    own = [field.name for field in board.fields(kind).values() if field.printed] if kind else []
    if name in own:
        return f"write `{name} of {kind}`, and which of them in `if:`"
    if board.field(kind, name.removeprefix("max-")) if kind else None:
        cell = name.removeprefix("max-")
        return f"a plain number stays: give `{cell}` a `max` that is computed, as in `3 + 0`"
    shown = [one for one in own if one not in ("title", "order", "text")]
    return f"{article(kind)} has {', '.join(f'`{one}`' for one in shown)}" if shown else ""


def no_price(span: Span, board: Board) -> CheckError:
    """The error for a cost that is not a number followed by a counter."""
    fields = [*board.fields("player").values(), *board.state.values()]
    counters = [f.name for f in fields if f.type == NUMBER and not f.printed] or ["COUNTER"]
    return CheckError("CW225", "expected a number and a counter", span, f"as in `1 {counters[0]}`")
