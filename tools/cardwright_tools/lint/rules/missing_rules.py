"""CW535: definitions with a text but no rules, while others of their kind have some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.board.declarations import Field, Thing, Value
from cardwright.board.model import Board
from cardwright.language.inflection import spaced, with_singular
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint import text_claims
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.uses import Key


@rule(Game, "CW535")
def check(game: Game) -> Iterator[Diagnostic]:
    board, named = game.rules.declared.board, game.uses.used()
    for thing in _without_rules(game):
        # Rules elsewhere that name the definition may implement its text.
        elsewhere = Key("value", thing.id, thing.kind) in named
        described = _describes_value(thing, board) and not _promises(thing, board)
        if not (elsewhere or _has_keyword(thing, board) or described):
            help = "write what it does, or remove the text"
            yield diagnostic("CW535", f"`{thing.id}` has a text but no rules", thing.span, help)


def _without_rules(game: Game) -> Iterator[Thing]:
    """The definitions with a text but no rules, of kinds in which others have some.

    Except players, whose texts often say who they are.
    """
    declared = game.rules.checked.declared
    board, carrying = declared.board, {id(one.bearer) for one in declared.effects}
    carrying |= {id(one.bearer) for one in declared.options}
    carrying |= {id(one.bearer) for one in declared.abilities}
    kinds = {*game.kinds_with_rules, *(one.kind for one in game.things if id(one) in carrying)}
    expected = {kind for kind in board.kinds if _has_slots(kind, board) and kind != "player"
                and not kinds.isdisjoint(board.below(kind))}  # fmt: skip
    for thing in game.things:
        if thing.kind in expected and thing.text and id(thing) not in carrying:
            yield thing


def _has_slots(kind: str, board: Board) -> bool:
    return any(board.kinds[above].rules for above in board.ancestors(kind))


def _has_keyword(thing: Thing, board: Board) -> bool:
    """Whether the rules of the thing may be those of a keyword."""
    return any(thing.values.get(one.printed.name) for one in board.keywords_of(thing.kind))


def _describes_value(thing: Thing, board: Board) -> bool:
    """Whether the text may be about a printed value of the thing, or one that it names."""
    declared = [f for f in board.fields(thing.kind).values() if f.printed and f.span is not None]
    values = [(f, thing.values.get(f.name, f.default)) for f in declared]
    own = (not f.required and value != f.default for f, value in values)
    return any(own) or any(_states(thing.text, f, value) for f, value in values)


def _promises(thing: Thing, board: Board) -> bool:
    """Whether the text says that somebody gains, places or removes a number of something in the
    game, and none of these numbers is printed on the thing: `Draw 2 cards`, beside `points: 3`."""
    printed = {value for value in thing.values.values() if type(value) is int}
    said = [number for number, of in text_claims.acts(thing.text) if _is_known(of, board)]
    return bool(said) and printed.isdisjoint(said)


def _is_known(words: Sequence[str], board: Board) -> bool:
    """Whether one of some words is a counter of players, or the noun of a kind."""
    counters = [f.name for f in board.fields("player").values() if not f.printed]
    return any(board.noun(word) or with_singular(word, counters) for word in words)


def _states(text: str, printed: Field, value: Value) -> bool:
    """Whether the text states the value, as `Worth 9 points` does if the field `worth` is 9."""
    if isinstance(value, str):
        there = text_claims.find_name(text, spaced(value)) is not None
    else:
        there = printed.type.base == "number" and value in text_claims.digit_numbers(text)
    return there and text_claims.find_name(text, spaced(printed.name)) is not None
