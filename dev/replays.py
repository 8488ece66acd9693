"""Stores anew the games that `tests/tools/test_replay.py` replays, after a change of rules.

Selects the games: short ones of each pack, with as many of its modules as are compatible.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from cardwright_tools.cli import invoke

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests/replays"
GAMES = {
    "expanse": ["--players", "3"],
    "doors-and-corners": ["--players", "4", "--modules", "alpha,beta,gamma,epsilon"],
    "tiny-epic-galaxies": ["--players", "2", "--players-by", "greedy"],
    "beyond-the-black": ["--players", "2", "--players-by", "greedy"],
    "realm-of-magic": ["--players", "2"],
}


@click.command(help=__doc__)
def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    for pack, words in GAMES.items():
        where = ["--games", "1", "--seed", "5", "--store", str(FOLDER / pack), "--json", "-"]
        if invoke(["sim", str(ROOT / "content" / pack), *words, *where]):
            raise SystemExit(f"{pack} can't be played")


if __name__ == "__main__":
    main()
