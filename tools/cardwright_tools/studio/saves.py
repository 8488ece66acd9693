"""A game as a file for its host: the format of `save` in `cardwright play`, and the setup.

Interprets such files.
"""

from __future__ import annotations

import json

from cardwright import SaveError
from cardwright.runtime import save
from cardwright_tools.saved_games import answers_in, answers_of, save_of
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.messages import (
    BadMessage,
    Message,
    named_texts_of,
    read_object,
    words_of,
)
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table


def game_to_save(table: Table, setup: Setup) -> Message:
    """The file, as sent to the page that asks for it."""
    with table.lock:
        data = {**save_of(table.game, table.answers), "bots": {**setup.bots}}
    name = f"{table.rules.packs[-1].id}-{setup.seed}.json"
    return {"event": "saved game", "name": name, "text": json.dumps(data)}


def game_from_save(studio: Studio, text: str) -> tuple[Table, Setup]:
    """The game in such a file. Raises RequestError."""
    try:
        data = read_object(text)
        setup = _setup_in(data)
        rules = studio.rules_of(setup)
        table = studio.table_of(setup, rules)
        answers = answers_in(data)
        given = answers_of(rules.restore(data)) if answers is None else answers
        table.replay_answers([*given], rules)
    except (BadMessage, SaveError) as error:
        raise RequestError(f"this game can't be loaded: {error}") from None
    return table, setup


def _setup_in(data: Message) -> Setup:
    """Raises BadMessage and SaveError."""
    found = save.contents(data)
    bots, modules, decks = (
        named_texts_of(data, "bots"),
        words_of(data, "modules"),
        named_texts_of(data, "decks"),
    )
    return Setup(found.players, found.seed, bots, modules, decks)
