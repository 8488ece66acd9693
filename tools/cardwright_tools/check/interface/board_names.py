"""The names by which texts and items refer to declarations of the board, except for things.

A kind, a state, a printed value or an enum word is *seen by name* if a text depends on it only by
naming it. A text may find the cells of a grid and the faces of a die without naming them, so any
card may depend on these. Decides what is seen by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from operator import attrgetter

from cardwright.board.declarations import ROOTS, Field, Kind, Thing
from cardwright.board.model import Board, plural
from cardwright.language.declared import Declared, Definition
from cardwright.language.inflection import singular
from cardwright_tools.check.interface.calls import with_mark
from cardwright_tools.check.interface.texts import Dependencies, Meanings, names_of_parameters
from cardwright_tools.lint.thing_names import place_names

_PLAIN = ("number", "flag", "text", "enum")
_NO_VALUE = (None, False, 0, ())
"""Defaults that make no difference to a thing without the printed value."""


def named(board: Board) -> Meanings:
    """The meanings of names in items and texts: kinds, printed values, state, and enum words."""
    found: dict[str, list[object]] = defaultdict(list)
    for kind in filter(lambda kind: _is_kind_seen_by_name(kind, board), board.kinds.values()):
        for name in _nouns(kind):
            found[name].append(_form(kind))
    for field in _fields(board):
        for name in field_names(field) if _is_seen_by_name(field) else ():
            found[name].append(field)
    for enum in board.enums.values():
        for word in enum.values:
            found[word].append(enum.name)
    return found


def names_in_texts(declared: Declared, counts: Mapping[str, int]) -> Meanings:
    """The meanings of names that matter in texts, but not as keys or values of items: the words of
    an enum and the fields that have them, the kinds with a rule, and the number of things of a
    kind."""
    board, found = declared.board, defaultdict[str, list[object]](list)
    odd = _odd_enums(board)
    for enum in (one for one in board.enums.values() if one.name not in odd):
        having = [field.full_name for field in _fields(board) if field.type.of == enum.name]
        for name in (enum.name, plural(enum.name)):
            found[name] += enum.values, having
        for word in enum.values:
            found[word].append(having)
    for kind in board.kinds.values():
        for slot in kind.rules:
            found[slot].append(kind.name)
    for kind in filter(lambda kind: kind.parent, board.kinds.values()):
        for name in (kind.name, kind.plural):
            found[name] += counts[kind.name], min(len(board.things.get(kind.name, ())), 2)
    for name in board.below("piece"):
        for noun in (name, board.kinds[name].plural):
            found[noun].append(_defined(name, board))
    for made in declared.definitions.values():
        for noun in _held(made, board):
            found[noun].append(made)
    return found


def _defined(kind: str, board: Board) -> int:
    """The number of pieces of a kind that are defined one by one, which is compared with the number
    of pieces that a text asks for."""
    every = (board.things.get(one, {}) for one in board.below(kind))
    return sum(thing.copies for group in every for thing in group.values())


def _held(definition: Definition, board: Board) -> Iterator[str]:
    """The nouns for what a definition of room is about: a set of them is no larger than the room.
    Empty for other definitions."""
    for capacity in definition.capacities:
        for kind in board.below(capacity.holds):
            yield from _nouns(board.kinds[kind])


def visible_to_all(
    declared: Declared, counts: Mapping[str, int], titled: Iterable[Thing] | None = None
) -> tuple[object, ...]:
    """Everything on the board that any card may depend on, whatever its text says. `titled`: the
    things with titles of places are among these."""
    board = declared.board
    kinds = [_form(kind) for kind in board.kinds.values() if not _is_kind_seen_by_name(kind, board)]
    fields = [one for one in _fields(board) if not _is_seen_by_name(one)]
    enums = [board.enums[name] for name in board.enums if name in _odd_enums(board)]
    roots = [(kind.name, counts[kind.name]) for kind in board.kinds.values() if not kind.parent]
    rest = replace(board, kinds={}, state={}, enums={}, things={})
    titles = sorted(names_of(board).intersection(titles_of(board, titled)))
    return rest, kinds, fields, enums, roots, _pieces_of_players(board), titles


def dependencies(declared: Declared) -> Iterator[Dependencies]:
    """The names of kinds, fields, zones and menus, with the names of the board that they depend
    on; and the nouns for what has room, with the definitions of this room."""
    board = declared.board
    for menu in declared.menus.values():
        yield with_mark(menu.name), names_of_parameters(menu.takes)
    for made in declared.definitions.values():
        yield from ((noun, frozenset([made.name])) for noun in _held(made, board))
    for zone in board.zones.values():
        yield zone.name, frozenset([zone.holds])
    for kind in board.kinds.values():
        values = [str(word) for value in kind.values.values() for word in _single(value)]
        near = [kind.parent, *kind.on, *kind.active_on, kind.active_in, *kind.values, *values]
        yield from ((name, frozenset(near)) for name in (kind.name, kind.plural))
    for field in _fields(board):
        limits = [field.most, field.out_of, str(field.default)]
        near = [field.type.of, with_mark(field.resets), *limits]
        yield from ((name, frozenset(near)) for name in _forms(field))
        if field.pays_for:
            other = field.pays_for
            yield from ((name, frozenset([field.name])) for name in (other, singular(other)))


def names_of(board: Board) -> frozenset[str]:
    """The names of places and words, which in texts may mean a card with that title."""
    return frozenset(place_names(board))


def titles_of(board: Board, among: Iterable[Thing] | None = None) -> set[str]:
    """The titles of these things, or of all, except places. In texts, anything else with the title
    of a place can be called by the name of that place, too."""
    places = board.below("place")
    if among is not None:
        return {one.title for one in among if one.kind not in places}
    groups = (group for kind, group in board.things.items() if kind not in places)
    return {*map(attrgetter("title"), chain.from_iterable(map(dict.values, groups)))}


def _pieces_of_players(board: Board) -> list[tuple[str, dict[str, int]]]:
    """Who begins with which pieces: a text about pieces need not name their owners."""
    players = board.things.get("player", {}).values()
    return [(player.id, player.pieces) for player in players]


def _single(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _fields(board: Board) -> Iterator[Field]:
    """All printed values and all state, except for state that exists only while texts need it."""
    every = *board.state.values(), *board.every_field()
    yield from (one for one in every if not one.is_internal)


def _is_seen_by_name(one: Field) -> bool:
    """Whether only texts that name it, or a name that it mentions, depend on it."""
    is_single = not (one.per or one.faces or one.pending_for or one.pending_cell or one.family)
    return is_single and one.type.base in _PLAIN and (one.printed or not one.hides_members)


def field_names(one: Field) -> Iterator[str]:
    """Its name, and the names that it mentions: a counter that it pays for means more."""
    yield from _forms(one)
    yield from filter(None, (one.most, one.resets, one.due, one.pays_for, one.out_of, one.limits))
    if one.resets:
        yield with_mark(one.resets)


def _forms(one: Field) -> set[str]:
    """The name of a field, and what a text calls one of a counter: `knife` for `knives`."""
    return {one.name, singular(one.name)}


def _odd_enums(board: Board) -> set[str]:
    """The enums that texts may depend on without naming one of their words."""
    fields = [one for one in _fields(board) if not _is_seen_by_name(one)]
    found = {type.of for one in fields for type in (one.type, one.per) if type is not None}
    found |= {kind.grid.directions for kind in board.kinds.values() if kind.grid is not None}
    return found & board.enums.keys()


def _is_kind_seen_by_name(kind: Kind, board: Board) -> bool:
    """Whether it declares only values and rules."""
    same = Kind(kind.name, kind.parent, kind.plural, fields=kind.fields, values=kind.values,
                rules=kind.rules, rule_spans=kind.rule_spans, title=kind.title,
                span=kind.span)  # fmt: skip
    is_plain = kind.parent != "" and "die" not in board.ancestors(kind.name)
    return is_plain and board.root(kind.name) in ROOTS and kind == same


def _form(kind: Kind) -> tuple[object, ...]:
    """A kind, and the printed values that its things have even if their items do not give them."""
    own = [(one.name, one.required, one.default) for one in kind.fields.values()
           if one.printed and (one.required or one.default not in _NO_VALUE)]  # fmt: skip
    return replace(kind, fields={}), own


def _nouns(kind: Kind) -> Iterator[str]:
    """The nouns for things of a kind; after *other*, a part of its name is enough."""
    yield from filter(None, [kind.title])
    for noun in (kind.name, kind.plural):
        yield noun
        if "-" in noun:
            yield from (f"other-{part}" for part in noun.split("-"))
