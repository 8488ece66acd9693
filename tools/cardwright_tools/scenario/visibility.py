"""What a player may see, for `seen by` and `hidden from`.

Reads only the player's view, which includes their log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardwright.pack.yaml_node import YamlNode
from cardwright.runtime.view import HIDDEN, Plain, View, view
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.step import Mismatch, Stage, answer_words
from cardwright_tools.scenario.terms import Terms


def check_words(terms: Terms, words: Sequence[YamlNode]) -> None:
    """Reports unknown names, which would always be hidden."""
    known = answer_words(terms)
    for node in words:
        cell, _, player = node.word.partition(" of ")
        names = [cell] if not player else [cell, player]
        for name in names:
            if name not in known:
                help = did_you_mean(name, known)
                terms.report.error("CW343", f"there is no `{name}`", node.span, help)
        if player:
            _check_cell(terms, cell, player, node)


def _check_cell(terms: Terms, cell: str, player: str, node: YamlNode) -> None:
    cells = [n for n, f in terms.program.board.fields("player").items() if not f.printed]
    if terms.asked_player(node, player) and cell not in cells:
        help = did_you_mean(cell, cells)
        terms.report.error("CW212", f"players have no `{cell}`", node.span, help)


def check_sight(
    terms: Terms, game: Stage, player: int, key: str, words: Sequence[YamlNode]
) -> Iterator[Mismatch]:
    seen = view(game, player, None)
    for node in words:
        cell, of, owner = node.word.partition(" of ")
        if of:
            where = "seen" if _state(seen, owner).get(cell, HIDDEN) != HIDDEN else ""
        else:
            where = _where(terms, _relevant_view(terms, game, node.word, seen), node.word)
        if bool(where) != (key == "seen by"):
            what = f"{key} {terms.name(player)}"
            yield Mismatch(what, node.word, where or "hidden", node.span)


def _relevant_view(terms: Terms, game: Stage, word: str, seen: View) -> View:
    """The view, without the supply if a copy of the thing is on the table."""
    placed = any(game.s[i.id] for i in terms.named(word))
    return {key: part for key, part in seen.items() if key != "supply"} if placed else seen


def _where(terms: Terms, seen: View, word: str) -> str:
    """Where a name first occurs in a view: `seen in deck`; "" if it does not."""
    names = _names(terms, word)
    for path, text in _texts(seen):
        if any(name in _words(text) for name in names):
            return f"seen {_location(path, text)}"
    return ""


def _location(path: Sequence[str], text: str) -> str:
    if path[0] in ("zones", "places", "players"):
        return f"in {path[1]}"
    said = {"supply": "in supply", "question": "in the question"}
    return said.get(path[0], f"in the {path[0]}: {text}")


def _state(seen: View, player: str) -> View:
    found = seen
    for key in ("players", player, "state"):
        inner = found[key]
        assert isinstance(inner, dict)
        found = inner
    return found


def _names(terms: Terms, word: str) -> list[str]:
    """The id and the title: the log has titles."""
    titles = [i.thing.title for i in terms.named(word) if i.thing and i.thing.title]
    return [_words(name) for name in (word, *titles)]


def _words(text: str) -> str:
    """Words between single spaces, so that none is found inside another."""
    return f" {re.sub(r'[^a-zA-Z0-9-]+', ' ', text)} "


def _texts(value: Plain, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each text in a view, including names of things, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, str(key)), str(key)
            yield from _texts(inner, (*path, str(key)))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, path)
    elif isinstance(value, str):
        yield path, value
