"""What independent cards see of a game, and which of them a change can affect."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set, Sized
from dataclasses import replace
from itertools import chain
from typing import Any, cast

from cardwright.board.declarations import Thing
from cardwright.board.model import Board, plural
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.files.player_counts import numbers_of_games
from cardwright.source.records import dataclass
from cardwright_tools.check.interface import board_names, texts
from cardwright_tools.check.interface.calls import with_mark, without_mark
from cardwright_tools.check.interface.changed_names import NUMBER_KEYS, PLAYER_COUNTS, ChangedNames
from cardwright_tools.check.interface.equality import Digests, differing, same
from cardwright_tools.check.interface.texts import Dependencies
from cardwright_tools.lint.thing_names import name_in_texts


@dataclass(frozen=True, slots=True)
class Interface:
    """`names`: by name, everything that an item or a text may mean by it; `names_in_texts`: the
    same for texts only; `names_in_code`: for effects, limits and costs only; `options`: the
    options by id and menu, also for code; `visible_to_all`: everything that any card may see,
    whatever its text says. Either the declarations themselves or their digests.
    """

    visible_to_all: object
    names: Mapping[str, object]
    names_in_texts: Mapping[str, object]
    names_in_code: Mapping[str, object]
    options: Mapping[str, object]

    @classmethod
    def of(
        cls,
        declared: Declared,
        packs: Sequence[Manifest],
        apart: Container[str],
        among: Iterable[Thing] | None = None,
        counts: Mapping[str, int] | None = None,
        titled: Iterable[Thing] | None = None,
    ) -> Interface:
        """What independent cards see; `apart` are the ids of these cards. If they are known: things
        `among` which all others are, the number of things by kind (see `Costs`), and the things
        among which all those are that have the title of a place."""
        board, found = declared.board, dict[str, list[object]]()
        counts = counts or numbers(declared)
        of_board = board_names.visible_to_all(declared, counts, titled)
        visible_to_all = (*texts.visible_to_all(declared), *of_board)
        every = [*board_names.named(board).items()]
        some = _every_thing(declared) if among is None else among
        things = (thing for thing in some if thing.id not in apart)
        every += [(name, [thing]) for thing in things for name in _names(thing, board)]
        for name, meanings in (*every, *numbers_of_players(packs).items()):
            found.setdefault(name, []).extend(meanings)
        in_texts = board_names.names_in_texts(declared, counts)
        in_code = texts.named(declared)
        return cls(visible_to_all, found, in_texts, in_code, texts.options(declared))

    def without(self, things: Sequence[Thing], board: Board) -> Interface:
        """What is seen if these things are apart, too."""
        names = dict(self.names)
        for name in {name for thing in things for name in _names(thing, board)}:
            meanings = cast("Sequence[object]", names.pop(name, ()))
            if left := [one for one in meanings if not any(one is thing for thing in things)]:
                names[name] = left
        return replace(self, names=names)

    def digests(self, made: Digests | None = None) -> Interface:
        """The digests, for comparison with those of another run; `made`: those known already."""
        made = made or Digests()
        digests = ({name: made.of(one) for name, one in part.items()} for part in self._parts)
        return Interface(made.of(self.visible_to_all), *digests)

    def missing_since(self, old: Interface) -> Set[str]:
        """The names that mean less than before: a rule may be missing while an option with its
        name, or an ability that reacts to it, is there."""
        pairs = zip(old._parts, self._parts, strict=True)
        return {without_mark(name) for before, now in pairs for name, meanings in before.items()
                if len(meanings) > len(now.get(name, ()))}  # fmt: skip

    @property
    def _parts(self) -> Sequence[Mapping[str, Sized]]:
        """The meanings of names, or their digests, which are all of one length."""
        parts = (self.names, self.names_in_texts, self.names_in_code, self.options)
        return cast("Sequence[Mapping[str, Sized]]", parts)

    @classmethod
    def from_json(cls, visible_to_all: object, *names: Any) -> Interface:
        """Digests that were stored. Raises TypeError or ValueError if the data is anything else."""
        return cls(str(visible_to_all), *map(dict, names))

    def changed(self, old: Interface, declared: Declared) -> ChangedNames | None:
        """The names that have changed, and all names that depend on one of them; None if any card
        may be affected.

        `declared`: the current declarations. Both interfaces have digests, or neither has.
        """
        if not same(self.visible_to_all, old.visible_to_all):
            return None
        options = {*differing(old.options, self.options)}
        found = [
            {*differing(old.names, self.names)},
            {*differing(old.names_in_texts, self.names_in_texts)},
            {*differing(old.names_in_code, self.names_in_code)} | (options & _replies(declared)),
        ]
        dependencies = all_dependencies(declared) if any(found) else ()
        names, said, code = (texts.with_dependents(some, dependencies) for some in found)
        in_code = self.names_in_code.keys() | old.names_in_code.keys()
        others = code - (in_code - self._elsewhere - old._elsewhere)
        return ChangedNames(names | others, said, code | options)

    @property
    def _elsewhere(self) -> Set[str]:
        """The names that can refer to something outside of code."""
        return self.names.keys() | self.names_in_texts.keys()


def numbers(declared: Declared) -> Mapping[str, int]:
    """The number of things of each kind, as it counts in costs."""
    return Costs(Checked(declared, {})).things


def changed_by(
    some: Sequence[texts.Holder], things: Sequence[Thing], declared: Declared
) -> ChangedNames | None:
    """`Interface.changed` if only texts of these declarations and values of these things have
    changed, none of which is a place."""
    if any(map(texts.is_visible_to_all, some)):
        return None
    dependencies = all_dependencies(declared)
    options = {name for one in some for name in texts.names_of_option(one)}
    replies = _replies(declared)
    code = {name for one in some for name in texts.names_of(one, declared)} | (options & replies)
    found = {name for thing in things for name in _names(thing, declared.board)}
    others = texts.with_dependents(code, dependencies)
    others -= code - board_names.named(declared.board).keys()
    names = texts.with_dependents(found, dependencies) | others
    return ChangedNames(names, (), code | options)


def _replies(declared: Declared) -> set[str]:
    """The menus from which players reply to events."""
    return {with_mark(one.window.menu) for one in declared.abilities if one.window is not None}


def all_dependencies(declared: Declared) -> Sequence[Dependencies]:
    """All names with the names that lead to them."""
    return [*texts.dependencies(declared), *board_names.dependencies(declared)]


def _names(thing: Thing, board: Board) -> Iterator[str]:
    """The names by which an effect means a thing, and a printed text a place. What else has the
    title of a place is visible to all."""
    named = {name_in_texts(thing)} if board.root(thing.kind) == "place" else set()
    yield from named | {thing.id, plural(thing.id)}


def numbers_of_players(packs: Sequence[Manifest]) -> dict[str, list[object]]:
    """The numbers of players: those of any game, for cards that list some numbers, and those of
    each pack, for cards with values for some."""
    low, high, known = numbers_of_games(packs)
    ranges = [(pack.players, [(one.name, one.players, sorted(one.seats))
                              for one in pack.modules.values()]) for pack in packs]  # fmt: skip
    return {PLAYER_COUNTS: [low, high, known], NUMBER_KEYS: [*ranges]}


def _every_thing(declared: Declared) -> Iterator[Thing]:
    return chain.from_iterable(group.values() for group in declared.board.things.values())
