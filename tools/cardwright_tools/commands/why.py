"""`cardwright why`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, PATH, modules_option, players_option
from cardwright_tools.packs import words


@click.command("why")
@click.argument("pack", type=PACK)
@click.argument("expression", default="")
@click.option("--not", "missing", metavar="ANSWER", help="Why this is not among the answers.")
@players_option
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@click.option("--after", type=click.IntRange(0), default=0, metavar="N", help="N random answers.")
@click.option("--answers", metavar="A,B", help="These answers first: names, or numbers from 1.")
@click.option("--save", type=PATH, metavar="FILE", help="A save that `play` wrote.")
@click.option("--scenario", default="", metavar="WORDS", help="The end of this scenario.")
@click.option("--given", is_flag=True, help="The scenario's given position, before its steps.")
@modules_option
@click.option("--as", "player", default="", metavar="PLAYER", help="What this player may know.")
@click.option("--depth", type=click.IntRange(0, 30), default=4, show_default=True, metavar="N")
@click.option("--all", "every", is_flag=True, help="Modifiers that do not count now, too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    pack: Path, expression: str, missing: str | None, players: int | None, seed: int, after: int,
    answers: str | None, save: Path | None, scenario: str, given: bool, modules: str | None,
    player: str, depth: int, every: bool, form: str,
) -> int:  # fmt: skip
    """Show the rules and modifiers behind a value: `cardwright why PACK "round"`.

    The position is that of a seeded game, a save or a scenario. Without --as everything is told.
    """
    from cardwright_tools.why import Asked, Place, run

    place = Place(players, seed, after, words(answers), save, scenario, given)
    asked = Asked(expression, missing, player, depth, every, form == "json")
    return run(pack, words(modules), place, asked)
