"""`check --fix`: fixes the checked packs, and lists the changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.printable import printable
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.changed_files import changed_since_commit
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.fix.apply import Fix, FixResult, fix_packs
from cardwright_tools.fix.verify import TAB
from cardwright_tools.output import say

_SPACES = {"": "nothing", " ": "a space", "\n": "a new line"}
READ_BY_PEOPLE = ("human", "compact")


def run_fix(options: CheckOptions) -> None:
    """Applies fixes; lists them on standard error if a program reads standard output."""

    in_files = _is_requested(options)

    def found() -> list[Diagnostic]:
        report = analyze(options.packs, options.modules).found
        return [d for d in report if d.severity == "error"]

    result = fix_packs(found, options.packs, lambda d: options.selects(d.code) and in_files(d))
    apart = options.output_format not in READ_BY_PEOPLE
    for line in _report_lines(result):
        say(line, err=apart)


def _report_lines(result: FixResult) -> Iterator[str]:
    """The changes, and the ones that were reverted because they caused other errors."""
    yield from map(_fixed_line, result.fixes)
    number, files = len(result.fixes), len(result.files)
    if result.fixes:
        yield f"fixed: {number} in {files} file{'s' if files > 1 else ''}\n"
    yield from map(_reverted_line, result.reverted)
    if result.reverted:
        yield ""


def _is_requested(options: CheckOptions) -> Callable[[Diagnostic], bool]:
    """Whether a diagnostic is in a file to fix: with `--changed-only`, a changed one."""
    if not options.changed_only:
        return lambda found: True
    has_changed = changed_since_commit([pack for pack in options.packs if pack.is_dir()])
    return lambda found: found.span is not None and has_changed(Path(found.span.source.name))


def _fixed_line(one: Fix) -> str:
    changed = f"{_short(one.old)} is now {_short(one.new)}"
    if one.code == TAB:
        changed = "tabs are now spaces"
    return printable(f"{_place(one)}: fixed {one.code}: {changed}")


def _reverted_line(one: Fix) -> str:
    why = f"with {_short(one.new)} instead of {_short(one.old)} there are other errors"
    return printable(f"{_place(one)}: not fixed {one.code}: {why}")


def _place(one: Fix) -> str:
    return f"{one.file}:{one.line}:{one.column}"


def _short(text: str) -> str:
    if not text.strip():
        return _SPACES.get(text) or " ".join(f"U+{ord(sign):04X}" for sign in text)
    shown = " ".join(text.split())
    return f"`{shown[:57]}...`" if len(shown) > 60 else f"`{shown}`"
