"""`check --fix`: mends the packs that are checked, and says what was changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.check.changed import changed
from cardwright_tools.check.examine import examine
from cardwright_tools.check.wanted import Wanted
from cardwright_tools.fixes.apply import Mend, mend
from cardwright_tools.output import visible

READ_BY_PEOPLE = ("human", "compact")


def run(wanted: Wanted) -> None:
    """Mends what was asked for; told on standard error where a program reads the other."""

    asked = _asked(wanted)

    def found() -> list[Diagnostic]:
        told = examine(wanted.packs, wanted.modules).found
        return [d for d in told if d.severity == "error" and wanted.wants(d.code) and asked(d)]

    mended = mend(found, wanted.packs)
    apart = wanted.form not in READ_BY_PEOPLE
    for one in mended.mends:
        click.echo(_said(one), err=apart)
    if mended.mends:
        number, files = len(mended.mends), len(mended.files)
        click.echo(f"mended: {number} in {files} file{'s' if files > 1 else ''}\n", err=apart)


def _asked(wanted: Wanted) -> Callable[[Diagnostic], bool]:
    """Whether a mistake is in a file that may be mended: with `--changed-only` in a changed one."""
    if not wanted.changed_only:
        return lambda found: True
    has_changed = changed([pack for pack in wanted.packs if pack.is_dir()])
    return lambda found: found.span is not None and has_changed(Path(found.span.source.name))


def _said(one: Mend) -> str:
    place = f"{one.file}:{one.line}:{one.column}"
    return visible(f"{place}: mended {one.code}: {_short(one.old)} is now {_short(one.new)}")


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return f"`{shown[:57]}...`" if len(shown) > 60 else f"`{shown}`"
