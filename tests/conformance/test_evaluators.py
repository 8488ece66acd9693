"""Compiled expressions and the reference evaluator agree on every definition.

In positions of random games of all packs, each definition is evaluated with all combinations of
arguments, including none; if there are many, with a sample of them.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright import Rules
from cardwright.backends.core.evaluate import Env, evaluate
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.program import Program
from cardwright.runtime.game import Game

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
FIXTURES = sorted(path.parent for path in ROOT.glob("tests/packs/*/pack.yaml"))


def _numbers_of_players(pack: Path) -> range:
    """Read from the manifest's text, since packs are not loaded while tests are collected."""
    found = re.search(r"^players: \[(\d+), (\d+)\]", (pack / "pack.yaml").read_text(), re.M)
    assert found is not None
    return range(int(found[1]), int(found[2]) + 1)


SHORT, LONGEST = 100, 300  # answers of a game

LARGE = [ROOT / "content" / "expanse", ROOT / "content" / "doors-and-corners"]


def _cases() -> Iterator[object]:
    """A short game with most players for each change; the base game is soaked alone, since its
    definitions are also those of its expansion."""
    for pack in (*FIXTURES, *LARGE):
        numbers = _numbers_of_players(pack)
        if pack != LARGE[0]:
            yield pytest.param(pack, numbers[-1], 1, SHORT)
        for count in numbers:
            yield pytest.param(pack, count, 2, LONGEST, marks=pytest.mark.soak)


NUMBERS = (-2, -1, 0, 1, 2, 3, 7)
POSITIONS, MOST_COMBINATIONS = 3, 10


@cache
def rules_of(pack: Path) -> Rules:
    """The rules of a pack with all modules that allow any number of players."""
    on = [name for name, module in cardwright.modules(pack).items() if module.players is None]
    return cardwright.load(pack, modules=on)


@pytest.mark.parametrize(
    ("pack", "players", "games", "answers"), [*_cases()], ids=lambda v: getattr(v, "name", v)
)
def test_definitions_in_random_games(pack: Path, players: int, games: int, answers: int) -> None:
    rules = rules_of(pack)
    rng = random.Random(f"{pack.name} {players}")
    for game in positions(rules.program(players), rng, games, answers):
        for function in rules.checked.functions.values():
            for args in arguments(function, game, rng):
                compare(function, args, game)


def compare(function: core.Function, args: Sequence[int], game: Game) -> None:
    program = game.program
    body = core.Call(function.body.type, function.span, function.name, literals(function, args))
    plain = evaluate(body, Env(program, game.s, game.z))
    compiled = program.namespace[function_name(function.name)](game.s, game.z, *args)  # type: ignore[operator]
    found = tuple(compiled) if isinstance(compiled, list | tuple) else int(compiled)
    named = [program.layout.items[a].name or a for a in args]
    assert found == plain, f"{function.name} {named} in {game.where()}"


def literals(function: core.Function, args: Sequence[int]) -> tuple[core.Expr, ...]:
    typed = zip(function.takes, args, strict=True)
    return tuple(core.Lit(type, function.span, arg) for type, arg in typed)


def arguments(function: core.Function, game: Game, rng: random.Random) -> Iterator[tuple[int, ...]]:
    values = [values_of(type, game.program) for type in function.takes]
    size = 1
    for options in values:
        size *= len(options)
    if size <= MOST_COMBINATIONS:
        yield from itertools.product(*values)
    else:
        for _ in range(MOST_COMBINATIONS):
            yield tuple(rng.choice(options) for options in values)


def values_of(type: Type, program: Program) -> Sequence[int]:
    if type.base == "number":
        return NUMBERS
    if type.base == "flag":
        return (0, 1)
    if type.base == "enum":
        return range(len(program.board.enums[type.of].values) + 1)
    return (0, *program.layout.kind(type.of))


def positions(program: Program, rng: random.Random, games: int, answers: int) -> Iterator[Game]:
    """Some positions of a few games."""
    for seed in range(games):
        game = Game(program, seed)
        looks = sorted(rng.sample(range(1, answers), POSITIONS))
        for answered in range(answers):
            if answered in looks or game.question is None or not answered:
                yield game
            if game.question is None:
                break
            game.answer(rng.randrange(len(game.question.answers)))
