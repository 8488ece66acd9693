"""Decks on the command line: `--deck north=rush --deck south=my-deck.yaml`.

Reads the words of the option. The library decides what a deck is and which are legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright.decks import Choice, DeckError
from cardwright.games import Rules
from cardwright_tools.output import FAILED, USAGE, Stop
from cardwright_tools.packs import print_errors

FILES = (".yaml", ".yml", ".json")


def with_decks(rules: Rules, words: Sequence[str]) -> Rules:
    """The rules for games with these decks. Prints what is illegal, and raises Stop."""
    try:
        return rules.with_decks(dict(_choices(words, rules))) if words else rules
    except DeckError as error:
        print_errors(error.report.diagnostics)
        raise Stop("", FAILED) from None
    except ValueError as error:
        raise Stop(f"--deck: {error}", USAGE) from None


def _choices(words: Sequence[str], rules: Rules) -> Iterator[tuple[str, Choice]]:
    """The deck of each player; a deck without a player is for all of them."""
    for word in words:
        player, sign, deck = word.partition("=")
        if sign:
            yield player.strip(), deck_named(deck.strip())
        else:
            everybody = rules.declared.board.things.get("player", {})
            yield from ((one, deck_named(word.strip())) for one in everybody)


def deck_named(word: str) -> Choice:
    """The id of a deck in a pack, or the path of a file."""
    is_file = word.endswith(FILES) or "/" in word or Path(word).is_file()
    return Path(word) if is_file else word
