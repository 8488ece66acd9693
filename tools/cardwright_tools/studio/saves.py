"""A game as a file that its host keeps: what `save` of `cardwright play` writes, and who plays.

Owns what such a file is read as. With `chosen`, the answers by their names, a game goes on by rules
that have changed since, as far as they fit these; without, only by the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import astuple

from cardwright import Rules, SaveError
from cardwright.runtime import save
from cardwright_tools.studio.journal import Answer, Setup
from cardwright_tools.studio.messages import BadMessage, Message, read_object, texts_of, words_of
from cardwright_tools.studio.refused import Refused
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.table import Table


def saved(table: Table, setup: Setup) -> Message:
    """The file, as it is told to the page that asks for it."""
    with table.lock:
        chosen = [astuple(one) for one in table.answers]
        data = {**table.game.save(), "bots": {**setup.bots}, "chosen": chosen}
    name = f"{table.rules.packs[-1].id}-{setup.seed}.json"
    return {"event": "saved game", "name": name, "text": json.dumps(data)}


def loaded(studio: Studio, text: str) -> tuple[Table, Setup]:
    """The game of such a file. Raises Refused."""
    try:
        data = read_object(text)
        setup = _setup_in(data)
        rules = studio.rules_of(setup)
        table = studio.table_of(setup, rules)
        table.give([*_answers_in(data, rules)], rules)
    except (BadMessage, SaveError) as error:
        raise Refused(f"this game can't be loaded: {error}") from None
    return table, setup


def _setup_in(data: Message) -> Setup:
    """Raises BadMessage and SaveError."""
    found = save.contents(data)
    bots, modules, decks = (
        texts_of(data, "bots"),
        words_of(data, "modules"),
        texts_of(data, "decks"),
    )
    return Setup(found.players, found.seed, bots, modules, decks)


def _answers_in(data: Message, rules: Rules) -> Iterator[Answer]:
    """Raises BadMessage and SaveError."""
    if "chosen" not in data:
        yield from _numbered(data, rules)
    else:
        for found in data["chosen"] if isinstance(data["chosen"], list) else [None]:
            match found:
                case [str(player), str(option), str(title)]:
                    yield Answer(player, option, title)
                case _:
                    raise BadMessage("`chosen` is a list of players, options and their titles")


def _numbered(data: Message, rules: Rules) -> Iterator[Answer]:
    """The answers by their numbers, of a game by the same rules. Raises SaveError."""
    rules.restore(data)
    game = rules.new_game(data["players"], data["seed"])
    for number in data["answers"]:
        option = game.options[number]
        yield Answer(game.turn or "", option.id, option.title)
        game.apply(option.id)
