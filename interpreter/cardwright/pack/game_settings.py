"""How a game begins and ends, as manifests tell it: main rule, score, winners, seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardwright.board.types import NONE, NUMBER
from cardwright.pack.builder import Link
from cardwright.pack.manifest import Manifest
from cardwright.pack.requires import above
from cardwright.pack.yaml_node import Spot

STATED = ("main", "score", "winners")


def settle(packs: Sequence[Manifest], link: Link) -> None:
    """A pack may say again what a pack that it requires has said."""
    declared = link.declared
    by_key = {key: _last(key, packs, link) for key in STATED}
    if main := by_key["main"]:
        declared.main, declared.main_span = main.main, main.main_span
    elif packs:
        span = packs[0].span
        message = "no pack says which rule plays the game"
        link.unknown("manifests", "main", "CW310", message, span, ("main: RULE",))
    if score := by_key["score"]:
        declared.score = score.score
        _check_score(score, link)
    if winners := by_key["winners"]:
        declared.winners = winners.winners
    _settle_seats(packs, link)


def _last(key: str, packs: Sequence[Manifest], link: Link) -> Manifest | None:
    stating = [p for p in packs if p.spot and p.spot.get(key)]
    by_id = {p.id: p for p in packs}
    for first, later in pairwise(stating):
        if first.id not in above(later, by_id):
            message = f"`{later.id}` says `{key}`, and so does `{first.id}`"
            notes = ((first.place(key), "the first one"),)
            help = "one of them has to require the other"
            link.report.error("CW309", message, later.place(key), help, notes)
    return stating[-1] if stating else None


def _check_score(pack: Manifest, link: Link) -> None:
    declared = link.declared
    found = declared.board.field("player", pack.score)
    definition = declared.definitions.get(pack.score)
    if found is not None and found.type not in (NUMBER, NONE):
        link.report.error("CW348", f"`{pack.score}` is no number", pack.place("score"))
    elif definition is not None and [p.type for p in definition.takes] != ["player"]:
        message = f"`{pack.score}` is no property of a player"
        link.report.error("CW348", message, pack.place("score"), "as in `score of player`")
    elif found is None and definition is None and "player" not in link.open_kinds:
        fields = declared.board.fields("player").values()
        known = [f.name for f in fields if f.type == NUMBER and f.name != "order"]
        known += [n for n, d in declared.definitions.items() if len(d.takes) == 1]
        message = f"players have no property `{pack.score}`"
        link.unknown("types", pack.score, "CW348", message, pack.place("score"), known)


# Seats


def _settle_seats(packs: Sequence[Manifest], link: Link) -> None:
    """The players by number of players: as stated, else the first of those defined."""
    seats: dict[int, tuple[str, ...]] = {}
    for pack in packs:
        seats |= {number: names for number, names, spot in _stated(pack) if
                  _check_seats(number, spot, link)}  # fmt: skip
    if packs and not any(pack.seats for pack in packs):
        seats = _default_seats(packs, link)
    _check_numbers(packs, seats, link)
    link.declared.seats = dict(sorted(seats.items()))


def _stated(pack: Manifest) -> Iterator[tuple[int, tuple[str, ...], Spot]]:
    for key, spot in pack.spot.entries("seats") if pack.spot else ():
        if key.isdigit() and int(key) in pack.seats:
            yield int(key), pack.seats[int(key)], spot


def _check_seats(number: int, spot: Spot, link: Link) -> bool:
    players = link.declared.board.things.get("player", {})
    seen: set[str] = set()
    for item in spot.each():
        if item.word in seen:
            link.report.error("CW328", f"`{item.word}` has two seats", item.span)
            return False
        seen.add(item.word)
        if item.word not in players:
            message = f"no player is called `{item.word}`"
            link.unknown("things", item.word, "CW343", message, item.span, players)
        elif players[item.word].players and number not in players[item.word].players:
            message = f"`{item.word}` is not there with {number} players"
            link.report.error("CW347", message, item.span)
    if len(seen) == number:
        return True
    message = f"{number} players need {number} seats; here are {len(seen)}"
    link.report.error("CW347", message, spot.span)
    return False


def _default_seats(packs: Sequence[Manifest], link: Link) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    players = link.declared.board.things.get("player", {}).values()
    for pack in packs:
        for number in range(pack.players[0], pack.players[1] + 1):
            there = [p.id for p in players if not p.players or number in p.players]
            if len(there) >= number:
                found[number] = tuple(there[:number])
    return found


def _check_numbers(
    packs: Sequence[Manifest], seats: dict[int, tuple[str, ...]], link: Link
) -> None:
    """Each number of players has its seats; what is wrong with those was said there."""
    stated = {*seats, *(number for pack in packs for number in pack.seats)}
    for pack in packs:
        if pack.spot is None or not pack.spot.get("players"):
            continue
        numbers = range(pack.players[0], pack.players[1] + 1)
        left = next((number for number in numbers if number not in stated), 0)
        if left:
            message = f"nobody has a seat with {left} player{'s' if left > 1 else ''}"
            place = pack.place("seats" if pack.seats else "players")
            link.unknown("things", str(left), "CW347", message, place)
