"""The parts of a line in the log: who, what, where, and who may read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Self

from cardwright.board.declarations import Kind
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.english.clauses import uncapitalized
from cardwright.language.hir import VerbStatement
from cardwright.language.inflection import article, spaced
from cardwright.language.registry.movement import To
from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program.decision_points import LogPoint
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.naming import (
    design_suffix,
    player_name,
    title,
    title_of,
    value,
    zone_title,
)
from cardwright.source.records import dataclass

Numbers = Sequence[int]
ITSELF = "themselves"
ROLL = 4  # the numbers of a roll: the die, where it is, its face, who rolls it


class Sentence(str):
    """A sentence of the log about one thing: `head`, the thing's name, and `tail`; `many`: what
    several such things are called, or "" if there is only one.
    """

    __slots__ = ("head", "many", "tail", "thing")
    head: str
    thing: str
    tail: str
    many: str

    def __new__(cls, head: str, thing: str, tail: str, many: str = "") -> Self:
        found = super().__new__(cls, f"{head}{thing}{tail}")
        found.head, found.thing, found.tail, found.many = head, thing, tail, many
        return found


class Noun(str):
    """A thing in a sentence, such as `a red cart`; `many`: `red carts`."""

    __slots__ = ("many",)
    many: str

    @classmethod
    def of(cls, kind: Kind, whose: str = "") -> Self:
        made = cls(article(f"{whose}{spaced(kind.name)}"))
        made.many = f"{whose}{spaced(kind.plural)}"
        return made


class Choice(str):
    """The line of a choice: who chose, and the words for the choice."""

    __slots__ = ("chosen", "who")
    who: str
    chosen: str

    def __new__(cls, who: str, chosen: str) -> Self:
        found = super().__new__(cls, f"{who} chooses {chosen}")
        found.who, found.chosen = who, chosen
        return found


class Payment(str):
    """The line of a payment, often between a choice and its effect."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, who may read it, and the text for others."""

    text: str
    seen_by: frozenset[str] | None = None
    hint: str = ""


def readers_of(game: Game, may: Callable[[int], bool]) -> frozenset[str] | None:
    """The players who may read a line, with 0 for a spectator; None if all may."""
    everybody = (0, *visibility.members(game.program, "player"))
    found = [player for player in everybody if may(player)]
    if len(found) == len(everybody):
        return None
    return frozenset(player_name(game.program, player) for player in found)


def has_seen(game: Game, item: int, player: int, *places: int) -> bool:
    """Whether a player saw a thing at one of these places."""
    program = game.program
    return not visibility.can_be_hidden(program, item) or any(
        visibility.sees_at(program, game.s, place, player, item) for place in places
    )


def readers_who_saw(game: Game, item: int, *places: int) -> frozenset[str] | None:
    """The players who saw a thing at one of these places; None if all did."""
    if not visibility.can_be_hidden(game.program, item):
        return None
    return readers_of(game, lambda player: has_seen(game, item, player, *places))


def subject_of(game: Game, player: int) -> str:
    """The subject of a sentence."""
    return title(game.program, player) if player else "The game"


def thing_words(game: Game, item: int, actor: int) -> str:
    """A thing in a sentence; a piece of the actor is just *a* piece."""
    suffix, itself = design_suffix(game, item), _itself(game, item, actor)
    return f"{itself}{suffix}" if suffix else itself


def _itself(game: Game, item: int, actor: int) -> str:
    found = game.program.layout.items[item]
    counted = bool(found.kind) and found.thing is None and found.name != found.kind
    if not counted:
        return title(game.program, item)
    kind = game.program.board.kinds[found.kind]
    owner = visibility.owner(game, item)
    whose = f"{title(game.program, owner)} " if owner and owner != actor else ""
    return kind.title or Noun.of(kind, whose)


def value_words(game: Game, type: Type, number: int) -> str:
    """A value; a thing is named with its owner at that time."""
    if type.is_thing and number:
        return title_of(game, number)
    return value(game.program, type, number, title)


def place_words(game: Game, place: int, actor: int) -> str:
    """A place or a zone in a sentence; a zone of the actor is *their* zone."""
    if not place:
        return "supply"
    if place == actor:
        return ITSELF
    if visibility.can_be_hidden(game.program, place):
        return thing_words(game, place, 0)
    zone = visibility.zone_at(game.program, place)
    if zone is None:
        return title(game.program, place)
    is_own = zone[1] and zone[1] == actor
    found = zone_title(zone[0]) if is_own else title(game.program, place)
    return "their " * bool(is_own) + uncapitalized(found)


def seen_at(point: LogPoint, start: int, end: int) -> tuple[int, ...]:
    """Where the thing could be seen: a new owner is not a place."""
    return (start,) if point.to is To.PLAYER else (start, end)


def verb_of(point: LogPoint) -> Verb:
    """The verb that the author wrote: it may be lowered to another one."""
    origin = point.statement.origin
    found: Verb = origin.verb if isinstance(origin, VerbStatement) else VERBS.by_name[point.verb]
    return found


def with_values(game: Game, text: core.Text, numbers: Numbers, said: Callable[[str], str]) -> Line:
    """A text with its values; a thing is named for those who saw it, where it was then."""
    values = [*zip(text.values, numbers[::2], numbers[1::2], strict=True)]
    things = [(thing, where) for reg, thing, where in values if reg.type.is_thing and thing]
    seen_by = readers_of(game, lambda player: all(has_seen(game, thing, player, where)
                                                for thing, where in things))  # fmt: skip

    def words(*, named: bool) -> Iterator[str]:
        for reg, number, _ in values:
            thing = reg.type.is_thing and number
            secret = thing and visibility.can_be_hidden(game.program, number)
            known = value_words(game, reg.type, number)
            word = spaced(known) if reg.type.base == "enum" else known
            yield article(reg.type.of) if secret and not named else word

    hint = said(text.filled(words(named=False))) if seen_by is not None else ""
    return Line(said(text.filled(words(named=True))), seen_by, hint)
