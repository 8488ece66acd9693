"""`cardwright balance`: its options."""

from __future__ import annotations

import click

from cardwright_tools import options


@click.command("balance")
@click.argument("paths", nargs=-1, required=True, metavar="PACK | OLD NEW")
@options.games(1000, 2)
@click.option("--by-module", is_flag=True, help="Also play with each module, and compare.")
@click.option(
    "--rev",
    "revisions",
    default="",
    metavar="A..B",
    help="One folder in two git revisions; without B, A and the folder as it is now.",
)
@options.json
@click.option("--markdown", metavar="FILE", help="Write Markdown; `-` is stdout.")
@click.option("--html", metavar="FILE", help="Write a self-contained HTML page with charts.")
@click.option("--fail-if", multiple=True, metavar="CONDITION",
              help="Exit 1 if this holds, as in `share(red) > 32%`; repeatable.")  # fmt: skip
def command(
    paths: tuple[str, ...],
    played: options.Played,
    by_module: bool,
    revisions: str,
    json_file: str | None,
    markdown: str | None,
    html: str | None,
    fail_if: tuple[str, ...],
) -> int:
    """Show who wins and what decides it, or what a change does.

    OLD and NEW are folders, or REV:PATH in git; they are played with the same seeds.
    """
    from cardwright_tools.balance.run import BalanceOptions, run_balance
    from cardwright_tools.diff.side import parse_side, parse_sides

    if len(paths) > 2:
        raise click.UsageError("name one pack, or OLD and NEW")
    single = len(paths) == 1 and not revisions
    if by_module and not single:
        raise click.UsageError("--by-module takes one pack")
    sides = [parse_side(paths[0])] if single else [*parse_sides(paths, revisions)]
    setup = played.setup()
    written = BalanceOptions(played.games, played.execution, json_file, markdown, html, fail_if)
    return run_balance(sides, setup, by_module, written)
