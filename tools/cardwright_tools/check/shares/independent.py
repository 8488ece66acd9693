"""Finds the independent cards of a game, which nothing else in the game refers to.

The report on an independent card depends only on its own lines and on everything that is not
independent, so these cards can be checked in any order, in any process, and one by one. Defines the
conditions: a card has values and effects but no abilities, its id occurs nowhere else, and its
effects run nothing that could lead back to other cards.

What effects run is found by words, not in their syntax trees: cards are found before they are
divided among processes, and reading all of them first would take a fifth of a check without a
cache. A card being written would also change sides whenever its text can't be read. A word too many
only has its card checked with the rest of the game.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from cardwright.board.declarations import Thing
from cardwright.language.declared import Declared, Effect
from cardwright.pack.files.quoted_titles import may_be_quoted
from cardwright.pack.files.truncated_text import may_be_truncated
from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check.shares.items import Stretch
from cardwright_tools.check.shares.scan import Scan
from cardwright_tools.check.suppressions import SIGN

_BEGINS = lazy_pattern(r"(?<![\w-])(begin|begins)(?![\w-])")
_PERFORMS = re.compile(r"(?<![\w-])(perform|performs)(?![\w-])")
_OPENS = lazy_pattern(r"(?<![\w-])(open|opens)(?![\w-])")
_HINTS = ("perform", "open", "do")
"""A text without any of these runs nothing else; a part is found faster than a whole word."""
_LEADS = re.compile(r"(?<![\w-])(do|does|open|opens)\s+([a-z][\w-]*)")


Now = Callable[[Span], Span]


def unmoved(span: Span) -> Span:
    """The position of a span in files that have not changed."""
    return span


@dataclass(frozen=True, slots=True)
class IndependentCard:
    """An independent card, its range in the file, and its effects."""

    thing: Thing
    stretch: Span
    effects: tuple[Effect, ...]


def independent_cards(declared: Declared, texts: Scan, now: Now = unmoved) -> list[IndependentCard]:
    """All independent cards of a game; `now` returns the current position of a span read before."""
    found = independent_in(declared, texts.items, now)
    return [one for one in found if one.thing.id in texts.singles]


def independent_in(
    declared: Declared, found: Mapping[str, Sequence[Stretch]], now: Now = unmoved
) -> Iterator[IndependentCard]:
    """The cards in these ranges that look independent by their own text."""
    effects: dict[int, list[Effect]] = {}
    for effect in declared.effects:
        effects.setdefault(id(effect.bearer), []).append(effect)
    carrying = {id(one.bearer) for one in declared.abilities}
    carrying |= {id(one.bearer) for one in declared.options}
    carrying |= {id(one.bearer) for one in declared.lasting.values()}
    leading = performing(declared)
    for things in _by_stretch(_cards(declared), found, now):
        (thing, stretch), *others = things
        own = tuple(effects.get(id(thing), ()))
        lacks_rules = not own and thing.text  # it may be reported (CW535)
        if not (others or lacks_rules or id(thing) in carrying) and is_isolated(
            stretch, own, leading, now
        ):
            yield IndependentCard(thing, stretch, own)


def _cards(declared: Declared) -> Iterator[Thing]:
    board = declared.board
    for kind in board.below("card"):
        yield from board.things.get(kind, {}).values()


def _by_stretch(
    things: Iterable[Thing], found: Mapping[str, Sequence[Stretch]], now: Now
) -> Iterator[list[tuple[Thing, Span]]]:
    """The things in each range, with the range."""
    standing: dict[tuple[str, int], list[tuple[Thing, Span]]] = {}
    for thing in things:
        if thing.span is None or thing.span.source.name not in found:
            continue
        span = now(thing.span)
        name, own = span.source.name, found[span.source.name]
        at = bisect_right(own, (span.start, len(span.source.text) + 1)) - 1
        if at >= 0 and span.start < own[at][1]:
            stretch = Span(span.source, *own[at])
            standing.setdefault((name, at), []).append((thing, stretch))
    yield from standing.values()


def is_isolated(
    stretch: Span, effects: Sequence[Effect], performing: set[str], now: Now = unmoved
) -> bool:
    """Whether the effects are in this range, and lead to nothing that is printed elsewhere."""
    texts = [effect.body.text for effect in effects if now(effect.body).is_within(stretch)]
    begins = any("begin" in text and _BEGINS.search(text) for text in texts)
    hinting = [text for text in texts if any(word in text for word in _HINTS)]
    leads = any(_OPENS.search(text) or _performs(text, performing) for text in hinting)
    return (
        len(texts) == len(effects)
        and not (leads or begins)
        and SIGN not in _comments_above(stretch) + stretch.text
        and not may_be_truncated(stretch.text)  # which is reported when its file is read, and so
        and not may_be_quoted(stretch.text)  # is this
    )


def _comments_above(stretch: Span) -> str:
    """The comments directly above: a suppression there applies to the first line."""
    text, begin = stretch.source.text, stretch.start
    while begin > 0:
        line = text.rfind("\n", 0, begin - 1) + 1
        if text[line:begin].lstrip()[:1] not in ("", "#"):
            break
        begin = line
    return text[begin : stretch.start]


def _performs(text: str, performing: set[str]) -> bool:
    """Whether a text performs a printed effect, directly or through a rule or menu."""
    itself, leads = _leading(text)
    return itself or not performing.isdisjoint(leads)


@lru_cache(2_000)  # the texts of most games, which a server looks at after each change
def _leading(text: str) -> tuple[bool, frozenset[str]]:
    """Whether a text performs a printed effect itself, and the rules and menus that it runs."""
    leads = frozenset(f"{way[:2]} {name}" for way, name in _LEADS.findall(text))
    return _PERFORMS.search(text) is not None, leads


def performing(declared: Declared) -> set[str]:
    """The rules and menus, as `do RULE` and `op MENU`, that may perform a printed effect."""
    texts = {f"do {name}": rule.body.text for name, rule in declared.rules.items()}
    for option in declared.options:
        own = f"op {option.menu}"
        texts[own] = f"{texts.get(own, '')}\n{option.body.text}"
    found: set[str] = set()
    while more := {name for name, text in texts.items() if _performs(text, found)} - found:
        found |= more
    return found
