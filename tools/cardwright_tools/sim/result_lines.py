"""The result of many games as text for a terminal: failures and tables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from cardwright.board.model import plural
from cardwright.players import RANDOM, seats_named
from cardwright.source.printable import printable
from cardwright_tools.output import format_table
from cardwright_tools.sim.results import SimResult

SHOWN_FAILURES = 5
SHOWN_ENDS = 12
_SHARE = "wins", "share", "95% interval"


def failure_lines(result: SimResult) -> Iterator[str]:
    """Lines about games that failed."""
    if result.interrupted:
        yield result.tally.interruption(result.asked)
    for failure in result.tally.failures[:SHOWN_FAILURES]:
        yield f"error[{failure.code}]: {printable(failure.message)}"
        if failure.place:
            yield f"  at {failure.place}"
        if failure.where:
            yield f"  in {' > '.join(failure.where)}"
        yield f"  in game {failure.index + 1}, whose seed is {failure.seed}"
        if failure.trace and os.environ.get("CARDWRIGHT_DEBUG") == "1":
            yield failure.trace
    if result.tally.failed > SHOWN_FAILURES:
        yield f"... {result.tally.failed} games failed in all"


def result_lines(result: SimResult, titles: dict[str, str]) -> Iterator[str]:
    """The result as lines of text that fit the terminal."""
    games, decisions = result.games, result.total("decisions")
    rate = decisions / result.seconds if result.seconds else 0
    chosen = (*result.setup.modules, *result.setup.decks)
    on = f" with {', '.join(map(printable, chosen))}" if chosen else ""
    size = result.setup.players
    yield f"{printable(result.title)}{on}: {_counted(games, 'game')} of {_counted(size, 'player')}"
    turns = _counted(result.total("turns"), "turn")
    pace = f"{_counted(decisions, 'decision')} in {result.seconds:.1f} s"
    yield f"{turns}, {pace} ({rate:,.0f} a second), seed {result.setup.seed}"
    if result.engines:
        yield ", ".join(f"{what}: {name}" for what, name in result.engines.items())
    if games:
        yield from _tables(result, titles)
        if any(len(winners) > 1 for winners in result.tally.counts["won"]):
            yield "A shared win is split equally: with two winners, it counts 1/2 for each."
    yield f"digest {result.digest}"


def _tables(result: SimResult, titles: dict[str, str]) -> Iterator[str]:
    for heads, rows in _heads_and_rows(result, titles):
        if shown := [*rows]:
            yield ""
            yield from format_table(heads, shown)
    yield ""


def _heads_and_rows(
    result: SimResult, titles: dict[str, str]
) -> Iterator[tuple[Sequence[str], Iterable[Sequence[str]]]]:
    by = ["by"] if _says_who_played(result) else []
    scores = ["mean", "lowest", "highest"] if result.scores() else []
    yield ["player", *by, *_SHARE, *scores], _player_rows(result, titles)
    yield ["seat", *_SHARE], _seat_rows(result)
    yield ["by", "seats", *_SHARE], _kind_rows(result)
    if result.setup.pairings:
        yield ["deck", "games", *_SHARE], _deck_rows(result, titles)
    if result.setup.wins_by:
        names = [printable(titles.get(name) or name) for name in result.names]
        yield [printable(result.setup.wins_by), "games", *names], _group_rows(result)
    lengths = result.lengths().items()
    yield ["a game", "fewest", "median", "most"], ([n, *map(_plainly, c)] for n, c in lengths)
    yield ["rule that ends the game", "games", "share"], _end_rows(result)


def _says_who_played(result: SimResult) -> bool:
    """Whether to say what played each player: not if all was random or it depends on the seat."""
    return not (set(result.by.values()) <= {RANDOM} or seats_named(result.setup.by))


def _end_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    ends = [*result.ends().items()]
    rest = sum(number for _, number in ends[SHOWN_ENDS:])
    for reason, number in [*ends[:SHOWN_ENDS], *([("others", rest)] if rest else [])]:
        yield printable(reason), str(number), f"{number / result.games:.1%}"


def _plainly(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def _player_rows(result: SimResult, titles: dict[str, str]) -> Iterator[tuple[str, ...]]:
    scores = result.scores()
    for name, wins in result.wins_by_player().items():
        by = result.by.get(name, "its rules")
        title = printable(titles.get(name) or name)
        row = (title, *([by] if _says_who_played(result) else []), *_won(wins, result))
        if name in scores:
            mean, low, high = scores[name]
            row = (*row, f"{mean:.1f}", str(low), str(high))
        yield row


def _seat_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    for seat, wins in result.wins_by_seat().items():
        yield str(seat), *_won(wins, result)


def _kind_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    for kind, (seats, wins) in result.wins_by_kind().items():
        yield printable(kind), str(seats), *_won(wins, result, seats)


def _deck_rows(result: SimResult, titles: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """The decks, the one with the highest share of wins first."""
    for deck, (games, wins) in result.wins_by_deck().items():
        yield printable(titles.get(deck) or deck), str(games), *_won(wins, result, games)


def _group_rows(result: SimResult) -> Iterator[tuple[str, ...]]:
    """The number of games with each value, and each player's share of their wins."""
    for value, (games, wins) in result.wins_by_group().items():
        yield printable(value), str(games), *(f"{float(won) / games:.1%}" for won in wins.values())


def wins_text(wins: Fraction) -> str:
    """A whole number, or a decimal one if some wins were shared."""
    return f"{round(float(wins), 2):.12g}"


def _won(wins: Fraction, result: SimResult, of: int = 0) -> tuple[str, ...]:
    games = of or result.games
    share, (low, high) = float(wins) / games, result.interval(wins, games)
    return wins_text(wins), f"{share:.1%}", f"{low:.1%} to {high:.1%}"
