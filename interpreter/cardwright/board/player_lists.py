"""The board when each player brings a list: the copies that lists name, and their owners.

Decides which copies there are in such a game. Knows nothing about rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from cardwright.board.declarations import Thing
from cardwright.board.model import Board

Key = tuple[str, str]
"""A definition: its kind and its id."""
NOT_PLAYED = (0,)
"""The numbers of players with which a thing is there only to be named."""


def board_with_lists(board: Board, lists: Mapping[str, Thing], named: Collection[Key]) -> Board:
    """The board of a game in which players, by id, bring these lists.

    Of the kinds that lists name, it has only these copies, each with its player as owner. `named`
    are the definitions that rules name; they stay, so that things can be compared with them or
    become them.
    """
    owners, things = copies_brought(board, lists), dict(board.things)
    for name in filter(board.is_listed, board.kinds):
        things[name] = dict(_dealt_things(name, board.things.get(name, {}), owners, named))
    kind = board.list_kind()
    if kind is not None:
        things[kind.name] = {one.id: one for one in lists.values()}
    dealt = {key: tuple(ids) for key, ids in owners.items()}
    return with_lists(replace(board, things=things, dealt=dealt), lists)


def with_lists(board: Board, lists: Mapping[str, Thing]) -> Board:
    """The board on which these are the printed lists of players, by id."""
    kind = board.list_kind()
    if kind is None:
        return board
    players = {
        id: _with_list(player, kind.name, lists.get(id))
        for id, player in board.things.get("player", {}).items()
    }
    return replace(board, things={**board.things, "player": players})


def copies_brought(board: Board, lists: Mapping[str, Thing]) -> dict[Key, list[int]]:
    """The players who bring copies of each definition, in order, by their numbers from 1."""
    found: dict[Key, list[int]] = {}
    for number, player in enumerate(board.things.get("player", {}), 1):
        for key, copies in contents_of_list(board, lists[player]) if player in lists else ():
            found.setdefault(key, []).extend([number] * copies)
    return found


def contents_of_list(board: Board, one: Thing) -> Iterator[tuple[Key, int]]:
    """What a list names, and how many of each: its cards, and what its fields name."""
    lists = board.kinds[one.kind].lists
    for id, copies in one.cards.items() if lists is not None else ():
        card = board.instance(lists.of, id) if lists is not None else None
        if card is not None:
            yield (card.kind, card.id), copies
    for field in filter(board.brought, board.kinds[one.kind].fields.values()):
        value = one.values.get(field.name)
        for word in value if isinstance(value, tuple) else (value,):
            thing = board.instance(field.type.of, word) if isinstance(word, str) else None
            if thing is not None:
                yield (thing.kind, thing.id), 1


def max_copies(board: Board, kind: str) -> int:
    """The most things of a kind that there can be if each player brings a list of the pack."""
    lists = board.list_kind()
    found = board.things.get(lists.name, {}).values() if lists is not None else ()
    if not found:
        return board.count(kind)
    fullest = max(_number_named(board, one, kind) for one in found)
    leaves = filter(board.is_listed, board.below(kind))
    things = (thing for leaf in leaves for thing in board.things.get(leaf, {}).values())
    left_out = sum(thing.copies for thing in things if not thing.common)
    return board.count(kind) - left_out + fullest * len(board.things.get("player", {}))


def _number_named(board: Board, one: Thing, kind: str) -> int:
    return sum(n for (named, _), n in contents_of_list(board, one) if board.is_a(named, kind))


def _dealt_things(
    kind: str, group: Mapping[str, Thing], owners: Mapping[Key, list[int]], named: Collection[Key]
) -> Iterator[tuple[str, Thing]]:
    for id, thing in group.items():
        if thing.common:
            yield id, thing
        elif (kind, id) in owners:
            yield id, replace(thing, copies=len(owners[kind, id]))
        elif (kind, id) in named:
            yield id, replace(thing, copies=1, players=NOT_PLAYED)


def _with_list(player: Thing, kind: str, one: Thing | None) -> Thing:
    return replace(player, values={**player.values, kind: one.id if one else None})
