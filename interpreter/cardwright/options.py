"""The question of a position and its options, by ids that are the same in every process.

Responsible for the names of options and what they refer to. Knows nothing about the effects of
answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn, overload

from cardwright.program.decision_points import ChoicePoint, MenuPoint
from cardwright.runtime import naming, questions, visibility
from cardwright.runtime.game import Game as Position
from cardwright.runtime.game_state import DONE
from cardwright.source.printable import quoted
from cardwright.source.records import dataclass

_FOR_TOOLS = {
    "Rules": {"checked", "declared", "documents", "marked", "marks", "program", "refusal",
              "without_lists"},
    "Game": {"positions"},
    "Options": {"index_of", "reference"},
}  # fmt: skip
"""By class, what our own code uses besides what docs/api.md promises."""


class Public:
    """A part of the public API: `dir` lists only the names in docs/api.md."""

    __slots__ = ()

    def __dir__(self) -> Iterable[str]:
        inner = _FOR_TOOLS.get(type(self).__name__, set())
        every = object.__dir__(self)
        return [name for name in every if not (name.startswith("_") or name in inner)]


def refuse_to_pickle(self: object) -> NoReturn:
    """The `__reduce__` of objects with compiled rules."""
    raise TypeError(f"{type(self).__name__} can't be pickled: send `game.save()` and the names of "
                    "the packs, and call `load` and `restore` there")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """The player who is asked, by id, and the question as that player reads it."""

    player: str
    prompt: str


@dataclass(frozen=True, slots=True)
class Reference:
    """The subject of an option: a thing or a value, its kind, and where a thing is.

    `id` is None for a thing that the player who is asked can't see; `place` is None for one on such
    a thing.
    """

    kind: str
    id: str | None
    place: str | None = None


class Option(Public):
    """A legal answer; `id` is the same in every process, `title` is for people."""

    __slots__ = ("_index", "_options")

    def __init__(self, options: Options, index: int) -> None:
        self._options, self._index = options, index

    @property
    def id(self) -> str:
        return self._options.ids[self._index]

    @property
    def title(self) -> str:
        return self._options.titles[self._index]

    @property
    def refers_to(self) -> Reference | None:
        """The subject of the option; None for a branch, *done*, *pass*, and options of the pack
        itself.
        """
        return self._options.reference(self._index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int]:
        """Copies of a game share the question for which the options were made."""
        return id(self._options._position.question), self._index

    def __repr__(self) -> str:
        return f"Option({self.id!r}, {self.title!r})"


class Options(Public, Sequence[Option]):
    """The legal answers in one position; their texts are made when they are first needed."""

    __slots__ = ("_ids", "_indexes", "_position", "_titles")
    __reduce__ = refuse_to_pickle

    def __init__(self, position: Position) -> None:
        self._position = position
        self._indexes = range(len(position.question.answers) if position.question else 0)
        self._ids: list[str] = []
        self._titles: list[str] = []

    @property
    def ids(self) -> list[str]:
        self._ids = self._ids or questions.answers(self._position)
        return self._ids

    @property
    def titles(self) -> list[str]:
        self._titles = self._titles or questions.labels(self._position)
        return self._titles

    def __len__(self) -> int:
        return len(self._indexes)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        try:
            found = self._indexes[index]
        except TypeError:
            said = f"options are numbered; {quoted(repr(index))} is not a number"
            raise TypeError(f"{said}; an id is in `options.ids`, and `apply` takes it") from None
        return (
            Option(self, found) if isinstance(found, int) else tuple(Option(self, i) for i in found)
        )

    def __repr__(self) -> str:
        many = "option" if len(self) == 1 else "options"
        return f"<{len(self)} {many}: {', '.join(self.ids)}>" if self else "<no options>"

    def __deepcopy__(self, memo: object) -> Options:
        return self

    def index_of(self, option: object) -> int:
        """The index of a legal answer. Raises ValueError if it is not legal in this position."""
        if isinstance(option, str):
            return self._named(option)
        question = self._position.question
        if isinstance(option, Option) and option._options._position.question is question:
            return option._index
        raise ValueError(f"{quoted(repr(option))} is not an option of this question")

    def _named(self, id: str) -> int:
        if self._position.question is None:
            raise ValueError("the game is over: nothing is asked")
        return questions.index_of(id, self.ids)

    def reference(self, index: int) -> Reference | None:
        position, question = self._position, self._position.question
        assert question is not None
        value, site = question.answers[index], position.program.points[question.site]
        if value == DONE:
            return None
        if isinstance(site, MenuPoint):
            bearer = site.rows[value].this
            return _thing(position, bearer, question.player) if bearer else None
        if not isinstance(site, ChoicePoint):
            return None
        if site.type.base == "thing" and value:
            return _thing(position, value, question.player)
        return Reference(str(site.type.one()), naming.value(position.program, site.type, value))


def _thing(position: Position, item: int, player: int) -> Reference:
    program, place = position.program, position.s[item]
    movable = visibility.can_be_hidden(program, item)
    known = movable and place and visibility.sees(position, place, player)
    where = naming.name(program, place) if known else None
    if visibility.sees(position, item, player):
        return Reference(program.layout.items[item].kind, naming.name(program, item), where)
    zone = visibility.zone_at(program, place)
    kind = zone[0].holds if zone else visibility.back_of(position, item)
    return Reference(kind or "thing", None, where)
