"""Tests non-interference: hidden information must not change anything that reaches a player.

A position is disguised by changing the values of cells and zones that a player can't see;
everything that the player's seat returns must stay the same: view, question, options, errors, log,
explanations, fingerprint, record, the drawn board, and the work of listing the options.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, repeat
from pathlib import Path

import click

import cardwright
from cardwright import Rules, Seat
from cardwright.api import available_modules, every_module
from cardwright.backends.game_errors import GameError
from cardwright.board.declarations import Field
from cardwright.options import Options
from cardwright.pack.files.modules import with_needed
from cardwright.program.decision_points import LogPoint
from cardwright.runtime import log, questions, visibility
from cardwright.runtime.determinize import determinize
from cardwright.runtime.game import Game
from cardwright.runtime.log_points import moves
from cardwright.runtime.view import LINES, View, view
from cardwright_tools.play.drawing import draw_board
from cardwright_tools.workers import worker_pool
from dev.counted_calls import calls_of

WIDTH = 100
SHARE = 0.2  # of the positions in a game
BATCH = 250
EXPLAINED = 0.5  # of the positions, in which an expression is explained
WHOLE = 0.1  # of the positions, in which the whole log is compared; otherwise only the newest lines
RECENT, NEWEST = 20, 60  # lines of the log


def leaks(game: Game, rng: random.Random) -> Iterator[str]:
    """Information that leaks to a player, drawn at random."""
    player = rng.choice(game.program.layout.kind("player"))
    other = disguise(game, player, rng)
    if visible_to(other, player) != visible_to(game, player):
        yield f"player {player} can see hidden information"
    drawn = determinize(game, player, rng.getrandbits(32))
    if visible_to(drawn, player) != visible_to(game, player):
        yield f"player {player} can tell a game that was drawn for them from the real one"


def visible_to(game: Game, player: int) -> tuple[object, ...]:
    """Everything that reaches a player: the view and its question, the board, the whole log."""
    asked = game.question is not None and game.question.player == player
    names = (questions.prompt(game), questions.answers(game)) if asked else ()
    return view(game, player), names, draw_board(game, player, WIDTH), log.lines(game, player)


def seat_leaks(rules: Rules, game: Game, rng: random.Random) -> Iterator[str]:
    """Differences in what a random seat, perhaps a spectator's, returns if hidden things differ,
    in a disguised and in a redetermined game."""
    player = rng.choice((0, *game.program.layout.kind("player")))
    said = [rng.choice(asked_why(game))] if rng.random() < EXPLAINED else []
    last = None if rng.random() < WHOLE else NEWEST
    given = seat_outputs(seat_of(rules, game, player, last), said)
    others = {"disguised": disguise(game, player, rng)}
    if player:
        others["redrawn"] = determinize(game, player, rng.getrandbits(32))
    for how, other in others.items():
        there = seat_outputs(seat_of(rules, other, player, last), said)
        yield from (f"player {player}: {what} of a {how} game" for what in given
                    if there[what] != given[what])  # fmt: skip


def random_leaks(rules: Rules, positions: int, seed: int) -> list[str]:
    """The leaks in this many positions of random games."""
    rng, found, looked = random.Random(seed), list[str](), 0
    while looked < positions:
        players = rng.choice(rules.players)
        decks = decks_of(rules, players, rng)
        game = rules.new_game(players, rng.getrandbits(32), decks).position
        while game.question is not None and looked < positions:
            if rng.random() < SHARE:
                found += seat_leaks(rules, game, rng)
                looked += 1
            game.answer(rng.randrange(len(game.question.answers)))
        looked += game.question is None  # also if nothing is ever asked
    return found


def decks_of(rules: Rules, players: int, rng: random.Random) -> dict[str, str]:
    """One of the pack's decks for each player, if players bring decks."""
    kind = rules.declared.board.list_kind()
    decks = [*rules.declared.board.things.get(kind.name, ())] if kind is not None else []
    return {seat: rng.choice(decks) for seat in rules.seats(players)} if decks else {}


def seat_of(rules: Rules, game: Game, player: int, last: int | None = None) -> Seat:
    """The seat of a player; `last` limits the lines of the log that it returns."""
    name = game.program.layout.items[player].name if player else None
    found = _Once(rules, game)
    found.last = last
    return found.seat(name)


class _Once(cardwright.Game):
    """A position whose views are computed once, for the view, the fingerprint and the record."""

    last: int | None = None

    def observation(
        self, player: str | None = None, last: int | None = LINES, *, shared: bool = False
    ) -> View:
        if not hasattr(self, "_seen"):
            self._seen = super().observation(player, self.last)
        return self._seen


def calls_to_ask(game: Game) -> int:
    """How many functions are called to put a question and list its options."""

    def listed() -> None:
        questions.prompt(game)
        _ = [(one.id, one.title, one.refers_to) for one in Options(game)]

    return calls_of(listed)


def seat_outputs(seat: Seat, expressions: Sequence[str]) -> dict[str, object]:
    """Everything that a seat returns, including the errors of wrong answers and expressions."""
    options = [(one.id, one.title, one.refers_to) for one in seat.options]
    return {
        "observation": seat.observation(None),
        "question": seat.question,
        "options": options,
        "log": seat.log(RECENT),  # the view has more of it
        "digest": seat.digest,
        "record": seat.save(),
        "why": [_explanation(seat, words) for words in expressions],
        "errors": [_refused(seat, id) for id in ("", "no such", *(id[:-1] for id, *_ in options))],
        "itself": repr(seat),
        "work": calls_to_ask(seat._game.position) if options else 0,
    }


def _explanation(seat: Seat, expression: str) -> object:
    try:
        return seat.why(expression)
    except (ValueError, GameError) as error:
        return str(error)


def _refused(seat: Seat, id: str) -> str:
    if id in [one.id for one in seat.options]:
        return ""
    try:
        seat.apply(id)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"`{id}` was taken for an answer")


def asked_why(game: Game) -> list[str]:
    """Expressions about each player's state and definitions, and the contents of each zone."""
    board, layout = game.program.board, game.program.layout
    names = [layout.items[player].name for player in layout.kind("player")]
    cells = [f"{name} of {who}" for name in board.fields("player") for who in names]
    inside = [f"number of {board.kinds[zone.holds].plural} in {layout.items[at].name}"
              for at, (zone, _) in enumerate(layout.zones, layout.zone_first)]  # fmt: skip
    more = [f"{one.name} of {who}" for one in game.program.checked.declared.definitions.values()
            for who in names]  # fmt: skip
    return [*cells, *inside, *more, *board.state, "top of deck"]


def disguise(game: Game, player: int, rng: random.Random) -> Game:
    """The same position for `player`; rivals' secret cells and the order of decks differ."""
    other = game.in_python()
    layout = game.program.layout
    for index, (zone, owner) in enumerate(layout.zones):
        if zone.seen_by != "all" and owner != player:
            _exchange(other, index, rng)
            rng.shuffle(other.z[index])
    _exchange_backs(other, player, rng)
    for found in layout.board.fields("player").values():
        if found.seen_by == "owner" and not found.printed:
            for rival in set(layout.kind("player")) - {player}:
                cell = layout.cells[("player", found.name)] + rival
                other.s[cell] = _other_value(game, found, other.s[cell], rng)
    return other


def _exchange_backs(game: Game, player: int, rng: random.Random) -> None:
    """Exchanges face-down things with others that have the same owner and back.

    Excludes things that a running effect uses, since it would continue with another thing, and
    things that had something on them, since the log says what came from there.
    """
    layout, groups = game.program.layout, dict[tuple[int, str, bool], list[int]]()
    faces = layout.face_down
    held = {n for values in game.frames for n in _numbers(values)}
    held.update(game.question.answers if game.question else ())
    held.update(_carriers(game))
    for item in range(1, layout.count if faces is not None else 0):
        if faces is not None and item not in held and visibility.is_back(game, item, player):
            back = (visibility.owner(game, item), faces.backs[item], faces.is_down(game.s, item))
            groups.setdefault(back, []).append(item)
    for items in groups.values():
        places = [game.s[item] for item in items]
        rng.shuffle(places)
        for item, place in zip(items, places, strict=True):
            game.s[item] = place
    game.list_placed()


def _carriers(game: Game) -> Iterator[int]:
    """Things to or from which something moved, according to the log."""
    link = game.log if game.program.stacked_on else None
    while link is not None:
        link, (number, *numbers) = link  # type: ignore[assignment]
        point = game.program.points[number] if number >= 0 else None
        yield from numbers[1:3] if isinstance(point, LogPoint) and moves(point) else ()


def _numbers(values: Sequence[object]) -> Iterator[int]:
    for value in values:  # a frame may hold sets
        if isinstance(value, int):
            yield value
        elif isinstance(value, tuple):
            yield from _numbers(value)


def _exchange(game: Game, index: int, rng: random.Random) -> None:
    """Exchanges one thing of a zone with one in another zone that the player can't see either."""
    layout = game.program.layout
    zone, owner = layout.zones[index]
    others = [
        n
        for n, (other, whose) in enumerate(layout.zones)
        if n != index and other.holds == zone.holds and whose == owner
        and other.seen_by != "all" and game.z[n]
    ]  # fmt: skip
    if not others or not game.z[index]:
        return
    there = rng.choice(others)
    here, far = rng.randrange(len(game.z[index])), rng.randrange(len(game.z[there]))
    one, two = game.z[index][here], game.z[there][far]
    game.z[index][here], game.z[there][far] = two, one
    game.s[one], game.s[two] = game.s[two], game.s[one]


def _other_value(game: Game, found: Field, value: int, rng: random.Random) -> int:
    layout = game.program.layout
    match found.type.base:
        case "thing":
            return rng.choice((0, *layout.kind(found.type.of)))
        case "enum":
            return rng.randint(1, len(layout.board.enums[found.type.of].values))
        case "flag":
            return rng.randint(0, 1)
        case _:
            low = found.low or 0
            return rng.randint(low, max(low, value + 3) if found.high is None else found.high)


def _look(pack: Path, seed: int) -> list[str]:
    return random_leaks(_rules(pack, some_modules(pack, seed)), BATCH, seed)


def some_modules(pack: Path, seed: int) -> tuple[str, ...]:
    """The modules for a seed: first all of the pack's modules, then none, then some."""
    every = every_module(pack)
    if seed < len(SETS):
        return every if SETS[seed] else ()
    rng = random.Random(seed)
    return with_needed([name for name in every if rng.random() < HALF], available_modules(pack))


SETS, HALF = (True, False), 0.5


@cache
def _rules(pack: Path, modules: tuple[str, ...]) -> Rules:
    return cardwright.load(pack, modules=modules)


@click.command()
@click.argument("packs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--positions", default=10_000, show_default=True, help="Of each pack.")
@click.option("--first", default=0, help="The batch to go on with, to ask in several runs.")
@click.option("--jobs", default=os.cpu_count() or 1)
def main(packs: Sequence[Path], positions: int, first: int, jobs: int) -> None:
    """Look for what leaks from the seats of random games."""
    with worker_pool(jobs) as pool:
        for pack in packs:
            batches = -(-positions // BATCH)
            numbers = range(first, first + batches)
            found = [*chain(*pool.map(_look, repeat(pack, batches), numbers))]
            click.echo(f"{pack.name}: {batches * BATCH} positions, {len(found)} leaks")
            if found:
                raise SystemExit("\n".join(found[:20]))


if __name__ == "__main__":
    main()
