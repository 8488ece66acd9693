"""Example values of a game, to help with questions about values from outside of packs."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.declared import Declared, TypeName

_MOST_EXAMPLES = 6
_SHORT = ("number", "flag")  # types whose values fit on a line


def example_values(declared: Declared) -> list[str]:
    """`round`, `steps of red`: some values of the game, and of its first player."""
    found = [*_of_players(declared), *_of_the_game(declared)]
    return [name for name in found if " of " in name or " " not in name][:_MOST_EXAMPLES]


def _of_the_game(declared: Declared) -> Iterator[str]:
    state = declared.board.state.values()
    yield from (f.name for f in state if f.seen_by == "all" and f.type.base in _SHORT)
    yield from (d.name for d in declared.definitions.values() if not d.takes and not d.keyword)


def _of_players(declared: Declared) -> Iterator[str]:
    player = next(iter(declared.board.things.get("player", ())), None)
    if player is not None:
        fields = declared.board.fields("player").values()
        shown = (f.name for f in fields if not f.printed and f.type.base in _SHORT and not f.per)
        of = [(TypeName("player"), "of")]
        taken = (d.name for d in declared.definitions.values()
                 if [(p.type, p.preposition) for p in d.takes] == of)  # fmt: skip
        yield from (f"{name} of {player}" for name in (*shown, *taken) if " " not in name)
