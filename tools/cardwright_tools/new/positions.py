"""Positions in which `new scenario` tries a definition, written as in a scenario.

Decides what may be where; knows nothing about what is played there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardwright.board.declarations import Thing
from cardwright.board.layout import Item
from cardwright.board.types import NUMBER
from cardwright.games import Rules
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.program import Program
from cardwright.runtime import naming
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read
from cardwright_tools.new.yaml_edit import scalar
from cardwright_tools.scenario.claims import Claim, ClaimReader
from cardwright_tools.scenario.given import Placer
from cardwright_tools.scenario.stage import Stage
from cardwright_tools.scenario.terms import Terms

SOME = 3
SET_UP = "set-up"
Given = dict[str, Value]


def candidate_positions(rules: Rules, bearer: Thing | None = None) -> Iterator[Given]:
    """From simple to full: the game's own setup, nothing, some of each counter, and everything.

    The bearer is placed where its abilities are active.
    """
    own = _active_zone_of(rules, bearer)
    some = _counters(rules)
    yield {SET_UP: "yes", **own}
    yield own
    yield {**some, **own}
    for place_order in (1, -1):  # matters if there are too few pieces for all places
        yield {**some, **_cards(rules), **_pieces(rules, place_order), **own}


def stage_position(rules: Rules, given: Given) -> Stage | None:
    """A game in this position; None if it is impossible."""
    program, report = rules.program(max(rules.players)), Report()
    game, terms = Stage(program, 1, start=SET_UP in given), Terms(program, report)
    placer = Placer(game, terms)
    if SET_UP not in given:
        placer.seat(program.layout.kind("player"))
    placer.apply(list(_claims(terms, given)))
    game.ask_again()
    return None if report.failed else game


def _claims(terms: Terms, given: Given) -> Iterator[Claim]:
    """The claims of a position, read in the same way as the scenario's text."""
    text = "".join(f"{key}: {scalar(value)}\n" for key, value in given.items() if key != SET_UP)
    document = read(Source("", text), terms.report) if text else None
    if document is not None:
        for key, node in YamlNode(document, (), document.value, "").items():
            yield from ClaimReader(terms).read(key, node) or ()


def _active_zone_of(rules: Rules, bearer: Thing | None) -> Given:
    """The thing in the first player's zone in which its kind is active."""
    board = rules.declared.board
    above = board.ancestors(bearer.kind) if bearer else ()
    zone = next((z for kind in above if (z := board.kinds[kind].active_in)), "")
    if bearer is None or not zone:
        return {}
    first = _players(rules.program(max(rules.players)))[0]
    things: Value = [bearer.id]
    return {zone: {first: things} if board.zones[zone].each_player else things}


def _players(program: Program) -> list[str]:
    return [naming.player_name(program, p) for p in program.layout.kind("player")]


def _counters(rules: Rules) -> Given:
    """A few of each counter of the players."""
    names = _players(rules.program(max(rules.players)))
    fields = rules.declared.board.fields("player").values()
    numbers = [f for f in fields if not f.printed and f.type == NUMBER]
    some = {f.name: min(max(f.low or 0, SOME), SOME if f.high is None else f.high) for f in numbers}
    return {name: dict.fromkeys(names, value) for name, value in some.items()}


def _cards(rules: Rules) -> Given:
    """Some different cards of the right kind in each shared zone."""
    board, size = rules.declared.board, max(rules.players)
    left = {
        kind: [t.id for t in board.things.get(kind, {}).values() if size in (t.players or [size])]
        for kind in board.below("card")
    }
    found: Given = {}
    for zone in board.zones.values():
        kinds = left.keys() & set(board.below(zone.holds)) if not zone.each_player else set()
        ids = [id for kind in left if kind in kinds for id in left[kind]][:SOME]
        left = {kind: [id for id in left[kind] if id not in ids] for kind in left}
        if ids:
            found[zone.name] = [*ids]
    return found


def _pieces(rules: Rules, place_order: int) -> Given:
    """A piece of each kind and player on each place, as long as there are enough."""
    program = rules.program(max(rules.players))
    layout, terms = program.layout, Terms(program, Report())
    left = Counter((i.kind, i.owner) for i in layout.items if _is_counted(program, i))
    found: Given = {}
    for place in [*layout.kind("place")][::place_order]:
        here: dict[str, list[Value]] = {}
        for kind, owner in [key for key in left if left[key] and _lives(program, key[0], place)]:
            left[kind, owner] -= 1
            here.setdefault(terms.name(owner), []).append(f"1 {kind}")
        if here:
            found[terms.label(place)] = {who: _one(parts) for who, parts in here.items()}
    return found


def _is_counted(program: Program, item: Item) -> bool:
    """Whether the item is one of a player's interchangeable pieces."""
    of_piece = bool(item.kind) and program.board.root(item.kind) == "piece"
    return of_piece and item.owner in program.layout.kind("player") and item.thing is None


def _lives(program: Program, kind: str, place: int) -> bool:
    hosts = program.board.lives_on(kind)
    at = program.layout.items[place].kind
    return not hosts or any(program.board.is_a(at, host) for host in hosts)


def _one(parts: list[Value]) -> Value:
    return parts[0] if len(parts) == 1 else parts
