"""Writes docs/balance-of-packs.md: who wins our own games, and which cards good players use.

    python -m dev.balance_of_packs                      all tables that need no searching players
    python -m dev.balance_of_packs wins cards           these tables only
    python -m dev.balance_of_packs --searched FOLDER    a row for the run whose rows are in FOLDER

Games at random and by players who look one action ahead (`cw_play_well`) run on the native engine,
thousands in a minute. Searching players need seconds per game; theirs are played by
`cardwright sim PACK --players-by mcts:50 --rows FOLDER`, which may be stopped and resumed. Only the
tables are replaced; the sections below them, written by people, are kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

import cardwright
from cardwright import Rules
from cardwright.backends.native import lookahead
from cardwright.backends.native.library import Library
from cardwright.board.layout import SEATS
from cardwright.runtime import engines
from cardwright.runtime.game import Game
from cardwright.runtime.outcome import winners
from cardwright_tools.balance.report import Usage
from cardwright_tools.balance.run import measured
from cardwright_tools.balance.statistics import Compared, wilson
from cardwright_tools.balance.versions import Version
from cardwright_tools.sim.distribute import Execution
from cardwright_tools.sim.games import GameSetup, Outcome, choice_state, game_seed
from cardwright_tools.sim.rows import GAMES, RUN, RowFiles
from cardwright_tools.sim.subjects import CARD

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/balance-of-packs.md"
ENDLESS = 1_000_000  # answers after which a game counts as endless
RANDOM, AHEAD = ("at random", 0), ("best of 32 ways", 32)
PLAYED = 2000  # games per row
WATCHED = 4000  # random games in which the use of cards is counted
COLUMNS = "| game | players | played | wins | seats |\n|---|---|---|---|---|\n"


@dataclass(frozen=True, slots=True)
class Subject:
    """One of our games: a folder of `content/`, the modules in use, and the numbers of players."""

    pack: str
    players: tuple[int, ...]
    modules: tuple[str, ...] = ()

    def rules(self) -> Rules:
        return cardwright.load(ROOT / "content" / self.pack, modules=self.modules)

    def title(self, rules: Rules) -> str:
        return " with ".join((rules.title, *filter(None, [", ".join(self.modules)])))


WINS = (Subject("expanse", (4, 3, 2)), Subject("tiny-epic-galaxies", (2, 3, 4, 5)))
MODULES = (
    Subject("doors-and-corners", (4,)),
    Subject("doors-and-corners", (4,), ("alpha",)),
    Subject("doors-and-corners", (4,), ("beta",)),
    Subject("doors-and-corners", (4,), ("gamma",)),
    Subject("doors-and-corners", (4,), ("delta",)),
    Subject("doors-and-corners", (4,), ("epsilon",)),
    Subject("beyond-the-black", (2, 3, 4, 5)),
    Subject("beyond-the-black", (1,), ("rogue-galaxy",)),
    Subject("beyond-the-black", (1,), ("rogue-galaxy", "rogue-pilots")),
)

HEAD = """\
# The balance of our packs

The tables are written by `python -m dev.balance_of_packs`; seed 1, with 95% intervals. *At random*
is any option; *best of 32 ways* are players who try 32 random ways to finish each action, and take
the one after which the pack's `evaluate` is best for them. They know the order of face-down cards
that an action draws. *mcts:N* searches with N playouts for an answer, and knows only what its
player may see.
"""


USED = f"""\
Of {WATCHED:,} games at random: how often a house card was used in a game, how often those won who
used it and those who didn't, and the difference. A ! marks
a difference that chance alone would hardly explain among so many cards.

| card | used | with | without | difference |
|---|---|---|---|---|
"""


@click.command(help=__doc__)
@click.argument("tables", nargs=-1, type=click.Choice(["wins", "modules", "cards"]))
@click.option("--searched", "runs", multiple=True, type=click.Path(exists=True, path_type=Path))
def main(tables: Sequence[str], runs: Sequence[Path]) -> None:
    page = _sections(PAGE.read_text("utf-8"))
    writers: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
        "wins": ("Games", lambda: _rows(WINS)),
        "modules": ("Modules", lambda: _rows(MODULES)),
        "cards": ("House cards of The Expanse", _cards),
    }
    for name in tables or (() if runs else writers):
        heading, rows = writers[name]
        page[heading] = "".join(rows())
    if runs:
        page["Searching players"] = COLUMNS + "".join(map(_searched, runs))
    PAGE.write_text(HEAD + "".join(f"\n## {h}\n\n{text.strip()}\n" for h, text in page.items()))


def _sections(page: str) -> dict[str, str]:
    """The sections by their headings: those with tables first, in the order of the page."""
    tables = ("Games", "Modules", "Searching players", "House cards of The Expanse")
    parts = (part.partition("\n") for part in page.split("\n## ")[1:])
    found = {heading: text for heading, _, text in parts}
    return {**{heading: found.get(heading, "") for heading in tables}, **found}


# -------------------------------------------------------------------------------- who wins


def _rows(subjects: Sequence[Subject]) -> Iterator[str]:
    yield COLUMNS
    for subject in subjects:
        rules = subject.rules()
        for number in subject.players:
            library = _library(rules, number)
            for manner, tries in (RANDOM, AHEAD):
                games = (_winners(library, tries, at) for at in range(PLAYED))
                yield _row(rules, subject.title(rules), number, manner, games)


def _library(rules: Rules, players: int) -> Library:
    found = engines.choose_engine(rules.program(players), "native")
    if not isinstance(found, Library):
        raise SystemExit(found.reason)
    return found


def _winners(library: Library, tries: int, index: int) -> tuple[list[str], list[int]]:
    """The winners' ids and seats in the game with this index."""
    seed, layout = game_seed(1, index), library.program.layout
    position, game = library.new(seed), Game(library.program, seed, start=False)
    if tries:
        lookahead.play_best_of(position, choice_state(seed), tries, ENDLESS)
    else:
        position.playout(choice_state(seed), ENDLESS)
    engines._show(position, game)
    order, won = game.z[layout.zone_id(SEATS) - layout.zone_first], winners(game)
    return [layout.items[one].name for one in won], [order.index(one) + 1 for one in won]


def _row(
    rules: Rules, title: str, players: int, manner: str,
    games: Iterator[tuple[list[str], list[int]]],
) -> str:  # fmt: skip
    """A row of wins; a shared win counts as a fraction for each winner."""
    sides, seats, number = Counter[str](), Counter[str](), 0
    for number, (won, places) in enumerate(games, 1):  # noqa: B007
        for side, seat in zip(won, places, strict=True):
            sides[rules.titles.get(side, side)] += 1 / len(won)  # type: ignore[assignment]
            seats[str(seat)] += 1 / len(won)  # type: ignore[assignment]
    rows = (_described(sides, number), _described(seats, number))
    return f"| {title} | {players} | {manner}, {number:,} games | {' | '.join(rows)} |\n"


def _described(won: Mapping[str, float], games: int) -> str:
    found = []
    for name, wins in sorted(won.items()):
        low, high = wilson(wins / games, games)
        found.append(f"{name} {wins / games:.1%} ({low:.1%}-{high:.1%})")
    return ", ".join(found)


def _searched(folder: Path) -> str:
    """The row for a run of `sim --rows` of one of our packs, if the pack is unchanged."""
    run = json.loads((folder / RUN).read_text("utf-8"))
    pack, hash = [*run["packs"].items()][-1]
    rules = cardwright.load(ROOT / "content" / pack, modules=run["modules"])
    if rules.hashes[pack] != hash:
        raise SystemExit(f"{folder}: {pack} was another one when these games were played")
    files, spans = RowFiles(str(folder), run["format"]), sorted(folder.glob(f"{GAMES}-*"))
    done = (one for path in spans for one in files.outcomes(int(path.stem.split("-")[1]) - 1))
    games = (([*one.shares], [*one.seats]) for one in done if isinstance(one, Outcome))
    title = Subject(pack, (), tuple(run["modules"])).title(rules)
    return _row(rules, title, run["players"], run["by"], games)


# ------------------------------------------------------------------------------ house cards


def _cards() -> Iterator[str]:
    """How much more often players who use a house card win."""
    pack = (ROOT / "content/expanse").as_posix()
    report = measured([Version("", GameSetup((pack,), (), 4, 1))], WATCHED, Execution(2)).report
    kinds = cardwright.load(pack).program(4).board.things.values()
    things = (thing for kind in kinds for thing in kind.values())
    ours = {f"{CARD} {thing.id}" for thing in things if thing.provenance == "house"}
    yield USED
    for one in report.usage:
        if one.key in ours and "used" in one.rates:
            yield _card(one, one.rates["used"], "used" in one.alarms)


def _card(one: Usage, rate: Compared, alarm: bool) -> str:
    low, high = rate.difference.interval
    difference = f"{rate.difference.value:+.1%} ({low:+.1%} to {high:+.1%}){' !' if alarm else ''}"
    rates = f"{one.used:.2f} | {rate.with_it:.1%} | {rate.without:.1%}"
    return f"| {one.subject.title} | {rates} | {difference} |\n"


if __name__ == "__main__":
    main()
