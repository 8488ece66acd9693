"""Finds everything there is to report on packs: errors and lints.

Packs that share a pack (a game and its expansions) are checked together, as they are played; packs
of different games are checked separately. Modules are checked each alone and all together, unless
some are asked for; the modules that a module needs are switched on with it. The result depends only
on the packs' files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from cardwright.checked_packs import CheckedPacks
from cardwright.pack.files.manifest import Module, modules_of
from cardwright.pack.files.modules import with_needed
from cardwright.pack.files.pack_files import scenario_files
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright_tools.check import lint_results, suppressions
from cardwright_tools.check.analysis import Analysis

NOT_FOUND = "CW304"  # a required pack is not nearby; it may be among the given ones


@dataclass(frozen=True, slots=True)
class _Variants:
    """Packs as they are played: the rules without modules, and the games to lint."""

    rules: CheckedPacks | None
    widest: tuple[CheckedPacks, ...]
    report: Report


class Examiner(Protocol):
    """Finds the errors and lints of games."""

    def examine(
        self, *packs: str | Path, modules: Collection[str] = ()
    ) -> tuple[CheckedPacks | None, Report]:
        """The rules of packs with some modules, or None, and the report."""

    def lints(self, rules: CheckedPacks) -> Report:
        """The lints of rules that were examined."""


class Once:
    """Examines each game once, without caching anything."""

    def examine(
        self, *packs: str | Path, modules: Collection[str] = ()
    ) -> tuple[CheckedPacks | None, Report]:
        from cardwright.api import examine

        return examine(*packs, modules=modules)

    def lints(self, rules: CheckedPacks) -> Report:
        from cardwright_tools.lint import run_lints

        return run_lints(rules)


ONCE = Once()


def analyze(
    packs: Sequence[Path], modules: Sequence[str] = (), examiner: Examiner = ONCE
) -> Analysis:
    """All diagnostics of these packs, each once."""
    games = _requested(packs, modules, examiner) if modules else _each_and_related(packs, examiner)
    report = Report()
    for game in games:
        report.extend(game.report)
    for pack in packs:
        scenario_files(pack, report)  # reports the files that are left out
    looked_at = [rules for game in games for rules in game.widest]
    report.extend(lint_results.lint_packs(looked_at, packs, examiner.lints))
    found, suppressed = suppressions.apply_suppressions(report, looked_at, packs)
    titles = dict.fromkeys(game.rules.title for game in games if game.rules and game.widest)
    return Analysis(tuple(titles), found.diagnostics, suppressed)


def _requested(
    packs: Sequence[Path], modules: Sequence[str], examiner: Examiner
) -> list[_Variants]:
    """The single game of these packs with these modules."""
    rules, report = examiner.examine(*packs, modules=modules)
    return [_Variants(rules, (rules,) if rules else (), report)]


def _each_and_related(packs: Sequence[Path], examiner: Examiner) -> list[_Variants]:
    """Each pack by itself, then groups of packs that share a required pack."""
    alone = [_alone(pack, packs, examiner) for pack in packs]
    good = [(pack, game.rules) for pack, game in zip(packs, alone, strict=True) if game.rules]
    together = [_all_variants(group, examiner) for group in _related_groups(good)]
    # Two expansions side by side may conflict; each was already linted alone.
    return [*alone, *(_Variants(None, (), game.report) for game in together)]


def _alone(pack: Path, packs: Sequence[Path], examiner: Examiner) -> _Variants:
    game = _all_variants((pack,), examiner)
    if game.rules is None and any(d.code == NOT_FOUND for d in game.report.diagnostics):
        return _all_variants((pack, *packs), examiner)
    return game


def _all_variants(packs: Sequence[Path], examiner: Examiner) -> _Variants:
    """Some packs and those they require, with no module, with each one, and with all."""
    rules, report = examiner.examine(*packs)
    every = [pack.modules for pack in rules.packs] if rules else [*map(modules_of, packs)]
    found = {name: module for modules in every for name, module in modules.items()}
    # After an error the required packs are unknown, and so are modules that need theirs.
    modules = {name: module for name, module in found.items() if _needs_only(module, found)}
    together = [tuple(modules)] if len(modules) > 1 and _playable(modules.values()) else []
    games = [rules]
    for on in [*(with_needed([name], modules) for name in modules), *together]:
        one, said = examiner.examine(*packs, modules=on)
        report.extend(said)
        games.append(one)
    if rules is None or report.failed:
        return _Variants(None, (), report)
    # With all modules on, all files are read; otherwise each module is checked separately.
    widest = games[-1:] if together or len(games) < 3 else games[1:]
    return _Variants(rules, tuple(game for game in widest if game), report)


def _needs_only(module: Module, known: Collection[str]) -> bool:
    return all(node.word.rpartition(":")[2] in known for node in module.needs)


def _playable(modules: Iterable[Module]) -> bool:
    """Whether these modules share a number of players."""
    ranges = [module.players for module in modules if module.players]
    return max((low for low, _ in ranges), default=1) <= min((h for _, h in ranges), default=1)


def _related_groups(packs: Sequence[tuple[Path, CheckedPacks]]) -> list[list[Path]]:
    """Groups of two or more packs that share a required pack."""
    groups: list[tuple[set[str], list[Path]]] = []
    for pack, rules in packs:
        ids, together = {manifest.id for manifest in rules.packs}, [pack]
        apart = [g for g in groups if not g[0] & ids]
        for others in (g for g in groups if g[0] & ids):
            ids, together = ids | others[0], [*others[1], *together]
        groups = [*apart, (ids, together)]
    return [together for _, together in groups if len(together) > 1]
