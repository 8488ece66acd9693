"""The interface of a game to its independent cards: what they may see, by name and otherwise.

A card sees the board and, by their names, rules, definitions and things. So if the board is
unchanged, the outcome of a card is unchanged, too, unless its text has a name whose meaning has
changed, or whose texts lead to such a name. Defines the meaning of each name, and when two
declarations are equal. Knows nothing about how the earlier game is stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from itertools import compress
from operator import is_not
from typing import Any, TypeVar, cast

from cardwright.board.model import Board, Field, Thing
from cardwright.language.declared import Ability, Declared, Definition, Effect, Option, Rule
from cardwright.source.text import Span
from cardwright_tools.check.shares.scan import words
from cardwright_tools.lint.rules.printed_texts import name_in_texts, place_names

Holder = Rule | Effect | Option | Ability | Definition
Key = TypeVar("Key")
Some = TypeVar("Some")
Meanings = Mapping[str, Sequence[object]]
_BESIDE = frozenset({"definitions", "rules", "menus", "options", "abilities", "effects", "things"})
"""Parts that are compared one by one."""
_UNSEEN = frozenset(
    ("main", "main_span", "score", "evaluate", "winners", "hints", "look", "provenance", "text")
)
"""Parts on which no report about a card depends."""
_ACTING = ("instead", "forbid")


def names_of(board: Board) -> frozenset[str]:
    """The names of places and words, which in texts may mean a card with that title."""
    return frozenset(place_names(board))


def names_of_places(board: Board) -> frozenset[str]:
    """The names of places, which a text may have although no rule names them."""
    groups = (board.things.get(kind, {}) for kind in board.below("place"))
    return frozenset(name_in_texts(place) for group in groups for place in group.values())


def pieces_of_players(board: Board) -> list[tuple[str, dict[str, int]]]:
    """Who begins with which pieces: a text about pieces need not name their owners."""
    players = board.things.get("player", {}).values()
    return [(player.id, player.pieces) for player in players]


def visible_to_all(declared: Declared) -> tuple[object, ...]:
    """What any card may see, whatever its text says, except for the board."""
    heads = [*map(_head, declared.abilities)]
    acting = [one for one in declared.abilities if one.kind.hook in _ACTING]
    return declared, heads, acting


def meanings(declared: Declared) -> Meanings:
    """By name, what texts may mean by it, except things: rules, definitions and menus; also
    abilities, by each word in the name of what they modify."""
    found: dict[str, list[object]] = defaultdict(list)
    for some in (declared.rules, declared.definitions, declared.menus):
        for name, one in some.items():
            found[name].append(one)
    for ability in declared.abilities:
        for word in words(ability.pattern.text):
            found[word].append(ability)
    return found


def option_meanings(declared: Declared) -> Meanings:
    """Options by id and menu. Cards can't see them, but texts that name one or its menu may."""
    found: dict[str, list[object]] = defaultdict(list)
    for option in declared.options:
        found[option.id].append(option)
        found[option.menu].append(option)
    return found


def _head(one: Ability) -> tuple[object, ...]:
    bearer = (one.bearer.kind, one.bearer.id) if one.bearer else None
    return one.kind, one.pattern, one.operation, bearer, one.used, one.order, one.window


# Texts that lead to a name


def with_leading(
    found: set[str], declared: Declared, more: Iterable[tuple[str, frozenset[str]]] = ()
) -> set[str]:
    """These names, and the names of everything whose texts lead to them."""
    texts = [*_texts_by_name(declared), *more]
    while new := {name for name, said in texts if not found.isdisjoint(said)} - found:
        found = found | new
    return found


def _texts_by_name(declared: Declared) -> Iterator[tuple[str, frozenset[str]]]:
    """The names that have texts, with the words of each text."""
    for rule in declared.rules.values():
        yield rule.name, words_of(rule)
    for one in declared.definitions.values():
        yield one.name, words_of(one)
    for ability in declared.abilities:
        for name in words(ability.pattern.text) if ability.operation is not None else ():
            yield name, words_of(ability)


def words_of(one: Holder) -> frozenset[str]:
    """The words in the texts of a declaration."""
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
    return frozenset(word for span in spans if span for word in _words_in(span.text))


@lru_cache(5_000)  # which a server asks for after each change
def _words_in(text: str) -> frozenset[str]:
    return frozenset(words(text))


# Equality of declarations


def differing(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """The keys at which two mappings differ."""
    for name in old.keys() | new.keys():
        if name not in old or name not in new or not same(old[name], new[name]):
            yield name


def replaced(old: Mapping[Key, object], new: Mapping[Key, object]) -> Iterator[Key]:
    """The keys of a mapping whose values are not the same objects in the old one; of thousands of
    things, most are."""
    return compress(new, map(is_not, new.values(), map(old.get, new)))


def same(one: object, other: object, now: Callable[[Span], Span | None] | None = None) -> bool:
    """Whether two declarations are equal: anywhere in a file or, with `now`, at the current
    position of the first."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    match one, other:
        case Span(), Span():
            is_same = one.source.name == other.source.name and one.text == other.text
            return is_same and (now is None or now(one) == other)
        case dict(), dict():
            ours, theirs = without_internal_state(one), without_internal_state(other)
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
    """The fields of a type of declaration that are compared."""
    aside = {"board", *_BESIDE, *_UNSEEN} if sort in (Declared, Board, Thing) else ()
    return [
        one.name for one in fields(cast(Any, sort)) if one.name[0] != "_" and one.name not in aside
    ]


def without_internal_state(some: Mapping[Key, Some]) -> dict[Key, Some]:
    """The mapping without the state that exists only as long as texts ask for it."""
    return {key: one for key, one in some.items()
            if not (isinstance(one, Field) and one.is_internal)}  # fmt: skip
