"""`cardwright why`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("why")
@options.pack
@click.argument("expression", default="")
@click.option(
    "--not", "missing", metavar="ANSWER", help="Explain why this is not among the answers."
)
@options.players
@options.seed
@click.option(
    "--after",
    type=options.WholeNumber(0),
    default=0,
    metavar="N",
    help="Give N random answers first.",
)
@options.words(
    "--answers", metavar="A,B", help="Give these answers first: names, or numbers from 1."
)
@click.option(
    "--save", type=options.PATH, metavar="FILE", help="Start from a save written by `play`."
)
@click.option(
    "--scenario", default="", metavar="WORDS", help="Start from the end of this scenario."
)
@click.option("--given", is_flag=True, help="With --scenario: start before its steps.")
@options.modules
@options.decks
@click.option(
    "--as", "player", default="", metavar="PLAYER", help="Show only what this player may know."
)
@click.option("--depth", type=options.WholeNumber(0, 30), default=4, show_default=True, metavar="N")
@click.option("--all", "every", is_flag=True, help="Include modifiers that do not apply now.")
@click.option("--format", "output_format", type=click.Choice(["text", "json"]), default="text")
def command(
    pack: Path, expression: str, missing: str | None, players: int | None, seed: int, after: int,
    answers: tuple[str, ...], save: Path | None, scenario: str, given: bool,
    modules: tuple[str, ...], decks: tuple[str, ...], player: str, depth: int, every: bool,
    output_format: str,
) -> int:  # fmt: skip
    """Show the rules and modifiers behind a value.

    For example `cardwright why PACK "round"`. The position comes from a seeded game, a save or a
    scenario. Without --as, nothing is hidden.
    """
    from cardwright_tools.why.run import PositionSource, WhyOptions, run_why

    place = PositionSource(players, seed, after, answers, save, scenario, given, decks)
    asked = WhyOptions(expression, missing, player, depth, every, output_format == "json")
    return run_why(pack, modules, place, asked)
