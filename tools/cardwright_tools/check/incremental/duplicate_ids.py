"""Files whose only change is a new card with the id of another one, as after copying a card.

Decides when nothing else follows from that: then the card is not added, and the known results stay
those of the last text.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cardwright.board.declarations import Thing
from cardwright.pack.builder import PackBuilder
from cardwright.pack.loaded import Loaded
from cardwright.pack.thing_builder import ThingBuilder
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.text import Span
from cardwright_tools.check.incremental.card_files import CardEdit, NotOnlyCards
from cardwright_tools.check.incremental.cards import Cards
from cardwright_tools.check.incremental.changed_things import thing_of_item
from cardwright_tools.check.incremental.items import only_values
from cardwright_tools.check.incremental.positions import Positions, Stale


def duplicate_id(
    document: Document, cards: Cards, positions: Positions, changed: Collection[str]
) -> Report | None:
    """The errors in such a file; None if it has other changes. `changed` are all files whose
    text has changed."""
    try:
        edit = cards.edit_of(document)
        thing = _only_card(edit, cards.loaded) if cards.has_room_for(edit) else None
        first = cards.of_id(thing.id) if thing else None
        place = positions.now(first.thing.span) if first and first.thing.span else None
        if not (thing and thing.span and first and place):
            return None
        edit.with_cards([first])  # nothing else has changed
    except (NotOnlyCards, Stale):
        return None
    if place.source.name == document.source.name:
        place = edit.moved(first, place)
    elif place.source.name in changed:
        return None
    if not _is_before(place, thing.span, cards.loaded):
        return None
    return _declared_twice(first.thing, place, thing, cards.loaded)


def _only_card(edit: CardEdit, loaded: Loaded) -> Thing | None:
    """The only new card, if it has no other errors. Raises NotOnlyCards and Stale."""
    if edit.gone or len(edit.new) != 1 or edit.like is None:
        return None
    ((_, read, path),), report = edit.items, Report()
    only_values(read, path, edit.like.kind, loaded.declared.board)
    thing, _ = thing_of_item(edit.like, path, read, loaded.declared, report)
    return None if len(report) else thing


def _is_before(one: Span, other: Span, loaded: Loaded) -> bool:
    """Whether a span is read before the other one."""
    names = [document.source.name for document in loaded.documents]
    places = [(names.index(span.source.name), span.start) for span in (one, other)]
    return places == sorted(places)


def _declared_twice(first: Thing, at: Span, other: Thing, loaded: Loaded) -> Report | None:
    """The report on the second of the two; None if both may have the id."""
    report = Report()
    things = ThingBuilder(PackBuilder(replace(loaded.declared, effects=[]), report))
    assert other.span is not None
    things.declare_id(first.kind, first.id, at, first.pack)
    is_free = things.declare_id(other.kind, other.id, other.span, other.pack)
    return None if is_free else report
