"""One run of `check`: analyze, filter, report, and the exit code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import click

from cardwright.source.budget import caching_reads, loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage_collection import without_collection
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.cache import cached
from cardwright_tools.check.filter import filter_findings
from cardwright_tools.check.findings import Finding, to_findings
from cardwright_tools.check.formats import render_report
from cardwright_tools.check.input_files import InputFiles
from cardwright_tools.check.options import RANKS, CheckOptions
from cardwright_tools.output import BROKEN, CLEAN, FAILED, UNREADABLE, Stop, say

Analyze = Callable[[], Analysis]


def run_check(options: CheckOptions, analyze: Analyze | None = None) -> int:
    """Prints the report; returns the exit code. Raises Stop."""
    with caching_reads(), loading():
        return _run_check(options, analyze or partial(analyze_once, options, is_last=True))


def _run_check(options: CheckOptions, analyze: Analyze) -> int:
    analysis = analyze()
    if options.decks and not analysis.failed:
        analysis = _with_decks(analysis, options)
    if options.write_baseline and not analysis.failed:
        return _write_baseline(analysis, options)
    filtered = filter_findings(analysis, options)
    if text := render_report(analysis, filtered, options):
        click.echo(text)  # with colours; the formats escape text of packs
    if options.write_baseline:
        raise Stop(
            "no baseline was written: fix the errors first", exit_status(filtered.shown, options)
        )
    return exit_status(filtered.shown, options)


def _with_decks(analysis: Analysis, options: CheckOptions) -> Analysis:
    """The findings in packs without errors, and in decks for them."""
    from cardwright.api import load
    from cardwright.decks import report_deck

    rules, report = load(*options.packs, modules=options.modules), Report()
    for file in options.decks:
        report_deck(rules.checked, file, report)
    return replace(analysis, found=(*analysis.found, *report.diagnostics))


def analyze_once(options: CheckOptions, is_last: bool = False) -> Analysis:
    """The analysis of the packs, from the cache if possible; it is cached for the next run.
    `is_last`: whether the process ends soon, so that nothing need be freed."""
    make = partial(_analyze_files, options, is_last=is_last)
    return cached(options.packs, options.modules, make)


_LAST: list[object] = []
"""What was read for the last check of a process: to free it takes longer than to end."""


def _analyze_files(options: CheckOptions, files: InputFiles, is_last: bool) -> Analysis:
    # Imported late, here and below: with a cached result, most of this isn't needed.
    from cardwright_tools.check.analyze import analyze
    from cardwright_tools.check.shares.examiner import Shares

    shares = Shares(files)
    _LAST[:] = [shares] if is_last else []
    with without_collection():
        found = analyze(options.packs, options.modules, shares)
        if not found.failed:
            shares.keep()
    return found


def _write_baseline(analysis: Analysis, options: CheckOptions) -> int:
    from cardwright_tools.check import baseline

    assert options.write_baseline is not None
    found = [f for f in to_findings(analysis.found) if options.selects(f.diagnostic.code)]
    number = baseline.write_baseline(options.write_baseline, found)
    say(f"{options.write_baseline}: {number} known")
    return CLEAN


def exit_status(found: tuple[Finding, ...], options: CheckOptions) -> int:
    """3 if a pack can't be read at all, 1 if a finding reaches the fail level, else 0."""
    if any(one.diagnostic.code in UNREADABLE for one in found):
        return BROKEN
    least = RANKS[options.fail_level]
    return FAILED if any(RANKS[one.diagnostic.severity] >= least for one in found) else CLEAN
