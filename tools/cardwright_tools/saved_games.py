"""Files written by `save`, and how their games continue.

If the file has `chosen`, the answers by name, the game can continue on changed rules as far as its
answers fit them; otherwise, only on the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from cardwright import Game, GameError, Rules, SaveError
from cardwright.runtime.engines import Engine
from cardwright.runtime.save import PacksChanged, Plain, Save, initial_save
from cardwright.source.plain_json import json_file

CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class Answer:
    """An option that was chosen: by whom, its id, and its title."""

    player: str
    option: str
    title: str


def saved_game(file: Path) -> Save:
    """The content of a saved game. Raises OSError and SaveError."""
    try:
        data = json_file(file)
    except ValueError:  # it is neither text nor JSON
        data = None
    if not isinstance(data, dict):
        raise SaveError("this is not a saved game; expected a file that `save` has written")
    return data


def save_of(game: Game, answers: Sequence[Answer]) -> Save:
    """The content to write: the save of the game, and its answers by name."""
    return {**game.save(), CHOSEN: [[*astuple(one)] for one in answers]}


def answers_of(game: Game) -> list[Answer]:
    """All answers from the beginning."""
    game, found = game.copy(), list[Answer]()
    for number in reversed([*game.position.answered()]):
        game.undo()
        option = game.options[number]
        found.append(Answer(game.turn or "", option.id, option.title))
    return found[::-1]


def answers_in(data: Mapping[str, Plain]) -> list[Answer] | None:
    """The answers by name; None if they were not saved. Raises SaveError."""
    if CHOSEN not in data:
        return None
    rows = data[CHOSEN]
    return [_answer(row) for row in (rows if isinstance(rows, list) else [rows])]


def _answer(row: Plain) -> Answer:
    match row:
        case [str(player), str(option), str(title)]:
            return Answer(player, option, title)
    raise SaveError(f"`{CHOSEN}` is a list of players, options and their titles")


def restore_game(rules: Rules, data: Save, engine: Engine = "python") -> tuple[Game, str]:
    """The game of a save and, if the rules have changed since, a sentence about how far its answers
    fit.

    Raises SaveError.
    """
    try:
        return rules.restore(data, engine), ""
    except PacksChanged:
        if (answers := answers_in(data)) is None:
            raise
    game = rules.restore(initial_save(rules, data), engine)
    misfits = (answer_again(game, answers, number) for number in range(len(answers)))
    if wrong := next(filter(None, misfits), ""):
        return game, f"{wrong} The game continues from before that answer."
    return game, f"All {len(answers)} answers fit the changed rules."


def answer_again(game: Game, answers: Sequence[Answer], number: int) -> str:
    """Gives an answer again; returns why it can't be given, or "" if it was."""
    wrong = _misfit(game, answers[number])
    start = f"Answer {number + 1} of {len(answers)} no longer fits the rules: "
    return f"{start}{wrong}." if wrong else ""


def _misfit(game: Game, answer: Answer) -> str:
    titles = game.rules.titles
    chose = f"{titles.get(answer.player, answer.player)} chose “{answer.title}”"
    if game.turn != answer.player:
        asked = f"{titles[game.turn]} is asked" if game.turn else "the game is over"
        return f"{chose}, and now {asked}"
    if answer.option not in (one.id for one in game.options):
        return f"{chose}, which is now not offered, or is the only answer and so not asked"
    try:
        game.apply(answer.option)
    except GameError as error:
        return f"{chose}, and then {error}"
    return ""
