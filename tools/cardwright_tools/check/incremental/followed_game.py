"""A game whose changes are followed: its independent cards are checked one by one and, after any
other change, the rest as a game of its own.

The rest is read with the known cards on its board. Decides which cards may then have other
outcomes. While the rest has errors, the known results stay those of its last texts without errors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from cardwright import Rules
from cardwright.board.built_in import remove_asked_state
from cardwright.checked_packs import CheckedPacks
from cardwright.language.declared import Declared
from cardwright.language.front_end.check import check
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Memo
from cardwright.pack.files.disabled_modules import mention_disabled_modules
from cardwright.pack.loaded import Loaded
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright_tools.check.incremental.card_files import Card, NotOnlyCards
from cardwright_tools.check.incremental.cards import Cards
from cardwright_tools.check.incremental.game_files import (
    Changed,
    changed_files,
)
from cardwright_tools.check.incremental.merge import merged, other_fields
from cardwright_tools.check.incremental.positions import Positions, Stale
from cardwright_tools.check.incremental.reading import Reading
from cardwright_tools.check.incremental.rest import Rest, outcomes_of, with_lints_of_values
from cardwright_tools.check.incremental.rest_texts import RestTexts
from cardwright_tools.check.incremental.stub_reader import StubReader
from cardwright_tools.check.interface.board_names import field_names
from cardwright_tools.check.interface.changed_names import NUMBER_KEYS, PLAYER_COUNTS, ChangedNames
from cardwright_tools.check.interface.contexts import changed_context
from cardwright_tools.check.interface.interface import all_dependencies
from cardwright_tools.check.interface.texts import has_word, holders, with_dependents, words_of
from cardwright_tools.check.shares.outcomes import Outcome
from cardwright_tools.lint.thing_names import Names, names_of, use_names

Found = tuple[CheckedPacks | None, Report]


class FollowedGame:
    """Packs with some modules switched on, whose cards were checked."""

    def __init__(
        self,
        folders: Sequence[Path],
        modules: Collection[str],
        positions: Positions,
        cards: Cards,
        memo: Memo,
    ) -> None:
        self.folders, self.modules, self.positions, self.cards = folders, modules, positions, cards
        self._documents = {one.source.name: one for one in cards.loaded.documents}
        self._reader = StubReader(folders, modules, positions)
        self._memo = memo
        self._changed = ChangedNames()  # names with other meanings since the cards were checked
        # whether there have been errors in the rest since then, or cards have come back
        self._is_behind = False
        self._texts = RestTexts(positions)
        self._has_other_things = False  # whether the board has those of a text with errors

    @classmethod
    def of(
        cls,
        loaded: Loaded,
        reported: Sequence[Diagnostic],
        folders: Sequence[Path],
        modules: Collection[str],
        positions: Positions,
        are_apart: bool = True,
    ) -> FollowedGame | None:
        """A game that was read without errors; None if it is too much work to check. Its cards
        belong to the rest unless they `are_apart`."""
        memo = Memo()
        cards = Cards.of(loaded, modules, positions, reported, memo, are_apart)
        if cards is None:
            return None
        made = cls(folders, modules, positions, cards, memo)
        made._reader.prepare(cards, made._documents)
        return made

    def examine(self) -> Found:
        """The current result. Raises Stale if everything has to be checked anew."""
        loaded, read = self.cards.loaded, self.cards.read
        if self.cards.restore():
            found, self._is_behind = Changed(is_more=True), True
        else:
            found = changed_files(self._documents, loaded, self.modules, read)
        if not (found.is_more or self._is_behind):
            try:
                return self._with_cards(found)
            except NotOnlyCards:
                pass
        with loading():
            return self._without_unread(found) or self._with_rest(found)

    def rules(self) -> Rules:
        """The complete rules, which have no errors."""
        self.cards.put_in_order()
        loaded = self.cards.loaded
        remove_asked_state(loaded.declared.board)
        required = self._memo.required  # by the rest, not by cards
        checked = check(loaded.declared, Report(), self._memo)
        self._memo.required = required
        return Rules(loaded, checked, self.modules)

    def report(self) -> Found:
        """The known result."""
        loaded, report = self.cards.loaded, Report()
        if self.cards.report(report):
            return None, mention_disabled_modules(report, loaded.manifests, self.modules)
        return CheckedPacks(loaded, Checked(loaded.declared, {}), self.modules), report

    # ------------------------------------------------------------------------ other cards

    def _with_cards(self, found: Changed) -> Found:
        """The result after a change of independent cards. Raises NotOnlyCards for any other
        change."""
        with loading():
            self.cards.edit(found.documents)
        self._documents |= {one.source.name: one for one in found.documents}
        self.positions.set_all_current(self._documents.values())
        rules, report = self.report()
        if not len(found.wrong):
            return rules, report
        if len(report) and not self.cards.has_errors_only_in(found.left_out):
            raise NotOnlyCards  # other errors may be reported, or follow from these
        packs = self.cards.loaded.manifests
        return None, mention_disabled_modules(found.wrong, packs, self.modules)

    # ------------------------------------------------------------------------ all else

    def _without_unread(self, found: Changed) -> Found | None:
        """The result if the only change is that a file can't be read as YAML, which explains all
        errors elsewhere; None otherwise.
        """
        is_only = len(found.files) == 1 and found.files == found.unreadable
        if not is_only or self._is_behind or not self.cards.has_errors_only_in({}):
            return None
        (name,), report = found.files, Report()
        loaded = self._reader.without(name, self.cards, self._documents, report)
        if loaded is None:
            return None
        self.positions.set_all_current(self._documents.values())
        return None, mention_disabled_modules(report, loaded.manifests, self.modules)

    def _with_rest(self, found: Changed) -> Found:
        """The result after a change of the rest. Raises Stale."""
        report, cards = Report(), self.cards
        reading = self._with_texts(found, report) or self._read(report)
        read, failed = report.diagnostics, report.failed
        rest, changed = self._checked(reading, failed), reading.changed
        if not rest.failed:
            changed |= self._changed_in(rest, reading)
        made = self._outcomes(changed, reading, rest)
        again, loaded = {id(card) for card, _ in made}, reading.loaded
        outcomes = [card.outcome for card in cards.with_diagnostics
                    if id(card) not in again and reading.knows(card)]  # fmt: skip
        outcomes += [outcome for _, outcome in made]
        has_errors = rest.report_with(outcomes, report, loaded, self.positions)
        if has_errors and (failed or rest.failed):
            reading.restore_spans()
            return None, mention_disabled_modules(report, loaded.manifests, self.modules)
        self._memo.forget(
            (effect for card, _ in made for effect in card.effects), changed.all_names
        )
        cards.keep(reading, rest, made, read, changed)
        if reading.is_merged:
            self._texts.keep_for(rest)
        self._has_other_things = False
        self._documents = {one.source.name: one for one in cards.loaded.documents}
        self._changed, self._is_behind = ChangedNames(), False
        return self.report()

    def _with_texts(self, found: Changed, report: Report) -> Reading | None:
        """The game after a change of texts; None after any other change."""
        is_other = found.is_more or found.left_out or self._has_other_things
        if is_other or self.cards.have_wrong_values:
            return None
        cards, before = self.cards, self._documents
        try:
            known = dict(self._reader.known_files(cards, before))
            reading = self._texts.reading(cards, before, found.documents, known)
            report.extend(self.positions.report(cards.reported))
        except Stale:
            return None
        self._has_other_things = reading.changes_things
        return reading

    def _read(self, report: Report) -> Reading:
        """The game as it is read again. Raises Stale."""
        return self._reader.read(self.cards, self._documents, report)

    def _checked(self, reading: Reading, failed: bool) -> Rest:
        """Checks the rest as it was read. Raises Stale."""
        are_only_texts = reading.is_merged and not self._changed
        reading.changed |= self._changed
        if not reading.is_merged:
            self._merge(reading)
        memo = self._memo
        if failed:
            memo = memo.copy()
        else:
            self._changed, self._is_behind = reading.changed, True
        declared = replace(reading.loaded.declared, effects=reading.effects)
        remove_asked_state(declared.board)
        if are_only_texts:
            names = self._changed_definitions(declared)
            # in which the costs of effects may differ: see `can be used`
            names |= {one.slot for one in declared.effects} & reading.changed.names_in_code
        else:
            names = reading.changed.all_names | self._other_fields(declared)
        _forget_dependents(declared, names, memo)
        required = memo.required
        rest = self._rest_of(reading, memo, failed)
        if are_only_texts and memo.required != required:
            self._memo = Memo()
            rest = self._rest_of(reading, self._memo, failed)
        return rest

    def _rest_of(self, reading: Reading, memo: Memo, failed: bool) -> Rest:
        """The rest with what is known of it; `failed`: whether there were errors in reading it."""
        before = self.cards.rest
        with self.cards.indexed():
            rest = Rest.of(
                reading.loaded,
                reading.effects,
                self.modules,
                memo,
                self.cards.transfers,
                before,
                self._numbers(reading),
                is_whole=not failed,
            )
        board = reading.loaded.declared.board
        names = (
            names_of(before.rules.checked)
            if reading.is_merged
            else Names.of_board(board, self.cards.titled(board, reading.others))
        )
        use_names(rest.rules.checked, names)
        return rest

    def _numbers(self, reading: Reading) -> Mapping[str, int] | None:
        """The number of things by kind: the same object as before on the same board."""
        before, now = self.cards.rest.context.things, self.cards.numbers
        is_same = reading.is_merged or (not reading.has_other_board and now == before)
        return before if is_same else now

    def _changed_in(self, rest: Rest, reading: Reading) -> ChangedNames:
        """The names whose meaning may have changed for cards. Raises Stale if cards may be affected
        in any other way.
        """
        before, declared = self.cards.rest, reading.loaded.declared
        found = None if before.failed else changed_context(before.context, rest.context, declared)
        if found is None:
            raise Stale
        return found

    def _outcomes(
        self, changed: ChangedNames, reading: Reading, rest: Rest
    ) -> list[tuple[Card, Outcome]]:
        """The outcomes of new cards, and of known cards that contain these names."""
        others = changed.without([PLAYER_COUNTS, NUMBER_KEYS])  # which matter for values only
        counted = changed.names - others.names
        earlier = [(card, self.cards.earlier(card, others)) for card in reading.new]
        known = [(card, with_lints_of_values(outcome, card.thing, reading.loaded))
                 for card, outcome in earlier if outcome is not None]  # fmt: skip
        looked_at = [*self._mentioning(others, reading)]
        known += [(card, with_lints_of_values(card.outcome, card.thing, reading.loaded))
                  for file in reading.known.values() for card in (file.cards if counted else ())
                  if card.thing.players and card not in looked_at]  # fmt: skip
        looked_at += [card for card, outcome in earlier if outcome is None]
        made = outcomes_of([card.item for card in looked_at], reading.loaded, rest)
        return [*zip(looked_at, made, strict=True), *known]

    def _merge(self, reading: Reading) -> None:
        """Keeps equal declarations as the same objects, for which results are cached."""
        new = replace(reading.loaded.declared, effects=reading.effects)
        apart, ids = {card.thing.id for card in reading.new}, self.cards.ids
        # cards keep their positions: with errors, they stay what is known of them
        things = [one for one in reading.others if one.id not in apart and one.id not in ids]
        own = self.cards.rest.rules.checked.declared.effects
        old = replace(self.cards.loaded.declared, effects=own)
        reading.earlier_spans = [(one, one.span) for one in self.cards.others]
        declared = merged(old, new, things, self.positions.now)
        reading.loaded = replace(reading.loaded, declared=declared)

    def _changed_definitions(self, declared: Declared) -> Set[str]:
        """The definitions that may have other types if only texts have changed: on all else in
        texts, no result for another one depends."""
        before = self.cards.rest.rules.checked.declared.definitions
        every = declared.definitions.items()
        changed = {name for name, one in every if before.get(name) is not one}
        return with_dependents(changed, [(name, words_of(one)) for name, one in every])

    def _other_fields(self, declared: Declared) -> Set[str]:
        """The names of fields that are other objects than before, and names that lead to these."""
        others = other_fields(self.cards.loaded.declared.board, declared.board)
        names = {name for one in others for name in field_names(one)}
        return with_dependents(names, all_dependencies(declared)) if names else names

    def _mentioning(self, changed: ChangedNames, reading: Reading) -> Iterator[Card]:
        """The known cards that mention one of these names, or have errors, since the help of these
        may list the names."""
        if not changed:
            return
        wrong = [one for one in self.cards.with_diagnostics if one.has_errors]
        yield from filter(reading.knows, wrong)
        said = changed.without(reading.unsaid)
        for card in self._reader.mentioning(reading.known.values(), said) if said else ():
            if not card.has_errors:
                yield card


def _forget_dependents(declared: Declared, names: Set[str], memo: Memo) -> None:
    """Forgets the results for declarations that mention one of these names."""
    if names:
        memo.forget((one for one in holders(declared) if has_word(one, names)), names)
