"""`check --fix`: mends the packs that are checked, and says what was changed."""

from __future__ import annotations

import click

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.check import Wanted, examine
from cardwright_tools.fixes.apply import Mend, mend
from cardwright_tools.output import visible

READ_BY_PEOPLE = ("human", "compact")


def run(wanted: Wanted) -> None:
    """Mends what was asked for; told on standard error where a program reads the other."""

    def found() -> list[Diagnostic]:
        told = examine(wanted.packs, wanted.modules).found
        return [d for d in told if d.severity == "error" and wanted.wants(d.code)]

    mended = mend(found, wanted.packs)
    apart = wanted.form not in READ_BY_PEOPLE
    for one in mended.mends:
        click.echo(_said(one), err=apart)
    if mended.mends:
        number, files = len(mended.mends), len(mended.files)
        click.echo(f"mended: {number} in {files} file{'s' if files > 1 else ''}\n", err=apart)


def _said(one: Mend) -> str:
    place = f"{one.file}:{one.line}:{one.column}"
    return visible(f"{place}: mended {one.code}: {_short(one.old)} is now {_short(one.new)}")


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return f"`{shown[:57]}...`" if len(shown) > 60 else f"`{shown}`"
