"""`cardwright tournament`: plays the games and prints the standings.

Responsible for where games are played; the result depends only on the pack, the seed, the entrants
and the number of games.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from cardwright import Rules
from cardwright.players import named
from cardwright_tools.balance.statistics import Z
from cardwright_tools.decks import with_decks
from cardwright_tools.output import (
    BROKEN,
    CLEAN,
    FAILED,
    USAGE,
    Stop,
    check_writable,
    format_table,
    progress,
    say,
    write_result,
)
from cardwright_tools.packs import load_packs, number_of_players
from cardwright_tools.sim.games import Failure, GameSetup, Outcome
from cardwright_tools.sim.playout import keep_rules, make_runner
from cardwright_tools.sim.result_lines import wins_text
from cardwright_tools.sim.run import engine_for, say_engine
from cardwright_tools.tournament.standings import Standings, standings_of, won_of
from cardwright_tools.tournament.tables import Table, tables_of
from cardwright_tools.workers import worker_pool

NO_RATINGS = "Ratings need one more package: pip install 'cardwright[rating]'"


@dataclass(frozen=True, slots=True)
class Tournament:
    """The setup: `ids` are the players who are asked, each played by an entrant at every table."""

    setup: GameSetup
    entrants: tuple[str, ...]
    ids: tuple[str, ...]
    tables: tuple[Table, ...]
    engines: Mapping[str, str]

    def play(self, index: int) -> Outcome | Failure:
        """Plays the game with this index: each deal is played at every table in turn."""
        deal, table = divmod(index, len(self.tables))
        by = ",".join(f"{id}={one}" for id, one in zip(self.ids, self.tables[table], strict=True))
        return _runner(replace(self.setup, by=by)).play(deal)[0]


def run_tournament(
    setup: GameSetup, entrants: Sequence[str], games: int, jobs: int, json_file: str | None
) -> int:
    """Plays the games, prints or writes the standings; returns the exit code."""
    rules = load_packs([Path(pack) for pack in setup.packs], setup.modules)
    setup = replace(setup, players=number_of_players(rules, setup.players or None))
    check_writable(json_file)
    by = ",".join(f"{number}={one}" for number, one in enumerate(entrants, 1))
    setup = replace(setup, engine=engine_for(replace(setup, by=by), games))
    keep_rules(setup, rules)
    at = _tournament(with_decks(rules, setup.decks), setup, entrants)
    if games % len(at.tables):
        say(_uneven(games, len(at.tables)), err=True)
    start = time.perf_counter()
    done = _played(at, games, jobs)
    played = [(at.tables[i % len(at.tables)], one) for i, one in done if isinstance(one, Outcome)]
    failed = [one for _, one in done if isinstance(one, Failure)]
    found = standings_of(at.entrants, [(table, _asked(one, at.ids)) for table, one in played])
    result = {
        "pack": rules.title, "players": setup.players, "seed": setup.seed, "games": len(played),
        **at.engines, "seconds": round(time.perf_counter() - start, 3), **found.to_json(),
    }  # fmt: skip
    write_result(result, json_file, _lines(rules.title, at, found, len(played)))
    for one in failed[:5]:
        say(f"error[{one.code}]: {one.message}, in the game with seed {one.seed}", err=True)
    if any(one.internal for one in failed):
        return BROKEN
    return FAILED if failed or len(done) < games else CLEAN


def _uneven(games: int, tables: int) -> str:
    even = -(-games // tables) * tables
    each = f"to play each equally often, play {even} games instead of {games}"
    return f"there are {tables} seatings; {each}"


def _asked(outcome: Outcome, ids: Sequence[str]) -> Outcome:
    """The outcome, limited to the players who were asked."""
    return replace(outcome, scores={id: outcome.scores[id] for id in ids})


def _tournament(rules: Rules, setup: GameSetup, entrants: Sequence[str]) -> Tournament:
    """Raises Stop if there is nothing to compare."""
    try:
        for one in entrants:
            named(one)
    except ValueError as error:
        raise Stop(f"--between: {error}", USAGE) from None
    if len(set(entrants)) < max(2, len(entrants)):
        raise Stop("--between takes two or more different players: random,greedy", USAGE)
    if rules.checked.cooperative:
        raise Stop("here all win or lose together: compare players with `cardwright sim`", USAGE)
    runner = _runner(setup)
    say_engine(runner, setup)
    ids = tuple(id for id in runner.names.values() if id not in runner.automata)
    if len(ids) < 2:
        raise Stop("a tournament needs a game of two players or more", USAGE)
    engines = runner.engines_for(",".join(entrants))
    return Tournament(setup, tuple(entrants), ids, tables_of(entrants, len(ids)), engines)


# -------------------------------------------------------------------------------- games

_runner = cache(make_runner)


def _played(at: Tournament, games: int, jobs: int) -> list[tuple[int, Outcome | Failure]]:
    """The results by index; after Ctrl-C, those of the first games, without gaps."""
    done: list[tuple[int, Outcome | Failure]] = []
    with progress(games, "games") as advance:
        try:
            for one in enumerate(_in_order(at, games, jobs)):
                done.append(one)
                advance(1)
        except KeyboardInterrupt:
            say(f"interrupted: {len(done)} of {games} games were played", err=True)
    return done


def _in_order(at: Tournament, games: int, jobs: int) -> Iterator[Outcome | Failure]:
    if jobs == 1 or games == 1:
        yield from map(at.play, range(games))
        return
    with worker_pool(min(jobs, games)) as pool:
        yield from pool.map(at.play, range(games))


# ------------------------------------------------------------------------------- output


def _lines(title: str, at: Tournament, found: Standings, games: int) -> Iterator[str]:
    yield f"{title}: {games} games of {at.setup.players} players, seed {at.setup.seed}"
    yield ", ".join(f"{what}: {name}" for what, name in at.engines.items())
    yield ""
    heads = ["player", "seats", "wins", "share", "95% interval"]
    heads += ["rating", "95% interval "] if found.ratings else []
    yield from format_table(heads, (_row(one, found) for one in found.ranked()))
    yield ""
    yield from format_table(("", "against", "won", "of", "share", "95% interval"), _pairs(found))
    yield ""
    yield "Won: of the games that either of the two has won, with both at the table."
    if not found.ratings:
        yield NO_RATINGS


def _row(one: str, found: Standings) -> tuple[str, ...]:
    record = found.records[one]
    row = (one, str(record.seats), wins_text(record.wins), f"{record.share:.1%}",
           _span(*record.interval))  # fmt: skip
    if one not in found.ratings:
        return row
    mean, deviation = found.ratings[one]
    return (*row, f"{mean:.1f}", f"{mean - Z * deviation:.1f} to {mean + Z * deviation:.1f}")


def _pairs(found: Standings) -> Iterator[tuple[str, ...]]:
    """Each pair once, the better entrant first."""
    order = found.ranked()
    for (one, other), (both, won) in found.against.items():
        if order.index(one) < order.index(other) and both:
            share, interval = won_of(won, both)
            yield (one, other, wins_text(won), wins_text(both), f"{share:.1%}",
                   _span(*interval))  # fmt: skip


def _span(low: float, high: float) -> str:
    return f"{low:.1%} to {high:.1%}"
