"""Requests that every browser with a key may make: to answer, and to ask why.

The author asks as the player whose view is shown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeAlias

from cardwright_tools.studio import explanations
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.games import Browser, RunningGame
from cardwright_tools.studio.messages import Message, text_of
from cardwright_tools.studio.state import Studio

Handler: TypeAlias = Callable[[Studio, Browser, Message], Awaitable[None]]


async def answer(studio: Studio, browser: Browser, message: Message) -> None:
    game = studio.playing(browser)
    await studio.change(game, _answer, game, browser, text_of(message, "option"))
    game.let_bots_play()


def _answer(game: RunningGame, browser: Browser, option: str) -> None:
    player = game.looks_as(browser)
    if player is None:
        raise RequestError("the game is over")
    game.table.answer(player, option)


async def why(studio: Studio, browser: Browser, message: Message) -> None:
    """Explains a number on the board (`field`), or an expression."""
    game, author = studio.playing(browser), browser.author
    if "field" in message:
        ask = partial(explanations.why_cell, message=message, author=author)
    else:
        ask = partial(explanations.why, expression=text_of(message, "expression"), paused=author)
    browser.send(await game.work(_ask, game, browser, ask))


async def why_not(studio: Studio, browser: Browser, message: Message) -> None:
    game, words = studio.playing(browser), text_of(message, "answer")
    browser.send(await game.work(_ask, game, browser, partial(explanations.why_not, words=words)))


def _ask(game: RunningGame, browser: Browser, ask: Callable[..., Message]) -> Message:
    return ask(game.table, game.looks_as(browser))


HANDLERS: Mapping[str, Handler] = {"answer": answer, "why": why, "why not": why_not}
