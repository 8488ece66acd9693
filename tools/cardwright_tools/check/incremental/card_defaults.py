"""Gives known cards the defaults of fields that have changed since they were read."""

from __future__ import annotations

from collections.abc import Iterable, Set

from cardwright.board.declarations import Value
from cardwright.board.model import Board
from cardwright.pack.board.kinds import printed_names
from cardwright.pack.things.thing_builder import default_value
from cardwright_tools.check.incremental.card_files import Card
from cardwright_tools.check.incremental.reading import Reading


def use_defaults(
    reading: Reading, former: Iterable[Card], old: Board, new: Board, changed: Set[str]
) -> None:
    """Gives the cards that were not read again, since they name none of the `changed` fields, the
    defaults of these. `former`: cards that are gone; they get them, too, so that they can come
    back."""
    pairs = {kind: (_defaults(old, kind, changed), _defaults(new, kind, changed))
             for kind in old.kinds.keys() & new.kinds.keys()}  # fmt: skip
    others = {kind: pair for kind, pair in pairs.items() if pair[0] != pair[1]}
    files = [one for one in reading.known.values() if not one.kinds.isdisjoint(others)]
    for card in (*(card for file in files for card in file.cards), *former):
        if pair := others.get(card.thing.kind):
            left = {k: v for k, v in card.thing.values.items() if k not in pair[0]}
            card.thing.values = left | {name: value for name, (_, value) in pair[1].items()}


def _defaults(board: Board, kind: str, names: Set[str]) -> dict[str, tuple[type, Value]]:
    """What cards of a kind have in those of its printed fields that have one of these names, if
    they don't say it; with its type, since a number may equal a flag."""
    fields = {name: board.field(kind, name) for name in names & {*printed_names(board, kind)}}
    values = {name: default_value(one, kind, board) for name, one in fields.items() if one}
    return {name: (type(value), value) for name, value in values.items()}
