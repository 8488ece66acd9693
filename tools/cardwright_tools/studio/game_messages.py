"""The messages about a game: they tell each key only what it may know.

Makes the messages `board` and `position`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cardwright
from cardwright.source.text import NOWHERE
from cardwright_tools.studio.board import board_description
from cardwright_tools.studio.debugger import Paused, facts_of
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.statement_texts import (
    from_first_word,
    shown_text,
    statement_around,
)
from cardwright_tools.studio.table import Table

LINES, MORE_LINES = 60, 200  # of the log, for seats and for the author


def board_message(table: Table) -> Message:
    """Everything that is the same for all and never changes: names, texts, shapes of grids."""
    with table.lock:
        return {"event": "board", **board_description(table.rules, table.game)}


def position_message(
    table: Table, player: str | None, *, whoever: bool = False, paused: bool = False
) -> Message:
    """The current view of a seat, or of a spectator for None; or of `whoever` is asked.

    `paused`: the stop of the debugger, for the author, if there is one.
    """
    with table.lock:
        game, stopped = table.game_shown(paused=paused), table.stopped(paused=paused)
        player = table.asked(paused=paused) if whoever else player
        seat = game.seat(player)
        asked = seat.question
        return {
            "event": "position",
            "seat": player,
            "view": seat.observation(MORE_LINES if paused else LINES, shared=True),
            "turn": game.turn,
            "prompt": asked.prompt if asked else None,
            "options": [_option(one) for one in seat.options],
            "outcome": _outcome(game.outcome),
            "answered": table.history.number,
            "bot": table.game.turn in table.bots,
            "notice": table.notice if paused else "",  # it may reveal a secret choice
            **({"paused": _pause_message(stopped)} if stopped else {}),
        }


def author_position_message(table: Table, player: str | None, *, whoever: bool) -> Message:
    """The view of a seat, and what only the host knows: all answers, those taken back last, and
    the links of the seats."""
    with table.lock:
        shown = position_message(table, player, whoever=whoever, paused=True)
        seats = {player: key for key, player in table.keys.items()}
        return {**shown, "seats": seats, "timeline": _timeline(table)}


def _timeline(table: Table) -> Sequence[Mapping[str, str]]:
    return [{"player": one.player, "title": one.title} for one in table.history.answers]


def _pause_message(stopped: Paused) -> Message:
    """The current stop of the debugger, with the text of the whole statement."""
    checked, span = stopped.position.program.checked, stopped.span or NOWHERE
    here = span if stopped.value else from_first_word(checked, span)
    return {
        "part": stopped.part, "moment": stopped.moment, "reason": stopped.reason,
        "ends": stopped.ends,
        "file": here.source.name, "line": here.lines[0] if stopped.span else 0,
        "start": here.start, "end": here.end, "value": stopped.value,
        "text": shown_text(statement_around(checked, span)), **facts_of(stopped),
    }  # fmt: skip


def _option(option: cardwright.Option) -> Message:
    about = option.refers_to
    found = {"kind": about.kind, "id": about.id, "place": about.place} if about else None
    return {"id": option.id, "title": option.title, "about": found}


def _outcome(outcome: object) -> Message | None:
    if outcome is None:
        return None
    names = ("winners", "scores", "ranks", "reason")
    return {name: _plain(getattr(outcome, name)) for name in names}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return list(value) if isinstance(value, tuple | frozenset | list) else value
