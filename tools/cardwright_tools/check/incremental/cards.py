"""The independent cards of a large game: after a change of some, only these are checked.

What is reported of such a card follows from its own item and from the *rest*, which is all that is
no such card (docs/decisions/0006). Owns the cards, with what lints need to know of all of them:
what they use, and how many steps they take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, KeysView, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from cardwright.board.model import Board
from cardwright.checked_packs import CheckedPacks
from cardwright.language.declared import Declared
from cardwright.pack.loaded import Loaded
from cardwright.source import budget
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright_tools.check.incremental.card_files import (
    Apart,
    Card,
    CardEdit,
    CardFile,
    card_edit,
    entries,
)
from cardwright_tools.check.incremental.items import declare
from cardwright_tools.check.incremental.new_cards import (
    make_sure_of_number,
    new_cards,
)
from cardwright_tools.check.incremental.positions import Positions, Stale
from cardwright_tools.check.incremental.reading import Reading
from cardwright_tools.check.incremental.rest import Rest, outcomes_of
from cardwright_tools.check.incremental.things import is_free
from cardwright_tools.check.interface import names_of
from cardwright_tools.check.shares import outcome_cache
from cardwright_tools.check.shares import remainder as others
from cardwright_tools.check.shares.examiner import cards_apart, length_to_check
from cardwright_tools.check.shares.independent import IndependentCard, performing
from cardwright_tools.check.shares.outcomes import Outcome, Use, worst_bounds
from cardwright_tools.check.shares.shapes import Shapes
from cardwright_tools.lint.bound import Bound

MOST_CHANGED = 30
"""Cards that are checked again one by one; with more, it is quicker to look at everything."""
Step = tuple[str, Bound]
Some = TypeVar("Some")


class Cards:
    """The independent cards of a game, and the rest. `loaded` is the game as it is now, and `rest`
    was checked when something else than cards last changed.
    """

    def __init__(self, loaded: Loaded, rest: Rest, positions: Positions, shapes: Shapes) -> None:
        self.loaded, self.rest, self._positions = loaded, rest, positions
        self._room = outcome_cache.room(loaded)
        self._shapes, self._seen = shapes, set[object]()  # the shapes of cards there have been
        self._work = 0  # letters of effects of other shapes, before they may be too much
        self.files: dict[str, CardFile] = {}
        self.words: Counter[str] = Counter()
        self._ids: dict[str, Card] = {}
        self._keys: set[tuple[str, str]] = set()  # their kinds and ids
        self._told: dict[int, Card] = {}  # by id, those of which something is reported
        self._uses: Counter[Use] = Counter()
        self._steps: Counter[Step] = Counter()
        self._reported: Sequence[Diagnostic] = ()
        self._of_rest: Sequence[Diagnostic] = ()
        self._linted_with: object = None
        self._may_differ = True  # from these totals
        self._see(loaded, rest)

    def _see(self, loaded: Loaded, rest: Rest) -> None:
        self.loaded, self.rest = loaded, rest
        self._names = names_of(loaded.declared.board)
        self.performing = performing(loaded.declared)

    @classmethod
    def of(
        cls,
        loaded: Loaded,
        modules: Collection[str],
        positions: Positions,
        reported: Sequence[Diagnostic],
    ) -> Cards | None:
        """Of a game that was read; None if it has few such cards, or what is reported of one
        depends on the others.
        """
        items = [item for item in cards_apart(loaded) if not any(e.used for e in item.effects)]
        if not items:
            return None
        shapes = Shapes(loaded.declared)
        work = budget.MAX_CHECKED - length_to_check(loaded, items, shapes)
        if work < 0:
            return None
        apart = {id(effect) for item in items for effect in item.effects}
        effects = [one for one in loaded.declared.effects if id(one) not in apart]
        rest = Rest.of(loaded, effects, modules)
        if not rest.is_apart:
            return None
        outcomes = outcomes_of(items, loaded, rest, shapes)
        made = cls(loaded, rest, positions, shapes)
        made._work, made._seen = work, {shapes.of(item).key for item in items}
        made._reported = reported
        for item, outcome in zip(items, outcomes, strict=True):
            made.add(Card(item, outcome))
        made._find(items)
        return made

    @property
    def _board(self) -> Board:
        return self.loaded.declared.board

    def of_id(self, id: str) -> Card | None:
        return self._ids.get(id)

    @property
    def ids(self) -> KeysView[str]:
        return self._ids.keys()

    def has_shapes_of(self, declared: Declared) -> bool:
        """Whether those that have one shape have one with these declarations, too."""
        return Shapes(declared).joins(self._shapes)

    def edit_of(self, document: Document) -> CardEdit:
        """What has changed in a file. Raises Apart."""
        return card_edit(self.files[document.source.name], document)

    def has_room_for(self, edit: CardEdit) -> bool:
        """Whether a limit is not near."""
        return self._has_room(len(edit.document.source.text) - len(edit.old.text), ())

    def are_right_but(self, files: Collection[str]) -> bool:
        """Whether only cards in these files have errors, also those that are not reported."""
        spans = [card.thing.span for card in self._told.values() if card.has_errors]
        return not self.rest.failed and all(
            span is not None and span.source.name in files for span in spans
        )

    # ------------------------------------------------------------------------- which there are

    def _find(self, items: Sequence[IndependentCard]) -> None:
        """Notes in the files where the cards are."""
        places = {(one.stretch.source.name, one.stretch.start): self._ids[one.thing.id]
                  for one in items}  # fmt: skip
        for document in self.loaded.documents:
            source = document.source
            found = [replace(one, card=places.get((source.name, one.start)))
                     for one in entries(source.text)]  # fmt: skip
            self.files[source.name] = file = CardFile.of(source.text, found)
            self.words.update(file.words)

    def add(self, card: Card, by: int = 1) -> None:
        """Counts a card in; with -1, out."""
        for use in card.outcome.uses:
            self._count(self._uses, use, by)
        for step in card.outcome.steps.items():
            self._count(self._steps, step, by)
        key = card.thing.kind, card.thing.id
        if by < 0:
            del self._ids[card.thing.id]
            self._keys.remove(key)
            self._told.pop(id(card), None)
            return
        self._ids[card.thing.id] = card
        self._keys.add(key)
        if card.has_reports:
            self._told[id(card)] = card

    def _count(self, among: Counter[Some], one: Some, by: int) -> None:
        among[one] += by
        if not among[one]:
            del among[one]
        self._may_differ |= among[one] == max(by, 0)  # it is new, or was the last one

    @property
    def _totals(self) -> tuple[Collection[Use], Mapping[str, Bound]]:
        """What cards use, and by slot the most steps of an effect."""
        return {*self._uses}, worst_bounds(Outcome(steps=dict([one])) for one in self._steps)

    def keep(
        self,
        reading: Reading,
        rest: Rest,
        made: Sequence[tuple[Card, Outcome]],
        reported: Sequence[Diagnostic],
    ) -> None:
        """Takes in all else as it is now, with what came out of cards: of new ones, and of known
        ones again."""
        left, again = {*map(id, reading.cards)}, {id(card) for card, _ in made}
        for card in [*self._ids.values()]:
            if id(card) not in left or id(card) in again:
                self.add(card, -1)
        for card, outcome in made:
            card.outcome = outcome
            self.add(card)
        self._use(self._longer(reading), reading.new)
        loaded, old = reading.loaded, self.files
        names = [document.source.name for document in loaded.documents]
        self.files = {name: reading.files.get(name) or old[name] for name in names}
        for name in old.keys() - names | reading.files.keys():
            self.words.subtract(old[name].words if name in old else ())
        for file in reading.files.values():
            self.words.update(file.words)
        effects = [*reading.effects]
        effects += [effect for card in self._ids.values() for effect in card.effects]
        declared = replace(loaded.declared, effects=effects)
        self._see(replace(loaded, declared=declared), rest)
        self._may_differ, self._linted_with, self._reported = True, None, reported

    def has_room(self, reading: Reading) -> bool:
        """Whether a limit is not near."""
        return self._has_room(self._longer(reading), reading.new)

    def _longer(self, reading: Reading) -> int:
        return reading.length - sum(len(file.text) for file in self.files.values())

    def _has_room(self, longer: int, new: Sequence[Card]) -> bool:
        return longer <= self._room and self._length(new) <= self._work

    def _length(self, new: Sequence[Card]) -> int:
        """The letters of effects that have another shape than any before."""
        others = (card for card in new if self._shape(card) not in self._seen)
        return sum(len(effect.body.text) for card in others for effect in card.effects)

    def _shape(self, card: Card) -> object:
        return self._shapes.of(card.item).key

    def _use(self, longer: int, new: Sequence[Card]) -> None:
        """Texts are longer by so many letters; these cards are looked at."""
        self._room -= longer
        self._work -= self._length(new) if new else max(longer, 0)
        self._seen |= {*map(self._shape, new)}

    # ------------------------------------------------------------------------- what has changed

    def edit(self, changed: Sequence[Document]) -> None:
        """Follows a change of files. Raises Apart, with nothing changed, if more than independent
        cards are others now, and Stale if the state is another.
        """
        edits = [*map(self.edit_of, changed)]
        if sum(len(one.new) for one in edits) > MOST_CHANGED:
            raise Apart
        made = [[*new_cards(one, self.loaded.declared, self.performing)] for one in edits]
        files = [one.with_cards(some) for one, some in zip(edits, made, strict=True)]
        gone = [card for one in edits for card in one.gone]
        new = [card for some in made for card in some]
        places = [one.beside if one.gone or one.new else None for one in edits]
        if _moves_cards(edits, made):
            raise Apart
        self._make_sure(edits, files, gone, new)
        for card in gone:
            self.add(card, -1)
        declared = self.loaded.declared
        for one, some, place in zip(edits, made, places, strict=True):
            if place is not None:
                pairs = [(card.thing, card.effects) for card in some]
                declared = declare(*place, pairs, [c.thing for c in one.gone], declared)
        for document, file in zip(changed, files, strict=True):
            self.files[document.source.name] = file
        sources = {one.source.name: one for one in changed}
        documents = [sources.get(one.source.name, one) for one in self.loaded.documents]
        self.loaded = replace(self.loaded, declared=declared, documents=documents)
        for card in new:
            (card.outcome,) = outcomes_of([card.item], self.loaded, self.rest)
            self.add(card)

    def _make_sure(
        self,
        edits: Sequence[CardEdit],
        files: Sequence[CardFile],
        gone: Sequence[Card],
        new: Sequence[Card],
    ) -> None:
        """Takes in the words of files. Raises Apart if other cards, or the rest, depend on it."""
        said: Counter[str] = Counter()
        for edit, file in zip(edits, files, strict=True):
            said.update(file.words)
            said.subtract(edit.old.words)
        added = {word for word, number in said.items() if number > 0}
        before, after = {card.thing.id: card for card in gone}, [card.thing.id for card in new]
        if any(word in self._ids and word not in before for word in added):
            raise Apart
        if len({*after}) < len(after) or any(self.words[id] + said[id] != 1 for id in after):
            raise Apart
        if not all(id in before or is_free(id, self._board) for id in after):
            raise Apart
        titles = Counter(card.thing.title for card in new)
        titles.subtract(card.thing.title for card in gone)
        if any(number and title in self._names for title, number in titles.items()):
            raise Apart
        longer = sum(len(file.text) - len(edit.old.text)
                     for edit, file in zip(edits, files, strict=True))  # fmt: skip
        if any(card.thing.copies > 1 for card in gone) or not self._has_room(longer, new):
            raise Apart
        make_sure_of_number(gone, new, self.loaded.declared)
        self._use(longer, new)
        self.words.update(said)

    # ------------------------------------------------------------------------- what is reported

    def report(self, report: Report) -> bool:
        """Adds the errors; returns whether there are any."""
        report.extend(self._positions.report(self._reported))
        for card in self._told.values():
            report.extend(self._positions.report(card.wrong))
        outcomes = [card.outcome for card in self._told.values()]
        return self.rest.report_with(outcomes, report, self.loaded, self._positions)

    def lints(self) -> Report:
        """What lints find. Raises Stale if it would be too much, or cards are not independent."""
        if self._may_differ and self._totals != self._linted_with:
            self._of_rest, self._linted_with = self._linted(), self._totals
        self._may_differ = False
        of_cards = (one for card in self._told.values() for one in card.outcome.lints)
        report = self._positions.report([*self._of_rest, *of_cards])
        if any(one.code == "CW605" for one in report.diagnostics):
            raise Stale
        return report

    def _linted(self) -> Sequence[Diagnostic]:
        rest = CheckedPacks(self.loaded, self.rest.rules.checked, self.rest.rules.modules)
        context = others.with_totals(rest, *self._totals, self.rest.context)
        if context is None:
            raise Stale
        return others.lint_all_but(rest, self._keys, context)


def _moves_cards(edits: Sequence[CardEdit], made: Sequence[Sequence[Card]]) -> bool:
    """Whether a card is gone from one file and new, with the same id, in another."""
    files = {card.thing.id: at for at, some in enumerate(made) for card in some}
    return any(files.get(card.thing.id, at) != at
               for at, one in enumerate(edits) for card in one.gone)  # fmt: skip
