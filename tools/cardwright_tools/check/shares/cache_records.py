"""What is cached of a large game between runs: the answers to queries, and what they depend on.

- The outcome of an independent card depends on its text, its file and section, and on the
  *environment*: the text of the rest, the number of things of each kind, and which cards have
  names of places.
- The lints of the rest depend on the environment and on the *totals* of all cards: their uses and
  their numbers of steps.

It is stored as JSON (`stored_json`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, field
from functools import cached_property, partial
from typing import Any, NamedTuple

from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.core import Event
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.pack.things.stubs import is_empty
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright_tools.check import store
from cardwright_tools.check.interface.interface import Interface
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.items import Stretch
from cardwright_tools.check.shares.outcomes import Outcome, Use
from cardwright_tools.check.shares.surrounding_text import (
    HASH_LENGTH,
    SurroundingText,
    file_hash,
)
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts

Steps = Mapping[str, Bound]
Place = Sequence[Any]
Starts = Mapping[tuple[str, str], int]
"""The offset of each card, by file and id."""


class StoredCard(NamedTuple):
    """An independent card: what names and counts it, its old range in the file, and its outcome.
    `uses` and `steps` are indexes of sets in the game's lists; `found` has offsets relative to the
    start of the card."""

    kind: str
    id: str
    title: str
    copies: int
    start: int
    end: int
    uses: int
    steps: int
    found: Sequence[dict[str, Any]]

    @property
    def length(self) -> int:
        return self.end - self.start

    def moved_to(self, start: int) -> StoredCard:
        """The card at another offset in its file."""
        return self._replace(start=start, end=start + self.length)

    def lints(self, start: int, source: Source) -> Iterator[Diagnostic]:
        """Its lints, for its current offset."""
        for one in self.found:
            yield store.diagnostic_from_json(moved(one, start), {source.name: source})


class Columns(NamedTuple):
    """The values of cards, in columns of the same length."""

    kinds: Sequence[str]
    ids: Sequence[str]
    titles: Sequence[str]
    copies: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    uses: Sequence[int]
    steps: Sequence[int]
    found: Sequence[Sequence[dict[str, Any]]]

    @classmethod
    def of(cls, cards: Collection[StoredCard]) -> Columns:
        return cls(*zip(*cards, strict=True)) if cards else cls(*[()] * len(cls._fields))

    def cards(self) -> list[StoredCard]:
        """The cards, made without a step of Python for each."""
        return [*map(partial(tuple.__new__, StoredCard), zip(*self, strict=True))]


class StoredCards(Mapping[str, StoredCard]):
    """The cards of a file by their hashes, which follow each other in a text: most files are the
    same, and none of their cards is looked at by itself."""

    def __init__(self, hashes: str, columns: Columns) -> None:
        self.hashes, self.columns = hashes, columns

    @classmethod
    def of(cls, cards: Mapping[str, StoredCard]) -> StoredCards:
        """Cards by their hashes, in order."""
        return cls("".join(cards), Columns.of([*cards.values()]))

    @cached_property
    def cards(self) -> Sequence[StoredCard]:
        return self.columns.cards()

    @cached_property
    def _by_hash(self) -> dict[str, StoredCard]:
        starts = range(0, len(self.hashes), HASH_LENGTH)
        hashes = [self.hashes[at : at + HASH_LENGTH] for at in starts]
        return dict(zip(hashes, self.cards, strict=True))

    def __getitem__(self, hash: str) -> StoredCard:
        return self._by_hash[hash]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_hash)

    def __len__(self) -> int:
        return len(self.columns.ids)


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The hashes of a file's text, of its rest, and of the list items in the rest. `is_emptied`:
    it contains nothing but independent cards."""

    hash: str
    rest: str
    is_emptied: bool
    others: frozenset[str]

    @classmethod
    def of(
        cls,
        source: Source,
        cards: Sequence[Stretch],
        outside: SurroundingText,
        hashes: Mapping[int, str],
    ) -> StoredFile:
        """A file with its independent cards, what is outside of them, and the hashes of all its
        items."""
        others = frozenset({*hashes.values()} - {hashes[start] for start, _ in cards})
        is_emptied = is_empty("".join(outside.texts))
        return cls(file_hash(source.text), outside.hash, is_emptied, others)


@dataclass(slots=True)
class StoredGame:
    """What is known of each file, and its independent cards by hash, in order. `unread` are the
    files of other modules. `use_sets` are the uses of cards, as indexes into `uses`, and
    `step_sets` their numbers of steps, as indexes into `steps`: many cards have the same.
    `characters_left`: how many characters may be added before a limit may be reached.
    `found`: the lints of the rest; None if nobody asked for them. `mark` identifies the game that
    was stored as a whole, and `whole_sets` is the number of its sets of uses. `added`: how many
    characters at most were added to each file since."""

    files: dict[str, StoredFile]
    unread: frozenset[str]
    cards: Mapping[str, StoredCards]
    uses: list[Use]
    use_sets: list[Sequence[int]]
    steps: list[tuple[str, Bound]]
    step_sets: list[Sequence[int]]
    names: frozenset[str]
    characters_left: int
    environment: str
    seen: Interface
    totals: str
    rules: dict[str, Bound]
    reactions: list[tuple[Event, Bound]]
    costs: dict[str, int]
    facts: GameFacts
    found: list[dict[str, Any]] | None
    added: dict[str, int]
    whole_sets: int
    mark: str

    @property
    def left(self) -> int:
        """How many characters may be added before a limit may be reached."""
        return self.characters_left - sum(self.added.values())

    @property
    def context(self) -> GameContext:
        """What the cards needed to know about the rest."""
        return GameContext(self.rules, dict(self.reactions), costs=self.costs, facts=self.facts)

    def outcome(self, card: StoredCard, stretch: Span) -> Outcome:
        """The outcome of a card at its current range."""
        lints = [*card.lints(stretch.start, stretch.source)]
        uses = frozenset(self.used_in([card.uses]))
        steps = dict(self.steps[at] for at in self.step_sets[card.steps])
        return Outcome(lints=lints, uses=uses, steps=steps)

    def used_in(self, sets: Iterable[int]) -> set[Use]:
        """The uses in these sets."""
        return {self.uses[at] for number in {*sets} for at in self.use_sets[number]}

    def steps_in(self, sets: Iterable[int]) -> list[Outcome]:
        """The numbers of steps in these sets, each one once."""
        places = {at for number in {*sets} for at in self.step_sets[number]}
        return [Outcome(steps=dict([self.steps[at]])) for at in places]

    def files_of_lints(self) -> set[str]:
        """The files with lints in the rest."""
        found = self.found or ()
        return {name for one in found for name, _, _, shown, _ in _stored_places(one) if shown}

    def lints(
        self, outside: Mapping[str, SurroundingText], starts: Starts, sources: dict[str, Source]
    ) -> list[Diagnostic] | None:
        """The lints of the rest at their current positions. Raises KeyError if one is in an
        unknown card; `starts` has all known ones."""

        def now(where: Place) -> Place:
            name, start, end, shown, card = where
            if not shown:
                return where[:4]
            if card is not None:
                by = starts[name, card]
                return [name, start + by, end + by, shown]
            return [name, outside[name].place(start), outside[name].place(end, end=True), shown]

        if self.found is None:
            return None
        return [store.diagnostic_from_json(placed(one, now), sources) for one in self.found]


# Dependencies


def environment(
    files: Mapping[str, StoredFile], declared: Declared, titles: Iterable[str], names: Iterable[str]
) -> str:
    """Everything that cards depend on besides their own texts; `titles` are those of all cards."""
    rest = sorted((name, file.rest) for name, file in files.items())
    things = Costs(Checked(declared, {})).things
    return digest_of([rest, sorted(things.items()), sorted({*names}.intersection(titles))])


def totals(uses: Iterable[Use], steps: Steps) -> str:
    """Everything that lints of the rest depend on besides the environment."""
    worst = sorted((slot, astuple(bound)) for slot, bound in steps.items())
    return digest_of([sorted(uses), worst])


def digest_of(data: object) -> str:
    """The digest of plain data."""
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()


# Making records


@dataclass(slots=True)
class Lists:
    """The lists that cards refer to by index; `sets_before`: how many others precede `use_sets`."""

    uses: dict[Use, int] = field(default_factory=dict)
    steps: dict[tuple[str, Bound], int] = field(default_factory=dict)
    use_sets: dict[frozenset[Use], int] = field(default_factory=dict)
    step_sets: dict[tuple[int, ...], int] = field(default_factory=dict)
    sets_before: int = 0

    @classmethod
    def after(cls, game: StoredGame) -> Lists:
        """The lists of a game, for more cards."""
        steps = {one: at for at, one in enumerate(game.steps)}
        uses, sets = {use: at for at, use in enumerate(game.uses)}, map(tuple, game.step_sets)
        step_sets = {one: at for at, one in enumerate(sets)}
        return cls(uses, steps, {}, step_sets, len(game.use_sets))

    def stored(self, item: IndependentCard, outcome: Outcome) -> StoredCard | None:
        """A card with its outcome; None if a report is about more than the card."""
        thing, span = item.thing, item.stretch
        if outcome.lints and not all(
            place.is_within(span) for one in outcome.lints for place in places_of(one)
        ):
            return None
        number = self.use_sets.setdefault(outcome.uses, len(self.use_sets))
        own = tuple(self.steps.setdefault(one, len(self.steps)) for one in outcome.steps.items())
        steps = self.step_sets.setdefault(own, len(self.step_sets))
        found = [moved(store.diagnostic_to_json(one), -span.start) for one in outcome.lints]
        own_part = thing.kind, thing.id, thing.title, thing.copies, span.start, span.end
        return StoredCard(*own_part, self.sets_before + number, steps, found)

    def numbered_sets(self) -> list[Sequence[int]]:
        """The sets as indexes of uses."""
        return [[self.uses.setdefault(use, len(self.uses)) for use in one] for one in self.use_sets]


def keep_lints(
    found: Sequence[Diagnostic], outside: Mapping[str, SurroundingText], cards: Starts
) -> list[dict[str, Any]]:
    """The lints of the rest; positions in a card are relative to its start."""

    def then(where: Place) -> Place:
        name, start, end, shown = where
        if not shown:
            return [*where, None]
        own = outside[name].at(start), outside[name].at(end, end=True)
        if None not in own:
            return [name, *own, shown, None]
        card, by = max((
            (card, at) for (file, card), at in cards.items() if file == name and at <= start
        ), key=lambda one: one[1])  # fmt: skip
        return [name, start - by, end - by, shown, card]

    return [placed(store.diagnostic_to_json(one), then) for one in found]


def places_of(one: Diagnostic) -> list[Span]:
    """All places that a diagnostic shows or would change."""
    own = [one.span] if one.span else []
    return [*own, *(place for place, _ in one.notes), *(fix.span for fix in one.fixes)]


def _stored_places(one: dict[str, Any]) -> list[Place]:
    own = [one["span"]] if one["span"] else []
    return [*own, *(where for where, _ in (*one["notes"], *one["fixes"]))]


def moved(one: dict[str, Any], by: int) -> dict[str, Any]:
    """A diagnostic as JSON, moved within its file."""
    return placed(one, lambda where: [where[0], where[1] + by, where[2] + by, where[3]])


def placed(one: dict[str, Any], place: Any) -> dict[str, Any]:
    """A diagnostic as JSON with other positions."""
    others = {w: [[place(where), text] for where, text in one[w]] for w in ("notes", "fixes")}
    return {**one, "span": place(one["span"]) if one["span"] else None, **others}
