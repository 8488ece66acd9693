"""`cardwright check`: every mistake of the packs, in one run, for people or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

import cardwright
from cardwright.source.diagnostics import Diagnostic, as_json, render
from cardwright_tools.packs import exit_code

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def run(packs: Sequence[Path], modules: Sequence[str], as_json: bool) -> int:
    """Prints what was found; returns the exit code."""
    rules, report = cardwright.examine(*packs, modules=modules)
    found = report.diagnostics
    if as_json:
        click.echo(json.dumps(records(found), indent=2, ensure_ascii=False))
    else:
        _print(found, rules.title if rules else "")
    return exit_code(found)


def records(found: Sequence[Diagnostic]) -> list[dict[str, str | int | None]]:
    """The diagnostics as flat records."""
    return [as_json(diagnostic) for diagnostic in found]


def _print(found: Sequence[Diagnostic], title: str) -> None:
    for diagnostic in found:
        click.echo(_coloured(diagnostic) + "\n")
    if not found:
        click.echo(f"{title}: no mistakes")
        return
    click.echo(_summary(found))


def _coloured(diagnostic: Diagnostic) -> str:
    """Its first line in the colour of its severity; click leaves colours out of pipes."""
    head, *rest = render(diagnostic).split("\n")
    return "\n".join([click.style(head, fg=COLOURS[diagnostic.severity], bold=True), *rest])


def _summary(found: Sequence[Diagnostic]) -> str:
    kinds = [d.severity for d in found]
    counts = [(kinds.count(kind), kind) for kind in COLOURS if kind in kinds]
    return ", ".join(f"{n} {kind}{'s' if n > 1 else ''}" for n, kind in counts)
