"""What a player may see, for `seen by` and `hidden from`.

Reads only the player's view, which includes their log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardwright.language import hir
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.decision_points import ChoicePoint
from cardwright.runtime import visibility
from cardwright.runtime.naming import HIDDEN
from cardwright.runtime.view import Plain, View, view
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.answer_words import answer_words
from cardwright_tools.scenario.stage import Mismatch, Stage
from cardwright_tools.scenario.terms import Terms


def check_words(terms: Terms, words: Sequence[YamlNode]) -> None:
    """Reports unknown names, which would always be hidden."""
    known = answer_words(terms) | set(terms.program.board.state)
    for node in words:
        what, of, bearer = _parts(terms, node.word)
        if of and _kind(terms, what):
            terms.asked_player(node, bearer)
            continue
        for name in [what, bearer] if of else [what]:
            if name not in known:
                help = did_you_mean(name, known)
                terms.report.error("CW343", f"there is no `{name}`", node.span, help)
        if of:
            _check_cell(terms, what, bearer, node)


def _parts(terms: Terms, word: str) -> tuple[str, str, str]:
    """The cell and its bearer in `gold of ann`; it may have a key: `stock of salt of ann`."""
    if word in terms.program.board.state or " of " not in word:
        return word, "", ""
    return word.rpartition(" of ")


def _kind(terms: Terms, word: str) -> str:
    """The kind of pieces or cards that a word names; a player's pieces may be hidden."""
    board = terms.program.board
    found = board.noun(word)
    return found[0] if found and board.root(found[0]) in ("piece", "card") else ""


def _check_cell(terms: Terms, cell: str, bearer: str, node: YamlNode) -> None:
    for kind in sorted({item.kind for item in terms.named(bearer)}):
        cells = [f.name for f in terms.state_of(kind)]
        if cell not in cells:
            words, help = terms.program.board.kinds[kind].plural, did_you_mean(cell, cells)
            terms.report.error("CW212", f"{words} have no `{cell}`", node.span, help)


def check_sight(
    terms: Terms, game: Stage, player: int, key: str, words: Sequence[YamlNode]
) -> Iterator[Mismatch]:
    seen = view(game, player, None)
    for node in words:
        where = _seen(terms, game, seen, node.word)
        if bool(where) != (key == "seen by"):
            what = f"{key} {terms.name(player)}"
            yield Mismatch(what, node.word, where or "hidden", node.span)


def _seen(terms: Terms, game: Stage, seen: View, word: str) -> str:
    """Where a view shows this; "" if it doesn't."""
    what, of, bearer = _parts(terms, word)
    if of and (kind := _kind(terms, what)):
        return _seen_pieces(terms, game, seen, kind, terms.player(bearer))
    if of:
        if _is_chosen_now(game, what):
            return _seen_choice(terms, game, seen, what, bearer)
        return _seen_state(seen, what, bearer)
    if word in terms.program.board.state and not terms.named(word):
        found = seen["state"]
        return "seen" if isinstance(found, dict) and found.get(word, HIDDEN) != HIDDEN else ""
    placed = any(game.s[i.id] for i in terms.named(word))
    return _where(terms, _relevant_view(seen, placed), word)


def _relevant_view(seen: View, placed: bool) -> View:
    """The view, without the supply if the thing that is meant has a place."""
    return {key: part for key, part in seen.items() if key != "supply"} if placed else seen


def _seen_pieces(terms: Terms, game: Stage, seen: View, kind: str, owner: int) -> str:
    """Where a piece of this kind and owner is seen, since all of them are alike."""
    layout = terms.program.layout
    theirs = [i for i in layout.kind(kind) if game.s[layout.owner + i] == owner]
    board, placed = terms.program.board, any(game.s[i] for i in theirs)
    for path, row in _mappings(_relevant_view(seen, placed)):
        if row.get("name") == HIDDEN:
            continue
        if row.get("owner") == terms.name(owner) and board.is_a(str(row.get("kind")), kind):
            return f"seen {_location(path, '')}"
    return ""


def _is_chosen_now(game: Stage, cell: str) -> bool:
    """Whether everybody is choosing this simultaneously: the choices so far count."""
    point = game.program.points[game.question.site] if game.question else None
    origin = point.statement.origin if isinstance(point, ChoicePoint) else None
    return isinstance(origin, hir.SimultaneousChoice) and origin.field.name == cell


def _seen_choice(terms: Terms, game: Stage, seen: View, cell: str, bearer: str) -> str:
    found = terms.program.board.fields("player")[cell]
    if not found.pending_cell:
        return _seen_state(seen, cell, bearer)
    chosen, reader = terms.program.board.fields("player")[found.pending_cell], seen["player"]
    player = terms.player(str(reader)) if reader else 0
    return f"seen in {bearer}" * visibility.sees_cell(game, chosen, terms.player(bearer), player)


def _seen_state(seen: View, cell: str, bearer: str) -> str:
    """Where the state of a player, a place or a thing on the table is seen."""
    for path, row in _mappings(seen):
        state = row.get("state")
        called = {str(row.get("name", "")), *(path[-1:]), *path[-1].split()[-1:]} if path else set()
        if bearer in called and isinstance(state, dict) and state.get(cell, HIDDEN) != HIDDEN:
            return f"seen {_location(path, '')}"
    return ""


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


def _names(terms: Terms, word: str) -> list[str]:
    """The id and the title, since the log has titles."""
    titles = [i.thing.title for i in terms.named(word) if i.thing and i.thing.title]
    return [_words(name) for name in (word, *titles)]


def _words(text: str) -> str:
    """Words separated by single spaces, so that no word is found inside another."""
    return f" {re.sub(r'[^a-zA-Z0-9-]+', ' ', text)} "


def _mappings(value: Plain, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], View]]:
    """Each mapping in a view, with the rows of things among them, and its path."""
    if isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from _mappings(inner, (*path, str(key)))
    elif isinstance(value, list):
        for inner in value:
            yield from _mappings(inner, path)


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
