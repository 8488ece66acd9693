"""Numbers of games and positions as in `tests/test_perft.py`, counted in C without a table."""

from __future__ import annotations

import ctypes
import shutil
from functools import cache

import pytest

from cardwright.backends.native.library import open_library
from cardwright.backends.native.library_cache import library
from cardwright.backends.native.printer import printed
from cardwright.program.program import Program

from ..all_packs import ROOT, rules_of
from ..test_perft import (
    CONNECT_FOUR,
    DARK,
    GAMES_OF_TIC_TAC_TOE,
    LIGHT,
    REVERSI,
    amazon_moves,
)

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
COUNTED = """
static cw_game level[80];
static cw_work work;

static int64_t played(int at, int64_t index) {
  cw_copy(&level[at + 1], &level[at]);
  return cw_apply(&level[at + 1], &work, index);
}

/* The number of games from here to the end; -1 after an error. */
static int64_t games(int at) {
  int64_t found = 0;
  if (!level[at].asked) return 1;
  for (int64_t i = 0; i < level[at].count; i++) {
    if (played(at, i)) return -1;
    found += games(at + 1);
  }
  return found;
}

/* Positions after so many answers; games that end earlier do not count. */
static int64_t positions(int at, int64_t depth) {
  int64_t found = 0;
  if (!level[at].asked) return 0;
  if (depth == 1) return level[at].count;
  for (int64_t i = 0; i < level[at].count; i++) {
    if (played(at, i)) return -1;
    found += positions(at + 1, depth - 1);
  }
  return found;
}

/* The ways in which so many turns can be played, which a cell counts: forced ones too. */
static int64_t turns(int at, int64_t cell, int64_t number) {
  int64_t found = 0;
  if (!level[at].asked || level[at].s[cell] > number) return level[at].s[cell] > number;
  for (int64_t i = 0; i < level[at].count; i++) {
    if (played(at, i)) return -1;
    found += turns(at + 1, cell, number);
  }
  return found;
}

int64_t count_games(void) { return cw_new(level, &work, 1) ? -1 : games(0); }
int64_t count_positions(int64_t depth) {
  return cw_new(level, &work, 1) ? -1 : positions(0, depth);
}
int64_t count_turns(int64_t cell, int64_t number) {
  return cw_new(level, &work, 1) ? -1 : turns(0, cell, number);
}
"""


@cache
def counting(pack: str) -> tuple[Program, ctypes.CDLL]:
    """A game with functions that count its positions."""
    program = rules_of(ROOT / "tests" / "packs" / pack).program(2)
    dll = open_library(program, library(printed(program).text + COUNTED, ("-O1",))).dll
    for name in ("count_games", "count_positions", "count_turns"):
        getattr(dll, name).restype = ctypes.c_int64
    return program, dll


def positions(pack: str, depth: int) -> int:
    return int(counting(pack)[1].count_positions(ctypes.c_int64(depth)))


def turns(pack: str, number: int) -> int:
    program, dll = counting(pack)
    cell = program.layout.cells[("", "turns")]
    return int(dll.count_turns(ctypes.c_int64(cell), ctypes.c_int64(number)))


def test_number_of_tic_tac_toe_games() -> None:
    assert counting("tic-tac-toe")[1].count_games() == GAMES_OF_TIC_TAC_TOE


DEEPER = {"connect-four": {8: 5_673_234}, "reversi": {8: 390_216, 9: 3_005_288}}


def test_number_of_connect_four_positions() -> None:
    assert {depth: positions("connect-four", depth) for depth in CONNECT_FOUR} == CONNECT_FOUR


@pytest.mark.soak
def test_number_of_reversi_positions() -> None:
    found = {depth: turns("reversi", depth) for depth in (*REVERSI, *DEEPER["reversi"])}
    assert found == REVERSI | DEEPER["reversi"]


@pytest.mark.soak
@pytest.mark.parametrize("number", [1, 2])
def test_number_of_moves_on_rays(number: int) -> None:
    assert turns("amazons", number) == amazon_moves(LIGHT, DARK, frozenset(), number)


@pytest.mark.soak
def test_number_of_connect_four_positions_after_eight_answers() -> None:
    found = {depth: positions("connect-four", depth) for depth in DEEPER["connect-four"]}
    assert found == DEEPER["connect-four"]
