"""Everything there is to say of packs: their errors, and what looks wrong in them.

Packs that share a pack (a game and its expansions) are checked together, as they are played;
packs of different games each by themselves. Modules are checked each alone and all together,
unless some are asked for. What comes out depends on the packs' files and on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.pack.manifest import Module
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright_tools.check import allowances, doubts
from cardwright_tools.check.examined import Examined

NOT_FOUND = "CW304"  # a required pack is nowhere near; it may be among those given


@dataclass(frozen=True, slots=True)
class _Checked:
    """Some packs as they are played: without a module, and the games to look over for doubts."""

    rules: Rules | None
    widest: tuple[Rules, ...]
    report: Report


def examine(packs: Sequence[Path], modules: Sequence[str] = ()) -> Examined:
    """All mistakes in these packs, each once."""
    games = _asked(packs, modules) if modules else _all_of(packs)
    report = Report()
    for game in games:
        report.extend(game.report)
    looked_at = [rules for game in games for rules in game.widest]
    report.extend(doubts.find(looked_at, packs))
    found, allowed = allowances.apply(report, looked_at, packs)
    titles = dict.fromkeys(game.rules.title for game in games if game.rules and game.widest)
    return Examined(tuple(titles), found.diagnostics, allowed)


def _asked(packs: Sequence[Path], modules: Sequence[str]) -> list[_Checked]:
    """The one game of these packs with these modules."""
    rules, report = cardwright.examine(*packs, modules=modules)
    return [_Checked(rules, (rules,) if rules else (), report)]


def _all_of(packs: Sequence[Path]) -> list[_Checked]:
    """Each pack by itself, then those together that share one."""
    alone = [_alone(pack, packs) for pack in packs]
    good = [(pack, game.rules) for pack, game in zip(packs, alone, strict=True) if game.rules]
    together = [_switched(group) for group in _related(good)]
    # Two expansions side by side can disagree; what looks wrong in each was seen in it alone.
    return [*alone, *(_Checked(None, (), game.report) for game in together)]


def _alone(pack: Path, packs: Sequence[Path]) -> _Checked:
    game = _switched((pack,))
    if game.rules is None and any(d.code == NOT_FOUND for d in game.report.diagnostics):
        return _switched((pack, *packs))
    return game


def _switched(packs: Sequence[Path]) -> _Checked:
    """Some packs, and those they require, with no module, with each and with all."""
    rules, report = cardwright.examine(*packs)
    folders = [pack.folder for pack in rules.packs] if rules else packs
    modules = [module for folder in folders for module in cardwright.modules(folder).values()]
    together = [modules] if len(modules) > 1 and _playable(modules) else []
    games = [rules]
    for on in [*([module] for module in modules), *together]:
        one, found = cardwright.examine(*packs, modules=[module.name for module in on])
        report.extend(found)
        games.append(one)
    if rules is None or report.failed:
        return _Checked(None, (), report)
    # With all modules on, all files are read; else each module has to stand for itself.
    widest = games[-1:] if together or len(games) < 3 else games[1:]
    return _Checked(rules, tuple(game for game in widest if game), report)


def _playable(modules: Sequence[Module]) -> bool:
    """Whether there is a number of players for which all these modules are."""
    ranges = [module.players for module in modules if module.players]
    return max((low for low, _ in ranges), default=1) <= min((h for _, h in ranges), default=1)


def _related(packs: Sequence[tuple[Path, Rules]]) -> list[list[Path]]:
    """The packs that share one with another, in groups of two and more."""
    groups: list[tuple[set[str], list[Path]]] = []
    for pack, rules in packs:
        ids, together = {manifest.id for manifest in rules.packs}, [pack]
        apart = [g for g in groups if not g[0] & ids]
        for others in (g for g in groups if g[0] & ids):
            ids, together = ids | others[0], [*others[1], *together]
        groups = [*apart, (ids, together)]
    return [together for _, together in groups if len(together) > 1]
