"""`cardwright check`: every mistake of the packs, in one run, for people or as JSON.

Packs that share a pack (a game and its expansions) are checked together, as they are played;
packs of different games each by themselves. Modules are checked each alone and all together,
unless some are asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import click

import cardwright
from cardwright import Rules
from cardwright.pack.manifest import Module
from cardwright.source.diagnostics import Diagnostic, Report, as_json, render
from cardwright_tools.packs import exit_code

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def run(packs: Sequence[Path], modules: Sequence[str], in_json: bool) -> int:
    """Prints what was found; returns the exit code."""
    games, report = examine(packs, modules)
    found = report.diagnostics
    if in_json:
        click.echo(json.dumps([as_json(d) for d in found], indent=2, ensure_ascii=False))
    else:
        _print(found, games)
    return exit_code(found)


def examine(packs: Sequence[Path], modules: Sequence[str]) -> tuple[list[Rules], Report]:
    """The games that the packs make, and all mistakes in them, each once."""
    if modules:
        rules, report = cardwright.examine(*packs, modules=modules)
        return ([rules] if rules else []), report
    report, alone = Report(), []
    for pack in packs:
        rules, found = _switched((pack,))
        if rules is None and any(d.code == NOT_FOUND for d in found.diagnostics):
            rules, found = _switched((pack, *packs))
        report.extend(found)
        alone.append((pack, rules))
    good = [(pack, rules) for pack, rules in alone if rules is not None]
    games = [rules for _, rules in good]
    for group in _related(good):
        _, found = _switched(group)
        report.extend(found)
    return games, report


def _switched(packs: Sequence[Path]) -> tuple[Rules | None, Report]:
    """The game of some packs, and the mistakes in it with no module, with each and with all."""
    modules = [module for pack in packs for module in cardwright.modules(pack).values()]
    together = [modules] if len(modules) > 1 and _playable(modules) else []
    rules, report = cardwright.examine(*packs)
    for on in [*([module] for module in modules), *together]:
        _, found = cardwright.examine(*packs, modules=[module.name for module in on])
        report.extend(found)
    return (None if report.failed else rules), report


def _playable(modules: Sequence[Module]) -> bool:
    """Whether there is a number of players for which all these modules are."""
    ranges = [module.players for module in modules if module.players]
    return max((low for low, _ in ranges), default=1) <= min((h for _, h in ranges), default=1)


NOT_FOUND = "CW304"  # a required pack is nowhere near; it may be among those given


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


def _print(found: Sequence[Diagnostic], games: Sequence[Rules]) -> None:
    for diagnostic in found:
        click.echo(_coloured(diagnostic) + "\n")
    if found:
        click.echo(_summary(found))
        return
    for title in dict.fromkeys(rules.title for rules in games):
        click.echo(f"{title}: no mistakes")


def _coloured(diagnostic: Diagnostic) -> str:
    """Its first line in the colour of its severity; click leaves colours out of pipes."""
    head, *rest = render(diagnostic).split("\n")
    if not os.environ.get("NO_COLOR"):
        head = click.style(head, fg=COLOURS[diagnostic.severity], bold=True)
    return "\n".join([head, *rest])


def _summary(found: Sequence[Diagnostic]) -> str:
    kinds = [d.severity for d in found]
    counts = [(kinds.count(kind), kind) for kind in COLOURS if kind in kinds]
    return ", ".join(f"{n} {kind}{'s' if n > 1 else ''}" for n, kind in counts)
