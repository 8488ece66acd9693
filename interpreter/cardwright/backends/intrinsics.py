"""Intrinsics: functions that every backend calls for operations without a native equivalent.

Few, small, and free of any game's state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from cardwright.backends.game_errors import OutOfRange
from cardwright.board.layout import in_mask as in_mask
from cardwright.board.layout import mask_of as mask_of

Ids = Sequence[int]
Found = TypeVar("Found")
MAX_NUMBER = 10**12  # the largest number a game works with
MAX_RANGE = 1000  # in one range: a pack can't request a list that fills the memory


def cell_or_zero(s: Ids, offset: int, index: int) -> int:
    """A cell of a thing; 0 if the thing is none."""
    return s[offset + index] if index else 0


def as_if(s: list[int], cell: int, value: int, body: Callable[[list[int]], Found]) -> Found:
    """The value of `body` in a state in which one cell has another value."""
    other = s[:]
    other[cell] = value
    return body(other)


def zone_of(player: int, before: int) -> int:
    """The zone of a player; none if there is no player."""
    return player + before if player else 0


def contents_of(zones: Sequence[Ids], zone: int, first: int) -> Ids:
    return zones[zone - first] if zone else ()


def in_lists(lists: Sequence[Ids], first: int, end: int) -> Ids:
    """The content of some lists of things, in the order of their numbers."""
    found: list[int] = []
    for items in lists[first:end]:
        if items:
            found += items
    found.sort()
    return found


def first(items: Iterable[int]) -> int:
    """The first item; none for an empty set."""
    return next(iter(items), 0)


def div(a: int, b: int) -> int:
    """Division rounded down; dividing by 0 gives 0."""
    return a // b if b else 0


def mod(a: int, b: int) -> int:
    return a % b if b else 0


def numbers(low: int, high: int) -> tuple[int, ...]:
    """The numbers from low to high, at most MAX_RANGE of them."""
    return tuple(range(low, min(high, low + MAX_RANGE - 1) + 1))


def only(items: Iterable[int]) -> int:
    found = tuple(items)
    return found[0] if len(found) == 1 else 0


def arg_best(items: Ids, key: Callable[[int], int], sign: int) -> tuple[int, ...]:
    """All items with the highest (sign 1) or lowest (-1) value."""
    values = [sign * key(item) for item in items]
    most = max(values, default=0)
    return tuple([item for item, value in zip(items, values, strict=True) if value == most])


def first_best(items: Ids, key: Callable[[int], int], sign: int) -> int:
    found = arg_best(items, key, sign)
    return found[0] if found else 0


def sort_by(items: Iterable[int], key: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(sorted(items, key=key))


def start_from(items: Iterable[int], start: int) -> tuple[int, ...]:
    """The items rotated to begin at `start`; unchanged if `start` is not among them."""
    found = tuple(items)
    if start not in found:
        return found
    index = found.index(start)
    return found[index:] + found[:index]


def next_seat(seats: Ids, player: int) -> int:
    return seats[(seats.index(player) + 1) % len(seats)] if player in seats else 0


def seat_before(seats: Ids, player: int) -> int:
    return seats[seats.index(player) - 1] if player in seats else 0


def nth(index: int, values: Sequence[int]) -> int:
    """The value at an index counted from 1; 0 outside the list."""
    return values[index - 1] if 1 <= index <= len(values) else 0


def position(zones: Sequence[Ids], zone_index: int, item: int) -> int:
    """The position in a zone, 1 being the top; 0 if the thing is in no zone."""
    return rank_in(zones[zone_index], item) if 0 <= zone_index < len(zones) else 0


def top(zone: Ids, bottom: bool) -> int:
    if not zone:
        return 0
    return zone[-1] if bottom else zone[0]


def take_top(zone: Ids, bottom: bool, count: int) -> tuple[int, ...]:
    count = max(0, count)
    if bottom:
        return tuple(zone[max(0, len(zone) - count) :])
    return tuple(zone[:count])


def without_none(items: Iterable[int]) -> tuple[int, ...]:
    """The items that are not none."""
    return tuple([item for item in items if item])


def longest_line(cells: Iterable[int], cell: int, lines: Sequence[Sequence[Ids]]) -> int:
    """The longest straight run through `cell`; `lines[cell]` are its four pairs of rays."""
    held = set(cells)
    if cell not in held:
        return 0
    most, rays = 1, lines[cell]
    for at in range(0, len(rays), 2):
        length = 1
        for ray in rays[at : at + 2]:
            for there in ray:
                if there not in held:
                    break
                length += 1
        most = max(most, length)
    return most


def if_member(item: int, members: frozenset[int]) -> int:
    """The item if it is one of the members, else none."""
    return item if item in members else 0


def if_form(s: Ids, forms: int, item: int, members: frozenset[int]) -> int:
    """The item if its design is one of the members, else none."""
    return item if s[forms + item] in members else 0


def distinct(items: Iterable[int], key: Callable[[int], int]) -> tuple[int, ...]:
    """The first item for each value."""
    first: dict[int, int] = {}
    for item in items:
        first.setdefault(key(item), item)
    return tuple(first.values())


def carries(s: Ids, item: int, place: int) -> bool:
    """Whether a place is the thing itself, or on it."""
    for _ in range(len(s)):
        if not place or place == item:
            break
        place = s[place]
    return bool(item) and place == item


def cell_index(item: int, offset: int) -> int:
    """The cell of a thing, or -1 if there is no thing."""
    return item + offset if item else -1


def rank_in(zone: Ids, item: int) -> int:
    """The position of a thing in a zone, from 1; 0 if it is not there."""
    return zone.index(item) + 1 if item in zone else 0


def place_of_named(s: Ids, offset: int) -> int:
    """The place of the thing that a cell refers to; 0 if there is no cell or no thing."""
    return s[s[offset]] if offset >= 0 else 0


def those_in_game(s: Ids, places: Ids, gone: Ids) -> tuple[int, ...]:
    """The places that are still in the game."""
    return tuple([place for place in places if not s[gone[place]]])


def if_in_game(s: Ids, place: int, gone: Ids) -> int:
    """The place if it is still in the game, else none."""
    return 0 if s[gone[place]] else place


def vacate(s: list[int], place: int, gone: Ids) -> None:
    """Returns everything on a place that has left the game to supply."""
    if s[gone[place]]:
        for item in range(len(gone)):
            if s[item] == place:
                s[item] = 0


def product(a: int, b: int) -> int:
    """The product of two numbers. Raises OutOfRange if it is larger than any game needs."""
    found = a * b
    if not -MAX_NUMBER <= found <= MAX_NUMBER:
        raise OutOfRange
    return found
