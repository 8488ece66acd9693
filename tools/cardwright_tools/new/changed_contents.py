"""The contents of places and zones that have changed during a game, as lines of `expect`.

A line lists everything that is there, so that the scenario fails if something else is moved. A line
that a scenario would read differently is left out, and so are long decks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice

from cardwright.board.declarations import Zone
from cardwright.runtime.game import Game
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright_tools.new.changed_values import is_true
from cardwright_tools.new.yaml_edit import scalar
from cardwright_tools.scenario.claims import PlaceClaim, ZoneClaim
from cardwright_tools.scenario.compare import ThingNamer
from cardwright_tools.scenario.terms import NOBODY, NOTHING, Terms

MOST = 8
MOST_HELD = 8  # things in a zone

Contents = Mapping[str, Value]


def changed_contents(before: Game, after: Game, most: int = MOST) -> Iterator[str]:
    """Lines such as `north: {red: 2 crates}` and `hand: {red: [storm], blue: nothing}`."""
    terms = Terms(after.program, Report())
    state = frozenset(_state_of_copies(terms, before, after))
    old, new = (contents(ThingNamer(game, terms, state, changed=True)) for game in (before, after))
    changed = {key: value for key, value in new.items() if old.get(key) != value}
    lines = (f"{scalar(key)}: {scalar(value)}" for key, value in changed.items())
    said = (one for one in lines if is_true(terms, one, before.s, after, (PlaceClaim, ZoneClaim)))
    yield from islice(said, most)


def _state_of_copies(terms: Terms, before: Game, after: Game) -> Iterator[str]:
    """The state that has changed, of things with copies: their names don't tell these apart."""
    layout = terms.program.layout
    for item in layout.items:
        if item.thing and len(layout.copies(item.kind, item.thing.id)) > 1:
            for cell in terms.state_of(item.kind):
                at = layout.cells[cell.kind, cell.name] + item.id
                if before.s[at] != after.s[at]:
                    yield cell.name


def contents(namer: ThingNamer) -> Contents:
    """What is on each place and in each zone, except long decks, in the words of scenarios."""
    return {**dict(_on_places(namer)), **dict(_in_zones(namer))}


def _on_places(namer: ThingNamer) -> Iterator[tuple[str, Value]]:
    """What is on each place, by owner; without owners if nobody owns any of it."""
    terms, state = namer.terms, namer.game.s
    layout = terms.program.layout
    found: dict[int, dict[str, list[int]]] = {
        one.id: {} for one in layout.items if one.kind and terms.in_game(one) and terms.is_host(one)
    }
    for item in layout.placed_things(state):
        owner = state[layout.owner + item]
        here = found.setdefault(state[item], {})
        here.setdefault(terms.name(owner) if owner else NOBODY, []).append(item)
    for place, groups in found.items():
        parts: Value = {owner: _parts(namer, items) for owner, items in groups.items()}
        nobodys = _parts(namer, groups[NOBODY]) if [*groups] == [NOBODY] else None
        yield terms.label(place), nobodys or parts or NOTHING


def _in_zones(namer: ThingNamer) -> Iterator[tuple[str, Value]]:
    layout = namer.terms.program.layout
    zones = {zone.name: zone for zone, _ in layout.zones if not layout.is_missing(zone.name)}
    for name, zone in zones.items():
        held = _held(namer, zone, 0) if not zone.each_player else _held_by_players(namer, zone)
        if held:
            yield name, held


def _held_by_players(namer: ThingNamer, zone: Zone) -> Value:
    players = namer.terms.program.layout.kind("player")
    held = ((namer.terms.name(player), _held(namer, zone, player)) for player in players)
    return {player: found for player, found in held if found} or None


def _held(namer: ThingNamer, zone: Zone, player: int) -> Value:
    """What a zone holds, the top first; None if that is long."""
    layout = namer.terms.program.layout
    items = namer.game.z[layout.zone_id(zone.name, player) - layout.zone_first]
    if len(items) > MOST_HELD:
        return None
    looks = [(namer.of(item, namer.owner_of(item)), namer.kind_of(item)) for item in items]
    return [*_counted(namer.terms, looks if zone.ordered else sorted(looks))] or NOTHING


def _parts(namer: ThingNamer, items: Sequence[int]) -> Value:
    """`1 crate`, or `[2 crates, kraken]`."""
    looks = sorted((namer.of(item), namer.kind_of(item)) for item in items)
    words: list[Value] = [*_counted(namer.terms, looks)]
    return words[0] if len(words) == 1 else words


def _counted(terms: Terms, looks: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Counts things that follow each other and look alike; `looks`: the words for each and, if
    these end with a kind, the kind."""
    for (look, kind), run in groupby(looks):
        count = len([*run])
        if kind and count > 1:
            words, mark, state = look.partition(" with ")
            plural = terms.program.board.kinds[kind].plural
            look = f"{words.removesuffix(kind)}{plural}{mark}{state}"
        yield f"{count} {look}" if kind or count > 1 else look
