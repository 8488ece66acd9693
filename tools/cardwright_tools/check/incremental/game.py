"""One game, rechecked as its files change.

Responsible for the results of the last full check, and for deciding when these suffice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright import Rules
from cardwright.api import examine_loaded
from cardwright.board.built_in import remove_source
from cardwright.checked_packs import CheckedPacks
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.analysis.set_sizes import (
    any_effect_transfers_ownership,
    effect_transfers_ownership,
)
from cardwright.language.declared import Effect
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Definitions, Memo
from cardwright.pack.files.disabled_modules import mention_disabled_modules
from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright_tools.check.incremental.changed_things import take_over
from cardwright_tools.check.incremental.edits import (
    TextIndex,
    changed_items,
    changed_places,
    with_texts,
)
from cardwright_tools.check.incremental.game_files import changed_files
from cardwright_tools.check.incremental.items import (
    Shift,
    declare,
    items_of,
    moved_texts,
    shift_between,
    with_items,
    with_same_items,
)
from cardwright_tools.check.incremental.known_results import (
    FileChanges,
    KnownResults,
    changes_since,
)
from cardwright_tools.check.incremental.large_game import LargeGame
from cardwright_tools.check.incremental.lints import Change, Lints, ValidLints
from cardwright_tools.check.incremental.positions import Positions, Stale
from cardwright_tools.packs import is_too_much_work

MAX_REPORTED = 50
"""The most diagnostics for checking a game incrementally: with more, some are held back."""


class IncrementalGame:
    """Packs with some modules switched on; `positions` are shared by all games of an editor.

    `full_checks` counts the full checks.
    """

    def __init__(
        self, folders: Sequence[Path], modules: Collection[str], positions: Positions
    ) -> None:
        self.folders, self.modules, self.full_checks = folders, modules, 0
        self._positions = positions
        self._known: KnownResults | None = None  # of the last texts that could be followed
        self._lints: Lints | None = None
        self._large: LargeGame | None = None
        self._rules: Rules | None = None  # the current ones, once somebody has asked for them
        self._has_rules = False

    def examine(self) -> tuple[CheckedPacks | None, Report]:
        """The current result of `cardwright.examine`; see `rules`."""
        try:
            found = self._followed()
        except Stale:
            found = self._check_all()
        except BaseException:
            self._large = self._known = None  # it may be half old and half new
            raise
        self._rules = found[0] if isinstance(found[0], Rules) else None
        self._has_rules = found[0] is not None
        return found

    def _followed(self) -> tuple[CheckedPacks | None, Report]:
        """The result after following the changes. Raises Stale."""
        if self._large is not None:
            return self._large.examine()
        if self._known is None:
            raise Stale
        return self._again(self._known)

    @property
    def rules(self) -> Rules | None:
        """The complete rules; None if there are errors."""
        if self._rules is None and self._has_rules and self._large is not None:
            self._rules = self._large.rules()
        return self._rules

    @property
    def is_large(self) -> bool:
        """Whether independent cards are checked one by one."""
        return self._large is not None

    def lints(self) -> Report:
        """The lints of its rules, which have no errors."""
        for in_parts in (True, False):  # a position may be lost, or cards be dependent
            if self._large is not None:
                try:
                    return self._large.cards.lints()
                except Stale:
                    self._check_all(in_parts)
        assert self._lints is not None
        return self._positions.report(self._lints.all().diagnostics)

    def _check_all(self, in_parts: bool = True) -> tuple[CheckedPacks | None, Report]:
        """Checks everything; if `in_parts` and the game is large, changes of single cards are
        followed from now on."""
        self.full_checks += 1
        report, memo = Report(), Memo()
        with loading():
            loaded = load(self.folders, report, modules=self.modules)
            if loaded is None:
                return None, report
            self._positions.set_all_current(loaded.documents)
            reported, failed = report.diagnostics, report.failed
            if not failed and in_parts:
                where = self.folders, self.modules, self._positions
                self._large = LargeGame.of(loaded, reported, *where)
                if self._large is not None:
                    return self._large.report()
            if is_too_much_work(loaded, report):
                return None, report
            rules, report = examine_loaded(loaded, report, self.modules, memo)
        self._lints = Lints(rules) if rules else None
        if not failed and len(report) < MAX_REPORTED:
            documents = {document.source.name: document for document in loaded.documents}
            index = TextIndex.of(loaded.declared, loaded.documents, self._positions.now)
            self._large, self._known = None, KnownResults(loaded, documents, reported, memo, index,
                memo.required, rules, self._lints, report=report)  # fmt: skip
        return rules, report

    # ------------------------------------------------------------------- what has changed

    def _again(self, known: KnownResults) -> tuple[Rules | None, Report]:
        """The result for the current files. Raises Stale."""
        found = changed_files(known.documents, known.loaded, self.modules)
        if found.is_more:
            raise Stale
        rules, report = self._follow(known, found.documents)
        if not len(found.wrong):
            return rules, report
        known, now = self._known or known, self._positions.now
        if len(report) and not known.has_errors_only_in(found.left_out, now):
            raise Stale  # other errors may be reported, or follow from these
        packs = known.loaded.manifests
        return None, mention_disabled_modules(found.wrong, packs, self.modules)

    def _follow(
        self, known: KnownResults, changed: Sequence[Document]
    ) -> tuple[Rules | None, Report]:
        """The result with these changed files. Raises Stale."""
        if not changed:
            self._positions.set_all_current(known.documents.values())
            self._lints = known.lints
            return (None if known.report.failed else known.rules), known.report
        shifts = [shift_between(known.documents[new.source.name], new) for new in changed]
        if any(shifts):
            return self._with_items(known, changed, shifts)
        edited = changes_since(known, changed)
        self._positions.set_all_current(edited.documents.values())
        declared, made = with_texts(
            known.loaded.declared, edited.places, known.index, edited.documents, edited.renamed
        )
        effects = [one for one in made.values() if isinstance(one, Effect)]
        change = Change(effects, edited.printed(known.index), is_value=bool(edited.things))
        is_small = len(effects) == len(made) and known.rules and known.lints
        valid = known.lints.without(change, known.valid) if is_small and known.lints else None
        if valid and any(
            id(one) in edited.renamed and valid.is_referenced(one) for one in change.printed
        ):
            valid = None
        edited.ownership_transfers = _ownership_transfers(known.rules, valid)
        self._known = None  # while it is being changed
        if (
            self._update_printed(edited, change, known)
            and valid
            and valid.may_be_mentioned(edited.titles)
        ):
            valid = None
        loaded = replace(known.loaded, declared=declared, documents=[*edited.documents.values()])
        return self._checked(known, loaded, edited, valid)

    def _with_items(
        self, known: KnownResults, changed: Sequence[Document], shifts: Sequence[Shift | None]
    ) -> tuple[Rules | None, Report]:
        """The result if definitions in a list were added or removed. Raises Stale otherwise."""
        if len(changed) > 1 or shifts[0] is None or known.wrong:
            raise Stale
        new, before = changed[0], known.loaded.declared
        old = known.documents[new.source.name]
        edited = FileChanges({**known.documents, new.source.name: new})
        items = items_of(shifts[0], (known.documents, edited.documents), known.index, before)
        same = with_same_items(old, new, shifts[0])
        kept = moved_texts(shifts[0], known.index)
        if changed_items(same, new, kept, before.board) or changed_places(same, new, kept, {}):
            raise Stale
        self._positions.set_all_current(edited.documents.values())
        change, sizes = items.change(before), Costs(Checked(before, {})).things
        valid = known.lints.without(change, known.valid) if known.rules and known.lints else None
        edited.ownership_transfers = _ownership_transfers(known.rules, valid)
        self._known = None  # while it is being changed
        declared = declare(items.beside, items.are_first, items.new, items.gone, before)
        index = with_items(items, kept, before, declared, new)
        if valid and (
            sizes != Costs(Checked(declared, {})).things or valid.depends_on(items.things)
        ):
            valid = None
        known.memo.definitions = Definitions()  # the steps of some depend on the number of things
        loaded = replace(known.loaded, declared=declared, documents=[*edited.documents.values()])
        return self._checked(replace(known, index=index), loaded, edited, valid)

    def _update_printed(self, edited: FileChanges, change: Change, known: KnownResults) -> bool:
        """Changes the printed values of things; returns whether a title has changed."""
        board = known.loaded.declared.board
        before = [thing.title for thing in change.printed]
        for thing, now in edited.things:
            take_over(thing, now, board)
        for place in edited.places:
            said = edited.documents[place[0]].at(place[1])
            if (one := known.index.printed.get(place)) is not None:
                one.text = str(said)
            if (one := known.index.titles.get(place)) is not None:
                one.title = one.values["title"] = str(said)
        for thing in change.printed:
            thing.span = thing.span and self._positions.now(thing.span)
        after = [thing.title for thing in change.printed]
        edited.titles |= {
            t for pair in zip(before, after, strict=True) if pair[0] != pair[1] for t in pair
        }
        return bool(edited.titles)

    def _checked(
        self, known: KnownResults, loaded: Loaded, edited: FileChanges, valid: ValidLints | None
    ) -> tuple[Rules | None, Report]:
        """The result of checking the edit. `valid` are the lints of everything that has not
        changed, if little has. Raises Stale."""
        if known.index.is_near_limits(loaded.documents):
            raise Stale
        remove_source(loaded.declared.board)
        report = self._positions.report(known.reported)
        report.extend(edited.report)
        only = valid.change.effects if valid else None
        with loading():
            rules, report = examine_loaded(loaded, report, self.modules, known.memo, only)
        if known.memo.required != known.required:
            raise Stale
        if valid and rules and edited.ownership_transfers != _ownership_transfers(rules, valid):
            before = known.rules is None or any_effect_transfers_ownership(known.rules.checked)
            if before != any_effect_transfers_ownership(rules.checked):
                raise Stale  # sets may have other sizes everywhere
        report = self._positions.report(report.diagnostics)
        now = replace(
            known, loaded=loaded, documents=edited.documents, wrong=edited.wrong, report=report
        )
        if rules is not None:
            self._lints = Lints(rules, valid)
            self._known = replace(now, rules=rules, lints=self._lints, valid=None)
        else:
            self._known = replace(now, lints=known.lints if valid else None, valid=valid)
        return rules, report


def _ownership_transfers(rules: Rules | None, valid: ValidLints | None) -> int:
    """How many of the changed effects may give things to other players."""
    if rules is None or valid is None:
        return 0
    found = (rules.checked.effects.get(one.key) for one in valid.change.effects)
    return sum(effect_transfers_ownership(routine) for routine in found if routine)
