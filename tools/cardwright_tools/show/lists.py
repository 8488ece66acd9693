"""Lists that players bring, in English: what the lists of a kind name, when they are legal, and
what a single list contains."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Kind, Lists, Thing
from cardwright.board.model import Board
from cardwright.checked_packs import CheckedPacks
from cardwright.language.english.noun_phrases import The
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.front_end.list_rules import COPIES
from cardwright.language.inflection import article, spaced


def kind_lines(rules: CheckedPacks, kind: Kind) -> Iterator[str]:
    """What the lists of a kind name, and the conditions for each."""
    lists, board = kind.lists, rules.declared.board
    if lists is None:
        return
    cards = spaced(board.kinds[lists.of].plural)
    yield f"Names {_how_many(lists)}{cards}, at most {lists.copies} of each; they are its player's."
    for field in filter(board.brought, kind.fields.values()):
        yield f"Its {spaced(field.name)} {'come' if field.type.many else 'comes'} with it."
    yield from (["Must hold for each list:"] if rules.checked.list_rules else [])
    names = [The(spaced(kind.name)), article(spaced(lists.of)), The(f"number of {COPIES}")]
    for rule in rules.checked.list_rules:
        said = english_of(rules.checked).sentence(rule.test, names)
        yield f"  {rule.declared.text} ({said})"


def _how_many(lists: Lists) -> str:
    if lists.high is None:
        return f"{lists.low} or more " if lists.low else ""
    return f"{lists.low} to {lists.high} "


def facts(thing: Thing) -> Iterator[str]:
    """How many cards a list names, and which ones."""
    if thing.cards:
        cards = ", ".join(f"{copies} {spaced(id)}" for id, copies in thing.cards.items())
        yield f"{sum(thing.cards.values())} cards: {cards}"


def is_brought(board: Board, thing: Thing) -> bool:
    """Whether lists determine how many copies of a thing there are."""
    return board.is_listed(thing.kind) and not thing.common
