"""The numbers of players of a game that its packs and enabled modules together allow.

A module usually narrows the range of its pack. One that gives `seats` for a number of players that
the pack does not have adds this number. Decides which numbers are left, and what excludes the
others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import Manifest
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Statement:
    """The numbers of players that a pack or a module is for; `range` as it is written."""

    name: str
    title: str
    range: tuple[int, int]
    numbers: frozenset[int]
    span: Span


def added_numbers(packs: Sequence[Manifest], enabled: Collection[str]) -> frozenset[int]:
    """The numbers that enabled modules add to those of their packs."""
    return frozenset(
        number
        for pack in packs
        for module in pack.switched_on(enabled)
        for number in module.seats
        if not pack.players[0] <= number <= pack.players[1]
    )


def numbers_of_games(packs: Sequence[Manifest]) -> tuple[int, int, frozenset[int]]:
    """The lowest and the highest number of any of these packs and their modules, and all numbers:
    a required pack may allow fewer than others."""
    modules = [module for pack in packs for module in pack.modules.values()]
    ranges = (*(pack.players for pack in packs), *(m.players for m in modules if m.players))
    lows, highs = zip(*ranges, strict=True)
    low, high = min(lows), max(highs)
    seats = (number for module in modules for number in module.seats)
    return low, high, frozenset([*range(low, high + 1), *seats])


def modules_for(players: int, packs: Sequence[Manifest], enabled: Collection[str]) -> str:
    """The modules that make a game for this number possible, as the end of a sentence; or ""."""
    names = [m.name for pack in packs for m in pack.modules.values() if players in m.seats]
    named = " or ".join(f"`{name}`" for name in names if name not in enabled)
    return f"; that needs the module {named}" if named else ""


def statements(packs: Sequence[Manifest], enabled: Collection[str]) -> list[Statement]:
    """What limits the numbers: packs, then enabled modules.

    A pack that another requires does not count: the requiring one decides.
    """
    return [*_of_packs(packs, enabled), *_of_modules(packs, enabled)]


def _of_packs(packs: Sequence[Manifest], enabled: Collection[str]) -> Iterator[Statement]:
    added, required = added_numbers(packs, enabled), {id for pack in packs for id in pack.requires}
    for pack in packs:
        if pack.id not in required and pack.has("players"):
            place, numbers = pack.value_span("players"), _numbers(pack.players) | added
            yield Statement(pack.id, pack.title, pack.players, numbers, place)


def _of_modules(packs: Sequence[Manifest], enabled: Collection[str]) -> Iterator[Statement]:
    for pack in packs:
        for on in pack.switched_on(enabled):
            if on.players:
                title, place = f"{on.title} (module {on.name})", pack.value_span("modules")
                yield Statement(on.name, title, on.players, _numbers(on.players), place)


def _numbers(of: tuple[int, int]) -> frozenset[int]:
    return frozenset(range(of[0], of[1] + 1))


def allowed_numbers(packs: Sequence[Manifest], enabled: Collection[str]) -> Sequence[int]:
    """The numbers of players that nothing excludes, in order: a range unless one in between is
    excluded.
    """
    every = [said.numbers for said in statements(packs, enabled)]
    found = sorted(frozenset.intersection(*every)) if every else [1]
    if found and found[-1] - found[0] == len(found) - 1:
        return range(found[0], found[-1] + 1)
    return tuple(found)


def check_player_counts(
    packs: Sequence[Manifest], enabled: Collection[str], builder: PackBuilder
) -> None:
    """Checks that all packs and enabled modules have a number of players in common."""
    earlier: list[Statement] = []
    for said in statements(packs, enabled):
        left = frozenset.intersection(said.numbers, *(other.numbers for other in earlier))
        if earlier and not left:
            other = next((o for o in earlier if not o.numbers & said.numbers), earlier[-1])
            message = f"`{said.name}` and `{other.name}` are for different numbers of players"
            builder.error("CW309", message, said.span, "remove one of them")
            return
        earlier.append(said)
