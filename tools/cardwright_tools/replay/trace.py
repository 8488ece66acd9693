"""The decisions of a game as it was played, for comparison with another play.

Decides what must be equal: who is asked, the ids of the options, the answer, and the lines of the
log. Numbers of things differ between versions of a pack, so they are not compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import cardwright
from cardwright import Game, Rules
from cardwright.runtime import log, naming
from cardwright.runtime.save import Plain, Save, Saved, SaveError, contents

STEPS, LOG, WON = "steps", "log", "won"
Step = tuple[str, str, str]
"""The player who was asked, the id of the answer, and a checksum of the options."""


@dataclass(slots=True)
class Trace:
    """A game as it was played: its steps, the lines of its log, and who won.

    `games`: the positions at each step, if they were played here. `stuck`: why not all answers
    could be given.
    """

    steps: list[Step]
    lines: list[str]
    won: tuple[str, ...] = ()
    games: list[Game] = field(default_factory=list)
    stuck: str = ""

    def to_json(self) -> Save:
        steps: list[Plain] = [[*step] for step in self.steps]
        return {STEPS: steps, WON: [*self.won], LOG: [*self.lines]}


def stored(game: Game) -> Save:
    """The save of a game with its trace, to be replayed on changed rules."""
    data = game.save()
    saved = contents(data)
    return {**data, **replayed(game.rules, saved, saved.answers).to_json()}


def trace_in(data: Mapping[str, Plain]) -> Trace | None:
    """The trace that was stored with a save, or None. Raises SaveError."""
    if STEPS not in data:
        return None
    steps, lines, won = (data.get(key) for key in (STEPS, LOG, WON))
    if not isinstance(steps, list) or not isinstance(lines, list) or not isinstance(won, list):
        raise SaveError("the trace of the game can't be read")
    return Trace([_step(one) for one in steps], [*map(str, lines)], tuple(map(str, won)))


def _step(data: Plain) -> Step:
    if not isinstance(data, list) or len(data) != 3:
        raise SaveError(f"a step of the game can't be read: {data!r}")
    player, answer, options = map(str, data)
    return player, answer, options


def replayed(rules: Rules, saved: Saved, answers: object) -> Trace:
    """Plays a game again, with answers by number or by the ids of a trace.

    Raises ValueError or GameError if it can't begin.
    """
    assert isinstance(answers, list | tuple)
    game = rules.new_game(saved.players, saved.seed, saved.decks)
    trace = Trace([], [])
    for answer in answers:
        trace.games.append(game.copy())
        if (stuck := _answer(game, answer, trace)) is not None:
            trace.stuck = stuck
            break
    trace.games.append(game)
    trace.lines = full_log(game)
    trace.won = game.outcome.winners if game.outcome else ()
    return trace


def _answer(game: Game, answer: int | str, trace: Trace) -> str | None:
    """Gives an answer and records the step; returns why it can't be given, or None."""
    if game.turn is None:
        return "the game is over before"
    ids = game.options.ids
    sum = hashlib.sha256("\n".join(ids).encode()).hexdigest()[:8]
    try:
        id = answer if isinstance(answer, str) else ids[answer]
        trace.steps.append((game.turn, id, sum))
        game.apply(id)
    except (ValueError, IndexError, cardwright.GameError) as error:
        return str(error)
    return None


def full_log(game: Game) -> list[str]:
    """The log as somebody who sees everything reads it."""
    return log.lines(game.position, None)


def player_titles(game: Game) -> Mapping[str, str]:
    """The titles of the players, by id."""
    program = game.position.program
    players = program.layout.kind("player")
    return {program.layout.items[n].name: naming.title(program, n) for n in players}


def answer_title(game: Game, id: str) -> str:
    """The title of the option with this id; the id in backticks if it is not offered."""
    options = () if game.turn is None else game.options
    return next((option.title for option in options if option.id == id), f"`{id}`")
