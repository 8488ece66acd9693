"""`cardwright check`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools import options

if TYPE_CHECKING:
    from cardwright_tools.check.run import Analyze

FORMATS = ("human", "compact", "json", "sarif", "github", "junit")
LEVELS = ("error", "warning", "note")
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("check")
@options.packs
@click.option(
    "--format", "output_format", type=click.Choice(FORMATS), default="human", help="Output format."
)
@click.option("--fail-level", type=click.Choice(LEVELS), default="error", show_default=True,
              help="Exit 1 at this severity or above.")  # fmt: skip
@click.option("--select", metavar="CODES", help="Only these codes or prefixes: CW2,CW512.")
@click.option("--ignore", metavar="CODES", help="Not these codes or prefixes.")
@click.option("--baseline", metavar="FILE", type=FILE,
              help="Leave out the warnings and notes listed in this file.")  # fmt: skip
@click.option("--write-baseline", metavar="FILE", type=FILE,
              help="Write the warnings and notes to this file.")  # fmt: skip
@click.option(
    "--changed-only",
    is_flag=True,
    help="Report (and with --fix, change) only files changed since git's HEAD.",
)
@click.option("--fix", is_flag=True, help="First apply safe fixes, and list them.")
@click.option("--watch", is_flag=True, help="Check again after each change, until Ctrl-C.")
@click.option("--deck", "decks", multiple=True, metavar="FILE", type=FILE,
              help="Also check a deck in a file, outside the packs.")  # fmt: skip
@options.modules
def command(
    packs: tuple[Path, ...], output_format: str, fail_level: str, select: str | None,
    ignore: str | None, baseline: Path | None, write_baseline: Path | None,
    changed_only: bool, fix: bool, watch: bool, decks: tuple[Path, ...], modules: tuple[str, ...],
) -> int:  # fmt: skip
    """Report all errors and likely errors in packs. Those in scenarios are found by
    `cardwright test`.

    With --format json: a list (empty when clean) of {code, severity, confidence, file, line,
    column, end_line, end_column, message, help, pack, place, fingerprint, notes}.
    """
    from cardwright_tools.check.options import RANKS, CheckOptions, parse_codes
    from cardwright_tools.check.run import run_check

    if watch and write_baseline:
        raise click.UsageError("--watch and --write-baseline can't be used together")
    level = next(rank for rank in RANKS if rank == fail_level)
    given = CheckOptions(packs, modules, output_format, level, parse_codes(select),
                           parse_codes(ignore), baseline, write_baseline, changed_only,
                           decks)  # fmt: skip

    def once(analyze: Analyze | None = None) -> int:
        if fix:
            from cardwright_tools.fix.run import run_fix as apply_fixes

            apply_fixes(given)
        return run_check(given, analyze)

    if not watch:
        return once()
    from cardwright_tools.check.watch import file_stamps, watch_files
    from cardwright_tools.check.watch_analysis import WatchAnalysis

    repeated = WatchAnalysis(given)
    stamps = file_stamps(packs, [*decks, *([baseline] if baseline else [])])
    return watch_files(lambda: once(repeated), stamps, get_ready=repeated.get_ready)
