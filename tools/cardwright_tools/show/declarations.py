"""The declarations of a pack in English: kinds, fields, state, zones, enums, modules.

Responsible for the wording of types, bounds and initial values. Knows nothing about rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardwright.board.declarations import LASTING, Enum, Field, Kind, Thing, Zone
from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.checked_packs import CheckedPacks
from cardwright.language import core
from cardwright.language.active import active_name
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.inflection import article, listed, spaced
from cardwright.pack.files.manifest import Manifest, Module
from cardwright_tools.schema.comments import comment_beside
from cardwright_tools.show import lists
from cardwright_tools.show.carried import carried_lines
from cardwright_tools.show.entry import Entry
from cardwright_tools.show.kind_facts import kind_fact_lines, seats_line

GAME = "the game"
_PLAIN = {"number": "a number", "flag": "yes or no", "text": "a text"}
_SEEN = {"owner": "its owner sees them", "nobody": "nobody sees them",
         "count": "everybody sees how many there are"}  # fmt: skip
_SEES = {"owner": "only its player sees it", "nobody": "nobody sees it"}


def declared_entries(rules: CheckedPacks) -> Iterator[Entry]:
    """Kinds with their fields and state, the game's state, zones, enums, words and modules."""
    board = rules.declared.board
    own_kinds = [kind for kind in board.kinds.values() if not board.is_a(kind.name, LASTING)]
    for kind in own_kinds:
        if kind.span is not None or own_fields(kind):
            span, meaning = kind.span or own_fields(kind)[0].span, partial(_kind, rules, kind)
            yield Entry("kind", kind.name, span, "", meaning=meaning)
    for kind in own_kinds:
        yield from (_cell(f, board) for f in own_fields(kind))
    yield from (_cell(f, board) for f in board.state.values() if not f.is_internal)
    for zone in (zone for zone in board.zones.values() if zone.span is not None):
        yield Entry("zone", zone.name, zone.span, "", meaning=(describe_zone(zone, board),))
    for enum in board.enums.values():
        words = f"One of {', '.join(map(spaced, enum.values))}."
        yield Entry("enum", enum.name, enum.span, "", meaning=(words,))
        yield from _words(enum)
    yield from (_pack(rules, pack) for pack in rules.packs)
    yield from _modules(rules)


def _kind(rules: CheckedPacks, kind: Kind) -> Iterator[str]:
    yield from kind_lines(kind, rules.declared.board)
    yield from lists.kind_lines(rules, kind)
    yield from kind_fact_lines(rules, kind)
    yield from _of_each(rules, kind)


def _pack(rules: CheckedPacks, pack: Manifest) -> Entry:
    """The players of a game, its main rule, and who wins."""
    low, high = pack.players
    lines = [f"For {_people(low, high)}."]
    lines += [f"Requires {listed(list(pack.requires))}."] if pack.requires else []
    lines += [seats_line(number, names) for number, names in pack.seats.items()]
    lines += [f"The rule “{spaced(pack.main)}” runs the game."] if pack.main else []
    lines += [f"The score is the {spaced(pack.score)} of a player."] if pack.score else []
    if (winners := rules.checked.winners) is not None and pack.winners is not None:
        lines.append(_winners(rules, winners))
    return Entry("pack", pack.id, pack.span, pack.id, pack.title, meaning=tuple(lines))


def _winners(rules: CheckedPacks, winners: core.Expr) -> str:
    """Who wins; for a plain condition, all players or none."""
    english = english_of(rules.checked)
    nobody = isinstance(winners, core.Cond) and winners.other
    if isinstance(winners, core.Cond) and isinstance(nobody, core.SetOf) and not nobody.items:
        return f"All win if {english.sentence(winners.test)}; else all lose."
    return f"Winners: {english.sentence(winners)}."


def _cell(field: Field, board: Board) -> Entry:
    what = "field" if field.printed else "state"
    line = describe_field(field, board)
    line = line[:1].upper() + line[1:]
    return Entry(what, field.name, field.span, "", meaning=(line,), bearer=field.kind or GAME)


def _words(enum: Enum) -> Iterator[Entry]:
    for number, word in enumerate(enum.values, 1):
        line = f"Number {number} of the {len(enum.values)} values of {spaced(enum.name)}."
        yield Entry("word", word, enum.span, "", meaning=(line,), bearer=enum.name)


def _modules(rules: CheckedPacks) -> Iterator[Entry]:
    for pack in rules.packs:
        for name, module in pack.modules.items():
            folders = listed([str(node.value) for node in module.adds])
            lines = [f"Switched on, it adds the files in {folders}.{_only_for(module)}"]
            if module.needs:
                lines.append(f"It needs {listed([node.word for node in module.needs])}.")
            lines += [seats_line(number, names) for number, names in module.seats.items()]
            span = module.adds[0].span if module.adds else None
            yield Entry("module", name, span, pack.id, module.title, meaning=tuple(lines))


def _only_for(module: Module) -> str:
    low, high = module.players or (0, 0)
    if not module.players:
        return ""
    return f" It is for {_people(low, high)}."


def _people(low: int, high: int) -> str:
    """`1 player`, `3 or 4 players`, `2 to 4 players`."""
    number = str(low) if low == high else f"{low} {'or' if high == low + 1 else 'to'} {high}"
    return f"{number} player{'s' if high > 1 else ''}"


# --------------------------------------------------------------------------------- kinds


def own_fields(kind: Kind) -> list[Field]:
    """The fields and state that a pack declares for this kind itself."""
    return [f for f in kind.fields.values() if f.span is not None and not f.limits]


def kind_lines(kind: Kind, board: Board) -> Iterator[str]:
    """What a kind is, where its things live, and what they have, one fact per line."""
    on = f", on {listed([article(spaced(k)) for k in kind.on], 'or')}" if kind.on else ""
    yield f"A kind of {spaced(kind.parent)}{on}." if kind.parent else "Every pack has this kind."
    if kind.each_player:
        yield f"Each player has {kind.each_player}."
    for head, printed in (("Printed:", True), ("Changes in play:", False)):
        cells = [f for f in own_fields(kind) if f.printed == printed]
        yield from ([head] if cells else [])
        yield from (f"  {spaced(f.name)}: {describe_field(f, board)}" for f in cells)
    yield from _shared(kind, board)


def _active_while(rules: CheckedPacks, kind: Kind) -> Iterator[str]:
    """The condition under which everything that such things carry applies."""
    found = rules.checked.functions.get(active_name(kind.name))
    if found is not None:
        said = english_of(rules.checked).sentence(
            found.body, parameters=[article(spaced(kind.name))]
        )
        yield f"What they carry applies while {said}."


def _of_each(rules: CheckedPacks, kind: Kind) -> Iterator[str]:
    """What each such thing carries, and the condition under which it applies."""
    yield from _active_while(rules, kind)
    lines = [*carried_lines(rules, Thing(kind.name, kind.name, each=True))]
    yield from (["Each of them:", *(f"  {line}" for line in lines)] if lines else [])


def _shared(kind: Kind, board: Board) -> Iterator[str]:
    """What holds for all things of the kind."""
    keywords = {one.printed.name: one.name for one in board.keywords_of(kind.name)}
    if held := [keywords[name] for name in kind.values if name in keywords]:
        yield f"All of them have {listed(held)}."
    for name, value in kind.values.items():
        if name not in keywords:
            yield f"All of them have {spaced(name)} {describe_value(value)}."
    if kind.ordered:
        yield "They are in a row, in the order in which they are listed."
    if kind.rules:
        yield f"May carry rules: {', '.join(_carried_rule(kind, name) for name in kind.rules)}."
    if kind.active_in:
        whose = "their owner's" if board.zones[kind.active_in].each_player else "the"
        yield f"What they carry applies while they are in {whose} {spaced(kind.active_in)}."
    if kind.active_on:
        places = listed([article(spaced(on)) for on in kind.active_on], "or")
        yield f"What they carry applies while they are on {places}."
    if kind.gone_when:
        yield f"Out of the game when {spaced(kind.gone_when)}."
    yield from _describe_faces(kind)


def _carried_rule(kind: Kind, name: str) -> str:
    limit = kind.limits.get(name)
    return spaced(name) + (f" ({' '.join(limit.text.split())})" if limit else "")


def _describe_faces(kind: Kind) -> Iterator[str]:
    """When such a thing is face down, and who sees it then."""
    seen = "nobody sees" if kind.seen_by == "nobody" else "only its owner sees"
    if kind.face_down_when:
        yield f"Face down when {spaced(kind.face_down_when)}: {seen} which one it is."
    elif kind.seen_by:
        yield f"Face down: {seen} which one it is."
    if kind.hides_when:
        yield f"What is on it is face down when {spaced(kind.hides_when)}."


def _reset_after(found: Field) -> str:
    """`the rule turn`, `the next run of the rule turn by its owner`."""
    if not found.resets_own:
        return f"the rule {spaced(found.resets)}"
    runner = "that player" if found.kind == "player" else "its owner"
    return f"{'the next' if found.due else 'a'} run of the rule {spaced(found.resets)} by {runner}"


def describe_field(found: Field, board: Board) -> str:
    """`a number from 0 to 2, 0 at first. The author's comment.`"""
    said = f"{type_words(found.type, board)}{_bounds(found)}{_first(found)}"
    if found.out_of:
        said += f"; out of {spaced(found.out_of)}"
    if found.pays_for:
        said += f"; may be spent in place of {spaced(found.pays_for)}"
    if found.seen_by in _SEES:
        said += f"; {_SEES[found.seen_by]}"
    if found.resets:
        said += f"; reset after {_reset_after(found)}"
    if found.in_play_only:
        said += "; reset when it leaves play"
    comment = comment_beside(found.span)
    return f"{said}. {comment}" if comment else f"{said}."


def type_words(type: Type, board: Board) -> str:
    """`a number`, `one of iron, gold`, `a base or none`, `any number of players`."""
    if type.base in _PLAIN:
        return _PLAIN[type.base]
    none = " or none" if type.optional else ""
    if type.base == "enum":
        words = ", ".join(map(spaced, board.enums[type.of].values))
        return f"any number of {words}" if type.many else f"one of {words}{none}"
    kind = board.kinds.get(type.of)
    many = spaced(kind.plural if kind else f"{type.of}s")
    return f"any number of {many}" if type.many else f"{article(spaced(type.of))}{none}"


def _bounds(found: Field) -> str:
    low, high = found.low, found.high
    if found.most:
        most = f"at most {'its ' if found.kind else ''}{spaced(found.most)}"
        return f", {most}" if low is None else f", at least {low} and {most}"
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f", at least {low}" if low is not None else f", at most {high}" if high else ""


def _first(found: Field) -> str:
    """The initial value of state, or the default of a printed field."""
    if not found.printed:
        nothing = {"number": 0, "flag": False}.get(found.type.base)
        start = describe_value(nothing if found.start is None else found.start)
        return f", {spaced(start) if found.type.base == 'enum' else start} at first"
    if found.required or found.default in (None, "", ()):
        return ""
    return f", {describe_value(found.default)} by default"


def describe_value(value: object) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(describe_value, value)) or "none"
    return "none" if value is None else str(value)


# --------------------------------------------------------------------------------- zones


def describe_zone(zone: Zone, board: Board) -> str:
    """What a zone holds, for whom, and who sees it."""
    kind = board.kinds.get(zone.holds)
    each = "Each player has one. " if zone.each_player else ""
    order = ", ordered; the first is its top" if zone.ordered else ""
    seen = f"; {_SEEN[zone.seen_by]}" if zone.seen_by in _SEEN else ""
    rest = "; dice show no face in it" if zone.at_rest else ""
    numbers = listed([str(number) for number in zone.players], "or")
    only = f" It exists only with {numbers} players." if numbers else ""
    return f"{each}Holds {spaced(kind.plural if kind else zone.holds)}{order}{seen}{rest}.{only}"
