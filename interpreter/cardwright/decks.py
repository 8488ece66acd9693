"""The lists that players bring to a game, such as their decks, and how they are chosen.

Responsible for the ways to name one (its id in a pack, a file, plain values) and for who has which
if nothing is chosen. Packs decide what is in a list, and what is legal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.pack.things.list_files import list_in_file, list_in_mapping
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.records import dataclass
from cardwright.source.reported import ReportedError
from cardwright.source.spelling import did_you_mean

Choice = str | Path | Mapping[str, object]
"""The id of a list in a pack, a file with one, or its plain values."""


class DeckError(ReportedError, ValueError):
    """A list that can't be brought; `report` says why."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A list that was chosen; `plain` is its id, or the values from which it can be read again."""

    thing: Thing
    plain: Value

    @property
    def key(self) -> Hashable:
        """Equal for lists with which a game is the same."""
        return _key(self.thing)


def _key(one: Thing) -> Hashable:
    values = tuple(sorted((name, repr(value)) for name, value in one.values.items()))
    return one.id, one.title, tuple(sorted(one.cards.items())), values


def choose_decks(
    checked: Checked, choices: Mapping[str, Choice], *, legal: bool = True
) -> dict[str, Deck]:
    """The lists that players bring, by id.

    Raises ValueError if there is no such player or deck, and DeckError for a list that can't be
    read or, if it must be `legal`, breaks a rule.
    """
    declared = checked.declared
    _check_players(choices, declared.board)
    return {player: _chosen(checked, player, one, legal) for player, one in choices.items()}


def _check_players(names: Iterable[str], board: Board) -> None:
    players = board.things.get("player", {})
    for name in names:
        if board.list_kind() is None:
            reason = "it declares no kind with `is: list`"
            raise ValueError(f"players bring no decks to this game: {reason}")
        if name not in players:
            hint = did_you_mean(name, players) or f"the players are {', '.join(players)}"
            raise ValueError(f"there is no player `{name}`; {hint}")


def _chosen(checked: Checked, player: str, choice: Choice, legal: bool) -> Deck:
    declared, report = checked.declared, Report()
    if isinstance(choice, str):
        known = lists_of(declared.board)
        if choice not in known:
            hint = did_you_mean(choice, known) or f"known: {', '.join(known) or 'none'}"
            raise ValueError(f"there is no deck `{choice}`; {hint}")
        return Deck(known[choice], choice)
    if isinstance(choice, Path):
        thing, plain = list_in_file(choice, declared, report)
    else:
        thing, plain = list_in_mapping(choice, f"deck-of-{player}", declared, report)
    if thing is not None and legal and not report.failed:
        _report_faults(checked, thing, report)
    if thing is None or report.failed:
        raise DeckError(report)
    return Deck(thing, plain)


def report_deck(checked: Checked, file: Path, report: Report) -> None:
    """Reports the errors of the list in a file."""
    thing, _ = list_in_file(file, checked.declared, found := Report())
    if thing is not None and not found.failed:
        _report_faults(checked, thing, found)
    report.extend(found)


def report_illegal(checked: Checked, report: Report) -> None:
    """Reports what is illegal in the lists of packs."""
    for one in lists_of(checked.board).values():
        _report_faults(checked, one, report)


def _report_faults(checked: Checked, one: Thing, report: Report) -> None:
    from cardwright.backends.core.legality import violations  # most packs have no lists

    for fault in violations(checked, one):
        report.add(fault)


def lists_of(board: Board) -> Mapping[str, Thing]:
    """The lists that packs define, by id."""
    kind = board.list_kind()
    return board.things.get(kind.name, {}) if kind is not None else {}


def brought_by(
    declared: Declared, seats: Sequence[str], chosen: Mapping[str, Deck]
) -> dict[str, Thing]:
    """The list of each player; for players without a chosen one, the pack's default.

    A pack states the default with the player, or by the order of its lists. Raises ValueError if
    there is none.
    """
    known, kind = [*lists_of(declared.board).values()], declared.board.list_kind()
    found: dict[str, Thing] = {}
    for at, seat in enumerate(seats):
        own = declared.board.things["player"][seat].values.get(kind.name) if kind else None
        if seat in chosen:
            found[seat] = chosen[seat].thing
        elif isinstance(own, str):
            found[seat] = lists_of(declared.board)[own]
        elif known:
            found[seat] = known[at % len(known)]
        else:
            raise ValueError(f"choose a deck for `{seat}`: the pack has none")
    return _distinguished(found, known)


def _distinguished(found: Mapping[str, Thing], known: Iterable[Thing]) -> dict[str, Thing]:
    """The lists by seat; two different lists get different ids, since a file can have the name of a
    pack's list.
    """
    keys, made = {one.id: _key(one) for one in known}, dict[str, Thing]()
    for seat, one in found.items():
        id, key = one.id, _key(one)
        while keys.setdefault(id, key) != key:
            id = f"{id}-{seat}"
        made[seat] = replace(one, id=id) if id != one.id else one
    return made
