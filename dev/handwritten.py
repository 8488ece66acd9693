"""Definitions of a pack, and hand-written functions with the same meaning.

The functions are beside the tests of a pack, never here: a file has `PACK`, and `HANDS`, which maps
the name of a definition to the maker of its function for a program.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from cardwright.games import Rules
from cardwright.players.playout import play_to_end
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright_tools.sim.games import choice_state, game_seed

Function = Callable[..., object]
Call = tuple[object, ...]
Make = Callable[[Program], Function]


@dataclass(frozen=True, slots=True)
class Pair:
    """The compiled function and the hand-written one, and calls for both."""

    name: str
    compiled: Function
    by_hand: Function
    calls: tuple[Call, ...]

    def differences(self) -> list[str]:
        """The calls for which the two return different values."""
        return [
            f"{self.name}{call[2:]} is {self.compiled(*call)}, by hand {self.by_hand(*call)}"
            for call in self.calls
            if self.compiled(*call) != self.by_hand(*call)
        ]


def load_functions(file: Path) -> tuple[str, dict[str, Make]]:
    """The pack and the functions of a file. Raises ValueError if it has none."""
    spec = importlib.util.spec_from_file_location(f"by_hand_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ValueError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, "HANDS", None)
    if not isinstance(found, dict):
        raise ValueError(f"{file} has no HANDS")
    return str(getattr(module, "PACK", "")), found


def make_pairs(
    rules: Rules, players: int, made: dict[str, Make], games: Sequence[Game]
) -> Iterator[Pair]:
    """Each definition with a hand-written function, and calls for all its arguments."""
    program = rules.program(players)
    for name, make in made.items():
        function = program.namespace[function_name(name)]
        assert callable(function)
        takes = rules.checked.functions[name].takes
        arguments = list(product(*(program.layout.kind(type.of) for type in takes)))
        calls = tuple((g.s, g.z, *args) for g in games for args in arguments)
        yield Pair(name, function, make(program), calls)


def midgame_positions(rules: Rules, players: int, count: int, seed: int = 1) -> list[Game]:
    """Positions in the middle of random games, one from each game."""
    found = []
    for index in range(count):
        at = game_seed(seed, index)
        game = rules.new_game(players, at).position
        play_to_end(game, choice_state(at), 40 + 15 * index)
        found.append(game)
    return found
