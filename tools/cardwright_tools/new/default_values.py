"""Plausible values for a new definition, from the words and the definitions of its pack.

A required field gets its most common value. If definitions of a kind have abilities or options and
no effects, a new one has those of the simplest definition, with its text and fields, since they
belong together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardwright.board.declarations import LASTING, Field, Thing
from cardwright.board.declarations import Value as BoardValue
from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.games import Rules
from cardwright.pack.board.kinds import printed_names, slots
from cardwright.pack.forms.form_schemas import inline_schema
from cardwright.pack.things.thing_schema import is_required
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read
from cardwright_tools.new.yaml_edit import open_for_edit
from cardwright_tools.output import FAILED, Stop

SHOWN = 8
CARRIED = ("abilities", "options")


@dataclass(frozen=True, slots=True)
class FieldPrompt:
    """A field to fill in: a description of what it takes, and an initial value."""

    field: Field
    takes: str
    value: Value

    @property
    def name(self) -> str:
        return self.field.name


@dataclass(frozen=True, slots=True)
class Example:
    """A definition whose text, and abilities or options, a new one copies."""

    id: str
    text: str
    carried: dict[str, str]


def required_fields(rules: Rules, kind: str, title: str, begins: str = "") -> Iterator[FieldPrompt]:
    """The required fields of a kind. Raises Stop if there is nothing for a field to refer to."""
    board = rules.declared.board
    for name in printed_names(board, kind):
        found = board.field(kind, name)
        if found is not None and is_required(board, kind, name):
            thing = board.things.get(kind, {}).get(begins) or _first_list(board, kind)
            own = _one(thing, name) if thing else None
            value = _plain(own) if own is not None else _value(board, kind, found, title)
            yield FieldPrompt(found, _words(board, found.type), value)


def _first_list(board: Board, kind: str) -> Thing | None:
    """The first list of a kind, whose cards and fields belong together."""
    lists = board.things.get(kind, {}).values() if board.kinds[kind].lists is not None else ()
    return next(iter(lists), None)


def cards_of_list(board: Board, kind: str) -> Value:
    """The cards of a new list: those of the first one, or else the first cards there are; None
    if the kind isn't a kind of lists."""
    lists = board.kinds[kind].lists
    if lists is None:
        return None
    found: dict[str | int, Value] = {}
    if (first := _first_list(board, kind)) is not None:
        found.update(first.cards)
        return found
    for id in (id for below in board.below(lists.of) for id in board.things.get(below, {})):
        if len(found) * lists.copies < max(1, lists.low):
            found[id] = lists.copies
    return found


def _words(board: Board, type: Type) -> str:
    known = board.values_of(type.one())
    some = ", ".join(known[:SHOWN]) + (", ..." if len(known) > SHOWN else "")
    return f"{type}: {some}" if some else str(type)


def _value(board: Board, kind: str, found: Field, title: str) -> Value:
    """The most common value of a field; if there is none yet, the first of its words."""
    things = board.things.get(kind, {}).values()
    values = [_one(thing, found.name) for thing in things]
    common = Counter(value for value in values if value is not None).most_common(1)
    if common:
        return _plain(common[0][0])
    return _first(board, found, title)


def _one(thing: Thing, name: str) -> BoardValue:
    by_players = thing.by_players.get(name)
    return next(iter(by_players.values())) if by_players else thing.values.get(name)


def _plain(value: BoardValue) -> Value:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _first(board: Board, found: Field, title: str) -> Value:
    plain: dict[str, Value] = {"number": 1, "flag": False, "text": title}
    type = found.type.one()
    if type.base in plain:
        value = plain[type.base]
    elif known := board.values_of(type):
        value = known[0]
    else:
        raise Stop(f"`{found.name}` takes {found.type}, and there is no {type.of} yet", FAILED)
    return [value] if found.type.many else value


# ---------------------------------------------------------------------------- example


def carried_example(rules: Rules, kind: str, id: str) -> Example | None:
    """The shortest of the `abilities` or `options` that most of a kind have instead of effects.

    The first option among them gets the id of the new definition.
    """
    if any(effect.bearer.kind == kind for effect in rules.declared.effects):
        return None
    board = rules.declared.board
    things = list(board.things.get(kind, {}).values())
    files = sorted({thing.span.source.name for thing in things if thing.span})
    spots = {
        one.text("id"): one
        for listed in (
            open_for_edit(Path(file)).top.get(board.kinds[kind].plural) for file in files
        )
        for one in (listed.elements() if listed else ())
    }
    found = [made for t in things if t.id in spots and (made := _carried(t, spots[t.id]))]
    if 2 * len(found) <= len(things):
        return None
    best = min(found, key=lambda one: (sum(map(len, one.carried.values())), one.id))
    named = {key: re.sub(r"\boption: *[\w-]+", f"option: {id}", text, count=1)
             for key, text in best.carried.items()}  # fmt: skip
    return replace(best, carried=named)


def _carried(thing: Thing, node: YamlNode) -> Example | None:
    """The abilities and options of a definition as written in its file."""
    keys = {key: text for key in CARRIED if (text := _written(node, key))}
    return Example(thing.id, thing.text, keys) if keys else None


def _written(item: YamlNode, key: str) -> str:
    """A value with its key as unindented lines; "" if it can't be moved elsewhere."""
    node = item.get(key)
    if node is None:
        return ""
    first, last, text = node.key_span.start, node.span.end, item.document.source.text
    margin = first - (text.rfind("\n", 0, first) + 1)
    rows = text[first:last].rstrip().split("\n")
    made = "\n".join([rows[0], *(row[min(margin, len(row) - len(row.lstrip())) :]
                                 for row in rows[1:])])  # fmt: skip
    again = read(Source("", made + "\n"), Report())
    return made if again is not None and again.value == {key: node.value} else ""


def kinds_of_cards(board: Board) -> list[str]:
    """The kinds of cards, those with the most definitions first."""
    kinds = [kind for kind in board.below("card") if kind != "card"]
    return sorted(kinds, key=lambda kind: -len(board.things.get(kind, {})))


def kinds_to_add(board: Board) -> list[str]:
    """The kinds that have sections in a pack: cards first, then the most common ones."""
    cards = kinds_of_cards(board)
    written = (name for name, kind in board.kinds.items() if kind.span or name == "player")
    others = [k for k in written if k not in cards and not board.is_a(k, LASTING)]
    return [*cards, *sorted(others, key=lambda kind: -len(board.things.get(kind, ())))]


def pieces_of(board: Board, kind: str) -> Value:
    """How many of each piece a new player has: as many as the first, if all have some."""
    found = [thing.pieces for thing in board.things.get(kind, {}).values()]
    return dict(found[0].items()) if found and all(found) else None


def keys_of(rules: Rules, kind: str) -> list[str]:
    """The keys that a definition may have besides its id and title."""
    board = rules.declared.board
    form = "thing" if board.kinds[kind].lists is None else "list"
    common = inline_schema(form)["properties"]
    assert isinstance(common, dict)
    left_out = {"id", "each of", "title", "" if kind == "player" else "pieces"}
    return [
        *printed_names(board, kind),
        *slots(board, kind),
        *(k for k in common if k not in left_out),
    ]


def slots_of(rules: Rules, kind: str) -> Sequence[str]:
    return tuple(slots(rules.declared.board, kind))
