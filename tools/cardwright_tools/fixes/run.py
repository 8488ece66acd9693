"""`check --fix`: mends the packs that are checked, and says what was changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.check.changed import changed
from cardwright_tools.check.examine import examine
from cardwright_tools.check.wanted import Wanted
from cardwright_tools.fixes.apply import Mend, Mended, mend
from cardwright_tools.fixes.outcome import TAB
from cardwright_tools.output import visible

READ_BY_PEOPLE = ("human", "compact")


def run(wanted: Wanted) -> None:
    """Mends what was asked for; told on standard error where a program reads the other."""

    in_files = _asked(wanted)

    def found() -> list[Diagnostic]:
        told = examine(wanted.packs, wanted.modules).found
        return [d for d in told if d.severity == "error"]

    mended = mend(found, wanted.packs, lambda d: wanted.wants(d.code) and in_files(d))
    apart = wanted.form not in READ_BY_PEOPLE
    for line in _told(mended):
        click.echo(line, err=apart)


def _told(mended: Mended) -> Iterator[str]:
    """What was changed, and what was not since it led to other mistakes."""
    yield from map(_said, mended.mends)
    number, files = len(mended.mends), len(mended.files)
    if mended.mends:
        yield f"mended: {number} in {files} file{'s' if files > 1 else ''}\n"
    yield from map(_said_back, mended.taken_back)
    if mended.taken_back:
        yield ""


def _asked(wanted: Wanted) -> Callable[[Diagnostic], bool]:
    """Whether a mistake is in a file that may be mended: with `--changed-only` in a changed one."""
    if not wanted.changed_only:
        return lambda found: True
    has_changed = changed([pack for pack in wanted.packs if pack.is_dir()])
    return lambda found: found.span is not None and has_changed(Path(found.span.source.name))


def _said(one: Mend) -> str:
    changed = f"{_short(one.old)} is now {_short(one.new)}"
    if one.code == TAB:
        changed = "tabs are now spaces"
    return visible(f"{_place(one)}: mended {one.code}: {changed}")


def _said_back(one: Mend) -> str:
    why = f"with {_short(one.new)} in place of {_short(one.old)} there are other mistakes"
    return visible(f"{_place(one)}: not mended {one.code}: {why}")


def _place(one: Mend) -> str:
    return f"{one.file}:{one.line}:{one.column}"


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return f"`{shown[:57]}...`" if len(shown) > 60 else f"`{shown}`"
