"""What the independent cards of a game may see of all else in it: by names, and beside these.

A card sees the board, and by their names rules, definitions and things. So if the board is the
same, the outcome of a card is, too, unless its text has one of the names that are others now, or
of those whose texts lead to these. Owns what each name means, and when two declarations are the
same. Knows nothing of how the earlier one is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast

from cardwright.board.model import Board, Field, Thing
from cardwright.language.declared import Ability, Declared, Definition, Effect, Option, Rule
from cardwright.source.text import Span
from cardwright_tools.check.shares.scan import words
from cardwright_tools.lint.rules.printed_texts import place_names

Holder = Rule | Effect | Option | Ability | Definition
Meanings = Mapping[str, Sequence[object]]
_BESIDE = frozenset({"definitions", "rules", "menus", "options", "abilities", "effects", "things"})
"""What is compared one by one."""
_UNSEEN = frozenset(
    ("main", "main_span", "score", "evaluate", "winners", "hints", "look", "provenance", "text")
)
"""What nothing that is reported of a card depends on."""
_ACTING = ("instead", "forbid")


def names_of(board: Board) -> frozenset[str]:
    """The names of places, by which texts may mean a card of the same title."""
    return frozenset(place_names(board))


def beside_names(declared: Declared) -> tuple[object, ...]:
    """What any card may see, whatever its text says, if it sees the whole board."""
    return *visible_to_all(declared), declared.board, names_of(declared.board)


def visible_to_all(declared: Declared) -> tuple[object, ...]:
    """The same without the board."""
    heads = [*map(_head, declared.abilities)]
    acting = [one for one in declared.abilities if one.kind.hook in _ACTING]
    return declared, heads, acting


def meanings(declared: Declared) -> Meanings:
    """By name, what texts may mean by it, but things: rules, definitions and menus; and by each
    word of what they modify, abilities."""
    found: dict[str, list[object]] = defaultdict(list)
    for some in (declared.rules, declared.definitions, declared.menus):
        for name, one in some.items():
            found[name].append(one)
    for ability in declared.abilities:
        for word in words(ability.pattern.text):
            found[word].append(ability)
    return found


def option_meanings(declared: Declared) -> Meanings:
    """By id and menu, options. No card sees them, but texts that name one or its menu may."""
    found: dict[str, list[object]] = defaultdict(list)
    for option in declared.options:
        found[option.id].append(option)
        found[option.menu].append(option)
    return found


def _head(one: Ability) -> tuple[object, ...]:
    bearer = (one.bearer.kind, one.bearer.id) if one.bearer else None
    return one.kind, one.pattern, one.operation, bearer, one.used, one.order, one.window


# Which texts lead to a name


def with_leading(
    found: set[str], declared: Declared, more: Iterable[tuple[str, frozenset[str]]] = ()
) -> set[str]:
    """These names, and those of all whose texts lead to them; `more` are others that lead."""
    texts = [*_texts_by_name(declared), *more]
    while new := {name for name, said in texts if not found.isdisjoint(said)} - found:
        found = found | new
    return found


def _texts_by_name(declared: Declared) -> Iterator[tuple[str, frozenset[str]]]:
    """The names that have texts, each with the words of one."""
    for rule in declared.rules.values():
        yield rule.name, said_by(rule)
    for one in declared.definitions.values():
        yield one.name, said_by(one)
    for ability in declared.abilities:
        for name in words(ability.pattern.text) if ability.operation is not None else ():
            yield name, said_by(ability)


def said_by(one: Holder) -> frozenset[str]:
    """The words of its texts."""
    match one:
        case Rule():
            spans: Sequence[Span | None] = (one.body,)
        case Definition():
            rooms = (span for room in one.capacities for span in (room.most, room.size))
            spans = (one.body, *rooms)
        case Option():
            spans = (one.body, one.condition, one.cost, one.limit)
        case Effect():
            spans = (one.body, one.cost, one.used.span if one.used else None)
        case Ability():
            spans = (one.pattern, one.body, one.condition)
    return frozenset(word for span in spans if span for word in words(span.text))


# When two declarations are the same


def differing(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """Where two mappings differ."""
    for name in old.keys() | new.keys():
        if name not in old or name not in new or not same(old[name], new[name]):
            yield name


def same(one: object, other: object, now: Callable[[Span], Span | None] | None = None) -> bool:
    """Whether two declarations are the same: anywhere in a file, or where the first is `now`."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    match one, other:
        case Span(), Span():
            is_same = one.source.name == other.source.name and one.text == other.text
            return is_same and (now is None or now(one) == other)
        case dict(), dict():
            ours, theirs = lasting(one), lasting(other)
            return [*ours] == [*theirs] and all(same(ours[key], theirs[key], now) for key in ours)
        case ((list() | tuple()), (list() | tuple())):
            return len(one) == len(other) and all(
                same(*pair, now) for pair in zip(one, other, strict=True)
            )
    if not is_dataclass(one):
        return one == other
    names = compared(one.__class__)
    return all(same(getattr(one, name), getattr(other, name), now) for name in names)


@cache
def compared(sort: Hashable) -> Sequence[str]:
    """The parts of such declarations that are compared."""
    aside = {"board", *_BESIDE, *_UNSEEN} if sort in (Declared, Board, Thing) else ()
    return [
        one.name for one in fields(cast(Any, sort)) if one.name[0] != "_" and one.name not in aside
    ]


def lasting(some: Mapping[object, object]) -> dict[object, object]:
    """Without the state that is there as long as texts ask for it."""
    return {key: one for key, one in some.items()
            if not (isinstance(one, Field) and one.is_internal)}  # fmt: skip
