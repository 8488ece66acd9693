"""The measurements as rows of a table; the first row of a group is the reference for the others."""

from __future__ import annotations

from pathlib import Path

from cardwright.api import load
from cardwright.backends.native.compile import NoCompiler
from cardwright.backends.native.names import Unsupported
from cardwright.games import Rules
from dev import handwritten
from dev.bench import large, measure
from dev.bench.batches import measure_batches, one_by_one
from dev.bench.games_in_c import PACK as FOUR_IN_A_ROW
from dev.bench.games_in_c import measure_games
from dev.bench.many import LargePack

Row = tuple[str, str, str, str]


def play_rows(rules: Rules, players: int, games: int) -> list[Row]:
    plain, played = measure.time_reference(), measure.time_decision(rules, players, games)
    same_game = measure.time_decision(load(FOUR_IN_A_ROW), 2, games)
    name = f"{rules.title}, {players} players"
    found = [
        ("plain Python, four in a row", _rate(plain), "decisions/s", "1.00"),
        ("the same game, as a pack", _rate(same_game), "decisions/s", _ratio(plain / same_game)),
        (name, _rate(played), "decisions/s", _ratio(plain / played)),
    ]
    try:
        native = measure.time_native(rules, players, games)
    except (Unsupported, NoCompiler) as error:
        return [*found, (f"{name}, as C", "", str(error), "")]
    return [*found, (f"{name}, as C", _rate(native), "decisions/s", _ratio(plain / native))]


def games_rows() -> list[Row]:
    """Whole games of Connect Four in C."""
    try:
        (name, by_hand), *others = measure_games()
    except NoCompiler as error:
        return [("Connect Four, as C", "", str(error), "")]
    ours = [(what, _rate(took), "games/s", _ratio(by_hand / took)) for what, took in others]
    return [(name, _rate(by_hand), "games/s", "1.00"), *ours]


def batch_rows(rules: Rules, players: int) -> list[Row]:
    """Many games at once, from Python."""
    try:
        found = measure_batches(rules, players)
    except RuntimeError as error:
        return [("many games at once", "", str(error), "")]
    by_one = one_by_one()
    yard = found[0][1] if by_one is None else by_one
    if by_one is not None:
        found.insert(0, ("OpenSpiel's Connect Four, one by one", by_one))
    return [(what, _rate(took), "steps/s", _ratio(yard / took)) for what, took in found]


def copy_rows(rules: Rules, players: int) -> list[Row]:
    copied, state = measure.time_copy(rules, players)
    return _beside("copy of the flat list of state", state, [("copy of a game", copied)], "µs")


def check_rows(pack: Path) -> list[Row]:
    check, empty = measure.time_check(pack)
    name = f"cardwright check {pack}, nothing kept"
    return _beside("an empty Python process", empty, [(name, check)])


def large_rows(many: LargePack) -> list[Row]:
    """Raises Stop if the pack has mistakes."""
    found = large.measure_large(many)
    size = f"{many.cards:,} cards in {many.files} files"
    ours = [
        ("cardwright check, nothing kept", found.cold),
        ("cardwright check, again", found.again),
        ("cardwright check, one card edited", found.edited),
    ]
    return _beside(f"check-jsonschema, {size}", found.schema, ours)


def handwritten_rows(rules: Rules, players: int, file: Path) -> list[Row]:
    """Raises ValueError if a hand-written function differs in meaning."""
    rows: list[Row] = []
    games = handwritten.midgame_positions(rules, players, 10)
    for pair in handwritten.make_pairs(rules, players, handwritten.load_functions(file)[1], games):
        wrong = pair.differences()
        if wrong:
            raise ValueError(wrong[0])
        compiled, by_hand = measure.time_expression(pair)
        ours = [(f"{pair.name}, compiled", compiled)]
        rows += _beside(f"{pair.name}, by hand", by_hand, ours, "µs")
    return rows


def _beside(name: str, yard: float, ours: list[tuple[str, float]], unit: str = "ms") -> list[Row]:
    """A reference and the times compared with it, in seconds."""
    rows = [(what, _in(unit, took), unit, _ratio(took / yard)) for what, took in ours]
    return [(name, _in(unit, yard), unit, "1.00"), *rows]


def _in(unit: str, seconds: float) -> str:
    return f"{seconds * 1e3:,.0f}" if unit == "ms" else f"{seconds * 1e6:.2f}"


def _rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f}"


def _ratio(value: float) -> str:
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}"
