"""Duplicates: new cards with the id of another card, as after copying one, not put on the board.

Decides which cards are duplicates, and what is reported on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from cardwright.board.declarations import Thing
from cardwright.pack.builder import PackBuilder
from cardwright.pack.loaded import Loaded
from cardwright.pack.things.thing_builder import ThingBuilder
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Span
from cardwright_tools.check.incremental.card_files import Card, CardEdit, NotOnlyCards


def mark_duplicates(
    edits: Sequence[CardEdit],
    made: Sequence[Sequence[Card]],
    ids: Mapping[str, Card],
    loaded: Loaded,
    now: Callable[[Span], Span],
) -> None:
    """Marks the duplicates among the new cards, with what is reported on them. `ids`: the cards
    before the edits, whose current positions `now` finds. Raises NotOnlyCards for a duplicate that
    comes first, or on which something else is reported."""
    gone = {id(card) for edit in edits for card in edit.gone}
    first = {one.thing.id: (one.thing, _place(one, edits, now))
             for one in _named_again(made, ids) if id(one) not in gone}  # fmt: skip
    for card in (card for some in made for card in some):
        thing = card.thing
        if thing.span is not None and thing.id not in first:
            first[thing.id] = thing, thing.span
        elif thing.span is not None:
            if card.wrong or not _is_before(first[thing.id][1], thing.span, loaded):
                raise NotOnlyCards
            card.wrong, card.is_duplicate = _declared_twice(*first[thing.id], thing, loaded), True


def _named_again(made: Sequence[Sequence[Card]], ids: Mapping[str, Card]) -> Collection[Card]:
    """The known cards with the ids of new ones."""
    new = {card.thing.id for some in made for card in some}
    return [ids[id] for id in new if id in ids]


def _place(card: Card, edits: Sequence[CardEdit], now: Callable[[Span], Span]) -> Span:
    """Where the id of an unchanged card is now."""
    assert card.thing.span is not None
    place = now(card.thing.span)
    same = (one for one in edits if one.document.source.name == place.source.name)
    edit = next(same, None)
    return edit.moved(card, place) if edit else place


def _is_before(one: Span, other: Span, loaded: Loaded) -> bool:
    """Whether a span is read before the other one."""
    names = [document.source.name for document in loaded.documents]
    places = [(names.index(span.source.name), span.start) for span in (one, other)]
    return places == sorted(places)


def _declared_twice(first: Thing, at: Span, other: Thing, loaded: Loaded) -> Sequence[Diagnostic]:
    """The report on the second of the two. Raises NotOnlyCards if both may have the id."""
    report = Report()
    things = ThingBuilder(PackBuilder(replace(loaded.declared, effects=[]), report))
    assert other.span is not None
    things.declare_id(first.kind, first.id, at, first.pack)
    if things.declare_id(other.kind, other.id, other.span, other.pack):
        raise NotOnlyCards
    return report.diagnostics
