"""Reports pairs of names of which one would hide the other where both are possible (CW236).

A word by itself is a cell of the game's state, a definition without parameters, a zone, or a noun
for a kind or an enum; a word before `of` is a definition, a zone of each player, a noun or a field.
Decides which of these may share a name.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import LASTING, Zone
from cardwright.board.model import Board, plural
from cardwright.board.property_paths import by_word
from cardwright.language.declared import Declared
from cardwright.language.inflection import article
from cardwright.pack.builder import PackBuilder
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Named:
    """Something declared, with a description of it and its position."""

    name: str
    what: str
    span: Span | None


def report_clashes(builder: PackBuilder) -> None:
    """Reports each name that has another meaning, with the position of the other one."""
    declared, seen = builder.declared, dict[str, Named]()
    for one in _by_themselves(declared):
        other = seen.setdefault(one.name, one)
        if other is not one:
            _report(one, other, builder)
    nouns = {noun.name: noun for noun in _nouns(builder.board)}
    for one in _by_themselves(declared):
        noun = nouns.get(one.name)
        if noun is not None and not _is_one_reading(one.name, builder.board):
            _report(one, noun, builder)
    for one, field in _hidden_fields(declared):
        _report(one, field, builder)
    for one, thing in _hidden_things(builder.board):
        _report(one, thing, builder)
    for keyword in builder.board.keywords.values():
        found = by_word(builder.board, keyword.kind, keyword.name)
        for path in [path for path in found if path.type.base != "flag"][:1]:
            said = f"says `{path.names[-1]}` of {article(keyword.kind)}"
            value = Named(keyword.name, said, None)
            _report(Named(keyword.name, "a keyword", keyword.span), value, builder)


def _report(one: Named, other: Named, builder: PackBuilder) -> None:
    if one.span is None:
        return
    message = f"`{one.name}` is {one.what} here, and {other.what}"
    notes = ((other.span, "declared here"),) if other.span is not None else ()
    help = "choose another name for one of them"
    builder.error("CW236", message, one.span, help, notes)


def _by_themselves(declared: Declared) -> Iterator[Named]:
    """Things that are named by a single word, and definitions, in the order in which words are
    looked up.
    """
    for cell in declared.board.state.values():
        yield Named(cell.name, "a state of the game", cell.span)
    for made in declared.definitions.values():
        yield Named(made.name, "a definition", made.span)
    for zone in declared.board.zones.values():
        yield Named(zone.name, "a zone", zone.span)


def _nouns(board: Board) -> Iterator[Named]:
    """The nouns of kinds and enums, in the singular and the plural."""
    for enum in board.enums.values():
        yield Named(plural(enum.name), f"the plural of the enum `{enum.name}`", enum.span)
        yield Named(enum.name, "an enum", enum.span)
    for kind in board.kinds.values():
        yield Named(kind.plural, f"the plural of the kind `{kind.name}`", kind.span)
        yield Named(kind.name, "a kind", kind.span)


def _is_one_reading(name: str, board: Board) -> bool:
    """Whether a name means the same as the noun, or one of the two is always meant.

    A state like `phase: phase` is the one value that its enum's name stands for. `techs of you` is
    the zone, if each player has one for techs alone; a shared zone has all things of its kind if
    its cards are nowhere else.
    """
    zone, noun = board.zones.get(name), board.noun(name)
    if zone is None:
        cell = board.state.get(name)
        return cell is not None and cell.type.of == name
    if noun is None or zone.holds != noun[0]:
        return False
    return zone.each_player or _holds_all(zone, board)


def _holds_all(zone: Zone, board: Board) -> bool:
    """Whether things of the kind that a zone holds are in no other zone, and on no place."""
    others = (other.holds for other in board.zones.values() if other is not zone)
    elsewhere = any(board.related(zone.holds, holds) for holds in others)
    return board.root(zone.holds) == "card" and not elsewhere


def _hidden_fields(declared: Declared) -> Iterator[tuple[Named, Named]]:
    """Definitions of a kind that has a field of the same name."""
    board = declared.board
    for made in declared.definitions.values():
        kind = str(made.takes[0].type) if len(made.takes) == 1 else ""
        related = (*board.ancestors(kind), *board.below(kind)) if kind in board.kinds else ()
        owner = next((k for k in related if made.name in board.kinds[k].fields), None)
        if owner is not None:
            span = board.kinds[owner].fields[made.name].span
            field = Named(made.name, f"a property of every {owner}", span)
            yield Named(made.name, "a definition", made.span), field


def _hidden_things(board: Board) -> Iterator[tuple[Named, Named]]:
    """Lasting effects with the name of a card or another thing: each is a kind, whose noun would
    hide it.
    """
    for effect in board.below(LASTING):
        for thing in board.things_named(effect):
            if thing.kind != effect:
                what = f"the id of {article(thing.kind)}"
                span = board.kinds[effect].span
                yield Named(effect, "a lasting effect", span), Named(effect, what, thing.span)
