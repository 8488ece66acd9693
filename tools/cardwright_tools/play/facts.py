"""What is printed on a thing now: as a copy, and as changed by modifiers and keywords.

Shows a changed value only if the player may know everything that it depends on; otherwise the
printed one.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.backends.core.evaluate import Found, evaluate
from cardwright.backends.game_errors import GameError
from cardwright.board.declarations import Field, Keyword
from cardwright.board.types import FLAG, thing
from cardwright.language import core
from cardwright.language.resolve.declarations.modifier_targets import function_of
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.naming import title
from cardwright.runtime.taint import Tracker
from cardwright.source.text import NOWHERE

_OWN = frozenset({"title", "order", "column", "row", "neighbours"})
Value = Found | str


def facts(game: Game, item: int, player: int) -> str:
    """A short list of a thing's values, as in `points 4 · blue, un`, without default values."""
    said = [_fact(game, f, _now(game, f, item, player)) for f in printed_fields(game, item)]
    words = (_keyword(k, value) for k, value, _ in _keywords(game, item, player))
    return " · ".join(filter(None, (*said, ", ".join(filter(None, words)))))


def facts_by_name(game: Game, item: int, player: int) -> dict[str, str]:
    """The facts by the names of the values, and keywords under "": for the columns of a table."""
    found = {
        f.name: _fact(game, f, _now(game, f, item, player)) for f in printed_fields(game, item)
    }
    found[""] = ", ".join(
        filter(None, (_keyword(k, v) for k, v, _ in _keywords(game, item, player)))
    )
    return {name: said.removeprefix(f"{name} ") for name, said in found.items() if said}


def printed_facts(game: Game, design: int) -> str:
    """The printed values of a definition, regardless of how a thing that has it has changed.

    For pieces without definitions, what is printed on all pieces of their kind.
    """
    fresh = game.copy()
    if fresh.program.layout.forms:
        fresh.s[fresh.program.layout.forms + design] = fresh.program.layout.designs[design]
    said = [_fact(fresh, f, _printed(fresh, f, design)) for f in printed_fields(fresh, design)]
    words = (_keyword(k, printed) for k, _, printed in _keywords(fresh, design, 0))
    return " · ".join(filter(None, (*said, ", ".join(filter(None, words)))))


def facts_in_play(game: Game, item: int, player: int) -> Iterator[str]:
    """The values that differ from those printed on what the thing is now, and those that are
    shown on boards unless they are the default."""
    for field in printed_fields(game, item):
        now = _now(game, field, item, player)
        if now != _printed(game, field, item) or (field.on_boards and now != field.default):
            yield _fact(game, field, now) or f"{field.name} {value_words(game, field, now)}"
    for keyword, now, printed in _keywords(game, item, player):
        if now != printed:
            yield _keyword(keyword, now) or f"no {keyword.title.lower()}"


def counted(game: Game, cell: Field, item: int, player: int) -> str:
    """A number and its maximum, as in `2/4`; "" if it has no `shown out of`."""
    goal = _goal(game, cell.out_of, item, player) if cell.out_of else 0
    at = game.program.layout.cells[cell.kind, cell.name] + item
    return f"{game.s[at]}/{goal}" if goal else ""


def _goal(game: Game, name: str, item: int, player: int) -> Value:
    """A number of a thing, by name; 0 if the player may not know it."""
    found = game.program.board.field(game.program.layout.form(game.s, item).kind, name)
    if found is None:
        return _value_of(game, name, item, player, _unmodified(game, name, item, player))
    if found.printed:
        return _now(game, found, item, player)
    shown = visibility.shows_cell(game, found, item, player)
    return game.s[game.program.layout.cells[found.kind, name] + item] if shown else 0


def printed_fields(game: Game, item: int) -> list[Field]:
    """The fields that are printed on a thing, according to what it is now."""
    kind = game.program.layout.form(game.s, item).kind
    found = game.program.board.fields(kind).values() if kind else ()
    return [f for f in found if f.printed and f.name not in _OWN]


def _printed(game: Game, field: Field, item: int) -> Value:
    layout = game.program.layout
    return layout.printed_on(layout.form(game.s, item), field)


def _now(game: Game, field: Field, item: int, player: int) -> Value:
    return _value_of(game, function_of(field), item, player, _printed(game, field, item))


def _value_of(game: Game, function: str, item: int, player: int, printed: Value) -> Value:
    """The value after modifiers if the player may know it; otherwise the printed one."""
    known = visibility.sees(game, item, player) and function in game.program.checked.functions
    value = _known_value(game, function, item, player) if known else None
    return printed if value is None else value


def _known_value(game: Game, function: str, item: int, player: int) -> Value | None:
    """The value; None if it depends on something hidden from the player, or can't be computed."""
    found, tracker = game.program.checked.functions[function], Tracker(game, player)
    kind = thing(game.program.layout.form(game.s, item).kind)
    call = core.Call(found.body.type, NOWHERE, function, (core.Lit(kind, NOWHERE, item),))
    try:
        value, secret = tracker.read(lambda: evaluate(call, tracker.env()))
    except GameError:
        return None
    return None if secret else value


def _unmodified(game: Game, function: str, item: int, player: int) -> Value:
    """A definition's value before modifiers; 0 if even that depends on something hidden."""
    body, tracker = game.program.checked.functions[function].body, Tracker(game, player)
    value, secret = tracker.read(lambda: evaluate(body, tracker.env().bind(0, item)))
    return 0 if secret else value


def score_name(game: Game) -> str:
    """The name of the score; "" if there is none, or if it is one of the players' counters."""
    name = game.program.checked.declared.score
    return name if name in game.program.checked.functions else ""


def score(game: Game, whose: int, player: int) -> str:
    """The score of a player, as far as another may know it."""
    value = _known_value(game, score_name(game), whose, player)
    return "" if value is None else str(value)


def _keywords(game: Game, item: int, player: int) -> Iterator[tuple[Keyword, Value, Value]]:
    """Each keyword that the thing may have, with its current and its printed number or flag."""
    board, kind = game.program.board, game.program.layout.form(game.s, item).kind
    for keyword in board.keywords_of(kind) if kind else ():
        printed = _printed(game, keyword.printed, item)
        yield keyword, _value_of(game, keyword.name, item, player, printed), printed


def _keyword(keyword: Keyword, value: Value) -> str:
    words = keyword.title.lower()
    return (f"{words} {value}" if keyword.number else words) if value else ""


def _fact(game: Game, field: Field, value: Value) -> str:
    """`points 4`; "" if it is the field's default.

    Values that all things of a kind share are included, since things of several kinds lie side by
    side.
    """
    if isinstance(value, tuple | str):
        return value_words(game, field, value)
    if field.type == FLAG:
        return "" if value == int(bool(field.default)) else ("" if value else "not ") + field.name
    if field.type.base == "number":
        return f"{field.name} {value}" if value != field.default else ""
    return value_words(game, field, value) if value else ""


def value_words(game: Game, field: Field, value: Value) -> str:
    """A value as shown to players."""
    if isinstance(value, tuple):
        return ", ".join(naming.value(game.program, field.type.one(), one) for one in value)
    return value if isinstance(value, str) else naming.value(game.program, field.type, value, title)
