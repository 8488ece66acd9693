"""What the studio sends to a seat: nothing that its player may not know."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from cardwright_tools.studio.changes import apply_change, json_change
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.explanations import why_cell, why_not
from cardwright_tools.studio.game_messages import board_message, position_message
from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table
from tests.studio.sockets import HOST, browser

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
SECRET = [ROOT / "tests" / "packs" / name for name in ("hands", "hedge-duel", "push-your-luck")]
SHIPPED = sorted(path.parent for path in (ROOT / "content").glob("*/pack.yaml"))


def check(pack: Path, games: int, answers: int) -> int:
    """Plays at random; in each position, everything that a seat is sent must be the same as in
    another game that its player can't distinguish from this one. Returns how many messages were
    compared."""
    rules, compared = cardwright.load(pack), 0
    players = min(rules.players)
    for seed in range(games):
        table, chance = Table(rules, players, seed), random.Random(seed)
        while table.game.turn and len(table.answers) < answers:
            option = chance.choice(list(table.game.options))
            table.answer(table.game.turn, option.id)
            for player in table.game.players:
                compared += compare(table, player, chance.randrange(1 << 30))
    return compared


def compare(table: Table, player: str, seed: int) -> int:
    game = table.game
    sent = all_that_is_sent(table, player)
    table.game, table.notice = game.determinize(player, seed), "for the author"
    try:
        assert all_that_is_sent(table, player) == sent
    finally:
        table.game, table.notice = game, ""
    return len(sent)


def all_that_is_sent(table: Table, player: str) -> list[Message]:
    """The position, the board, the answers that are not offered, and why each number on the board
    is what it is."""
    shown = position_message(table, player)
    numbers = [
        why_cell(table, player, {"kind": "player", "name": name, "field": field})
        for name, one in shown["view"]["players"].items()
        for field, value in one["state"].items()
        if isinstance(value, int)
    ]
    return [shown, board_message(table), why_not(table, player, ""), *numbers]


@pytest.mark.parametrize("pack", SECRET, ids=lambda path: path.name)
def test_nothing_that_is_sent_to_a_seat_depends_on_what_it_may_not_see(pack: Path) -> None:
    assert check(pack, 1, 12) > 20


@pytest.mark.soak
@pytest.mark.parametrize("pack", SHIPPED, ids=lambda path: path.name)
def test_nothing_that_is_sent_to_a_seat_of_a_shipped_game_does_either(pack: Path) -> None:
    assert check(pack, 2, 120) > 100


def test_a_socket_sends_only_what_the_seat_may_see() -> None:
    """So what was compared above is everything that is sent."""
    studio = Studio(EditedPack(SECRET[0]), frozenset({HOST}))
    rules = studio.edited_pack.rules()
    players = min(rules.players)
    game = studio.add(Table(rules, players, 3), Setup(players, 3))
    table, chance = game.table, random.Random(3)
    key, player = next(iter(table.keys.items()))
    with browser(studio, key) as seat:
        assert seat.receive_json() == board_message(table)
        shown = seat.receive_json()
        assert shown == position_message(table, player)
        for _ in range(20):
            if table.game.turn != player:
                if table.game.turn is None:
                    break
                table.answer(table.game.turn, chance.choice(list(table.game.options)).id)
                continue
            option = chance.choice(list(table.game.options)).id
            seat.send_json({"do": "answer", "option": option})
            moved, now = seat.receive_json(), position_message(table, player)
            assert moved == {"event": "moved", "change": json_change(shown, now)}
            shown = apply_change(shown, moved["change"])
            assert shown == now
