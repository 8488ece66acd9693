"""The command `diff`: both versions read, compared and told."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cardwright.source.diagnostics import Report
from cardwright_tools.diff.compare import compare
from cardwright_tools.diff.entries import Version, read
from cardwright_tools.diff.side import Side, folder, sides
from cardwright_tools.diff.told import FORMS
from cardwright_tools.output import BROKEN, CLEAN, FAILED, Stop, visible
from cardwright_tools.packs import UNREADABLE, tell


def run(paths: Sequence[str], revisions: str, form: str, exit_code: bool) -> int:
    old, new = sides(paths, revisions)
    found = compare(_version(old), _version(new))
    for line in FORMS[form](found):
        click.echo("\n".join(map(visible, line.split("\n"))))
    return FAILED if exit_code and found.changes else CLEAN


def _version(side: Side) -> Version:
    """Raises Stop when there is no pack that can be read."""
    with folder(side) as where:
        version, report = read(where)
    # What could not be read would seem to be removed.
    unread = [d for d in report.diagnostics if d.code.startswith("CW1") or d.code in UNREADABLE]
    if version is None or unread:
        told = Report()
        for diagnostic in unread or report.diagnostics:
            told.add(diagnostic)
        tell(told)
        raise Stop(f"{side.label} can't be read", BROKEN)
    return version
