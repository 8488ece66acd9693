"""A fingerprint of a position, the same in every process and for any order of interchangeable
pieces.

Decides which positions are equal. A piece that nothing refers to individually counts only by its
appearance: its kind, owner, place and cells. Pieces that a running effect may refer to keep their
ids, so that positions which could develop differently never share a digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from cardwright.runtime.game import Game

Appearance = tuple[object, ...]


def digest(game: Game) -> str:
    """The sha256 of the position, in hexadecimal: state, zones, frames, randomness, question."""
    return hashlib.sha256(repr(position(game)).encode()).hexdigest()


def position(game: Game) -> tuple[object, ...]:
    """The complete position in a form that does not distinguish interchangeable pieces."""
    referenced = _references(game)
    counted = {
        item: found
        for item in range(1, game.program.layout.count)
        if item not in referenced and (found := _appearance(game, item)) is not None
    }
    zones = tuple(
        tuple(counted.get(item, (item,)) for item in zone)
        for zone in game.z[: len(game.program.layout.zones)]
    )
    frames = _as_numbers(game.frames)
    question = game.question
    asked = (question.player, question.site, question.answers) if question else ()
    players: tuple[object, ...] = game.program.layout.players
    if brought := game.program.layout.board.dealt:  # by players' decks
        players = (*players, *brought.items())
    return players, _others(game, counted), sorted(counted.values()), zones, frames, (
        game.rng, game.over, asked
    )  # fmt: skip


def _as_numbers(value: object) -> object:
    """Frames, with booleans as numbers: engines other than Python's have no booleans."""
    if isinstance(value, list | tuple):
        return tuple(map(_as_numbers, value))
    return int(value) if isinstance(value, bool) else value


def _appearance(game: Game, item: int) -> Appearance | None:
    """The appearance of a counted piece; None for a unique thing."""
    found = game.program.appearances[item]
    if found is None:
        return None
    owner = game.program.layout.owner
    return (found[0], game.s[item], game.s[owner + item], *(game.s[c + item] for c in found[1]))


def _others(game: Game, counted: dict[int, Appearance]) -> tuple[int, ...]:
    """The state without the numbers of counted pieces."""
    skipped: set[int] = set()
    for item in counted:
        found = game.program.appearances[item]
        cells = found[1] if found else ()
        skipped.update((item, game.program.layout.owner + item, *(c + item for c in cells)))
    return tuple(n for at, n in enumerate(game.s) if at not in skipped)


def _references(game: Game) -> set[int]:
    """Every number that may be a reference to a piece: in frames, cells, places, the question."""
    referenced = set(_numbers(game.frames))
    layout = game.program.layout
    referenced.update(game.s[: layout.count])
    for (kind, name), (start, end) in layout.ranges.items():
        if layout.board.cell(kind, name).type.base == "thing":
            referenced.update(game.s[start:end])
    if game.question:
        referenced.update(game.question.answers)
    return referenced


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _numbers(part)
