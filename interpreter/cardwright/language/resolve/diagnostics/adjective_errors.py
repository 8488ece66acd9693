"""Errors for words that describe no thing of a kind, as in `damagd carts` or `any town`.

Knows nothing about how phrases are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.board import property_paths as paths
from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER, PLAYER
from cardwright.language.inflection import article
from cardwright.language.registry.keywords import ADJECTIVES
from cardwright.language.resolve.diagnostics.known_names import (
    CALLED,
    given_names,
    is_declared,
    is_nameable,
    known_of,
)
from cardwright.language.resolve.diagnostics.name_examples import with_examples
from cardwright.language.resolve.diagnostics.odd_words import named_in_words
from cardwright.language.resolve.diagnostics.owners import of_an_opponent
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.quantities import LEAVE_OUT
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import OPPONENTS, RIVAL, SUPERLATIVES, intended_word
from cardwright.language.syntax.nodes import Word
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean, nearest
from cardwright.source.text import Span

_WORDS_OF_PHRASES = ("each", "any", "all", "an", "the", "your", "their", "its", "of", "on", "in",
                     "at", "from", "to", "with", "without", "where", "within")  # fmt: skip
"""Words of the language in and around noun phrases: if misspelt, they look like adjectives."""


@dataclass(frozen=True, slots=True)
class OddWord:
    """A word that is not an adjective for things of a kind, in its text."""

    near: WordContext
    kind: str

    @property
    def text(self) -> str:
        return self.near.text

    @property
    def scope(self) -> Scope:
        return self.near.scope

    @property
    def is_known_kind(self) -> bool:
        return self.kind in self.scope.context.board.kinds

    @property
    def plural(self) -> str:
        return self.scope.context.board.kinds[self.kind].plural if self.is_known_kind else self.kind


def no_adjective(word: Word, kind: str, scope: Scope) -> CheckError:
    """The error for a word that describes nothing of this kind, or for one beside it that nothing
    declares."""
    word = _undeclared_beside(word, scope)
    message = f"`{word.text}` does not describe {article(kind or 'number')}"
    odd = OddWord(WordContext(word, scope), kind)
    help = (
        named_in_words([word, *odd.near.tokens_after()], scope.context.board)
        or next((help for one in _HELPS if (help := one(odd))), "")
        or with_examples(intended_word(word.text), scope.context, word.span)
        or did_you_mean(word.text, [*adjectives(kind, scope), *_WORDS_OF_PHRASES])
        or _examples(kind, scope)
    )
    return CheckError("CW214", message, word.span, help)


def _undeclared_beside(word: Word, scope: Scope) -> Word:
    """A word of the same phrase that nothing declares, if there is one: `cart` describes no
    town, but in `cart fro a town`, another word is wrong.
    """
    words = WordContext(word, scope).enclosing(ast.Words)
    odd = [one for one in words.names if not is_declared(one.text, scope)] if words else []
    return word if word in odd or not odd else odd[0]


def _nothing(odd: OddWord) -> str:
    """Help for `remove no boats`, which does nothing."""
    return LEAVE_OUT if odd.text == "no" and odd.near.enclosing(ast.VerbClause) else ""


def _best(odd: OddWord) -> str:
    """Help for `most boat`."""
    best = SUPERLATIVES.get(odd.text, "")
    by = _number_of(odd.kind, odd.scope) if odd.is_known_kind and odd.kind != "player" else ""
    return f"write `1 of {best} {odd.plural} by {by} of {odd.kind}`" if best and by else ""


def _superlative(odd: OddWord) -> str:
    """Help for `the richest player`, `the weakest cart`."""
    if not odd.is_known_kind or not odd.text.endswith("est"):
        return ""
    by, near = _number_of(odd.kind, odd.scope), nearest(odd.text, adjectives(odd.kind, odd.scope))
    if not by or near:
        return ""
    ends = f"`top {odd.plural} by {by} of {odd.kind}`", f"`bottom {odd.plural} by ...`"
    return f"write {ends[0]}, or {ends[1]}: choose one of them first, `as x`"


def _of_anybody(odd: OddWord) -> str:
    """Help for `1 boat of any player`."""
    is_any = odd.text == "any" and odd.kind == "player" and odd.near.owned and not odd.near.before
    return "leave out `of any player`; for those of each, write `of each player`" if is_any else ""


def _none_of(odd: OddWord) -> str:
    """Help for `no of your boats`."""
    is_none = odd.text == "of" and isinstance(
        odd.near.parent, ast.HasNo | ast.ThereIsNo | ast.WithNo
    )
    return f"write `none of your {odd.plural}`" if is_none and not odd.near.before else ""


def _top_of(odd: OddWord) -> str:
    """Help for `the top card of the deck`."""
    of = odd.near.noun.of if odd.near.noun is not None else None
    is_zone = odd.text in ("top", "bottom") and len(odd.near.after) == 1
    return f"write `{odd.text} of {of.argument.span.text}`" if of is not None and is_zone else ""


def _that_one(odd: OddWord) -> str:
    """Help for `that town`, after one is chosen."""
    known = next(iter(known_of(odd.kind, odd.scope)), "") if odd.text == "that" else ""
    return f"write `{known}`; {CALLED}" if known in given_names(odd.scope) else ""


def _of_each(odd: OddWord) -> str:
    """Help for `gold of all players`."""
    several = odd.text in ("all", "any", "every") and odd.near.owned and not odd.near.before
    return f"write `of each {_one_of_all(odd)}`" if several and odd.is_known_kind else ""


def _one_of_all(odd: OddWord) -> str:
    """What follows `each`, for the rest of `all burnt towns`, or of `all your carts`."""
    rest = [one.text for one in odd.near.after if one.kind == "NAME"]
    whose = rest[:1] in (["your"], ["their"], ["its"])
    return " ".join(["of", *rest] if whose else [*rest[:-1], odd.kind])


def _in_loop(odd: OddWord) -> str:
    """Help for `rank all players`, which always ranks all of them."""
    is_all = odd.text in ("all", "each", "any", "every") and odd.near.enclosing(ast.LoopSet)
    return "leave it out" if is_all and not odd.near.before else ""


def _set_of_all(odd: OddWord) -> str:
    """Help for `set all boats to damaged`."""
    is_set = odd.text == "all" and odd.near.is_operand_of("set")
    help = f"write `of each {odd.kind}` after what is set, as in `set FLAG of each {odd.kind}"
    return f"{help} to yes`" if is_set else ""


def _another_place(odd: OddWord) -> str:
    """Help for `move it to another town`."""
    if odd.text != "another" or not odd.is_known_kind:
        return ""
    if odd.scope.context.board.root(odd.kind) != "place":
        return ""
    one = article(odd.kind)
    return f"write `{one}`: nothing is moved to where it is; or `{one} without x`"


def _of_an_opponent(odd: OddWord) -> str:
    """Help for `carts of another player`."""
    return of_an_opponent(odd.near)


def _relative(odd: OddWord) -> str:
    """Help for `each player who owns a boat`."""
    is_relative = odd.text in ("who", "which") and odd.near.before
    help = "write `with`, as in `each player with 1 PIECE`, or `where`"
    return with_examples(help, odd.scope.context, odd.near.word.span) if is_relative else ""


def _owns(odd: OddWord) -> str:
    """Help for `if you own a boat`."""
    is_owned = odd.text in ("own", "owns", "control", "controls") and len(odd.near.before) == 1
    if not is_owned or not odd.is_known_kind or odd.scope.context.board.root(odd.kind) == "place":
        return ""
    who, rest = odd.near.previous, " ".join(one.text for one in odd.near.after)
    return f"write `{who} {'have' if who == 'you' else 'has'} {rest}`"


def _opposing(odd: OddWord) -> str:
    """Help for `opponents carts`."""
    board = odd.scope.context.board
    words = _whose_words(board.root(odd.kind)) if odd.is_known_kind else ()
    if odd.text not in OPPONENTS or "opposing" not in words or odd.kind == "player":
        return ""
    said = f"write `opposing {odd.near.after[-1].text}`" if odd.near.after else "write `opposing`"
    return f"{said}; for those of one player, {RIVAL}"


def _target(odd: OddWord) -> str:
    """Help for `choose target boat`, `remove target boat`."""
    act = odd.near.enclosing(ast.Act) if odd.text == "target" else None
    if act is None:
        return ""
    if not act.clause.word.text.startswith("choose"):
        return with_examples(intended_word("target"), odd.scope.context, odd.near.word.span)
    return "leave it out" if odd.near.quantifier else "write `1` instead: players choose anyway"


def _done(odd: OddWord) -> str:
    """Help for `placed boats`, `removed boats`."""
    done = odd.scope.context.parser.verbs.by_past.get(odd.text)
    if done is None or not (done.enters or done.leaves):
        return ""
    if done.leaves:
        return f"write `{odd.plural} in supply`"
    return f"leave it out: `{odd.plural}` already excludes those in supply"


def _verb(odd: OddWord) -> str:
    """Help for `may remove 1 boat and gain gold`."""
    verb = odd.scope.context.parser.verbs.by_form.get(odd.text)
    help = "is a verb: put both below `may:`, or begin a second statement"
    return f"`{verb.name}` {help}" if verb else ""


def _in_parentheses(odd: OddWord) -> str:
    """Help for `gold of only players with boats`, `carts of top players`."""
    if odd.text in ("top", "bottom"):
        return f"write `{odd.text} of ZONE`, or in parentheses `({odd.text} {odd.plural} by ...)`"
    is_one = odd.text in ("only", "foremost")
    return f"put it in parentheses, as in `({odd.text} {odd.plural} ...)`" if is_one else ""


def _quantifier(odd: OddWord) -> str:
    """Help for `any town is burnt`, `all towns are burnt`."""
    if odd.text == "any":
        return f"write `there are {odd.plural} with ...`, or choose one first, `as x`"
    is_all = odd.text == "all"
    help = f"say that there are no others, as in `there are no {odd.plural} where not (...)`"
    return help if is_all else ""


_HELPS: tuple[Callable[[OddWord], str], ...] = (
    _nothing, _best, _superlative, _of_anybody, _of_an_opponent, _relative, _owns, _opposing,
    _none_of, _top_of, _that_one, _of_each, _in_loop, _set_of_all, _another_place, _target, _done,
    _verb, _in_parentheses, _quantifier,
)  # fmt: skip
"""The first help that is about the word is given."""


def _number_of(kind: str, scope: Scope) -> str:
    """A number that things of this kind have."""
    fields = scope.context.board.fields(kind).values()
    known = (f.name for f in fields if f.type == NUMBER and f.name != "order" and not f.is_internal)
    return next(known, "")


def adjectives(kind: str, scope: Scope) -> list[str]:
    """Every adjective for a noun of this kind."""
    board = scope.context.board
    if kind not in board.kinds:
        return []  # adjectives can't describe numbers and words
    words = list(_whose_words(board.root(kind)))
    edge, seen = [kind], {kind}
    while edge:
        for step in paths.steps_from(board, edge.pop()):
            if isinstance(step, Field) and not is_nameable(step):
                continue
            words += _words_of(step, scope)
            if step.type.is_thing and step.type.of not in seen and step.type.of in board.kinds:
                seen.add(step.type.of)
                edge.append(step.type.of)
    return words


def _whose_words(root: str) -> tuple[str, ...]:
    """The built-in adjectives for things of a root kind."""
    if root == "place":
        return ()
    return tuple(word for word in ADJECTIVES if word != "other" or root in ("piece", "player"))


def _words_of(step: paths.Step, scope: Scope) -> list[str]:
    if step.type.base == "flag":
        return [step.name]
    words = scope.context.board.values_of(step.type)
    return sorted(words) if step.type.is_thing else words


def _examples(kind: str, scope: Scope) -> str:
    words = adjectives(kind, scope)
    shown = ", ".join(words[:8])
    return f"{article(kind)} can be {shown}" + ("..." if len(words) > 8 else "") if words else ""


def no_player(word: str, scope: Scope, span: Span) -> CheckError:
    """The error for `opposing` and similar words where nobody acts, as in definitions."""
    known = [name for name, bound in scope.names.items() if bound.type.one() == PLAYER]
    help = "specify whose: a definition has no *you*, but `NAME of player` has a player"
    if known:
        help = f"write `... of {known[0]}`, or `players without {known[0]}`"
    return CheckError("CW213", f"`{word}` needs a player to compare with", span, help)


def no_value(word: Word, joined: Sequence[Word], noun: Word, scope: Scope) -> CheckError:
    """The error for a word `joined` by `or` that is not an adjective; `noun` ends its phrase."""
    help = _either(word, joined, noun, scope)
    help = help or did_you_mean(word.text, scope.context.values)
    help = help or "only adjectives can be joined by `or`"
    return CheckError("CW201", f"`{word.text}` is not a value", word.span, help)


def _either(word: Word, joined: Sequence[Word], noun: Word, scope: Scope) -> str:
    """Help for `silk or burnt town`, where one of the words is a flag, not a value."""
    board = scope.context.board
    kind, _ = board.noun(noun.text) or ("", False)
    flag = board.field(kind, word.text) if kind else None
    if flag is None or flag.type != FLAG:
        return ""
    test = " or ".join(f"{kind} is {one.text}" for one in joined)
    return f"write `{noun.text} where {test}`"
