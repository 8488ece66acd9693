"""The names of things and kinds as printed texts have them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Set
from operator import attrgetter
from typing import cast

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.board.types import NUMBER
from cardwright.language.front_end.checked import Checked
from cardwright.language.inflection import singular, spaced
from cardwright.source.records import dataclass
from cardwright_tools.lint import text_claims

_title = attrgetter("title")
_NAMES = "names in texts"


@dataclass(frozen=True, slots=True)
class Names:
    """The names used in texts for enum values and places (`by_id`), and for kinds of pieces.

    `titles` has the capitalized names among them that name nothing else.
    """

    by_id: dict[str, str]
    titles: text_claims.Titles
    pieces: text_claims.Titles
    kinds: dict[str, str]
    like: dict[str, frozenset[str]]  # each kind with its super- and subkinds
    counters: frozenset[str]  # the names of all counters, as declared and in the singular
    things: frozenset[str]  # these, and the nouns of all kinds except players
    have_digits: bool

    @classmethod
    def of_board(cls, board: Board, titled: Collection[Thing] | None = None) -> Names:
        """`titled`: some things that include all with the title of a place; None if it is not known
        which do."""
        by_id = names_by_id(board)
        kinds = {
            spaced(noun): kind
            for kind in board.below("piece")
            for noun in (kind, board.kinds[kind].plural)
            if kind not in ("piece", "die")
        }
        places = place_names(board)
        titles = places - {*_other_names(board, by_id, places, titled)}
        like = {k: frozenset((*board.ancestors(k), *board.below(k))) for k in board.kinds}
        nouns = (n for k in board.kinds.values() for n in (k.name, k.plural) if k.name != "player")
        things = frozenset(word for noun in nouns for word in spaced(noun).split())
        cells = (f for f in (*board.every_field(), *board.state.values()) if not f.printed)
        counted = [spaced(cell.name) for cell in cells if cell.type == NUMBER]
        counters = frozenset(word for name in counted for word in (name, singular(name)))
        have_digits = any(map(str.isdigit, "".join([*by_id.values(), *kinds])))
        return cls(by_id, text_claims.Titles(titles), text_claims.Titles(kinds), kinds, like,
                   counters, things | counters, have_digits)  # fmt: skip


def names_of(checked: Checked) -> Names:
    """The names in the texts of a game, which are found once."""
    if _NAMES not in checked.memo:
        checked.memo[_NAMES] = Names.of_board(checked.board)
    return cast("Names", checked.memo[_NAMES])


def use_names(checked: Checked, names: Names) -> None:
    """Uses the names of a game that were found already."""
    checked.memo[_NAMES] = names


def names_by_id(board: Board) -> dict[str, str]:
    """The names in texts for enum values and places."""
    by_id = {word: spaced(word) for enum in board.enums.values() for word in enum.values}
    for kind in board.below("place"):
        for thing in board.things.get(kind, {}).values():
            by_id[thing.id] = name_in_texts(thing)
    return by_id


def name_in_texts(thing: Thing) -> str:
    """The title of a thing without its article."""
    return re.sub(r"^[Tt]he ", "", thing.title or spaced(thing.id))


def place_names(board: Board) -> set[str]:
    """The capitalized names of places."""
    return {capital_of(name) for name in names_by_id(board).values()}


def _other_names(
    board: Board, by_id: dict[str, str], places: Set[str], titled: Collection[Thing] | None
) -> Iterator[str]:
    """The names of places that also name something else."""
    for kind in board.kinds.values():
        yield from (capital_of(word) for word in (kind.name, kind.plural))
    groups = [group.values() for group in board.things.values()] if titled is None else [titled]
    for things in groups:
        if not places.isdisjoint(map(_title, things)):
            same = [thing for thing in things if thing.title in places]
            yield from (thing.title for thing in same if by_id.get(thing.id) != thing.title)


def capital_of(name: str) -> str:
    return name[:1].upper() + name[1:]
