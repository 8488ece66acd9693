"""CW536: a name that is one typo away from its title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from cardwright.pack.sections import MAX_DEFINITIONS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.spelling import distance
from cardwright.source.text import Span
from cardwright_tools.lint.rule import Definitions, Game, diagnostic, rule

LEAST = 4
"""A shorter name may be another word."""
_INSIDE = re.compile(r"(?<=\w)[.'\u2019](?=\w)")  # not the end of a word: `U.N.`, `Anne's`
_BETWEEN = re.compile(r"[^a-z0-9]+")
_ARTICLE = re.compile(r"\b(?:an?|the)-")


@rule(Game, "CW536")
def check_game(game: Game) -> Iterator[Diagnostic]:
    """Checks the names of packs, options and menus."""
    declared = game.rules.declared
    yield from _typos((pack.id, pack.title, pack.span) for pack in game.rules.packs)
    yield from _typos((one.id, one.title, one.span) for one in declared.options)
    yield from _typos((one.name, one.title, one.span) for one in declared.menus.values())


@rule(Definitions, "CW536")
def check_definitions(some: Definitions) -> Iterator[Diagnostic]:
    yield from _typos((t.id, t.title, t.span) for t in some.things if t.title and t.span)


def _typos(titled: Iterable[tuple[str, str, Span]]) -> Iterator[Diagnostic]:
    for name, title, span in titled:
        if intended := _intended(name, title):
            message = f"`{name}` is spelled differently from its title, *{title}*"
            yield diagnostic("CW536", message, span, f"did you mean `{intended}`?")


@lru_cache(MAX_DEFINITIONS)
def _intended(name: str, title: str) -> str:
    """The intended name; "" if this one is as good."""
    spelt = _BETWEEN.sub("-", _INSIDE.sub("", title.lower())).strip("-")
    return _intended_name(name, spelt) if name != spelt and title.isascii() else ""


def _intended_name(name: str, spelt: str) -> str:
    """The name that this one is a typo of: the title without articles, or one of its words."""
    short = _ARTICLE.sub("", spelt)
    if _ARTICLE.sub("", name) == short:
        return ""
    whole = next((one for one in (spelt, short) if _is_typo(name, one)), "")
    return whole or _intended_part(name, spelt.split("-"))


def _intended_part(name: str, words: Sequence[str]) -> str:
    """`big-storm` for `big-strom`, if a word of the title is *storm*."""
    parts = name.split("-")
    known = {_singular(word) for word in words}
    for at, part in enumerate(parts):
        near = next((word for word in words if _is_typo(part, word)), "")
        if near and _singular(part) not in known:
            return "-".join([*parts[:at], near, *parts[at + 1 :]])
    return ""


def _is_typo(name: str, intended: str) -> bool:
    """Whether an inner letter is dropped, doubled or swapped; a different letter is not a typo."""
    if (
        min(len(name), len(intended)) < LEAST
        or name[0] != intended[0]
        or distance(name, intended, 1) != 1
    ):
        return False
    swapped = len(name) == len(intended) and sorted(name) == sorted(intended)
    longer, shorter = sorted((name, intended), key=len, reverse=True)
    inside = len(longer) > len(shorter) and not longer.startswith(shorter)
    same = _plain(name) == _plain(intended) or _singular(name) == _singular(intended)
    return (swapped or inside) and not same


def _plain(name: str) -> str:
    """The name without hyphens and digits: `data-base` and *Database* are the same word."""
    return re.sub(r"[-\d]", "", name)


def _singular(name: str) -> str:
    return "-".join(re.sub(r"e?s$", "", part) for part in name.split("-"))
