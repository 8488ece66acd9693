"""One run of `check`: examine, sift, tell, and how it ends."""

from __future__ import annotations

import click

from cardwright_tools.check.cache import kept
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.files import Files
from cardwright_tools.check.forms import told
from cardwright_tools.check.places import Finding, findings
from cardwright_tools.check.sift import sift
from cardwright_tools.check.wanted import RANKS, Wanted
from cardwright_tools.output import BROKEN, CLEAN, FAILED, Stop
from cardwright_tools.packs import UNREADABLE


def run(wanted: Wanted) -> int:
    """Prints what was found; returns the exit code. Raises Stop."""
    examined = kept(wanted.packs, wanted.modules, lambda files: _looked_at(wanted, files))
    if wanted.write_baseline and not examined.failed:
        return _write(examined, wanted)
    sifted = sift(examined, wanted)
    if text := told(examined, sifted, wanted):
        click.echo(text)
    if wanted.write_baseline:
        raise Stop("no baseline is written: mend the errors first", ending(sifted.told, wanted))
    return ending(sifted.told, wanted)


def _looked_at(wanted: Wanted, files: Files) -> Examined:
    # Imported late, here and below: what was looked at before needs little of all this.
    from cardwright.api import uncollected
    from cardwright_tools.check import large

    with uncollected():
        found = large.examine(wanted.packs, wanted.modules, files)
        return found or _of_any(wanted)


def _of_any(wanted: Wanted) -> Examined:
    from cardwright_tools.check.examine import examine

    return examine(wanted.packs, wanted.modules)


def _write(examined: Examined, wanted: Wanted) -> int:
    from cardwright_tools.check import baseline

    assert wanted.write_baseline is not None
    found = [f for f in findings(examined.found) if wanted.wants(f.diagnostic.code)]
    number = baseline.write(wanted.write_baseline, found)
    click.echo(f"{wanted.write_baseline}: {number} known")
    return CLEAN


def ending(found: tuple[Finding, ...], wanted: Wanted) -> int:
    """3 when a pack can't be read at all, 1 for what is as bad as was asked, else 0."""
    if any(one.diagnostic.code in UNREADABLE for one in found):
        return BROKEN
    least = RANKS[wanted.fail_level]
    return FAILED if any(RANKS[one.diagnostic.severity] >= least for one in found) else CLEAN
