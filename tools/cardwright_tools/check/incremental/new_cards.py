"""New cards in a file of a large game, if nothing depends on them.

Decides when a new item is an independent card by itself; `Cards` knows the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardwright.board.declarations import LISTS
from cardwright.board.model import Board
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.pack.board.kinds import printed_names, slots
from cardwright.pack.load import MAX_THINGS
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path
from cardwright.source.text import Span
from cardwright_tools.check.incremental.card_files import Card, CardEdit, NotOnlyCards
from cardwright_tools.check.incremental.changed_things import thing_of_item
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.shares.independent import IndependentCard, Run, is_isolated

WRITTEN = frozenset({"id", "title", "text", "provenance"})


def new_cards(edit: CardEdit, declared: Declared, performing: set[Run]) -> Iterator[Card]:
    """The new cards of a file. Raises NotOnlyCards for an item that may not be an independent
    card."""
    board = declared.board
    for entry, document, path in edit.items:
        assert edit.like is not None
        report = Report()
        try:
            _only_values(document, path, edit.like.kind, board)
            thing, effects = thing_of_item(edit.like, path, document, declared, report, any_id=True)
        except Stale:
            raise NotOnlyCards from None
        stretch = Span(document.source, entry.start, entry.end)
        lacks_rules = not effects and thing.text  # it may be reported (CW535)
        if (
            lacks_rules
            or thing.by_players
            or thing.copies > 1
            or not _is_plain(thing.kind, declared)
            or any(effect.used for effect in effects)
            or not (thing.span and thing.span.is_within(stretch))
            or not is_isolated(stretch, effects, performing)
        ):
            raise NotOnlyCards
        yield Card(IndependentCard(thing, stretch, tuple(effects)), wrong=report.diagnostics)


def _is_plain(kind: str, declared: Declared) -> bool:
    """Whether things of a kind affect the game only by their values and effects."""
    board = declared.board
    return not (
        board.root(kind) == LISTS
        or kind in declared.lasting
        or board.joined_by(kind)
        or board.length_of(kind)
        or board.row_kind(kind)
    )


def check_number(gone: Sequence[Card], new: Sequence[Card], declared: Declared) -> None:
    """Raises NotOnlyCards if costs depend on the number of cards, or if there are too many or too
    few."""
    number = Counter(card.thing.kind for card in new)
    number.subtract(card.thing.kind for card in gone)
    if not any(number.values()):
        return
    board = declared.board
    now = Costs(Checked(declared, {}), count=lambda board, kind: board.count(
        kind) + sum(number[one] for one in board.below(kind)))  # fmt: skip
    total = sum(board.count(one.name) for one in board.kinds.values() if not one.parent)
    few = any(len(board.things.get(kind, ())) + by < 2 for kind, by in number.items())
    if few or total + number.total() > MAX_THINGS:
        raise NotOnlyCards
    if now.things != Costs(Checked(declared, {})).things:
        raise NotOnlyCards


def _only_values(document: Document, item: Path, kind: str, board: Board) -> None:
    """Raises Stale for an item with more than values and effects."""
    value = document.at(item)
    known = {*WRITTEN, *printed_names(board, kind), *slots(board, kind)}
    if not isinstance(value, dict) or not known.issuperset(map(str, value)):
        raise Stale
