"""The independent cards of a large game: after changes to some, only these are checked again.

The report on such a card depends on its own item and on the *rest*, which is everything except
independent cards (docs/decisions/0006). Responsible for the cards and for the totals of them that
lints need: their uses, and their numbers of steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from cardwright.board.declarations import Thing
from cardwright.board.model import Board, plural
from cardwright.language.declared import Declared
from cardwright.language.front_end.memo import Memo
from cardwright.pack.files.pack_files import FILE
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document, Gap
from cardwright.source.text import Source, Span
from cardwright_tools.check.incremental.card_declarations import declare
from cardwright_tools.check.incremental.card_defaults import use_defaults
from cardwright_tools.check.incremental.card_files import (
    NO_CARDS,
    Card,
    CardEdit,
    CardFile,
    NotOnlyCards,
    card_edit,
    without_duplicates,
)
from cardwright_tools.check.incremental.card_index import CardIndex
from cardwright_tools.check.incremental.card_order import Place, in_order
from cardwright_tools.check.incremental.changed_things import is_free
from cardwright_tools.check.incremental.duplicates import mark_duplicates
from cardwright_tools.check.incremental.former_outcomes import EarlierOutcomes, FormerFiles
from cardwright_tools.check.incremental.game_files import UnreadDocument, read_again
from cardwright_tools.check.incremental.known_lints import KnownLints
from cardwright_tools.check.incremental.limits import Limits
from cardwright_tools.check.incremental.missing_entries import is_in
from cardwright_tools.check.incremental.new_cards import (
    check_number,
    new_cards,
)
from cardwright_tools.check.incremental.positions import Positions, Stale
from cardwright_tools.check.incremental.reading import Reading
from cardwright_tools.check.incremental.rest import Rest, outcomes_of, without_lints_of_values
from cardwright_tools.check.incremental.totals import Totals
from cardwright_tools.check.interface.board_names import names_of
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.interface.interface import Interface, numbers
from cardwright_tools.check.interface.unread_texts import may_declare_all
from cardwright_tools.check.shares.examiner import all_apart, may_be_apart
from cardwright_tools.check.shares.independent import performing
from cardwright_tools.check.shares.outcomes import TRANSFER, Outcome, all_uses
from cardwright_tools.check.shares.scan import mentioned

MAX_CHANGED = 30
"""The most cards to check one by one; with more, it is faster to check everything."""


class Cards(CardIndex):
    """The independent cards of a game, and the rest. `loaded` is the current game; `rest` was
    checked when something other than cards last changed."""

    def __init__(self, loaded: Loaded, rest: Rest, positions: Positions, limits: Limits) -> None:
        super().__init__()
        self.loaded, self.rest, self._positions = loaded, rest, positions
        self._limits, self._totals, self._lints = limits, Totals(), KnownLints()
        self._earlier, self._former = EarlierOutcomes(), FormerFiles()
        self._read: dict[str, tuple[object, tuple[Document | None, Report]]] = {}
        self.reported: Sequence[Diagnostic] = ()
        self._others: Sequence[Thing] | None = None
        self.performing = performing(loaded.declared)  # which stay the same
        self.are_apart = True  # whether independent cards are checked one by one
        self._set_game(loaded, rest)

    def _set_game(self, loaded: Loaded, rest: Rest) -> None:
        self.loaded, self.rest = loaded, rest
        self.names = names_of(loaded.declared.board)
        self._interface: Interface | None = None  # once something needs it
        self.numbers = rest.context.things or None  # of things, in the last reading
        self._seen: Interface | None = None  # the interface of the last reading

    @classmethod
    def of(
        cls,
        loaded: Loaded,
        modules: Collection[str],
        positions: Positions,
        reported: Sequence[Diagnostic],
        memo: Memo,
        are_apart: bool = True,
    ) -> Cards | None:
        """The cards of a game that was read; None if that is too much work. `memo` keeps the
        results for the rest, which is everything unless cards `are_apart`."""
        found = all_apart(loaded) if are_apart else ()
        items = [item for item in found if not any(e.used for e in item.effects)]
        limits = Limits(loaded, items)
        if limits.are_exceeded:
            return None
        apart = {id(effect) for item in items for effect in item.effects}
        effects = [one for one in loaded.declared.effects if id(one) not in apart]
        rest = Rest.of(loaded, effects, modules, memo)
        outcomes = outcomes_of(items, loaded, rest, limits.shapes)
        if TRANSFER in all_uses(outcomes) and not (rest.failed or rest.transfers):
            rest = Rest.of(loaded, effects, modules, memo, transfers=True)
            outcomes = outcomes_of(items, loaded, rest, limits.shapes)
        made = cls(loaded, rest, positions, limits)
        made.are_apart = are_apart and may_be_apart(loaded)
        made.reported = reported
        for item, outcome in zip(items, outcomes, strict=True):
            made.add(Card(item, outcome))
        made.index_files(items, loaded.documents)
        return made

    @property
    def _board(self) -> Board:
        return self.loaded.declared.board

    def changed_in(self, loaded: Loaded) -> ChangedNames:
        """The names whose meaning has changed in this game. Raises Stale if any card may be
        affected.
        """
        before, counts = self._known_interface(), numbers(loaded.declared)
        self.numbers, self._seen = counts, self._interface_now(loaded, counts)
        found = self._seen.changed(before, loaded.declared)
        if found is None:
            raise Stale
        return found

    def _known_interface(self) -> Interface:
        if self._interface is None:
            counts = self.rest.context.things
            self._interface = self._interface_of(self.loaded, self.others, counts)
        return self._interface

    def _interface_now(self, loaded: Loaded, counts: Mapping[str, int]) -> Interface:
        """What cards see of another reading of the game."""
        return self._interface_of(loaded, self.others_on(loaded.declared.board), counts)

    def only_meant_by(self, new: Sequence[Card]) -> set[str]:
        """The names that only these new cards have or had, so that nothing else depends on them.
        Valid only while the game in which the cards are new is being read.
        """
        before, now = self._interface, self._seen
        assert before is not None
        assert now is not None
        others = [before.names, now.names_in_texts, now.names_in_code, now.options]
        others += [before.names_in_texts, before.names_in_code, before.options]
        names = [(name, card.thing) for card in new
                 for name in (card.thing.id, plural(card.thing.id))]  # fmt: skip
        return {
            name
            for name, thing in names
            if now.names.get(name) == [thing] and not any(name in some for some in others)
        }

    def earlier(self, card: Card, changed: ChangedNames) -> Outcome | None:
        """The earlier outcome of a card with the same text, unless a changed name affects it; the
        lints of its values are left out."""
        if card.wrong or card.has(changed):
            return None
        before = self._ids.get(card.thing.id)
        if before is None or before.wrong or before.key != card.key:
            return self._earlier.of(card)
        known = without_lints_of_values(before.outcome)
        return None if known.has_reports else known

    def may_be_declared_in_gaps(self, loaded: Loaded) -> bool:
        """Whether the parts that can't be read may declare everything that is missing."""
        now = self._interface_now(loaded, numbers(loaded.declared))
        return may_declare_all(loaded.documents, self._known_interface(), now)

    def _interface_of(
        self, loaded: Loaded, things: Sequence[Thing], counts: Mapping[str, int]
    ) -> Interface:
        titled = self.titled(loaded.declared.board, things)
        return Interface.of(loaded.declared, loaded.manifests, self.ids, things, counts, titled)

    def titled(self, board: Board, others: Sequence[Thing]) -> Sequence[Thing] | None:
        """The other things, among which are all that have the title of a place; None if cards have
        such titles, too."""
        return None if any(map(self._titles.get, names_of(board))) else others

    @property
    def others(self) -> Sequence[Thing]:
        """The things that are not independent cards."""
        if self._others is None:
            self._others = self.others_on(self._board)
        return self._others

    @property
    def transfers(self) -> bool:
        """Whether some card may give something to another player."""
        return self._totals.transfers

    def indexed(self) -> AbstractContextManager[None]:
        """A context with the indexes of the trees of the rest."""
        return self._lints.indexed()

    def has_shapes_of(self, declared: Declared) -> bool:
        """Whether those that have one shape have one with these declarations, too."""
        return self._limits.have_shapes_of(declared)

    def edit_of(self, document: Document) -> CardEdit:
        """The changes in a file. Raises NotOnlyCards."""
        return card_edit(self.files[document.source.name], document)

    def read(self, source: Source) -> tuple[Document | None, Report]:
        """A file with a changed text, of which only its new cards are read if nothing else can have
        changed."""
        name, document = source.name, UnreadDocument(source)
        key = source, self.files.get(name)
        if self._read.get(name, (None,))[0] != key:
            is_readable = self._is_readable(document)
            self._read[name] = key, ((document, Report()) if is_readable else read_again(source))
        return self._read[name][1]

    def _is_readable(self, document: Document) -> bool:
        """Whether a text of a file can surely be read, since only cards in it have changed."""
        name = document.source.name
        if name not in self.files or name in {*map(_file_of, self.reported)}:
            return False
        if Path(name).name == FILE:
            return False
        try:
            return self.edit_of(document).is_readable
        except NotOnlyCards:
            return False

    def has_errors_only_in(self, gaps: Mapping[str, Sequence[Gap]]) -> bool:
        """Whether only cards in these parts have errors, including errors that are not reported."""
        wrong = [card.thing.span for card in self._with_diagnostics.values() if card.has_errors]
        spans = [span and self._positions.now(span) for span in wrong]
        return not self.rest.failed and all(is_in(span, gaps) for span in spans)

    # ------------------------------------------------------------------------- which there are

    def add(self, card: Card, by: int = 1) -> None:
        """Adds a card to the totals, too; with -1, removes it."""
        super().add(card, by)
        if card.is_duplicate:
            return
        self._totals.add(card, by)
        if by < 0:
            self._earlier.add(card)

    def keep(
        self,
        reading: Reading,
        rest: Rest,
        made: Sequence[tuple[Card, Outcome]],
        reported: Sequence[Diagnostic],
        changed: ChangedNames,
    ) -> None:
        """Stores the rest as read again, and the outcomes of new and of rechecked cards; `changed`
        are the names whose meaning has changed since it was last stored.
        """
        again, gone = [card for card, _ in made], [*reading.gone_from(self.files)]
        for card in {id(card): card for card in (*again, *gone)}.values():
            if card.is_duplicate or self._ids.get(card.thing.id) is card:
                self.add(card, -1)
        self._earlier.forget(changed)
        for card, outcome in made:
            card.outcome = outcome
            self.add(card)
        self._limits.use(self._longer(reading), reading.new)
        loaded, old = reading.loaded, self.files
        names = [document.source.name for document in loaded.documents]
        self.files = {name: reading.files.get(name) or old[name] for name in names}
        for name in old.keys() - names | reading.files.keys():
            self.words.subtract(old[name].words if name in old else ())
        for file in reading.files.values():
            self.words.update(file.words)
        for name in {card.item.stretch.source.name for card in gone}:
            self._former.add(name, old[name])
        if not reading.is_merged:
            boards = self._board, reading.loaded.declared.board
            use_defaults(reading, self._former.cards, *boards, changed.names)
        declared = replace(loaded.declared, effects=[*reading.effects, *self.effects])
        new = {card.thing.id: card.thing for card in reading.new}
        are_apart = all(card.thing.id in new for card in gone)
        seen = None if reading.is_merged or not are_apart else self._seen
        if not reading.is_merged:
            things = loaded.declared.board.things
            self._others = [things[one.kind][one.id] for one in reading.others if one.id not in new]
        self._set_game(replace(loaded, declared=declared), rest)
        self._interface = seen and seen.without([*new.values()], self._board)
        self._lints.forget(changed)
        self.reported = reported
        self._check_transfers()

    def restore(self) -> bool:
        """Puts back the cards of files that have their former texts again. Returns whether there
        are any; if so, the game has to be read again, which this does not do."""
        found = [one for one in self._former.pop_restored() if self._may_return(*one)]
        for name, file in found:
            before = self.files.get(name, NO_CARDS)
            self._limits.lengthen(len(file.text) - len(before.text))
            self.words.subtract(before.words)
            self.words.update(file.words)
            self.files[name] = file
            for card in self._gone_from(file):
                self.add(card)
        return bool(found)

    def _may_return(self, name: str, file: CardFile) -> bool:
        """Whether the outcomes of all cards removed from a file are still valid, their ids occur
        only there, and the file has no other cards now."""
        now = self.files.get(name, NO_CARDS)

        def count(word: str) -> int:
            return self.words[word] + file.words[word] - now.words[word]

        gone = [*self._gone_from(file)]
        return (
            bool(gone)
            and {*map(id, now.cards)} <= {*map(id, file.cards)}
            and self._limits.allow(len(file.text) - len(now.text), ())
            and all(self._earlier.of(card) is card.outcome for card in gone)
            and all(count(card.thing.id) == 1 for card in gone)
            and not any(count(plural(card.thing.id)) for card in gone)
        )

    def _gone_from(self, file: CardFile) -> Iterator[Card]:
        return (card for card in file.cards if self._ids.get(card.thing.id) is not card)

    def put_in_order(self) -> None:
        """Puts things and effects in the order of the files, as in a first reading."""
        declared = in_order(self.loaded.declared, self._things, self._places())
        self.loaded = replace(self.loaded, declared=declared)

    def _places(self) -> dict[int, Place]:
        """Where the things are that have a position."""
        numbers = {one.source.name: at for at, one in enumerate(self.loaded.documents)}
        places = {id(one.card.thing): (numbers[name], one.start)
                  for name, file in self.files.items()
                  for one in file.entries if one.card is not None}  # fmt: skip
        for thing in self.others:
            if thing.span is not None and self._positions.is_known(thing.span):
                span = self._positions.now(thing.span)
                places[id(thing)] = numbers[span.source.name], span.start
        return places

    def fits(self, reading: Reading) -> bool:
        """Whether the reading stays away from the limits."""
        return self._limits.allow(self._longer(reading), reading.new)

    def _longer(self, reading: Reading) -> int:
        return reading.length - sum(len(file.text) for file in self.files.values())

    # ------------------------------------------------------------------------- what has changed

    def edit(self, changed: Sequence[Document]) -> None:
        """Applies changes of files. Raises NotOnlyCards, without changing anything, if they change
        more than independent cards. Raises Stale, after which the state can't be used."""
        edits = [*map(self.edit_of, changed)]
        if sum(len(one.new) for one in edits) > MAX_CHANGED:
            raise NotOnlyCards
        made = [[*new_cards(one, self.loaded.declared, self.performing)] for one in edits]
        files = [one.with_cards(some) for one, some in zip(edits, made, strict=True)]
        gone = [card for one in edits for card in one.gone]
        new = [card for some in made for card in some]
        self._mark_duplicates(edits, made)
        changes = [(without_duplicates(one.gone), without_duplicates(some))
                   for one, some in zip(edits, made, strict=True)]  # fmt: skip
        places = [one.beside if any(pair) else None
                  for one, pair in zip(edits, changes, strict=True)]  # fmt: skip
        if _moves_cards(edits, made):
            raise NotOnlyCards
        self._check_independence(edits, files, gone, new)
        for card in gone:
            self.add(card, -1)
        declared = self.loaded.declared
        for (left, some), place in zip(changes, places, strict=True):
            if place is not None:
                pairs = [(card.thing, card.effects) for card in some]
                declared = declare(*place, pairs, [card.thing for card in left], declared)
        for document, file in zip(changed, files, strict=True):
            self.files[document.source.name] = file
        sources = {one.source.name: one for one in changed}
        documents = [sources.get(one.source.name, one) for one in self.loaded.documents]
        self.loaded = replace(self.loaded, declared=declared, documents=documents)
        for card in new:
            earlier = None if card.is_duplicate else self._earlier.of(card)
            card.outcome = earlier or outcomes_of([card.item], self.loaded, self.rest)[0]
        for card in new:
            self.add(card)
        self._check_transfers()

    @property
    def duplicates(self) -> Sequence[Card]:
        return [card for card in self._with_diagnostics.values() if card.is_duplicate]

    def _mark_duplicates(self, edits: Sequence[CardEdit], made: Sequence[Sequence[Card]]) -> None:
        """Marks those of the new cards that are duplicates. Raises NotOnlyCards."""
        gone = [card for one in edits for card in one.gone]
        left = {card.thing.id for card in self.duplicates} - {
            card.thing.id for card in gone if card.is_duplicate
        }
        if any(card.thing.id in left for card in without_duplicates(gone)):
            raise NotOnlyCards
        try:
            mark_duplicates(edits, made, self._ids, self.loaded, self._now)
        except Stale:
            raise NotOnlyCards from None

    def _now(self, span: Span) -> Span:
        """The position of a span in the last known texts."""
        name = span.source.name
        self._positions.set_current(
            next(one.source for one in self.loaded.documents if one.source.name == name)
        )
        return self._positions.now(span)

    def _check_transfers(self) -> None:
        """Raises Stale if things may change owners now and could not before, or the reverse."""
        facts = self.rest.context.facts
        if facts and facts.transfers != (self.transfers or self.rest.transfers):
            raise Stale

    def _check_independence(
        self,
        edits: Sequence[CardEdit],
        files: Sequence[CardFile],
        gone: Sequence[Card],
        new: Sequence[Card],
    ) -> None:
        """Counts the words of the files. Raises NotOnlyCards if other cards or the rest depend on
        them."""
        said: Counter[str] = Counter()
        for edit, file in zip(edits, files, strict=True):
            said.update(file.words)
            said.subtract(edit.old.words)
        added = mentioned(" ".join(word for word, number in said.items() if number > 0))
        numbers = Counter(card.thing.id for card in (*self.duplicates, *new))
        numbers.subtract(card.thing.id for card in gone if card.is_duplicate)
        twice = {card.thing.id for card in new if card.is_duplicate}
        gone, new = without_duplicates(gone), without_duplicates(new)
        before, after = {card.thing.id for card in gone}, [card.thing.id for card in new]
        numbers.update(twice.difference(after))
        if any(word in self._ids and word not in before | twice for word in added):
            raise NotOnlyCards
        if any(self.words[id] + said[id] != numbers[id] for id in {*after, *twice}):
            raise NotOnlyCards
        if any(self.words[one] + said[one] for one in map(plural, {*after, *twice})):
            raise NotOnlyCards
        if not all(id in before or is_free(id, self._board) for id in after):
            raise NotOnlyCards
        titles = Counter(card.thing.title for card in new)
        titles.subtract(card.thing.title for card in gone)
        if any(number and title in self.names for title, number in titles.items()):
            raise NotOnlyCards
        longer = sum(len(file.text) - len(edit.old.text)
                     for edit, file in zip(edits, files, strict=True))  # fmt: skip
        if any(card.thing.copies > 1 for card in gone) or not self._limits.allow(longer, new):
            raise NotOnlyCards
        check_number(gone, new, self.loaded.declared)
        self._limits.use(longer, new)
        self.words.update(said)

    # ------------------------------------------------------------------------- what is reported

    def report(self, report: Report) -> bool:
        """Adds the errors; returns whether there are any."""
        report.extend(self._positions.report(self.reported))
        has_names = all(card.has_name for card in self._with_diagnostics.values())
        loaded = self.loaded if has_names else replace(self.loaded, names_resolved=False)
        for card in self._with_diagnostics.values():
            report.extend(self._positions.report(card.wrong))
        outcomes = [card.outcome for card in self._with_diagnostics.values()]
        return self.rest.report_with(outcomes, report, loaded, self._positions)

    def lints(self) -> Report:
        """The lints; if there are too many, not those of a cold check. Raises Stale, and
        NotIndependent."""
        of_rest = self._lints.of(self.loaded, self.rest, self.others, self._totals)
        of_cards = (one for card in self._with_diagnostics.values() for one in card.outcome.lints)
        return self._positions.report([*of_rest, *of_cards])


def _file_of(found: Diagnostic) -> str:
    return found.span.source.name if found.span else ""


def _moves_cards(edits: Sequence[CardEdit], made: Sequence[Sequence[Card]]) -> bool:
    """Whether a card has moved: gone from one file, and new in another with the same id."""
    files = {card.thing.id: at for at, some in enumerate(made) for card in some}
    return any(files.get(card.thing.id, at) != at
               for at, one in enumerate(edits) for card in one.gone)  # fmt: skip
