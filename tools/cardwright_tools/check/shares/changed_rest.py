"""Examines a large game in which something besides independent cards has changed since it was
cached.

The rest is read and checked with the known cards as stubs. Decides which of these cards are read,
too: those that other texts now name, and those whose texts contain a name whose meaning has
changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.checked_packs import CheckedPacks
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.analysis.set_sizes import any_effect_transfers_ownership
from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.disabled_modules import mention_disabled_modules
from cardwright.pack.files.pack_files import FILE
from cardwright.pack.files.pack_search import beside
from cardwright.pack.files.requires import gather, sort_packs
from cardwright.pack.load import files_of, load
from cardwright.pack.loaded import Loaded
from cardwright.pack.things.stubs import StubbedFile
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.records import dataclass
from cardwright.source.yaml_reader import read
from cardwright_tools.check import store
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.interface.contexts import changed_context
from cardwright_tools.check.interface.equality import digest
from cardwright_tools.check.interface.interface import Interface, numbers_of_players
from cardwright_tools.check.interface.unread_texts import may_declare_all
from cardwright_tools.check.shares import outcome_cache, rest_check
from cardwright_tools.check.shares.analysis import analyze_in_shares
from cardwright_tools.check.shares.cache_records import StoredCard, StoredGame
from cardwright_tools.check.shares.changes import Changes
from cardwright_tools.check.shares.independent import IndependentCard, independent_in
from cardwright_tools.check.shares.outcomes import (
    TRANSFER,
    Errors,
    Outcome,
    add_errors,
    worst_bounds,
)
from cardwright_tools.check.shares.scan import identity, mentioned, provenance
from cardwright_tools.check.shares.shared_game import SharedGame
from cardwright_tools.check.stored_results.reading import read_results
from cardwright_tools.check.stored_results.results import Results, StoredResults
from cardwright_tools.lint.game_context import GameContext

Found = tuple[SharedGame | None, Report, Changes]
"""The game, if it has no errors, the report, and the changes with the cards that were read again.
"""


class _NeedCards(Exception):
    """More cards have to be read: all that mention some `names`, if there are any."""

    def __init__(self, cards: Collection[StoredCard], names: ChangedNames | None = None) -> None:
        self.cards, self.names = cards, names


class _NeedAllCards(Exception):
    """All cards have to be read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a game with the known cards as stubs, which are in `files`."""

    files: Mapping[str, StubbedFile]
    loaded: Loaded | None
    report: Report

    @classmethod
    def of(
        cls,
        folders: Sequence[Path],
        modules: Collection[str],
        cached: StoredGame,
        changes: Changes,
    ) -> Reading:
        report, files = Report(), changes.files(cached)
        return cls(files, load(folders, report, modules=modules, known=files), report)


def examine_rest(
    folders: Sequence[Path],
    modules: Collection[str],
    cached: StoredGame,
    changes: Changes,
    first: Reading | None = None,
    results: StoredResults | None = None,
) -> Found | None:
    """The result for the game; None if the cache does not help. `first`: what was read with the
    cards that these changes leave as they are, if it was read; `results`: those of declarations,
    as they were cached."""
    names = _player_counts(folders, cached, changes)
    counted = changes.mentioning(names) if names else ()
    changes = changes.without([*_misplaced(cached, changes), *counted])
    while changes.are_few(cached.left):
        reading, first = first or Reading.of(folders, modules, cached, changes), None
        try:
            rest = _ChangedRest(folders, modules, cached, changes, reading, names, results)
            return rest.examine()
        except _NeedCards as need:
            changes, names = changes.without(need.cards), need.names or names
        except _NeedAllCards:
            return None
    return None


def _player_counts(folders: Sequence[Path], cached: StoredGame, changes: Changes) -> ChangedNames:
    """The names that stand for numbers of players, if manifests have others now: then cards with
    such numbers are read at once."""
    if not any(Path(name).name == FILE for name in changes.others):
        return ChangedNames()
    builder = PackBuilder(Declared(), Report())
    packs = sort_packs(gather(folders, beside(folders), builder), builder)
    seen = cached.seen.names
    now = {name: digest(one) for name, one in numbers_of_players(packs).items()} if packs else {}
    return ChangedNames(name for name, one in now.items() if seen.get(name) != one)


def _misplaced(cached: StoredGame, changes: Changes) -> Iterator[StoredCard]:
    """Known cards that may not be where they seem to be: only YAML determines what is an item."""
    for name in changes.others & changes.known.keys():
        source, cards = changes.sources[name], changes.known[name]
        document = read(source, Report()) if cards else None
        items = (one for one in document.values.items() if len(one[0]) == 2) if document else ()
        sections = {source.text.rfind("\n", 0, span.start) + 1: str(path[0])
                    for path, span in items}  # fmt: skip
        said = provenance(source.text)
        for card, start in cards:
            text = source.text[start : start + card.length]
            if cached.cards[name].get(identity(sections.get(start, ""), text, said)) is not card:
                yield card


@dataclass(slots=True)
class _ChangedRest:
    """One reading of the game with the known cards as stubs, none of which mentions the `unsaid`
    names. All methods raise _NeedCards and _NeedAllCards."""

    folders: Sequence[Path]
    modules: Collection[str]
    cached: StoredGame
    changes: Changes
    reading: Reading
    unsaid: ChangedNames
    results: StoredResults | None

    def examine(self) -> Found:
        files, loaded, report = self.reading.files, self.reading.loaded, self.reading.report
        if loaded is None or not files.keys() <= {*files_of(loaded, self.modules)}:
            raise _NeedAllCards
        if (found := self._unreadable(report)) is not None:
            return None, found, self.changes
        self._read_named_in(loaded, files)
        items = self._items(loaded)
        apart = {*zip(self.changes.kinds, self.changes.ids, strict=True)}
        apart |= {(item.thing.kind, item.thing.id) for item in items}
        ids = {*self.changes.ids, *(item.thing.id for item in items)}
        results = Results(self.results)
        seen = Interface.of(loaded.declared, loaded.manifests, ids).digests(results.digests)
        names = self._read_naming(seen.changed(self.cached.seen, loaded.declared))
        read_results(results, rest_check.without_cards(loaded.declared, items), names)
        shared = self._checked(loaded, items, apart, report, results)
        if shared is None:
            report = mention_disabled_modules(report, loaded.manifests, self.modules)
            return None, report, self.changes
        shared.seen = seen
        return shared, report, self.changes

    def _unreadable(self, report: Report) -> Report | None:
        """The report if it only has mistakes in YAML that explain all else; None otherwise. Known
        cards into which such mistakes may extend are read."""
        spans = [one.span for one in report.diagnostics if one.span and one.code < "CW2"]
        if not spans:
            return None
        found = unreadable(self.folders, self.modules, self.cached, self.changes, self.reading)
        if found is None:
            names, known = {span.source.name for span in spans}, self.changes.known
            _read([card for name in names for card, _ in known.get(name, ())])
        return found

    # ------------------------------------------------------------------------ which are read

    def _read_named_in(self, loaded: Loaded, files: Mapping[str, StubbedFile]) -> None:
        """Reads known cards that another text now names."""
        said, changes = set[str](), self.changes
        for name in (one.source.name for one in loaded.documents):
            if name in changes.others or name in changes.new or name not in self.cached.files:
                text = files[name].masked_text if name in files else changes.sources[name].text
                said |= mentioned(text)
        _read([card for cards in changes.known.values()
               if not said.isdisjoint(cards.columns.ids)
               for card, _ in cards if card.id in said])  # fmt: skip

    def _read_naming(self, names: ChangedNames | None) -> ChangedNames:
        """Reads known cards whose texts may contain one of these names; None means all."""
        if names is None:
            raise _NeedAllCards
        if names and not names.is_same(self.unsaid):
            _read([*self.changes.mentioning(names)], names)
        return names

    def _items(self, loaded: Loaded) -> list[IndependentCard]:
        """The independent cards that were read."""
        changes = self.changes
        before = {card.id for card in changes.gone}
        return [item for item in independent_in(loaded.declared, changes.new)
                if item.thing.id in before or changes.occurs_once(item.thing.id)]  # fmt: skip

    def _checked(
        self,
        loaded: Loaded,
        items: Sequence[IndependentCard],
        apart: Collection[tuple[str, str]],
        report: Report,
        results: Results,
    ) -> SharedGame | None:
        """The game; None if there are errors, which are added to the report. `results`: what is
        known of the declarations."""
        found, errors = Report(), Errors()
        rules, rest, costs = rest_check.check_rest(
            loaded, items, errors, self.modules, self.cached.facts.transfers, results
        )
        if not (errors.failed or rest.is_wrong):
            self._read_naming(changed_context(self.cached.context, rest, loaded.declared))
        outcomes = analyze_in_shares(loaded, items, rest)
        add_errors(outcomes, errors, found, loaded)
        if report.failed and len(found) and not loaded.names_resolved:
            raise _NeedAllCards  # which of these are reported depends on all texts
        report.extend(found)
        if report.failed:
            return None
        shared = self._shared(rules, items, outcomes, rest, apart, costs)
        shared.results = results
        return shared

    def _shared(
        self,
        rules: CheckedPacks,
        items: Sequence[IndependentCard],
        outcomes: Sequence[Outcome],
        rest: GameContext,
        apart: Collection[tuple[str, str]],
        costs: Costs,
    ) -> SharedGame:
        changes, cached = self.changes, self.cached
        uses = cached.used_in(changes.uses).union(*(one.uses for one in outcomes))
        transfers = TRANSFER in uses or any_effect_transfers_ownership(rules.checked)
        if transfers != cached.facts.transfers:
            raise _NeedAllCards
        worst = worst_bounds([*cached.steps_in(changes.steps), *outcomes])
        bounds = rest_check.bounds_of(rules, replace(rest, printed=worst), costs)
        context = rest_check.with_totals(rules, uses, worst, rest, bounds=bounds)
        if context is None:
            raise _NeedAllCards
        try:
            lints = outcome_cache.lints_of(self.changes)
        except store.UNREADABLE:
            raise _NeedAllCards from None
        kinds = self._kinds_with_rules(rules.declared)
        return SharedGame(
            rules, items, outcomes, context, apart, known=lints, bounds=bounds, kinds=kinds
        )

    def _kinds_with_rules(self, declared: Declared) -> Collection[str]:
        """The kinds of known cards with rules. Raises _NeedAllCards if one is gone."""
        found = {*zip(self.changes.kinds, self.changes.steps, strict=True)}
        if not {kind for kind, _ in found} <= declared.board.things.keys():
            raise _NeedAllCards
        return {kind for kind, steps in found if self.cached.step_sets[steps]}


def _read(cards: Sequence[StoredCard], names: ChangedNames | None = None) -> None:
    if cards:
        raise _NeedCards(cards, names)


def unreadable(
    folders: Sequence[Path],
    modules: Collection[str],
    cached: StoredGame,
    changes: Changes,
    reading: Reading,
) -> Report | None:
    """The report on mistakes in the YAML of the one file that has changed: it is read as a
    whole, since they may extend into known cards. No other text had an error, or gets one
    because of this."""
    wrong = (d for d in reading.report.diagnostics if d.code < "CW2")
    where = {d.span.source.name if d.span else "" for d in wrong}
    changed = changes.new.keys() | changes.others
    if len(changed) > 1 or where != changed or any(Path(name).name == FILE for name in where):
        return None
    report = Report()
    others = {name: file for name, file in reading.files.items() if name not in where}
    loaded = load(folders, report, modules=modules, known=others)
    if loaded is None or not report.failed or loaded.names_resolved:
        return None
    if not all(_is_known(one, changes) for one in loaded.documents if one.source.name in where):
        return None
    if where <= changes.others and not _may_declare_all(loaded, cached, changes):
        return None
    return mention_disabled_modules(report, loaded.manifests, modules)


def _is_known(rest: Document, changes: Changes) -> bool:
    """Whether what could be read of a file with mistakes has no new text."""
    name, text = rest.source.name, rest.source.text
    starts = [text.rfind("\n", 0, span.start) + 1 for path, span in rest.values.items()
              if len(path) == 2 and isinstance(path[1], int)]  # fmt: skip
    if name not in changes.others:
        new = changes.new.get(name, ())
        return not any(low <= start < high for start in starts for low, high in new)
    value, known = rest.value, {start for _, start in changes.known.get(name, ())}
    are_cards = isinstance(value, dict) and all(isinstance(one, list) for one in value.values())
    return are_cards and known.issuperset(starts)


def _may_declare_all(loaded: Loaded, cached: StoredGame, changes: Changes) -> bool:
    """Whether the parts that can't be read of the one file in which something besides cards has
    changed may declare everything that is missing."""
    known = {*changes.ids}
    now = Interface.of(loaded.declared, loaded.manifests, known).digests()
    return may_declare_all(loaded.documents, cached.seen, now)
