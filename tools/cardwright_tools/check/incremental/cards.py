"""The independent cards of a large game: after a change of some, only these are checked.

What is reported of such a card follows from its own item and from the *rest*, which is all that is
no such card (docs/decisions/0006). Owns the rest, with what lints need to know of all cards: what
they use, and how many steps they take. Whatever else changes ends it, and it is made anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from cardwright import Rules
from cardwright.board.model import Board
from cardwright.checked_packs import CheckedPacks
from cardwright.language.analysis.set_sizes import change_hands
from cardwright.language.front_end.memo import Asked, Memo
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.text import Source, Span
from cardwright_tools.check.incremental.card_files import (
    Apart,
    Card,
    CardEdit,
    CardFile,
    Entry,
    card_edit,
    entries,
)
from cardwright_tools.check.incremental.items import declare
from cardwright_tools.check.incremental.lints import Change, Left, Lints
from cardwright_tools.check.incremental.new_cards import (
    make_sure_of_number,
    new_cards,
)
from cardwright_tools.check.incremental.positions import Positions, Stale
from cardwright_tools.check.incremental.things import is_free
from cardwright_tools.check.shares import outcome_cache
from cardwright_tools.check.shares import remainder as others
from cardwright_tools.check.shares.analysis import analyze_definitions
from cardwright_tools.check.shares.cache_records import names_of
from cardwright_tools.check.shares.examiner import cards_apart
from cardwright_tools.check.shares.independent import IndependentCard, performing
from cardwright_tools.check.shares.outcomes import (
    Outcome,
    Use,
    add_errors,
    worst_bounds,
)
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.game_context import GameContext

MOST_CHANGED = 30
"""Cards that are checked again one by one; with more, it is quicker to look at everything."""
Step = tuple[str, Bound]
Some = TypeVar("Some")


class Cards:
    """The independent cards of a game without errors, and the rest.

    `loaded` is the game as it is now, and `lints_before` are the lints of the game as it was.
    """

    def __init__(
        self,
        loaded: Loaded,
        lints: Lints,
        rest: CheckedPacks,
        context: GameContext,
        asked: Asked,
        positions: Positions,
    ) -> None:
        self.loaded, self.lints_before, self._rest, self._context = loaded, lints, rest, context
        self._changed: dict[int, Card] = {}  # by id, those that are gone or new
        self._asked, self._positions = asked, positions
        self._files: dict[str, CardFile] = {}
        self._words: Counter[str] = Counter()
        self._ids: dict[str, Card] = {}
        self._told: dict[int, Card] = {}  # by id, those of which something is reported
        self._uses: Counter[Use] = Counter()
        self._steps: Counter[Step] = Counter()
        self._of_rest: Sequence[Diagnostic] = ()
        self._linted_with: object = None
        self._may_differ = True  # from these totals
        self._names = names_of(self._board)
        self._performing = performing(loaded.declared)
        self._room = outcome_cache.room(loaded)

    @classmethod
    def of(cls, loaded: Loaded, lints: Lints, asked: Asked, positions: Positions) -> Cards | None:
        """Of a game whose lints are known, and what its texts ask; None if it has few such cards,
        or what is reported of one depends on the others.
        """
        items = cards_apart(loaded, positions.now)
        if not items or any(one.code == "CW605" for one in lints.all().diagnostics):
            return None
        rest = _rest_of(lints.rules, loaded, items)
        if not change_hands(rest.checked):
            return None  # what sets may hold depends on all effects
        made = cls(loaded, lints, rest, others.context_of(rest, Report()), asked, positions)
        outcomes = lints.outcomes(items, positions)
        for item, outcome in zip(items, outcomes.made, strict=True):
            made._add(Card(item.thing, item.effects, outcome))
        every = [*made._ids.values()]
        for one in lints.of_effects:
            if (at := outcomes.owner(positions.moved(one))) is not None:
                every[at].linted.append(one)
        made._of_rest = [d for d in lints.all().diagnostics
                         if outcomes.owner(positions.moved(d)) is None]  # fmt: skip
        made._linted_with, made._may_differ = made._totals, False
        if others.with_totals(rest, *made._totals, made._context) is None:
            return None
        made._find(items)
        return made

    @property
    def _board(self) -> Board:
        return self.loaded.declared.board

    @property
    def is_readable(self) -> bool:
        """Whether the values of all cards are what they should be."""
        return not any(card.wrong for card in self._told.values())

    def of_id(self, id: str) -> Card | None:
        return self._ids.get(id)

    def edit_of(self, document: Document) -> CardEdit:
        """What has changed in a file. Raises Apart."""
        return card_edit(self._files[document.source.name], document)

    def has_room_for(self, edit: CardEdit) -> bool:
        """Whether a limit is not near."""
        return len(edit.document.source.text) - len(edit.old.text) <= self._room

    def are_right_but(self, files: Collection[str]) -> bool:
        """Whether only cards in these files have errors, also those that are not reported."""
        spans = [card.thing.span for card in self._told.values() if card.has_errors]
        return all(span is not None and span.source.name in files for span in spans)

    # ------------------------------------------------------------------------- which there are

    def _find(self, items: Sequence[IndependentCard]) -> None:
        """Notes in the files where the cards are."""
        places = {(one.stretch.source.name, one.stretch.start): self._ids[one.thing.id]
                  for one in items}  # fmt: skip
        for document in self.loaded.documents:
            source = document.source
            found = [replace(one, card=places.get((source.name, one.start)))
                     for one in entries(source.text)]  # fmt: skip
            self._files[source.name] = file = CardFile.of(source.text, found)
            self._words.update(file.words)

    def _add(self, card: Card, by: int = 1) -> None:
        """Counts a card in; with -1, out."""
        for use in card.outcome.uses:
            self._count(self._uses, use, by)
        for step in card.outcome.steps.items():
            self._count(self._steps, step, by)
        if by < 0:
            del self._ids[card.thing.id]
            self._told.pop(id(card), None)
            return
        self._ids[card.thing.id] = card
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

    # ------------------------------------------------------------------------- what has changed

    def edit(self, changed: Sequence[Document]) -> None:
        """Follows a change of files. Raises Apart, with nothing changed, if more than independent
        cards are others now, and Stale if the state is another.
        """
        edits = [*map(self.edit_of, changed)]
        if sum(len(one.new) for one in edits) > MOST_CHANGED:
            raise Apart
        made = [[*new_cards(one, self.loaded.declared, self._performing)] for one in edits]
        files = [one.with_cards(some) for one, some in zip(edits, made, strict=True)]
        gone = [card for one in edits for card in one.gone]
        new = [card for some in made for card in some]
        places = [one.beside if one.gone or one.new else None for one in edits]
        self._make_sure(edits, files, gone, new)
        self._changed |= {id(card): card for card in (*gone, *new)}
        for card in gone:
            self._add(card, -1)
        declared = self.loaded.declared
        for one, some, place in zip(edits, made, places, strict=True):
            if place is not None:
                pairs = [(card.thing, card.effects) for card in some]
                declared = declare(*place, pairs, [c.thing for c in one.gone], declared)
        for document, file in zip(changed, files, strict=True):
            self._files[document.source.name] = file
        sources = {one.source.name: one for one in changed}
        documents = [sources.get(one.source.name, one) for one in self.loaded.documents]
        self.loaded = replace(self.loaded, declared=declared, documents=documents)
        for one, some in zip(edits, made, strict=True):
            for card, entry in zip(some, one.new, strict=True):
                card.outcome = self._outcome(card, entry, one.document.source)
                self._add(card)

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
        if len({*after}) < len(after) or any(self._words[id] + said[id] != 1 for id in after):
            raise Apart
        if not all(id in before or is_free(id, self._board) for id in after):
            raise Apart
        titles = Counter(card.thing.title for card in new)
        titles.subtract(card.thing.title for card in gone)
        if any(number and title in self._names for title, number in titles.items()):
            raise Apart
        longer = sum(len(file.text) - len(edit.old.text)
                     for edit, file in zip(edits, files, strict=True))  # fmt: skip
        if any(card.thing.copies > 1 for card in gone) or longer > self._room:
            raise Apart
        make_sure_of_number(gone, new, self.loaded.declared)
        self._room -= longer
        self._words.update(said)

    def _outcome(self, card: Card, entry: Entry, source: Source) -> Outcome:
        declared = replace(self.loaded.declared, effects=[*card.effects])
        stretch = Span(source, entry.start, entry.end)
        item = IndependentCard(card.thing, stretch, tuple(card.effects))
        loaded, memo = replace(self.loaded, declared=declared), Memo()
        (made,) = analyze_definitions(loaded, [item], self._context, memo)
        if memo.asked is not None and not memo.asked.is_within(self._asked):
            raise Stale
        return made

    @property
    def left(self) -> Left:
        """What stays of the lints before."""
        changed = [*self._changed.values()]
        effects = {one.key: one for card in changed for one in card.effects}
        things = [card.thing for card in changed]
        gone = {one for card in changed for one in card.linted}
        found = {one: None for one in self.lints_before.of_effects if one not in gone}
        change = Change([*effects.values()], things, is_value=True)
        return self.lints_before.left_by(change, found)

    # ------------------------------------------------------------------------- what is reported

    def report(self, report: Report) -> bool:
        """Adds the errors; returns whether there are any."""
        now = self._positions.report
        for card in self._told.values():
            report.extend(now(card.wrong))
        outcomes = [
            Outcome([*now(one.outcome.errors).diagnostics], [*now(one.outcome.costs).diagnostics])
            for one in self._told.values()
        ]
        return add_errors(outcomes, report, self.loaded)

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
        rest = CheckedPacks(self.loaded, self._rest.checked, self._rest.modules)
        context = others.with_totals(rest, *self._totals, self._context)
        if context is None:
            raise Stale
        apart = {(card.thing.kind, card.thing.id) for card in self._ids.values()}
        return others.lint_all_but(rest, apart, context)


def _rest_of(rules: Rules, loaded: Loaded, items: Sequence[IndependentCard]) -> CheckedPacks:
    """A checked game without the effects of independent cards."""
    apart = {id(effect) for item in items for effect in item.effects}
    others = [one for one in loaded.declared.effects if id(one) not in apart]
    declared = replace(loaded.declared, effects=others)
    kept = {one.key for one in others}
    effects = {key: made for key, made in rules.checked.effects.items() if key in kept}
    checked = replace(rules.checked, declared=declared, effects=effects, memo={})
    return CheckedPacks(loaded, checked, rules.modules)
