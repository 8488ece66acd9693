"""Finds the cards of a large game that a change of enums, kinds, fields or state can affect.

A card may be affected if its texts or values contain a word of a changed declaration, or of
anything that leads to one: through the words of a text, or through a type. Decides which changes
are followed; after any other change of the board, everything is checked again. Knows nothing about
things, which are compared one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from cardwright.board.model import ROOTS, Board, Enum, Field, Kind, plural
from cardwright.language.declared import Declared, Definition, Menu, Parameter, Rule
from cardwright_tools.check.incremental.card_files import Card
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.interface import (
    differing,
    names_of,
    same,
    without_internal_state,
    words_of,
)

_FOLLOWED = ("enums", "kinds", "state", "things")
_OF_KIND = frozenset(("name", "parent", "plural", "fields", "rules", "rule_spans", "title", "span"))
"""What a kind may declare so that its addition, removal or change is followed."""
_OF_FIELD = frozenset(("kind", "seen_by", "span", "type"))
"""The attributes of a field that do not name anything for texts."""
Some = TypeVar("Some")


@dataclass(frozen=True, slots=True)
class Reach:
    """The cards that may mean something else now: those of `kinds`, and those that contain one of
    `phrases`, which are in lower case and without hyphens.
    """

    phrases: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.phrases)

    def has(self, card: Card) -> bool:
        """Whether a card is of one of the kinds or contains a phrase, even within another word."""
        thing, spans = card.thing, (span for one in card.effects for span in (one.body, one.cost))
        texts = [thing.title, thing.text, *(span.text for span in spans if span)]
        said = _phrase(" ".join((*texts, str([*thing.values.values()]), *thing.pieces)))
        return thing.kind in self.kinds or any(one in said for one in self.phrases)


def reach(old: Declared, new: Declared) -> Reach:
    """The reach of a change of the board, apart from things; empty if there is none.

    Raises Stale if it may be all cards.
    """
    before, now = old.board, new.board
    others = [one.name for one in fields(Board) if one.name[0] != "_" and one.name not in _FOLLOWED]
    if not _is_same(before, now, others):
        raise Stale
    if _is_same(before, now, ("enums", "kinds", "state")):
        return Reach()
    change = _Change(before, now)
    words = {*change.words()}
    for declared in (old, new):
        words |= {*_typed_by(change.types, declared)}
    found = frozenset(map(_phrase, words)) - {""}
    places = names_of(before) ^ names_of(now)
    groups = (*before.things.values(), *now.things.values())
    if any(thing.title in places for group in groups for thing in group.values()):
        raise Stale
    phrases = _with_leading(found, old) | _with_leading(found, new)
    return Reach(phrases, frozenset(change.kinds))


def _phrase(words: str) -> str:
    """The form for comparison: printed texts have spaces and capitals where ids have none."""
    return " ".join(words.lower().replace("-", " ").split())


def _is_same(old: Board, new: Board, parts: Iterable[str]) -> bool:
    return all(same(getattr(old, part), getattr(new, part)) for part in parts)


class _Change:
    """The words of everything that differs on two boards. `types`: the enums and kinds that differ;
    `kinds`: those whose things have to be read again.
    """

    def __init__(self, old: Board, new: Board) -> None:
        self.old, self.new = old, new
        self.types: set[str] = set()
        self.kinds: set[str] = set()

    def words(self) -> Iterator[str]:
        for enum in self._differing(self.old.enums, self.new.enums):
            yield from self._of_enums(*enum)
        for cell in self._differing(
            without_internal_state(self.old.state), without_internal_state(self.new.state)
        ):
            yield from self._of_fields(*cell)
        for kind in self._differing(self.old.kinds, self.new.kinds):
            yield from self._of_kinds(*kind)

    def _differing(
        self, old: dict[str, Some], new: dict[str, Some]
    ) -> Iterator[tuple[Some | None, Some | None]]:
        """The differing values, before and now. Raises Stale if the common names are reordered."""
        if [name for name in old if name in new] != [name for name in new if name in old]:
            raise Stale
        return ((old.get(name), new.get(name)) for name in differing(old, new))

    def _of_enums(self, one: Enum | None, other: Enum | None) -> Iterator[str]:
        before, now = one.values if one else (), other.values if other else ()
        in_order = [w for w in before if w in now] == [w for w in now if w in before]
        words = {*before} ^ {*now} if in_order else {*before, *now}
        for name in (*words, *(enum.name for enum in (one, other) if enum)):
            yield from (name, plural(name))
        self.types |= {enum.name for enum in (one, other) if enum}

    def _of_fields(self, one: Field | None, other: Field | None) -> Iterator[str]:
        """The words of a changed field: another field of an enum gives its words more meanings."""
        for cell in filter(None, (one, other)):
            if cell.type.base not in ("number", "flag", "enum") or cell.per or cell.faces:
                raise Stale
            for name in (one.name for one in fields(Field) if one.name not in _OF_FIELD):
                value = getattr(cell, name)
                if isinstance(value, str) and value:
                    yield from (value, plural(value))
            for board in (self.old, self.new):
                if cell.type.of in board.enums:
                    yield from (cell.type.of, *board.enums[cell.type.of].values)

    def _of_kinds(self, one: Kind | None, other: Kind | None) -> Iterator[str]:
        if one and other and not same(replace(one, fields={}), replace(other, fields={})):
            yield from self._of_others(one, other)
        elif (alone := one or other) and not (one and other):
            yield from self._of_alone(alone)
        before, now = ((kind.fields if kind else {}) for kind in (one, other))
        for old, new in self._differing(
            without_internal_state(before), without_internal_state(now)
        ):
            yield from self._of_fields(old, new)
            name = next(kind.name for kind in (one, other) if kind)
            if any(cell.printed for cell in (old, new) if cell):
                self.kinds |= {*self.old.below(name), *self.new.below(name)}

    def _of_alone(self, kind: Kind) -> Iterator[str]:
        """The words of a new or removed kind. It must have no things: then only what it declares
        can affect a text.
        """
        board = self.old if kind.name in self.old.kinds else self.new
        is_of_dice = "die" in board.ancestors(kind.name)
        if is_of_dice or board.things.get(kind.name) or not _is_simple(kind, board):
            raise Stale
        self.types.add(kind.name)
        yield from self._named(kind)

    def _of_others(self, *kinds: Kind) -> Iterator[str]:
        """The names of a changed kind, and of the kinds above and below it."""
        for board, kind in zip((self.old, self.new), kinds, strict=True):
            if not _is_simple(kind, board):
                raise Stale
            related = {*board.ancestors(kind.name), *board.below(kind.name)}
            self.types |= related
            self.kinds |= {*board.below(kind.name)}
            for name in related:
                yield from self._named(board.kinds[name])

    def _named(self, kind: Kind) -> Iterator[str]:
        yield from (kind.name, kind.plural, kind.title, *kind.rules)
        nouns = (*kind.name.split("-"), *kind.plural.split("-"))
        yield from (f"other {noun}" for noun in nouns)  # which is not about another player


def _is_simple(kind: Kind, board: Board) -> bool:
    plain = Kind(kind.name, kind.parent, kind.plural)
    others = (one.name for one in fields(Kind) if one.name not in _OF_KIND)
    is_plain = all(getattr(kind, one) == getattr(plain, one) for one in others)
    return is_plain and board.root(kind.name) in ROOTS


def _typed_by(types: Collection[str], declared: Declared) -> Iterator[str]:
    """The names of everything that has one of these types, or takes a value of it."""
    board = declared.board
    cells = [*board.state.values(), *board.indexed.values()]
    for kind in board.kinds.values():
        cells += [*kind.fields.values(), *kind.indexed.values()]
    yield from (cell.name for cell in cells if cell.type.of in types)
    yield from (cell.state for cell in cells if cell.per and cell.per.of in types)
    yield from (zone.name for zone in board.zones.values() if zone.holds in types)
    named: list[Rule | Definition | Menu] = [*declared.rules.values(), *declared.menus.values()]
    named += declared.definitions.values()
    yield from (one.name for one in named if _takes(one.takes, types))
    given = declared.definitions.values()
    yield from (one.name for one in given if one.gives and one.gives.name in types)
    yield from (slot for (_, slot), takes in declared.printed_takes.items() if _takes(takes, types))


def _takes(parameters: Iterable[Parameter], types: Collection[str]) -> bool:
    return any(one.type.name in types for one in parameters)


def _with_leading(found: frozenset[str], declared: Declared) -> frozenset[str]:
    """These phrases, and the names of everything whose texts contain one of them."""
    texts: list[tuple[Sequence[str], frozenset[str]]] = []
    texts += [((one.name,), words_of(one)) for one in declared.rules.values()]
    texts += [((one.name,), words_of(one)) for one in declared.definitions.values()]
    texts += [((one.id, one.menu), words_of(one)) for one in declared.options]
    texts += [(tuple(one.pattern.text.split()), words_of(one)) for one in declared.abilities
              if one.operation is not None]  # fmt: skip
    said = [(frozenset(map(_phrase, names)), _phrase("\n".join(words))) for names, words in texts]
    while more := {name for names, words in said if any(one in words for one in found)
                   for name in names} - found:  # fmt: skip
        found |= more
    return found
