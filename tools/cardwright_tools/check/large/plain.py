"""Which definitions of a game are plain: nothing else in the game speaks of them.

What is said of a plain definition depends on its own lines and on all that is not plain, so
plain ones can be looked at in any order, in any process, and again one by one. Owns the
conditions: a card by itself, with values and effects but no abilities; its id stands nowhere
else; and its effects run nothing that others could lead back to it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardwright.board.model import Thing
from cardwright.language.declared import Declared, Effect
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright_tools.check.allowances import SIGN
from cardwright_tools.check.large.items import Stretch, stretches

_WORD = re.compile(r"[\w-]+")
_RUNS = re.compile(r"(?<![\w-])(do|does|perform|performs|open|opens)(?![\w-])")


@dataclass(frozen=True, slots=True)
class Plain:
    """A plain definition, the stretch of its file, and its effects."""

    thing: Thing
    stretch: Span
    effects: tuple[Effect, ...]


def words(text: str) -> Counter[str]:
    """How often each word stands in a text; ids are words."""
    return Counter(_WORD.findall(text))


def plain(declared: Declared, sources: Mapping[str, Source]) -> list[Plain]:
    """All plain definitions of a game."""
    spoken: Counter[str] = Counter()
    for source in sources.values():
        spoken.update(_WORD.findall(source.text))
    found = {name: stretches(source.text) for name, source in sources.items()}
    return [one for one in standing(declared, found) if spoken[one.thing.id] == 1]


def standing(declared: Declared, found: Mapping[str, Sequence[Stretch]]) -> Iterator[Plain]:
    """The definitions in these stretches that are plain as far as they themselves go."""
    effects: dict[int, list[Effect]] = {}
    for effect in declared.effects:
        effects.setdefault(id(effect.bearer), []).append(effect)
    carrying = {id(one.bearer) for one in declared.abilities}
    carrying |= {id(one.bearer) for one in declared.options}
    for things in _by_stretch(_cards(declared), found):
        (thing, stretch), *others = things
        own = tuple(effects.get(id(thing), ()))
        if not others and id(thing) not in carrying and _by_itself(stretch, own):
            yield Plain(thing, stretch, own)


def _cards(declared: Declared) -> Iterator[Thing]:
    board = declared.board
    for kind in board.below("card"):
        yield from board.things.get(kind, {}).values()


def _by_stretch(
    things: Iterable[Thing], found: Mapping[str, Sequence[Stretch]]
) -> Iterator[list[tuple[Thing, Span]]]:
    """The things that stand in a stretch together, with the stretch."""
    standing: dict[tuple[str, int], list[tuple[Thing, Span]]] = {}
    for thing in things:
        if thing.span is None:
            continue
        name, own = thing.span.source.name, found.get(thing.span.source.name, ())
        at = bisect_right(own, (thing.span.start, len(thing.span.source.text) + 1)) - 1
        if at >= 0 and thing.span.start < own[at][1]:
            stretch = Span(thing.span.source, *own[at])
            standing.setdefault((name, at), []).append((thing, stretch))
    yield from standing.values()


def _by_itself(stretch: Span, effects: Sequence[Effect]) -> bool:
    inside = all(_within(effect.body, stretch) for effect in effects)
    runs = any(_RUNS.search(effect.body.text) for effect in effects)
    return inside and not runs and SIGN not in stretch.text


def _within(span: Span, stretch: Span) -> bool:
    own = span.source.name == stretch.source.name
    return own and stretch.start <= span.start and span.end <= stretch.end
