"""The log in English: what happened, by which text, and who may read it.

Owns the sentences of verbs and who sees each. Knows no game: names come from packs. Things are
named, and their state is seen, by who owned them when the line was written. What the
numbers of an entry are is fixed where it is emitted (`BlockBuilder.log`, `events`): of moves the
thing, from, to and actor; of changes the thing, where it was, actor and amount, then where the
thing is that the cell names, and whose the thing was, where a secret of its owner changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Self

from cardwright.backends.python.program import Program
from cardwright.board.model import Field
from cardwright.board.types import Type
from cardwright.language import core, hir
from cardwright.language.hir import Paying, VerbStatement
from cardwright.language.inflection import article, is_several, listed, spaced, units
from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program.decision_points import BranchPoint, ChoicePoint, LogPoint, MenuPoint, Point
from cardwright.program.doers import is_you, rules_without_doer
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE, FLIPPED, FORMED, OWNED, VEIL, Log
from cardwright.runtime.naming import (
    as_other,
    as_title,
    design_title,
    player_name,
    title,
    title_of,
    value,
    with_face,
)
from cardwright.runtime.texts import filled
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

Numbers = Sequence[int]
VANISHES = "vanishes"  # the detail of a removal that no player does
ROLL = 4  # numbers of a roll: the die, where it is, its face, who rolls it


class Sentence(str):
    """A sentence of the log about one thing: `head`, the thing's name, and `tail`."""

    __slots__ = ("head", "tail", "thing")
    head: str
    thing: str
    tail: str

    def __new__(cls, head: str, thing: str, tail: str) -> Self:
        found = super().__new__(cls, f"{head}{thing}{tail}")
        found.head, found.thing, found.tail = head, thing, tail
        return found


@dataclass(frozen=True, slots=True)
class Entry:
    """`seen_by` None is all; those not in it read `hint`, or nothing when it is empty."""

    verb: str
    text: str
    span: Span
    routine: str
    seen_by: frozenset[str] | None = None
    hint: str = ""

    def read_by(self, player: str | None) -> str:
        """What the player of this id reads; "" is a spectator, None reads everything."""
        open_ = player is None or self.seen_by is None or player in self.seen_by
        return self.text if open_ else self.hint


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, who may read it, and what the others read."""

    text: str
    seen_by: frozenset[str] | None = None
    hint: str = ""


def entries(game: Game) -> list[Entry]:
    """All that happened so far, first to last."""
    return list(_newest_first(game))[::-1]


def lines(game: Game, player: int | None = 0, last: int | None = None) -> list[str]:
    """What a player may read, first to last; the newest `last` lines only.

    A line that tells of one thing that went from here to there is a Sentence.
    """
    found: list[str] = []
    reader = None if player is None else player_name(game.program, player)
    for entry in _newest_first(game):
        if last is not None and len(found) >= last:
            break
        words = entry.read_by(reader)
        if words:
            found.append(words)
    return found[::-1]


def _newest_first(game: Game) -> Iterator[Entry]:
    link, eyes, then = game.log, set[str](), game
    while link is not None:
        before, (number, *numbers) = link
        if number == VEIL:
            eyes.update(player_name(game.program, player) for player in numbers)
        elif number == OWNED:
            then = visibility.before_owned(game, then, *numbers)
        elif number == FORMED:
            then = visibility.before_formed(game, then, *numbers)
        elif number == FLIPPED:
            then = visibility.before_flipped(game, then, *numbers)
        elif (paid := _paid_together(then, link)) is not None:
            yield paid[0]
            before = paid[1]
        else:
            before = _rolled_before(game, number, numbers, before)  # type: ignore[arg-type]
            if (entry := _entry(then, number, numbers, eyes)) is not None:
                yield entry
        link = before  # type: ignore[assignment]


def _rolled_before(game: Game, number: int, numbers: list[int], before: Log) -> Log:
    """Dice that one statement rolls are one entry: adds those before to the numbers.

    Returns what comes before all of them.
    """
    point = game.program.points[number]
    while isinstance(point, LogPoint) and point.verb == "roll" and before is not None:
        older, (same, *more) = before
        if same != number or more[3] != numbers[3] or more[0] in numbers[::ROLL]:
            break
        numbers[:0], before = more, older  # type: ignore[assignment]
    return before


def _paid_together(game: Game, link: Log) -> tuple[Entry, Log] | None:
    """The counters that a player pays at once are one entry: that, and what comes before.

    None where there are fewer than two, or not all may read it.
    """
    points, paid, first = game.program.points, list[str](), None
    while link is not None:
        before, (number, *numbers) = link
        point = points[number] if number >= 0 else None
        if not isinstance(point, LogPoint) or (first and point.statement.origin is not first[0]):
            break
        cell = _paid_openly(game, point)
        if cell is None or (first and numbers[0] != first[1]):
            break
        first = (point.statement.origin, numbers[0], point)
        paid += [units(str(numbers[3]), spaced(cell.name))] if numbers[3] else []
        link = before  # type: ignore[assignment]
    if first is None or len(paid) < 2:
        return None
    _, player, point = first
    text = _said(point).log.format(who=_subject(game, player), amount=listed(paid[::-1]))
    return Entry(point.verb, text, point.span, point.routine), link


def _paid_openly(game: Game, point: LogPoint) -> Field | None:
    """The counter of their own with which a player pays a part of a cost, and all see it."""
    change = point.statement
    if not isinstance(change, core.Assign) or not isinstance(change.origin, Paying):
        return None
    found = _cell(game, point)
    plain = point.verb == "pay" and change.partner is None and found.kind == "player"
    return found if plain and found.logged and found.seen_by == "all" else None


def _entry(game: Game, number: int, numbers: Numbers, eyes: Collection[str]) -> Entry | None:
    """An entry as these players read it; None when nothing happened, or nothing they know of."""
    point = game.program.points[number]
    line = _line(game, point, numbers)
    if line is None or not line.text:
        return None
    if line.seen_by is None or line.seen_by.issuperset(eyes):
        return Entry(_verb(point), line.text, point.span, point.routine, line.seen_by, line.hint)
    return Entry(_verb(point), line.hint, _UNKNOWN, "") if line.hint else None


_UNKNOWN = Span(Source("", ""), 0, 0)


def _verb(point: Point) -> str:
    return point.verb if isinstance(point, LogPoint) else "choose"


def _line(game: Game, point: Point, numbers: Numbers) -> Line | None:
    """None when nothing has happened, as when no thing was left to move."""
    if isinstance(point, LogPoint):
        return _WRITERS[type(point.statement)](game, point, numbers)
    if isinstance(point, MenuPoint) and not point.menu.logged:
        return None
    return _answered(game, point, numbers)


# --------------------------------------------------------------------------- who reads it


def _readers(game: Game, may: Callable[[int], bool]) -> frozenset[str] | None:
    everybody = (0, *visibility.members(game.program, "player"))
    found = [player for player in everybody if may(player)]
    if len(found) == len(everybody):
        return None
    return frozenset(player_name(game.program, player) for player in found)


def _saw(game: Game, item: int, player: int, *places: int) -> bool:
    """Whether a player saw a thing that was at one of these places."""
    program = game.program
    return not visibility.can_be_hidden(program, item) or any(
        visibility.sees_at(program, game.s, place, player, item) for place in places
    )


# ------------------------------------------------------------------------------ the words


def _subject(game: Game, player: int) -> str:
    return title(game.program, player) if player else "The game"


def _doer(game: Game, point: LogPoint, actor: int) -> int:
    """Who did it; 0 in the rules of the game itself."""
    unled = game.program.memo.get("rules without a doer")
    if not isinstance(unled, frozenset):
        unled = game.program.memo["rules without a doer"] = _unled(game.program)
    doer = getattr(point.statement, "actor", None)
    return 0 if point.routine in unled and doer is not None and is_you(doer) else actor


def _unled(program: Program) -> frozenset[str]:
    rules = program.checked.rules
    # An option may be called like the rule that it does.
    routines = (e.routine for e in program.entries if e.routine is not None)
    reactions: dict[str, list[core.Routine]] = {}
    for ability in program.checked.abilities:
        if ability.verb.startswith("rule ") and ability.bearer is None:
            reactions.setdefault(ability.verb.removeprefix("rule "), []).append(ability.routine)
    known = {id(r) for r in (*rules.values(), *chain.from_iterable(reactions.values()))}
    others = (routine for routine in routines if id(routine) not in known)
    return rules_without_doer(rules, others, reactions)


def _thing(game: Game, item: int, actor: int) -> str:
    """A thing in a sentence; a piece of the one who acts is just *a* piece."""
    return _itself(game, item, actor) + as_other(game, item)


def _itself(game: Game, item: int, actor: int) -> str:
    found = game.program.layout.items[item]
    counted = bool(found.kind) and found.thing is None and found.name != found.kind
    if not counted:
        return title(game.program, item)
    if called := game.program.board.kinds[found.kind].title:
        return called
    owner = visibility.owner(game, item)
    whose = f"{title(game.program, owner)} " if owner and owner != actor else ""
    return article(f"{whose}{found.kind}")


def _value(game: Game, type: Type, number: int) -> str:
    """A value; a thing is called by its owner, as it is then."""
    if type.is_thing and number:
        return title_of(game, number)
    return value(game.program, type, number, title)


def _place(game: Game, place: int) -> str:
    if not place:
        return "supply"
    if visibility.can_be_hidden(game.program, place):
        return _thing(game, place, 0)
    found = title(game.program, place)
    return found[:1].lower() + found[1:] if visibility.zone_at(game.program, place) else found


# ------------------------------------------------------------------------------- verbs


def _move(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    item, start, end, actor = numbers
    actor, verb = _doer(game, point, actor), _said(point)
    if verb.one_line and point.verb != verb.name:
        return None
    if not item or (not end and point.verb not in ("remove", "give", "target")):
        return None
    zone = visibility.zone_at(game.program, end)
    if zone is not None and not zone[0].logged:
        return None
    seen_by = _readers(game, lambda player: _saw(game, item, player, *_shown(point, start, end)))
    text = _move_text(game, point, _thing(game, item, actor), numbers)
    return Line(text, seen_by, _hint(game, point, numbers) if seen_by is not None else "")


def _shown(point: LogPoint, start: int, end: int) -> tuple[int, ...]:
    """Where the thing could be seen: a new owner is no place."""
    return (start,) if point.verb == "give" else (start, end)


def _move_text(game: Game, point: LogPoint, thing: str, numbers: Numbers) -> str:
    _, start, end, actor = numbers
    if point.detail == VANISHES:
        return f"{thing[:1].upper()}{thing[1:]} vanishes"
    actor, log = _doer(game, point, actor), _said(point).log
    if start == end and "{start}" in log and "{end}" in log:
        log = log.replace("from {start} to {end}", "within {end}")
    head, _, tail = log.partition("{thing}")
    words = {"who": _subject(game, actor), "start": _place(game, start), "end": _place(game, end)}
    return Sentence(head.format(**words), thing, tail.format(**words))


def _said(point: LogPoint) -> Verb:
    """The verb that the author wrote: what it comes down to may be another's."""
    origin = point.statement.origin
    found: Verb = origin.verb if isinstance(origin, VerbStatement) else VERBS.by_name[point.verb]
    return found


def _hint(game: Game, point: LogPoint, numbers: Numbers) -> str:
    """That something moved, where those who can't see it may count."""
    _, start, end, _ = numbers
    found = [visibility.zone_at(game.program, place) for place in _shown(point, start, end)]
    zones = [zone for zone in found if zone is not None]
    if zones and all(not visibility.counts_inside(zone, owner, 0) for zone, owner in zones):
        return ""
    what = article(zones[0][0].holds) if zones else _back(game, *numbers[::3])
    return _move_text(game, point, what, numbers) if what else ""


def _back(game: Game, item: int, actor: int) -> str:
    """A thing that is face down, as those call it who don't see its face."""
    owner, back = visibility.owner(game, item), visibility.back_of(game, item)
    whose = f"{title(game.program, owner)} " if owner and owner != actor else ""
    return article(f"{whose}{back}") if back else ""


def _change(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    """A change of a cell; `held` is where the thing is that the cell names from now on."""
    item, where, _, amount, *more = numbers
    found = _cell(game, point)
    held = more[:1] if found.type.is_thing else []
    whose = visibility.owner_then(found, (point.index, *numbers))
    idle = (found.kind and not item) or (not point.detail.startswith("=") and not amount)
    if idle or not found.logged:
        return None

    def may(player: int) -> bool:
        sees = visibility.sees_cell(game, found, item, player, whose)
        return sees and (_saw(game, item, player, where) or _saw_turned(game, found, item, where))

    if isinstance(point.statement, core.Assign) and point.statement.partner is not None:
        return _handed_over(game, point, numbers)
    text = _change_text(game, point, numbers, _value(game, found.type, amount))
    if not (held and amount and visibility.can_be_hidden(game.program, amount)):
        return Line(text, _readers(game, may))
    seen_by = _readers(game, lambda player: may(player) and _saw(game, amount, player, *held))
    countable = _readers(game, may) is None
    hint = _change_text(game, point, numbers, article(found.type.of)) if countable else ""
    return Line(text, seen_by, hint)


def _saw_turned(game: Game, found: Field, item: int, where: int) -> bool:
    """Whether a thing was turned face up or down where all can look: all see which one it is."""
    faces = game.program.layout.face_down
    if faces is None or not _turns(game, found, item) or faces.is_hidden_on(game.s, where):
        return False
    everybody = (0, *visibility.members(game.program, "player"))
    return all(visibility.sees_at(game.program, game.s, where, one) for one in everybody)


def _turns(game: Game, found: Field, item: int) -> bool:
    """Whether this is the flag that turns a thing face up or down."""
    faces, cells = game.program.layout.face_down, game.program.layout.cells
    return faces is not None and faces.own[item] == cells[found.kind, found.name] + item


def _handed_over(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    """What goes from a player to another: one line, of the one who loses it."""
    item, _, actor, amount, *_, partner = numbers
    found = _cell(game, point)
    if point.detail.startswith("+"):
        return None
    counted = units(str(amount), spaced(found.name))
    who, other = _subject(game, item), title(game.program, partner)
    verb = _said(point).name
    text = f"{who} {'pays' if verb == 'pay' else 'gives'} {counted} to {other}"
    if verb == "take":
        text = f"{_subject(game, actor)} takes {counted} from {who}"
    return Line(text, _readers(game, lambda player: any(
        visibility.sees_cell(game, found, one, player) for one in (item, partner)
    )))  # fmt: skip


def _cell(game: Game, point: LogPoint) -> Field:
    _, kind, cell = point.detail.split("|")
    board = game.program.board
    return board.kinds[kind].fields[cell] if kind else board.state[cell]


def _change_text(game: Game, point: LogPoint, numbers: Numbers, said: str) -> str:
    item, _, actor, *_ = numbers
    actor = _doer(game, point, actor)
    found, log = _cell(game, point), _said(point).log
    if said == "yes" and item and game.program.constants.removes_place(found):
        return f"{_thing(game, item, 0)} is out of the game"
    if _turns(game, found, item):
        which = "down" if said == "yes" else "up"
        return f"{_subject(game, actor)} turns {_thing(game, item, actor)} face {which}"
    counter = found.name.replace("-", " ")
    target = f"{counter} of {_thing(game, item, 0)}" if item else counter
    if item and item == actor:
        target = f"their {counter}"
    who = item or actor if "{amount}" in log else actor
    amount = units(said, counter) if "{amount}" in log else ""
    if amount and item and found.kind != "player":
        who, amount = actor, f"{amount} from {_thing(game, item, actor)}"
    words = {"thing": said, "start": target}  # of a member that is removed from a set
    return log.format(who=_subject(game, who), amount=amount, value=said, target=target, **words)


def _shuffled(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    name = title(game.program, numbers[0])
    be = "are" if is_several(name.casefold()) else "is"
    return Line(_said(point).log.format(zone=name, be=be))


def _revealed(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    base, _, of = point.detail.partition(":")
    shown: object = numbers[0]
    items = shown if isinstance(shown, tuple) else (shown,)
    words = [_value(game, Type(base, of), item) for item in items]
    be = "are" if len(words) > 1 else "is"
    return Line(_said(point).log.format(item=listed(words), be=be) if words else "")


def _rolled(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    """The faces of all dice that were rolled at once; by their kinds where there are several."""
    dice = [r for n in range(0, len(numbers), ROLL) if (r := numbers[n : n + ROLL])[0]]
    if not dice:
        return None
    groups: dict[str, list[Numbers]] = {}
    for rolled in dice:
        groups.setdefault(_sort_of_die(game, rolled[0]), []).append(rolled)
    who, log = _subject(game, numbers[3]), _said(point).log
    faces = " and ".join(_faces(game, sort, rolled) for sort, rolled in groups.items())
    seen_by = _readers(
        game, lambda player: all(_saw(game, die, player, where) for die, where, *_ in dice)
    )
    counted = f"{len(dice)} {'die' if len(dice) == 1 else 'dice'}" if _may_count(game, dice) else ""
    hint = log.format(who=who, faces=counted) if counted and seen_by is not None else ""
    return Line(log.format(who=who, faces=faces), seen_by, hint)


def _sort_of_die(game: Game, die: int) -> str:
    """What a die is called; "" where all dice of the game are alike."""
    items = game.program.layout.items
    several = len({items[other].kind for other in game.program.faces}) > 1
    if items[die].thing is not None:
        return title(game.program, die)
    return items[die].kind if several else ""


def _faces(game: Game, sort: str, rolled: Sequence[Numbers]) -> str:
    """`6, 2 and 5`; `hit and miss with 2 attack dice`."""
    board, items = game.program.board, game.program.layout.items
    kind = board.kinds[items[rolled[0][0]].kind]
    type = board.fields(kind.name)["face"].type
    said = listed([value(game.program, type, face) for _, _, face, _ in rolled])
    if sort == kind.name:
        many = f"{len(rolled)} {spaced(kind.plural)}"
        sort = many if len(rolled) > 1 else article(spaced(kind.name))
    return f"{said} with {sort}" if sort else said


def _may_count(game: Game, dice: Sequence[Numbers]) -> bool:
    """Whether everybody may know how many dice these are."""
    zones = (visibility.zone_at(game.program, where) for _, where, *_ in dice)
    return all(zone is None or visibility.counts_inside(*zone, 0) for zone in zones)


def _become(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    """What a thing was before is how it is called, and what it becomes the title of that."""
    item, _, design, where, actor = numbers
    seen_by = _readers(game, lambda player: _saw(game, item, player, where))
    thing = _thing(game, item, actor)
    own = design == game.program.layout.designs[item]
    form = "itself again" if own else article(design_title(game.program, design))
    text = _said(point).log.format(thing=thing[:1].upper() + thing[1:], form=form)
    return Line(text, seen_by)


def _cancelled(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    """What was replied to does not happen: the thing that it is about, if it is about one."""
    about, where, actor = numbers
    hint = f"{_subject(game, actor)} cancels it"
    if not about:
        return Line(hint)
    seen_by = _readers(game, lambda player: _saw(game, about, player, where))
    return Line(hint[:-2] + _thing(game, about, 0), seen_by, hint)


def _spoken(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    said = point.statement
    assert isinstance(said, core.Say)
    doer = _doer(game, point, numbers[0]) if said.actor is not None else 0
    values = numbers[0 if said.actor is None else 1 :]
    who = _subject(game, doer) if doer else ""

    def line(words: str) -> str:
        if not who:
            return words
        return f"{who} {words}" if words[:1].islower() else f"{who}: {words}"

    return _with_values(game, said.text, values, line)


def _effect(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    """A lasting effect that begins or ends, with what it was begun with."""
    item, owner, *kept = numbers
    row = game.program.effect_row(item)
    assert row is not None
    half = len(row.fields)
    named = [*zip(row.fields, kept[:half], kept[half:], strict=True)]
    seen_by = _readers(game, lambda player: all(
        not f.type.is_thing or _saw(game, v, player, where) for f, v, where in named
    ))  # fmt: skip
    said = [_thing(game, v, owner) if f.type.is_thing else value(game.program, f.type, v, title)
            for f, v, _ in named]  # fmt: skip
    name = row.declared.thing.title

    def text(words: Sequence[str]) -> str:
        effect = f"{name} ({', '.join(words)})" if words else name
        return _said(point).log.format(who=_subject(game, owner), effect=effect)

    return Line(text(said), seen_by, text(()) if seen_by is not None else "")


_Writer = Callable[[Game, LogPoint, Numbers], Line | None]
_WRITERS: dict[type[core.Stmt], _Writer] = {
    core.Move: _move, core.Assign: _change, core.Shuffle: _shuffled, core.Reveal: _revealed,
    core.Roll: _rolled, core.Say: _spoken, core.Become: _become,
    core.Begin: _effect, core.End: _effect, core.Cancel: _cancelled,
}  # fmt: skip


# ----------------------------------------------------------------------------- answers


def _answered(game: Game, point: ChoicePoint | BranchPoint | MenuPoint, numbers: Numbers) -> Line:
    """An answer: who gave it, the answer, and where the thing was that it names."""
    player, answer, where, *face = numbers
    who = _subject(game, player)
    if isinstance(point, BranchPoint):
        return _branch(game, point, numbers)
    if isinstance(point, ChoicePoint) and point.random:
        picked = _picked(game, point, answer, *face)
        text = f"{picked[:1].upper()}{picked[1:]} is chosen at random"
    else:
        text = f"{who} chooses {_picked(game, point, answer, *face)}"
    if point.secret:
        return Line(text, _readers(game, lambda reader: reader == player > 0))
    if isinstance(point, ChoicePoint) and point.type.base == "thing" and answer > 0:
        return Line(text, _readers(game, lambda reader: _saw(game, answer, reader, where)))
    return Line(text)


def _branch(game: Game, point: BranchPoint, numbers: Numbers) -> Line:
    """What it does is told by the lines that follow."""
    player, answer, _, *values = numbers
    who, label = _subject(game, player), point.told[answer]
    may = isinstance(point.statement.origin, hir.May)
    if may and not label:
        return Line(f"{who} {'declines' if answer else 'agrees'}")
    chosen = as_title(point.statement.branches[answer].id)
    said = f"{who} {'declines' if may and answer else 'chooses'}"
    return _with_values(game, label, values, lambda words: f"{said} “{words or chosen}”")


def _with_values(game: Game, text: core.Text, numbers: Numbers, said: Callable[[str], str]) -> Line:
    """A text with its values; a thing is named for those who saw it, where it was then."""
    values = [*zip(text.values, numbers[::2], numbers[1::2], strict=True)]
    things = [(thing, where) for reg, thing, where in values if reg.type.is_thing and thing]
    seen_by = _readers(game, lambda player: all(_saw(game, thing, player, where)
                                                for thing, where in things))  # fmt: skip

    def words(*, named: bool) -> Iterator[str]:
        for reg, number, _ in values:
            thing = reg.type.is_thing and number
            secret = thing and visibility.can_be_hidden(game.program, number)
            known = _value(game, reg.type, number)
            word = spaced(known) if reg.type.base == "enum" else known
            yield article(reg.type.of) if secret and not named else word

    hint = said(filled(text, words(named=False))) if seen_by is not None else ""
    return Line(said(filled(text, words(named=True))), seen_by, hint)


def _picked(game: Game, point: ChoicePoint | MenuPoint, answer: int, face: int = 0) -> str:
    if isinstance(point, ChoicePoint):
        if answer == DONE:
            return "no more"
        if face:
            return with_face(game.program, _thing(game, answer, 0), answer, face)
        thing = point.type.base == "thing" and answer > 0
        return _thing(game, answer, 0) if thing else _value(game, point.type, answer)
    if answer == DONE:
        return f"“{point.menu.passing}”" if point.menu.passing else "to pass"
    return (
        point.rows[answer].declared.title or as_title(point.rows[answer].declared.id)
    )  # fmt: skip
