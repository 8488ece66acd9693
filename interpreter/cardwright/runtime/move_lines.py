"""The log line of a move: who can read about the thing, and about the things that it was or is on.

Players who do not see the thing read that something moved, if it may be counted; players who do not
see the thing that it came from, or is on now, read the back of that.
"""

from __future__ import annotations

from collections.abc import Callable

from cardwright.language.registry.movement import To
from cardwright.program.decision_points import LogPoint
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.log_phrases import (
    ITSELF,
    Line,
    Noun,
    Numbers,
    Sentence,
    place_words,
    readers_who_saw,
    seen_at,
    subject_of,
    thing_words,
    verb_of,
)
from cardwright.runtime.naming import title

Called = Callable[[Game, int, int], str]
Readers = frozenset[str] | None  # None: all


def move_line(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    item, start, end, actor = numbers
    verb = verb_of(point)
    if verb.one_line and point.verb != verb.name:
        return None
    if not item or (not end and point.to is To.PLACE):
        return None
    zone = visibility.zone_at(game.program, end)
    if zone is not None and not zone[0].logged:
        return None
    known = readers_who_saw(game, item, *seen_at(point, start, end))
    seen_by = _both(known, _readers_of_ends(game, start, end))
    thing = ITSELF if item == actor else thing_words(game, item, actor)
    text = _move_text(game, point, thing, numbers)
    if seen_by is None:
        return Line(text)
    return Line(text, seen_by, _hint(game, point, numbers, named=known is None))


def _readers_of_ends(game: Game, *places: int) -> Readers:
    """Who sees the things that something was on, and is on from now on."""
    known: Readers = None
    for place in places:
        known = _both(known, readers_who_saw(game, place, game.s[place]))
    return known


def _both(some: Readers, others: Readers) -> Readers:
    return others if some is None else some if others is None else some & others


def _move_text(
    game: Game, point: LogPoint, thing: str, numbers: Numbers, called: Called = place_words
) -> str:
    _, start, end, actor = numbers
    if point.index == game.program.vanishing:
        return f"{thing[:1].upper()}{thing[1:]} vanishes"
    log = verb_of(point).log
    if start == end and "{start}" in log and "{end}" in log:
        log = log.replace("from {start} to {end}", "within {end}")
    head, _, tail = log.partition("{thing}")
    places = {"start": called(game, start, actor), "end": called(game, end, actor)}
    words = {"who": subject_of(game, actor), **places}
    many = thing.many if isinstance(thing, Noun) else ""
    return Sentence(head.format(**words), thing, tail.format(**words), many)


def _hint(game: Game, point: LogPoint, numbers: Numbers, *, named: bool) -> str:
    """That something moved, if those who can't see it may count it; or that this thing moved, if
    they can't see only what it is on.
    """
    _, start, end, _ = numbers
    found = [visibility.zone_at(game.program, place) for place in seen_at(point, start, end)]
    zones = [zone for zone in found if zone is not None]
    if zones and all(not visibility.counts_inside(zone, owner, 0) for zone, owner in zones):
        return ""
    what = _one_of(game, zones[0][0].holds) if zones else _back(game, *numbers[::3])
    what = thing_words(game, numbers[0], numbers[3]) if named else what
    return _move_text(game, point, what, numbers, _hidden_place) if what else ""


def _hidden_place(game: Game, place: int, actor: int) -> str:
    """A place in the words of those who may not know it: a thing that carries others."""
    if _readers_of_ends(game, place) is None:
        return place_words(game, place, actor)
    zone = visibility.zone_at(game.program, game.s[place])
    return _one_of(game, zone[0].holds) if zone else _back(game, place, 0)


def _back(game: Game, item: int, actor: int) -> str:
    """A thing that is face down in the words of players who can't see its face."""
    owner, back = visibility.owner(game, item), visibility.back_of(game, item)
    whose = f"{title(game.program, owner)} " if owner and owner != actor else ""
    return _one_of(game, back, whose) if back else ""


def _one_of(game: Game, kind: str, whose: str = "") -> str:
    """Any thing of a kind."""
    return Noun.of(game.program.board.kinds[kind], whose)
