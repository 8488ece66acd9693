"""Writes docs/balance-of-packs.md: who wins our own games, at random and among competent players.

The competent ones take the best of a number of random ways to finish each action, on the native
engine (`cw_play_well`): fast enough for thousands of games. They judge by the pack's `evaluate`;
unlike other players they know the order of face-down cards that an action draws. Owns the table;
what stands below it on the page is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

import cardwright
from cardwright.backends.native import ahead
from cardwright.backends.native.library import Library
from cardwright.board.layout import SEATS
from cardwright.runtime import engines
from cardwright.runtime.game import Game
from cardwright.runtime.outcome import winners
from cardwright_tools.balance.statistics import wilson
from cardwright_tools.sim.playout import choice_state, game_seed

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/balance-of-packs.md"
ENDLESS = 1_000_000  # answers
GAMES = {"expanse": (4, 3, 2), "tiny-epic-galaxies": (2,)}
MANNERS = {0: ("at random", 4000), 32: ("best of 32 ways", 3000)}
HEAD = """\
# The balance of our packs

Written by `python -m dev.balance_of_packs`; seed 1, with 95% intervals. *At random* is any option;
*best of 32 ways* are players who try 32 random ways to finish each action, and take the one after
which the pack's `evaluate` is best for them. They know the order of face-down cards that an action
draws. Searching players need a tenth of a second for an answer, too slow for so many games.

| game | players | played | wins | seats |
|---|---|---|---|---|
"""


@click.command(help=__doc__)
def main() -> None:
    rows = (row for pack, numbers in GAMES.items() for n in numbers for row in _rows(pack, n))
    PAGE.write_text(HEAD + "".join(rows) + _tail(), "utf-8")


def _tail() -> str:
    """What a person has to say about it, which is kept."""
    kept = PAGE.read_text("utf-8") if PAGE.is_file() else ""
    at = kept.find("\n## ")
    return kept[at:] if at >= 0 else ""


def _rows(pack: str, players: int) -> Iterator[str]:
    rules = cardwright.load(ROOT / "content" / pack)
    program = rules.program(players)
    library = engines.choose(program, "native")
    if not isinstance(library, Library):
        raise SystemExit(library.reason)
    for tries, (manner, games) in MANNERS.items():
        sides, seats = _won(library, tries, games)
        named = {rules.titles.get(id, id): won for id, won in sides.items()}
        numbered = {str(seat): won for seat, won in seats.items()}
        cells = (rules.title, str(players), f"{manner}, {games:,} games")
        yield f"| {' | '.join((*cells, _told(named, games), _told(numbered, games)))} |\n"


def _won(library: Library, tries: int, games: int) -> tuple[Counter[str], Counter[int]]:
    """The wins by player and by seat; a shared one counts a part for each."""
    layout, sides, seats = library.program.layout, Counter[str](), Counter[int]()
    for index in range(games):
        game = _played(library, tries, game_seed(1, index))
        order, won = game.z[layout.zone_id(SEATS) - layout.zone_first], winners(game)
        for player in won:
            sides[layout.items[player].name] += 1 / len(won)  # type: ignore[assignment]
            seats[order.index(player) + 1] += 1 / len(won)  # type: ignore[assignment]
    return sides, seats


def _played(library: Library, tries: int, seed: int) -> Game:
    position, game = library.new(seed), Game(library.program, seed, start=False)
    if tries:
        ahead.play_well(position, choice_state(seed), tries, ENDLESS)
    else:
        position.playout(choice_state(seed), ENDLESS)
    engines._show(position, game)
    return game


def _told(won: dict[str, int], games: int) -> str:
    found = []
    for name, wins in sorted(won.items()):
        low, high = wilson(wins / games, games)
        found.append(f"{name} {wins / games:.1%} ({low:.1%}-{high:.1%})")
    return ", ".join(found)


if __name__ == "__main__":
    main()
