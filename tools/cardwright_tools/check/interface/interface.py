"""What independent cards see of a game, and which of them a change can affect."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from cardwright.board.model import Thing, plural
from cardwright.language.declared import Declared
from cardwright.pack.manifest import Manifest
from cardwright.source.records import dataclass
from cardwright_tools.check.interface import board_names, texts
from cardwright_tools.check.interface.equality import differing, digest, same
from cardwright_tools.check.interface.mentions import NUMBERS, Mentions
from cardwright_tools.lint.rules.printed_texts import name_in_texts


@dataclass(frozen=True, slots=True)
class Interface:
    """`names`: by name, everything that an item or a text may mean by it; `said`: the same for
    texts only; `options`: the options by id and menu; `beside`: everything that any card may see,
    whatever its text says. Either the declarations themselves or their digests."""

    beside: object
    names: Mapping[str, object]
    said: Mapping[str, object]
    options: Mapping[str, object]

    @classmethod
    def of(cls, declared: Declared, packs: Sequence[Manifest], apart: Container[str]) -> Interface:
        """What independent cards see; `apart` are the ids of these cards."""
        board, found = declared.board, dict[str, list[object]]()
        beside = (*texts.visible_to_all(declared), *board_names.beside(declared))
        every = [*texts.named(declared).items(), *board_names.named(board).items()]
        every += [(name, [thing]) for thing in _things(declared, apart) for name in _names(thing)]
        for name, meanings in (*every, (NUMBERS, [*_numbers_of_players(packs)])):
            found.setdefault(name, []).extend(meanings)
        return cls(beside, found, board_names.said(declared), texts.options(declared))

    @property
    def digests(self) -> Interface:
        """The digests, for comparison with those of another run."""
        parts = (self.names, self.said, self.options)
        names, said, options = ({name: digest(one) for name, one in part.items()} for part in parts)
        return Interface(digest(self.beside), names, said, options)

    @classmethod
    def from_json(cls, beside: object, *names: Any) -> Interface:
        """Digests that were stored. Raises TypeError or ValueError if the data is anything else."""
        return cls(str(beside), *map(dict, names))

    def changed(self, old: Interface, declared: Declared) -> Mentions | None:
        """The names that have changed, or lead to a changed one; None if any card may be affected.

        `declared`: the current declarations. Both interfaces have digests, or neither has.
        """
        if not same(self.beside, old.beside):
            return None
        leads = [*texts.leads(declared), *board_names.leads(declared)]
        names = texts.with_leading({*differing(old.names, self.names)}, leads)
        said = texts.with_leading({*differing(old.said, self.said)}, leads)
        return Mentions(names.union(differing(old.options, self.options)), said)


def _names(thing: Thing) -> Iterator[str]:
    yield from {thing.id, plural(thing.id), name_in_texts(thing)}


def _numbers_of_players(packs: Sequence[Manifest]) -> Iterator[object]:
    """The numbers of players, which matter for cards with values for some of these numbers."""
    for pack in packs:
        yield pack.players
        yield from ((one.name, one.players, sorted(one.seats)) for one in pack.modules.values())


def _things(declared: Declared, apart: Container[str]) -> Iterator[Thing]:
    for group in declared.board.things.values():
        yield from (thing for id, thing in group.items() if id not in apart)
