"""Examines games, the cards of large ones in shares, and caches the outcomes.

Decides which games are checked like this, and which results of earlier runs are used: the outcomes
of unchanged cards, and the lints of an unchanged rest. Everything else is checked as if nothing
were cached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.checked_packs import CheckedPacks
from cardwright.checking import check_loaded
from cardwright.language.front_end.checked import Checked
from cardwright.pack.files.disabled_modules import mention_disabled_modules
from cardwright.pack.files.pack_search import find_pack
from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source import budget
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage_collection import without_collection
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Source
from cardwright_tools.check import store
from cardwright_tools.check.input_files import InputFiles
from cardwright_tools.check.shares import outcome_cache, rest_check
from cardwright_tools.check.shares.analysis import analyze_definitions, analyze_in_shares
from cardwright_tools.check.shares.cache_records import StoredGame
from cardwright_tools.check.shares.changed_rest import Reading, examine_rest, unreadable
from cardwright_tools.check.shares.changes import Changes, find_changes
from cardwright_tools.check.shares.independent import (
    IndependentCard,
    Now,
    independent_cards,
    independent_in,
    unmoved,
)
from cardwright_tools.check.shares.limits import characters_left
from cardwright_tools.check.shares.outcomes import (
    TRANSFER,
    Errors,
    add_errors,
    all_uses,
    worst_bounds,
)
from cardwright_tools.check.shares.prefetch import prefetched
from cardwright_tools.check.shares.scan import NOTHING, Scan
from cardwright_tools.check.shares.shapes import Shapes
from cardwright_tools.check.shares.shared_game import SharedGame
from cardwright_tools.check.stored_results.results import Results, StoredResults
from cardwright_tools.lint import run_lints
from cardwright_tools.lint.game_context import GameContext

LEAST_LETTERS = 60_000
LEAST = 400  # independent cards in a large game
_ESCAPE = lazy_pattern(r"\\[xuU\n]")


class Shares:
    """Examines each game once. `shared`: the games checked in shares, by the id of their rules;
    `full_checks`: how many games were read as a whole. With `files`, the outcomes are cached for
    the next run."""

    def __init__(self, files: InputFiles | None = None) -> None:
        self.shared: dict[int, SharedGame] = {}
        self.full_checks = 0
        self._texts = (files.sources() if files and not files.wrong else None) or {}
        self._hashes = files.text_hashes if files and self._texts else {}
        plain = store.folder() and not any(_may_hide_ids(one.text) for one in self._texts.values())
        self._sources: Mapping[str, Source] = self._texts if plain else {}
        self._whole: dict[str, SharedGame] = {}
        self._renewed: dict[str, tuple[StoredGame, Changes, SharedGame]] = {}

    def examine(
        self, *packs: str | Path, modules: Collection[str] = ()
    ) -> tuple[CheckedPacks | None, Report]:
        folders = [find_pack(pack) for pack in packs]
        key = self._key(folders, modules)
        cached = outcome_cache.read(key, self._sources)
        with without_collection(), loading():
            found = self._changed(folders, modules, cached, key) if cached else None
        with without_collection(), loading():
            return found or self._all(folders, modules, cached, key)

    def lints(self, rules: CheckedPacks) -> Report:
        shared = self.shared.get(id(rules))
        if shared is not None and not shared.is_whole and shared.of_rest is None:
            return self._lints_of_all(rules)  # nobody had asked for them when it was cached
        if shared is None:
            return run_lints(rules)
        try:
            return shared.lints()
        except Exception:  # see `_changed`
            if not self._refuses(shared.results.stored):
                raise
            return self._lints_of_all(rules)

    def _lints_of_all(self, rules: CheckedPacks) -> Report:
        """The lints of a game, which is read as a whole."""
        folders = [pack.folder for pack in rules.packs]
        key = self._key(folders, rules.modules)
        self._renewed.pop(key, None)
        whole, _ = self._all(folders, rules.modules, None, key)
        return self.lints(whole) if whole else Report()

    def _refuses(self, results: StoredResults | None) -> bool:
        """Whether an error may follow from stored results; then everything is done without them."""
        if results is None or not results.state:
            return False
        self.full_checks += 1
        return True

    def _key(self, folders: Sequence[Path], modules: Collection[str]) -> str:
        return store.cache_key(folders, [*modules], "large")

    def keep(self) -> None:
        """Caches the outcomes of the games that were read as a whole, or whose rest was."""
        for key, shared in self._whole.items():
            outcome_cache.write(key, shared, self._sources)
        for key, found in self._renewed.items():
            outcome_cache.renew(key, *found)

    # ------------------------------------------------------------------------ all of it

    def _all(
        self, folders: Sequence[Path], modules: Collection[str], cached: StoredGame | None, key: str
    ) -> tuple[CheckedPacks | None, Report]:
        self.full_checks += 1
        report = Report()
        with prefetched(self._texts) as texts:
            loaded = load(folders, report, modules=modules)
            if loaded is None:
                return None, report
            items = () if report.failed else cards_apart(loaded, scan=texts.scan)
        shapes = Shapes(loaded.declared)
        left = budget.MAX_CHECKED - length_to_check(loaded, items, shapes)
        if left < 0:
            return _refused(loaded, report)
        if not items:
            checked, report = check_loaded(loaded, report, modules)
            return (CheckedPacks(loaded, checked, modules) if checked is not None else None), report
        scan = texts.last or NOTHING
        answers = outcome_cache.Answers(cached, self._sources, scan) if cached else None
        shared = _in_shares(loaded, items, report, modules, answers, shapes)
        if report.failed:
            return None, mention_disabled_modules(report, loaded.manifests, modules)
        if shared is None and loaded.text_length > budget.MAX_CHECKED:
            return _refused(loaded, report)
        if shared is None:  # the cards seemed independent, but are not
            from cardwright.api import examine  # late: it loads what plays games

            return examine(*folders, modules=modules)
        shared.characters_left, shared.scan = min(shared.characters_left, left), scan
        if self._sources:
            self._whole[key] = shared
        self.shared[id(shared.rules)] = shared
        return shared.rules, report

    # ------------------------------------------------------------------------ what has changed

    def _changed(
        self, folders: Sequence[Path], modules: Collection[str], cached: StoredGame, key: str
    ) -> tuple[CheckedPacks | None, Report] | None:
        """The result for a changed game; None if the cache does not help with the rest."""
        changes, reading = find_changes(self._sources, cached, self._hashes), None
        if not changes.others and changes.are_few(cached.left) and changes.name_no_known():
            reading = Reading.of(folders, modules, cached, changes)
            found = self._with_cards(folders, modules, cached, changes, reading)
            if found is not None:
                return found
        results = outcome_cache.read_results(key, cached)
        try:
            rest = examine_rest(folders, modules, cached, changes, reading, results)
        except Exception:  # what was stored may be wrong in any way
            if not self._refuses(results):
                raise
            rest = examine_rest(folders, modules, cached, changes)
        if rest is None:
            return None
        shared, report, changes = rest
        if shared is not None:
            self.shared[id(shared.rules)] = shared
            self._renewed[key] = cached, changes, shared
        return (shared.rules if shared else None), report

    def _with_cards(
        self,
        folders: Sequence[Path],
        modules: Collection[str],
        cached: StoredGame,
        changes: Changes,
        reading: Reading,
    ) -> tuple[CheckedPacks | None, Report] | None:
        """The result, if only independent cards have changed."""
        loaded, report = reading.loaded, reading.report
        if loaded is None:
            return None
        if any(d.code < "CW2" for d in report.diagnostics):
            wrong = unreadable(folders, modules, cached, changes, reading)
            return (None, wrong) if wrong else None
        items = _changed_items(loaded, changes)
        if items is None:
            return None
        outcomes = analyze_definitions(loaded, items, cached.context)
        if add_errors(outcomes, Errors(), report, loaded):
            return None, mention_disabled_modules(report, loaded.manifests, modules)
        if not outcome_cache.holds(cached, changes, loaded, outcomes):
            return None
        rules = CheckedPacks(loaded, Checked(loaded.declared, {}), modules)
        try:
            known, of_rest = outcome_cache.known_lints(cached, changes)
        except store.UNREADABLE:
            return None
        self.shared[id(rules)] = SharedGame(
            rules, items, outcomes, GameContext(), (), 0, known, of_rest, is_whole=False
        )
        return rules, report


def _changed_items(loaded: Loaded, changes: Changes) -> list[IndependentCard] | None:
    """The changed cards; None if they are not independent, or not where they seem to be."""
    items = [*independent_in(loaded.declared, changes.new)]
    before = {card.id for card in changes.gone}
    unspoken = all(i.thing.id in before or changes.occurs_once(i.thing.id) for i in items)
    return items if unspoken and len(items) == sum(map(len, changes.new.values())) else None


def cards_apart(
    loaded: Loaded, now: Now = unmoved, scan: Callable[[Mapping[str, Source]], Scan] = Scan.of
) -> Sequence[IndependentCard]:
    """The independent cards of a large game; empty for others."""
    board = loaded.declared.board
    if sum(len(board.things.get(kind, ())) for kind in board.below("card")) < LEAST:
        return ()
    if sum(len(one.source.text) for one in loaded.documents) < LEAST_LETTERS:
        return ()
    found = all_apart(loaded, now, scan)
    return found if len(found) >= LEAST else ()


def all_apart(
    loaded: Loaded, now: Now = unmoved, scan: Callable[[Mapping[str, Source]], Scan] = Scan.of
) -> Sequence[IndependentCard]:
    """The independent cards of a game of any size; empty if they can't be told from others."""
    if not may_be_apart(loaded):
        return ()
    sources = {one.source.name: one.source for one in loaded.documents}
    return independent_cards(loaded.declared, scan(sources), now)


def may_be_apart(loaded: Loaded) -> bool:
    """Whether independent cards can be told from others.

    Whether automata answer what cards ask is followed through all rules; what lists name, and
    whether they are legal, depends on many cards.
    """
    declared = loaded.declared
    if declared.automata or declared.board.list_kind() is not None:
        return False
    return not any(_may_hide_ids(one.source.text) for one in loaded.documents)


def _may_hide_ids(text: str) -> bool:
    """Whether a text has escapes in quotes, which may hide an id."""
    return "\\" in text and _ESCAPE.search(text) is not None


def length_to_check(loaded: Loaded, items: Sequence[IndependentCard], shapes: Shapes) -> int:
    """How many characters of texts have to be checked; cards with the same shape count once."""
    bodies = {id(item): [effect.body for effect in item.effects] for item in items}
    lengths = {at: sum(body.end - body.start for body in some) for at, some in bodies.items()}
    once = {shapes.of(item).key: lengths[id(item)] for item in items}
    return loaded.text_length - sum(lengths.values()) + sum(once.values())


def is_too_much(loaded: Loaded, report: Report) -> bool:
    """Whether the texts exceed the work that `check` does, which is then reported."""
    items = () if report.failed else cards_apart(loaded)
    if length_to_check(loaded, items, Shapes(loaded.declared)) <= budget.MAX_CHECKED:
        return False
    _refused(loaded, report)
    return True


def _refused(loaded: Loaded, report: Report) -> tuple[None, Report]:
    """No rules, since the texts are too much work, or seem to be if errors hide equal shapes."""
    if report.failed:
        return None, report
    message = f"the texts are too much work to check: at most {budget.MAX_CHECKED:,} characters are"
    help = "split the pack; cards whose effects differ in numbers and ids alone count as one"
    report.error("CW303", message, loaded.manifests[-1].span, help)
    return None, report


def _in_shares(
    loaded: Loaded,
    items: Sequence[IndependentCard],
    report: Report,
    modules: Collection[str],
    answers: outcome_cache.Answers | None,
    shapes: Shapes,
    transfers: bool = False,
) -> SharedGame | None:
    """The result; None if there are errors, or if no card is independent after all. `transfers`:
    whether some card gives something to another player."""
    errors, results = Errors(), Results()
    rules, rest, costs = rest_check.check_rest(loaded, items, errors, modules, transfers, results)
    known = answers.of(items, loaded, rest) if answers and not errors.failed else None
    made = known or [None] * len(items)
    new = [item for item, known in zip(items, made, strict=True) if known is None]
    analyzed = iter(analyze_in_shares(loaded, new, rest, shapes))
    outcomes = [known if known is not None else next(analyzed) for known in made]
    uses = all_uses(outcomes)
    if TRANSFER in uses and rest.facts and not rest.facts.transfers:
        return _in_shares(loaded, items, report, modules, answers, shapes, transfers=True)
    if add_errors(outcomes, errors, report, loaded):
        return None
    worst = worst_bounds(outcomes)
    bounds = rest_check.bounds_of(rules, replace(rest, printed=worst), costs)
    rest_now = rest_check.with_totals(rules, uses, worst, rest, bounds=bounds)
    if rest_now is None:
        return None
    apart = {(item.thing.kind, item.thing.id) for item in items}
    left = characters_left(loaded)
    return SharedGame(rules, items, outcomes, rest_now, apart, left, bounds=bounds, results=results)
