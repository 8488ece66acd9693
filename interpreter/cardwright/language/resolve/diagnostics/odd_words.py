"""Errors for a word before a name that is known: `form york`, `burnt york`, `york town`.

Knows nothing about how phrases are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from cardwright.board.model import Board
from cardwright.board.types import FLAG
from cardwright.language.registry import keywords
from cardwright.language.resolve import names
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax.nodes import Word
from cardwright.source.spelling import did_you_mean, may_search

_PILES = ("pile", "zone", "stack", "deck")
MOST_WORDS = 4
"""Titles of at most this many words are recognized."""


def odd_before_name(near: WordContext) -> CheckError | None:
    """The error for a word before the name of a thing, which no adjective describes, and for a flag
    behind it.
    """
    name, before, scope = near.word, near.before, near.scope
    if before and _is_flag(name.text, _kind_named(before[-1].text, scope), scope):
        help = f"write `{before[-1].text} is {name.text}`"
        return CheckError("CW201", f"missing `is` before `{name.text}`", name.span, help)
    if before and name.text in _PILES and before[-1].text in scope.context.board.zones:
        help = f"write `{before[-1].text}`, the name of the zone"
        return CheckError("CW201", f"unexpected `{name.text}`", name.span, help)
    if name.text == "none" and before and before[-1].kind == "NAME":
        return _unexpected(before[-1], "remove it")
    things = scope.context.board.things_named(name.text)
    known = scope.names.get(name.text)
    kinds = [*(thing.kind for thing in things), *([known.type.of] if known is not None else [])]
    if not kinds or not before or before[-1].kind != "NAME":
        return None
    odd, kind = before[-1], kinds[0]
    if any(odd.text in property_names(one, scope) for one in kinds):
        help = f"write `{odd.text} of {name.text}`"
        return CheckError("CW201", f"missing `of` after `{odd.text}`", odd.span, help)
    help = f"`{name.text}` is a single {kind}: write `{odd.text} of {name.text}`, "
    return _unexpected(odd, f"{help}or remove `{odd.text}`")


def _unexpected(odd: Word, help: str) -> CheckError:
    """The error for a word; the help if it is no misspelt word of the language."""
    help = did_you_mean(odd.text, keywords.reserved()) or help
    return CheckError("CW201", f"unexpected `{odd.text}`", odd.span, help)


def _kind_named(name: str, scope: Scope) -> str:
    """The kind of the thing that is called so; "" if nothing is."""
    known, board = scope.names.get(name), scope.context.board
    if known is not None and known.type.is_thing:
        return known.type.of
    return next((thing.kind for thing in board.things_named(name)), "")


def _is_flag(name: str, kind: str, scope: Scope) -> bool:
    board = scope.context.board
    field = board.fields(kind).get(name) if kind in board.kinds else None
    return field is not None and field.type == FLAG


def property_names(kind: str, scope: Scope) -> set[str]:
    """The words before `of x`, for a thing of this kind: its fields and definitions about it."""
    board = scope.context.board
    fields = board.fields(kind) if kind in board.kinds else {}
    return {*fields, *names.about(kind, scope)}


def named_in_words(words: list[Word], board: Board) -> str:
    """Help for the title of a thing, or its id without hyphens: `york town`, `home town`."""
    texts = [word.text for word in words]
    titles = _titles(board, {len(" ".join(said)) for said in _beginnings(texts)})
    for said in _beginnings(texts):
        joined = "-".join(said)
        id = joined if board.things_named(joined) else titles.get(" ".join(said), "")
        if id:
            return f"write `{id}` instead of `{' '.join(said)}`"
    return ""


def _titles(board: Board, lengths: Set[int]) -> dict[str, str]:
    """The ids of things by their titles of these lengths, without capitals; none after many
    searches."""
    groups = board.things.values()
    if not (lengths and may_search() and may_search(range(sum(map(len, groups))))):
        return {}
    return {
        one.title.casefold(): one.id
        for group in groups
        for one in group.values()
        if len(one.title) in lengths or not one.title.isascii()
    }


def _beginnings(words: list[str]) -> Iterator[list[str]]:
    """The first words, of which there are several: most of them first."""
    yield from (words[:many] for many in range(min(len(words), MOST_WORDS), 1, -1))
