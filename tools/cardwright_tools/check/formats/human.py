"""For people: each finding below its source line, or on one line, and a summary."""

from __future__ import annotations

import os

import click

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.printable import printable
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.filter import Filtered
from cardwright_tools.check.options import RANKS, CheckOptions
from cardwright_tools.same_errors import rendered

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def render_report(analysis: Analysis, filtered: Filtered, options: CheckOptions) -> str:
    """Each finding with its source line and help, then the summary; errors that say the same are
    shown once.
    """
    found = rendered(one.diagnostic for one in filtered.shown)
    shown = (_coloured(text, one.severity) + "\n" for one, text in found)
    return "\n".join([*shown, *_total(analysis, filtered)])


def render_compact(analysis: Analysis, filtered: Filtered, options: CheckOptions) -> str:
    """`FILE:LINE:COLUMN: SEVERITY[CODE] MESSAGE (HELP)`, one line each, and no summary."""
    return "\n".join(render_line(one.diagnostic) for one in filtered.shown)


def render_line(diagnostic: Diagnostic) -> str:
    """A finding on one line."""
    span = diagnostic.span
    place = "{}:{}:{}: ".format(span.source.name, *span.lines[:2]) if span else ""
    help = f" ({diagnostic.help})" if diagnostic.help else ""
    return printable(f"{place}{diagnostic.severity}[{diagnostic.code}] {diagnostic.message}{help}")


def summary(analysis: Analysis, filtered: Filtered) -> list[str]:
    """How many findings there are of each severity, and how many were left out."""
    found = [one.diagnostic.severity for one in filtered.shown]
    counts = [_count(found.count(s), s) for s in reversed(RANKS) if s in found]
    clean = [f"{printable(title)}: no problems" for title in analysis.titles]
    out = [f"{number} {why}" for number, why in filtered.omitted]
    lines = [", ".join(counts)] if found else clean
    return [*lines, f"Hidden: {', '.join(out)}"] if out else lines


def _total(analysis: Analysis, filtered: Filtered) -> list[str]:
    shown = filtered.shown[:1]
    hint = [f"For details: cardwright explain {one.diagnostic.code}" for one in shown]
    return [*summary(analysis, filtered), *hint]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"


def _coloured(text: str, severity: str) -> str:
    """A rendered diagnostic with a coloured first line; click drops colours in pipes."""
    head, *rest = text.split("\n")
    if not os.environ.get("NO_COLOR"):
        head = click.style(head, fg=COLOURS[severity], bold=True)
    return "\n".join([head, *rest])
