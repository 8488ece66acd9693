"""What the independent cards of a game may see of all else in it, and which names mean something
else than before.

A card sees the board, and by their names rules, definitions and things. So if the board is the
same, the outcome of a card is, too, unless its text has one of the names that are others now, or
of those whose texts lead to these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast

from cardwright.board.model import Board, Field, Thing, plural
from cardwright.language.declared import Ability, Declared, Definition, Effect, Option, Rule
from cardwright.source.text import Span
from cardwright_tools.check.incremental.edits import Holder
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.shares.cache_records import names_of
from cardwright_tools.check.shares.scan import words
from cardwright_tools.lint.game_context import GameContext

Now = Callable[[Span], Span]
_BESIDE = frozenset({"definitions", "rules", "menus", "options", "abilities", "effects", "things"})
"""What is compared one by one."""
_UNSEEN = frozenset(
    ("main", "main_span", "score", "evaluate", "winners", "hints", "look", "provenance", "text")
)
"""What nothing that is reported of a card depends on."""


def changed_names(old: Declared, new: Declared) -> set[str]:
    """The names of what is another now, or leads there. Raises Stale if a card may see more."""
    places = names_of(old.board)
    if not same(old, new) or not same(old.board, new.board) or places != names_of(new.board):
        raise Stale
    found = {*_others(old.rules, new.rules), *_others(old.definitions, new.definitions)}
    found |= {*_others(old.menus, new.menus), *_of_things(old.board, new.board, places)}
    found |= {*_of_abilities(old.abilities, new.abilities)}
    texts = [*_texts_by_name(old), *_texts_by_name(new)]
    # No card sees options, but texts that name one or its menu may.
    return _closure(found, texts) | {*_of_options(old, new)}


def other_in(old: GameContext, new: GameContext) -> set[str]:
    """The names of rules and definitions of which more is another. Raises Stale."""
    if old.reactions != new.reactions or old.things != new.things:
        raise Stale
    return {*_others(old.rules, new.rules), *_others(old.costs, new.costs)}


def _closure(found: set[str], texts: Sequence[tuple[str, frozenset[str]]]) -> set[str]:
    """With the names of all whose texts lead to these."""
    while more := {name for name, said in texts if not found.isdisjoint(said)} - found:
        found |= more
    return found


def same(one: object, other: object, now: Now | None = None) -> bool:
    """Whether two declarations are the same: anywhere in a file, or where the first is `now`."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    match one, other:
        case Span(), Span():
            is_same = one.source.name == other.source.name and one.text == other.text
            return is_same and (now is None or _moved(one, now) == other)
        case dict(), dict():
            ours, theirs = _lasting(one), _lasting(other)
            return [*ours] == [*theirs] and all(same(ours[key], theirs[key], now) for key in ours)
        case ((list() | tuple()), (list() | tuple())):
            return len(one) == len(other) and all(
                same(*pair, now) for pair in zip(one, other, strict=True)
            )
    if not is_dataclass(one):
        return one == other
    names = _compared(one.__class__)
    return all(same(getattr(one, name), getattr(other, name), now) for name in names)


@cache
def _compared(sort: Hashable) -> Sequence[str]:
    """The parts of such declarations that are compared."""
    aside = {"board", *_BESIDE, *_UNSEEN} if sort in (Declared, Board, Thing) else ()
    return [
        one.name for one in fields(cast(Any, sort)) if one.name[0] != "_" and one.name not in aside
    ]


def _moved(span: Span, now: Now) -> Span | None:
    try:
        return now(span)
    except Stale:
        return None


def _lasting(some: Mapping[object, object]) -> dict[object, object]:
    """Without the state that is there as long as texts ask for it."""
    return {key: one for key, one in some.items()
            if not (isinstance(one, Field) and one.is_internal)}  # fmt: skip


def _others(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """Where two mappings differ."""
    for name in old.keys() | new.keys():
        if name not in old or name not in new or not same(old[name], new[name]):
            yield name


def _of_options(old: Declared, new: Declared) -> Iterator[str]:
    """The ids of options that differ, and the names of their menus."""
    before, now = ({(one.menu, one.id): one for one in declared.options} for declared in (old, new))
    for key in before.keys() | now.keys():
        if key not in before or key not in now or not same(before[key], now[key]):
            yield from key


def _of_things(old: Board, new: Board, places: Collection[str]) -> Iterator[str]:
    """By what texts may name things that have come, have gone, or are others. Raises Stale if one
    has the title of a place, or is the first or the last of its kind.
    """
    for kind in old.things.keys() | new.things.keys():
        before, now = old.things.get(kind, {}), new.things.get(kind, {})
        if (min(len(before), 2)) != min(len(now), 2):
            raise Stale
        for id in before.keys() | now.keys():
            one, other = before.get(id), now.get(id)
            if one is other or same(one, other):
                continue
            if any(thing.title in places for thing in (one, other) if thing):
                raise Stale
            yield from (id, plural(id))


def _of_abilities(old: Sequence[Ability], new: Sequence[Ability]) -> Iterator[str]:
    """The words of what changed abilities modify. Raises Stale if others act."""
    if len(old) != len(new):
        raise Stale
    for one, other in zip(old, new, strict=True):
        if same(one, other):
            continue
        if not same(_head(one), _head(other)) or one.kind.hook in ("instead", "forbid"):
            raise Stale
        yield from words(one.pattern.text)


def _head(one: Ability) -> tuple[object, ...]:
    bearer = (one.bearer.kind, one.bearer.id) if one.bearer else None
    return one.kind, one.pattern, one.operation, bearer, one.used, one.order, one.window


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
