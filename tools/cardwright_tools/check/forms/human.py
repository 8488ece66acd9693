"""For people: each mistake drawn in its line, or on a line of its own, and how many there are."""

from __future__ import annotations

import os

import click

from cardwright.source.diagnostics import Diagnostic, render
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.sift import Sifted
from cardwright_tools.check.wanted import RANKS, Wanted
from cardwright_tools.output import visible

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def told(examined: Examined, sifted: Sifted, wanted: Wanted) -> str:
    """Each mistake with its line and its help; after them the summary."""
    found = [one.diagnostic for one in sifted.told]
    return "\n".join([*(_coloured(d) + "\n" for d in found), *_ending(examined, sifted)])


def compact(examined: Examined, sifted: Sifted, wanted: Wanted) -> str:
    """`FILE:LINE:COLUMN: SEVERITY[CODE] MESSAGE (HELP)`, one line each, and no summary."""
    return "\n".join(line(one.diagnostic) for one in sifted.told)


def line(diagnostic: Diagnostic) -> str:
    """A mistake on one line."""
    span = diagnostic.span
    place = "{}:{}:{}: ".format(span.source.name, *span.lines[:2]) if span else ""
    help = f" ({diagnostic.help})" if diagnostic.help else ""
    return visible(f"{place}{diagnostic.severity}[{diagnostic.code}] {diagnostic.message}{help}")


def summary(examined: Examined, sifted: Sifted) -> list[str]:
    """How many there are of which severity, or that there are none, and what was left out."""
    found = [one.diagnostic.severity for one in sifted.told]
    counts = [_several(found.count(s), s) for s in reversed(RANKS) if s in found]
    clean = [f"{title}: no mistakes" for title in examined.titles]
    out = [f"{number} {why}" for number, why in sifted.left_out]
    lines = [", ".join(counts)] if found else clean
    return [*lines, f"Left out: {', '.join(out)}"] if out else lines


def _ending(examined: Examined, sifted: Sifted) -> list[str]:
    hint = [f"More on a code: cardwright explain {one.diagnostic.code}" for one in sifted.told[:1]]
    return [*summary(examined, sifted), *hint]


def _several(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"


def _coloured(diagnostic: Diagnostic) -> str:
    """Its first line in the colour of its severity; click leaves colours out of pipes."""
    head, *rest = render(diagnostic).split("\n")
    if not os.environ.get("NO_COLOR"):
        head = click.style(head, fg=COLOURS[diagnostic.severity], bold=True)
    return "\n".join([head, *rest])
