"""By which names texts and items may mean what is on the board, but things.

A kind of cards, a state, a printed value or the word of an enum is seen only by who names it, as
long as it is *plain*: nothing is found by it that nobody names, as the cells of a grid or the faces
of a die are. What is not plain, any card may see. Owns what is plain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from cardwright.board.model import Board, Field, Kind, plural
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright_tools.check.interface import Meanings, pieces_of_players

_PLAIN = ("number", "flag", "text", "enum")
_NO_VALUE = (None, False, 0, ())
"""Defaults of printed values from which nothing follows for a thing."""


def named(board: Board) -> Meanings:
    """By name, what items and texts may mean: kinds, printed values, state, and words of enums."""
    found: dict[str, list[object]] = defaultdict(list)
    for kind in filter(lambda kind: _is_plain_kind(kind, board), board.kinds.values()):
        for name in _nouns(kind):
            found[name].append(_form(kind))
    for field in _fields(board):
        if _is_plain(field):
            found[field.name].append(field)
    for enum in board.enums.values():
        for word in enum.values:
            found[word].append(enum.name)
    return found


def said(declared: Declared) -> Meanings:
    """By name, what texts may mean, but no keys or values of items: all the words of an enum, and
    what has them; which kinds have a rule; and how many things of a kind there may be."""
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
    counts = Costs(Checked(declared, {})).things
    for kind in filter(lambda kind: kind.parent, board.kinds.values()):
        for name in (kind.name, kind.plural):
            found[name] += counts[kind.name], min(len(board.things.get(kind.name, ())), 2)
    return found


def beside(declared: Declared) -> tuple[object, ...]:
    """What any card may see of the board, whatever its text says."""
    board, counts = declared.board, Costs(Checked(declared, {})).things
    kinds = [_form(kind) for kind in board.kinds.values() if not _is_plain_kind(kind, board)]
    fields = [one for one in _fields(board) if not _is_plain(one)]
    enums = [board.enums[name] for name in board.enums if name in _odd_enums(board)]
    roots = [(kind.name, counts[kind.name]) for kind in board.kinds.values() if not kind.parent]
    rest = replace(board, kinds={}, state={}, enums={}, things={})
    return rest, kinds, fields, enums, roots, pieces_of_players(board)


def leading(declared: Declared) -> Iterator[tuple[str, frozenset[str]]]:
    """The names of kinds and fields, and of what takes or gives something: each with the names that
    it leads to.
    """
    board, definitions = declared.board, declared.definitions.values()
    rules = [(one.name, one.takes) for one in declared.rules.values()]
    for name, takes in (*rules, *((one.name, one.takes) for one in definitions)):
        yield name, frozenset(taken.type.name for taken in takes)
    for made in definitions:
        gives = made.gives.name if made.gives else ""
        yield made.name, frozenset([made.bounds, made.keyword, gives])
    for kind in board.kinds.values():
        values = [str(word) for value in kind.values.values() for word in _single(value)]
        leads = [kind.parent, *kind.on, *kind.active_on, kind.active_in, *kind.values, *values]
        yield from ((name, frozenset(leads)) for name in (kind.name, kind.plural))
    for field in _fields(board):
        near = (field.type.of, field.most, field.resets, field.out_of, str(field.default))
        yield field.name, frozenset(near)


def _single(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _fields(board: Board) -> Iterator[Field]:
    """All printed values and all state; not that which is there as long as texts ask for it."""
    every = [*board.state.values()]
    every += [one for kind in board.kinds.values() for one in kind.fields.values()]
    yield from (one for one in every if not one.is_internal)


def _is_plain(one: Field) -> bool:
    """Whether nobody sees it who does not name it, or a word of its enum."""
    same = Field(one.name, one.type, one.kind, one.printed, one.required, one.on_boards,
                 one.default, one.start, one.low, one.high, seen_by=one.seen_by,
                 out_of=one.out_of, logged=one.logged, span=one.span)  # fmt: skip
    return one == same and one.type.base in _PLAIN and (one.printed or not one.type.many)


def _odd_enums(board: Board) -> set[str]:
    """The enums whose words are seen by who names none of them."""
    fields = [one for one in _fields(board) if not _is_plain(one)]
    found = {type.of for one in fields for type in (one.type, one.per) if type is not None}
    found |= {kind.grid.directions for kind in board.kinds.values() if kind.grid is not None}
    return found & board.enums.keys()


def _is_plain_kind(kind: Kind, board: Board) -> bool:
    """Whether it is a kind of cards of which nothing is declared but values and rules."""
    same = Kind(kind.name, kind.parent, kind.plural, fields=kind.fields, values=kind.values,
                rules=kind.rules, rule_spans=kind.rule_spans, title=kind.title,
                span=kind.span)  # fmt: skip
    return kind.parent != "" and board.root(kind.name) == "card" and kind == same


def _form(kind: Kind) -> tuple[object, ...]:
    """A kind, and which printed values its things have even where these do not say so."""
    own = [(one.name, one.required, one.default) for one in kind.fields.values()
           if one.printed and (one.required or one.default not in _NO_VALUE)]  # fmt: skip
    return replace(kind, fields={}), own


def _nouns(kind: Kind) -> Iterator[str]:
    """What texts may call things of a kind; after *other*, by a part of its name."""
    for noun in (kind.name, kind.plural):
        yield noun
        if "-" in noun:
            yield from (f"other-{part}" for part in noun.split("-"))
