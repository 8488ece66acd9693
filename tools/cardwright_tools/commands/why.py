"""`cardwright why`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import (
    PACK,
    PATH,
    WholeNumber,
    decks_option,
    modules_option,
    players_option,
    seed_option,
    split_words,
)


@click.command("why")
@click.argument("pack", type=PACK)
@click.argument("expression", default="")
@click.option(
    "--not", "missing", metavar="ANSWER", help="Explain why this is not among the answers."
)
@players_option
@seed_option
@click.option(
    "--after", type=WholeNumber(0), default=0, metavar="N", help="Give N random answers first."
)
@click.option(
    "--answers", metavar="A,B", help="Give these answers first: names, or numbers from 1."
)
@click.option("--save", type=PATH, metavar="FILE", help="Start from a save written by `play`.")
@click.option(
    "--scenario", default="", metavar="WORDS", help="Start from the end of this scenario."
)
@click.option("--given", is_flag=True, help="With --scenario: start before its steps.")
@modules_option
@decks_option
@click.option(
    "--as", "player", default="", metavar="PLAYER", help="Show only what this player may know."
)
@click.option("--depth", type=WholeNumber(0, 30), default=4, show_default=True, metavar="N")
@click.option("--all", "every", is_flag=True, help="Include modifiers that do not apply now.")
@click.option("--format", "output_format", type=click.Choice(["text", "json"]), default="text")
def command(
    pack: Path, expression: str, missing: str | None, players: int | None, seed: int, after: int,
    answers: str | None, save: Path | None, scenario: str, given: bool, modules: str | None,
    decks: tuple[str, ...], player: str, depth: int, every: bool, output_format: str,
) -> int:  # fmt: skip
    """Show the rules and modifiers behind a value.

    For example `cardwright why PACK "round"`. The position comes from a seeded game, a save or a
    scenario. Without --as, nothing is hidden.
    """
    from cardwright_tools.why.run import PositionSource, WhyOptions, run_why

    place = PositionSource(players, seed, after, split_words(answers), save, scenario, given, decks)
    options = WhyOptions(expression, missing, player, depth, every, output_format == "json")
    return run_why(pack, split_words(modules), place, options)
