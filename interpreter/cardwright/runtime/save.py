"""Saves: packs with their hashes, players, seed and answers, from which a game is replayed.

Responsible for the format of a save; refuses saves whose packs have changed. Knows nothing about
files: a save is a mapping of plain values, ready for JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from cardwright.pack.files.manifest import Manifest
from cardwright.runtime.game import Game
from cardwright.source.document import Value
from cardwright.source.records import dataclass

FORMAT = 1
_DIFFERENT = "the save was made with different packs: "
RECORD = "record of"  # the key of a player's own record

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | bool | None"
Save: TypeAlias = "dict[str, Plain]"


class BroughtDeck(Protocol):
    """A deck that a player brings, as plain values from which it can be read again."""

    @property
    def plain(self) -> Value: ...


class SavableRules(Protocol):
    """The interface of loaded packs that a save needs; `cardwright.Rules` implements it."""

    @property
    def packs(self) -> Sequence[Manifest]: ...
    @property
    def hashes(self) -> Mapping[str, str]: ...
    @property
    def modules(self) -> Sequence[str]: ...
    @property
    def decks(self) -> Mapping[str, BroughtDeck]: ...


class SaveError(Exception):
    """A save that can't be replayed; the message says what changed."""


class PacksChanged(SaveError):
    """A save of which only the files of its packs have changed."""


def save(game: Game, rules: SavableRules) -> Save:
    """The save of a game that `rules` has started."""
    return {
        **_played_with(rules),
        "players": game.program.layout.size,
        "seed": game.seed,
        "answers": [*game.answered()],
    }


def record(rules: SavableRules, player: str | None, seen: Save) -> Save:
    """What a player, or with None a spectator, has seen of a game; the game can't be continued from
    it.
    """
    return {**_played_with(rules), RECORD: player, "seen": seen}


def _played_with(rules: SavableRules) -> Save:
    decks: Save = {player: deck.plain for player, deck in rules.decks.items()}  # type: ignore[misc]
    return {
        "format": FORMAT,
        "packs": [_pack(pack, rules) for pack in rules.packs],
        "modules": [*rules.modules],
        **({"decks": decks} if decks else {}),
    }


def _pack(pack: Manifest, rules: SavableRules) -> Save:
    return {"id": pack.id, "version": pack.version, "hash": rules.hashes[pack.id]}


@dataclass(frozen=True, slots=True)
class Saved:
    """The data from which a game is replayed."""

    players: int
    seed: int
    answers: Sequence[int]
    decks: Mapping[str, str | Mapping[str, object]]


def read(rules: SavableRules, data: object) -> Saved:
    """Reads a save that was made with these packs. Raises SaveError."""
    saved = contents(data)
    assert isinstance(data, Mapping)
    if others := _others(rules, data):
        raise SaveError(_DIFFERENT + "; ".join(others))
    if changes := _changed(rules, data):
        raise PacksChanged(f"{_DIFFERENT}{'; '.join(changes)}; load it with the files as they were")
    return saved


def initial_save(rules: SavableRules, data: Mapping[str, Plain]) -> Save:
    """The save of a game that begins like this one, with the packs as they are now."""
    return {**data, "packs": [_pack(pack, rules) for pack in rules.packs], "answers": []}


def contents(data: object) -> Saved:
    """Reads a save, whatever packs it was made with. Raises SaveError."""
    if not isinstance(data, Mapping):
        raise SaveError(f"a save is a mapping, not {type(data).__name__}")
    if (form := data.get("format")) != FORMAT:
        raise SaveError(f"this save has format {form!r}, not {FORMAT}")
    if RECORD in data:
        raise SaveError("this is a record of what one player saw, not the save of a game")
    players, seed = _number(data, "players"), _number(data, "seed")
    answers = data.get("answers")
    if not isinstance(answers, list):
        raise SaveError("the save has no list of `answers`")
    given = [_answer(at, answer) for at, answer in enumerate(answers, 1)]
    return Saved(players, seed, given, _decks(data))


def _decks(data: Mapping[str, Plain]) -> dict[str, str | Mapping[str, object]]:
    found = data.get("decks", {})
    if not isinstance(found, dict):
        raise SaveError(f"`decks` in the save is not a mapping: {found!r}")
    for player, deck in found.items():
        if not isinstance(deck, str | dict):
            raise SaveError(f"the deck of `{player}` in the save can't be read: {deck!r}")
    return {player: deck for player, deck in found.items() if isinstance(deck, str | dict)}


def _answer(count: int, answer: Plain) -> int:
    if not isinstance(answer, int) or isinstance(answer, bool):
        raise SaveError(f"answer {count} is not a number: {answer!r}")
    return answer


def _others(rules: SavableRules, data: Mapping[str, Plain]) -> list[str]:
    """The packs and modules that differ, in words."""
    saved, now = _saved_packs(data), [pack.id for pack in rules.packs]
    found = [f"`{id}` is not loaded" for id in saved if id not in now]
    found += [f"`{id}` was not loaded when the save was made" for id in now if id not in saved]
    modules = data.get("modules", [])
    if modules != [*rules.modules]:
        found.append(f"the modules were {modules} and are now {[*rules.modules]}")
    return found


def _changed(rules: SavableRules, data: Mapping[str, Plain]) -> list[str]:
    """The changes in the same packs, in words."""
    saved = _saved_packs(data)
    changed = [pack for pack in rules.packs if saved[pack.id].get("hash") != rules.hashes[pack.id]]
    return [_difference(pack, str(saved[pack.id].get("version"))) for pack in changed]


def _difference(pack: Manifest, version: str) -> str:
    if version == pack.version:
        return f"the files of `{pack.id}` {version} have changed"
    return f"`{pack.id}` was {version} and is now {pack.version}"


def _saved_packs(data: Mapping[str, Plain]) -> dict[str, Save]:
    packs = data.get("packs")
    rows = packs if isinstance(packs, list) else []
    return {str(row.get("id")): row for row in rows if isinstance(row, dict)}


def _number(data: Mapping[str, Plain], key: str) -> int:
    found = data.get(key)
    if not isinstance(found, int) or isinstance(found, bool):
        raise SaveError(f"`{key}` in the save is not a number: {found!r}")
    return found
