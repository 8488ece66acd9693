"""Each primitive returns the same in C as in Python, for many arguments."""

from __future__ import annotations

import ctypes
import random
import re
import shutil
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from cardwright.backends.native import names
from cardwright.backends.native.library import Position, open_library
from cardwright.backends.native.library_cache import library
from cardwright.backends.native.printer import text_of
from cardwright.backends.native.values import Values
from cardwright.backends.reference.expressions import PRIMITIVES
from cardwright.program import values as v
from cardwright.program.primitives import FUNCTIONS
from cardwright.runtime.game import Game

from ..all_packs import ROOT, rules_of

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

PACK = ROOT / "tests" / "packs" / "card-guilds"
TIMES = 12
PLACES = range(1, 20)  # ids that networks are made of
Given = tuple[str, list[Any], list[v.Value]]
"""A primitive, what it takes in Python, and as values of a program."""


class Maker:
    """Random arguments, within the range that the primitives may receive."""

    def __init__(self, seed: int, game: Game) -> None:
        self.rng, self.game, self.constants = random.Random(seed), game, dict[str, object]()
        self.rows = [self._around(place) for place in range(game.program.layout.count)]
        self.edges = [self._ends(edge) for edge in range(game.program.layout.count)]

    def _around(self, place: int) -> tuple[int, ...]:
        return tuple(self.rng.sample(PLACES, 2)) if place in PLACES else ()

    def _ends(self, edge: int) -> tuple[int, ...]:
        return tuple(self.rng.sample(range(1, 9), 2)) if edge in PLACES else ()

    def few(self, most: int = 9) -> tuple[int, ...]:
        return tuple(self.rng.choices(PLACES, k=self.rng.randrange(most)))

    def table(self, value: object) -> v.Value:
        name = f"K{len(self.constants)}"
        self.constants[name] = value
        return v.Table(name)

    def pair(self, shape: str, name: str, at: int) -> tuple[Any, v.Value]:
        """An argument for Python, and the same as a value of a program."""
        game, rng = self.game, self.rng
        match shape:
            case "state":
                return game.s, v.STATE
            case "zones":
                return game.z, v.ZONES
            case "number":
                found: Any = self.number(name, at)
                return found, v.Const(found)
            case "set?" if rng.random() < 0.3 and name != "groups":  # that would need a network
                return None, v.Const(None)
            case "set" | "set?":
                found = self.set(name, at)
                return found, v.Const(found)
            case "members":
                found = frozenset(self.few())
                return found, self.table(found)
            case "sets" | "near":
                found = self.rows if shape == "near" else self.edges
                return found, self.table(found)
            case "tables":
                found = [[self.few(4) for _ in range(8)] for _ in self.rows]
                return found, self.table(found)
            case "key":
                low = rng.randrange(3)
                body = v.Call("mod", [v.Arith("+", v.Var("x"), v.Const(low)), v.Const(3)])
                return lambda item: (item + low) % 3, v.Key("x", body)
        raise AssertionError(shape)

    def number(self, name: str, at: int) -> int:
        layout, rng = self.game.program.layout, self.rng
        if (name, at) in (("contents_of", 1), ("in_lists", 1), ("in_lists", 2)):
            zone = rng.randrange(len(layout.zones))
            return zone + (layout.zone_first if name == "contents_of" else 0)
        if (name, at) == ("contents_of", 2):
            return layout.zone_first
        if (name, at) in (("arg_best", 2), ("first_best", 2)):
            return rng.choice((1, -1))
        if name in ("div", "mod", "product", "numbers", "min", "max"):
            return rng.randint(-20, 20)
        return rng.choice((0, *PLACES))

    def set(self, name: str, at: int) -> tuple[int, ...]:
        count = self.game.program.layout.count
        if name in ("if_in_game", "those_in_game", "in_game_ray") and at == 2:
            return tuple(range(count))  # each place is its own flag
        if name in ("way", "longest_path") and at > 1:
            return tuple(self.rng.randint(1, 5) for _ in range(count))
        return tuple(sorted({*self.few()})) if name in ("in_mask", "mask_of") else self.few()

    def case(self, name: str) -> Given:
        takes = FUNCTIONS[name].takes
        pairs = [self.pair(shape, name, at) for at, shape in enumerate(takes)]
        if name in ("way", "longest_path"):  # the closed places come before lengths
            closed = self.few(3)
            pairs[-3 if name == "way" else -2] = closed, v.Const(closed)
        return name, [one for one, _ in pairs], [value for _, value in pairs]


@cache
def played() -> Game:
    game = Game(rules_of(PACK).program(2), 5)
    for _ in range(9):
        assert game.question is not None
        game.answer(0)
    return game


@pytest.fixture(scope="module")
def given() -> tuple[list[Given], list[list[int]]]:
    """Cases for all primitives, and the results of each in C."""
    game = played()
    maker = Maker(1, game)
    cases = [maker.case(name) for name in FUNCTIONS if name != "network" for _ in range(TIMES)]
    values = Values(maker.constants, {}, game.program.layout)
    printed = [values(v.Call(name, args)) for name, _, args in cases]
    functions = [_function(at, values, cases[at][0], text) for at, text in enumerate(printed)]
    more = map(_renamed, (*values.tables.text, *functions))
    text = "\n".join([text_of(game.program), *more])
    made = open_library(game.program, library(text, ("-O0",)))
    position = made.position(_plain(game.state()))
    return cases, [_called(position, at) for at in range(len(cases))]


def _renamed(text: str) -> str:
    """The tables of the cases must not have the names of the program's tables."""
    return re.sub(r"\bK(\d+)\b", r"T\1", text)


def _plain(value: object) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


def _function(at: int, values: Values, name: str, text: str) -> str:
    head = f"int64_t case_{at}(cw_game *g, cw_work *w, int64_t *out) {{ cw_begin_work(g, w);"
    if FUNCTIONS[name].gives == "set":
        copy = "for (int32_t i = 0; i < found.n; i++) out[1 + i] = found.at[i];"
        return f"{head} cw_set found = {text}; out[0] = found.n; {copy} return w->error; }}"
    return f"{head} out[0] = {text}; return w->error; }}"


def _called(position: Position, at: int) -> list[int]:
    out = (ctypes.c_int64 * 2000)()
    call: Callable[..., int] = getattr(position.library.dll, f"case_{at}")
    assert call(position.memory, position.library.work, out) == 0
    return list(out)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "network"])
def test_it_gives_the_same(name: str, given: tuple[list[Given], list[list[int]]]) -> None:
    checked = 0
    for (primitive, args, _), out in zip(*given, strict=True):
        if primitive == name:
            expected = PRIMITIVES[name](*args)
            if FUNCTIONS[name].gives == "set":
                assert tuple(out[1 : 1 + out[0]]) == tuple(expected), args
            else:
                assert out[0] == expected, args
            checked += 1
    assert checked == TIMES


def test_names_of_programs_are_names_of_c() -> None:
    assert (names.name("v0"), names.name("int"), names.name("a-b")) == ("v0", "int_", "a_2d_b")
