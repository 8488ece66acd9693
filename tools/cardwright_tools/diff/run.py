"""The command `diff`: reads both versions and compares them."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright_tools.diff.compare import compare_versions
from cardwright_tools.diff.entries import Version, read_version
from cardwright_tools.diff.render import FORMATS
from cardwright_tools.diff.side import Side, pack_folder, parse_sides
from cardwright_tools.output import BROKEN, CLEAN, FAILED, UNREADABLE, Stop, say
from cardwright_tools.packs import print_errors

LEFT_OUT = UNREADABLE | {"CW302", "CW303"}
"""Errors that keep files of a pack from being read."""


def run_diff(paths: Sequence[str], revisions: str, output_format: str, exit_code: bool) -> int:
    old, new = parse_sides(paths, revisions)
    found = compare_versions(_read_side(old), _read_side(new))
    for line in FORMATS[output_format](found):
        say(line)
    return FAILED if exit_code and found.changes else CLEAN


def _read_side(side: Side) -> Version:
    """Raises Stop if there is no readable pack."""
    with pack_folder(side) as where:
        version, report = read_version(where)
    # Otherwise, everything that could not be read would seem to be removed.
    unread = [d for d in report.diagnostics if d.code.startswith("CW1") or d.code in LEFT_OUT]
    if version is None or unread:
        print_errors(unread or report.diagnostics)
        raise Stop(f"{side.label} can't be read", BROKEN)
    return version
