"""The log line of each event: changes, rolls, answers and others; for moves see `move_lines`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.board.declarations import Field
from cardwright.board.types import NUMBER
from cardwright.language import core, hir
from cardwright.language.inflection import article, is_several, listed, spaced, units
from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program.decision_points import BranchPoint, ChoicePoint, LogPoint, MenuPoint, Point
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE
from cardwright.runtime.log_phrases import (
    ROLL,
    Choice,
    Line,
    Numbers,
    has_seen,
    readers_of,
    readers_who_saw,
    subject_of,
    thing_words,
    value_words,
    verb_of,
    with_values,
)
from cardwright.runtime.move_lines import move_line
from cardwright.runtime.naming import as_title, design_title, title, value, with_face


def line_of(game: Game, point: Point, numbers: Numbers) -> Line | None:
    """The line of an entry; None if nothing has happened, for example because nothing was left to
    move.
    """
    if isinstance(point, LogPoint):
        return _WRITERS[type(point.statement)](game, point, numbers)
    if isinstance(point, MenuPoint) and not point.menu.logged:
        return None
    return _answered(game, point, numbers)


def _change(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    """A change of a cell; `held` is the place of the thing that the cell now names."""
    item, where, _, amount, *more = numbers
    found = point.change.field
    held = more[:1] if found.type.is_thing else []
    whose = visibility.owner_then(found, point, (point.index, *numbers))
    idle = (found.kind and not item) or (point.change.op != "=" and not amount)
    if idle or not found.logged:
        return None

    def may(player: int) -> bool:
        sees = visibility.sees_cell(game, found, item, player, whose)
        return sees and (
            has_seen(game, item, player, where) or _saw_turned(game, found, item, where)
        )

    if point.change.partner is not None:
        return _handed_over(game, point, numbers)
    said = value_words(game, found.type, amount if point.change.op == "=" else abs(amount))
    text = _change_text(game, point, numbers, said)
    if not (held and amount and visibility.can_be_hidden(game.program, amount)):
        return Line(text, readers_of(game, may))
    seen_by = readers_of(game, lambda player: may(player) and has_seen(game, amount, player, *held))
    countable = readers_of(game, may) is None
    hint = _change_text(game, point, numbers, article(found.type.of)) if countable else ""
    return Line(text, seen_by, hint)


def _saw_turned(game: Game, found: Field, item: int, where: int) -> bool:
    """Whether a thing was turned face up or down where all can look: then all see which one it
    is.
    """
    faces = game.program.layout.face_down
    if faces is None or not _turns_face(game, found, item) or faces.is_hidden_on(game.s, where):
        return False
    everybody = (0, *visibility.members(game.program, "player"))
    return all(visibility.sees_at(game.program, game.s, where, one) for one in everybody)


def _turns_face(game: Game, found: Field, item: int) -> bool:
    """Whether this is the flag that turns a thing face up or down."""
    faces, cells = game.program.layout.face_down, game.program.layout.cells
    return faces is not None and faces.own[item] == cells[found.kind, found.name] + item


def _handed_over(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    """A transfer from one player to another: one line, that of the player who loses it."""
    item, _, actor, amount, *_, partner = numbers
    found = point.change.field
    if point.change.op == "+":
        return None
    counted = units(str(amount), spaced(found.name))
    ends = {"start": title(game.program, item), "end": title(game.program, partner)}
    log = verb_of(point).log
    log += " to {end}" * ("{start}" not in log and "{end}" not in log)
    text = log.format(who=subject_of(game, actor), thing=counted, amount=counted, **ends)
    return Line(text, readers_of(game, lambda player: any(
        visibility.sees_cell(game, found, one, player) for one in (item, partner)
    )))  # fmt: skip


def _verb_done(point: LogPoint, amount: int) -> Verb:
    """The verb of a change; for a negative amount, the one that does the reverse."""
    verb = verb_of(point)
    turned = point.change.op != "=" and amount < 0
    return VERBS.by_name.get(verb.opposite, verb) if turned else verb


def _change_text(game: Game, point: LogPoint, numbers: Numbers, said: str) -> str:
    item, _, actor, by, *_ = numbers
    found, log = point.change.field, _verb_done(point, by).log
    if said == "yes" and item and game.program.constants.removes_place(found):
        return f"{thing_words(game, item, 0)} is out of the game"
    if _turns_face(game, found, item):
        which = "down" if said == "yes" else "up"
        return f"{subject_of(game, actor)} turns {thing_words(game, item, actor)} face {which}"
    counter = found.name.replace("-", " ")
    the = "the " if found.type == NUMBER else ""
    target = f"{the}{counter} of {thing_words(game, item, 0)}" if item else counter
    if item and item == actor:
        target = f"their {counter}"
    who = item or actor if "{amount}" in log else actor
    amount = units(said, counter) if "{amount}" in log else ""
    if amount and item and found.kind != "player":
        who, amount = actor, f"{amount} from {thing_words(game, item, actor)}"
    words = {"thing": said, "start": target}  # a member removed from a set
    return log.format(who=subject_of(game, who), amount=amount, value=said, target=target, **words)


def _shuffled(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    name = title(game.program, numbers[0])
    be = "are" if is_several(name.casefold()) else "is"
    return Line(verb_of(point).log.format(zone=name, be=be))


def _revealed(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    assert isinstance(point.statement, core.Reveal)
    shown: object = numbers[0]
    items = shown if isinstance(shown, tuple) else (shown,)
    words = [value_words(game, point.statement.item.type.one(), item) for item in items]
    be = "are" if len(words) > 1 else "is"
    return Line(verb_of(point).log.format(item=listed(words), be=be) if words else "")


def _rolled(game: Game, point: LogPoint, numbers: Numbers) -> Line | None:
    """The faces of all dice that were rolled together; by kind if there are several."""
    dice = [r for n in range(0, len(numbers), ROLL) if (r := numbers[n : n + ROLL])[0]]
    if not dice:
        return None
    groups: dict[str, list[Numbers]] = {}
    for rolled in dice:
        groups.setdefault(_sort_of_die(game, rolled[0]), []).append(rolled)
    who, log = subject_of(game, numbers[3]), verb_of(point).log
    faces = " and ".join(_faces(game, sort, rolled) for sort, rolled in groups.items())
    seen_by = readers_of(
        game, lambda player: all(has_seen(game, die, player, where) for die, where, *_ in dice)
    )
    counted = f"{len(dice)} {'die' if len(dice) == 1 else 'dice'}" if _may_count(game, dice) else ""
    hint = log.format(who=who, faces=counted) if counted and seen_by is not None else ""
    return Line(log.format(who=who, faces=faces), seen_by, hint)


def _sort_of_die(game: Game, die: int) -> str:
    """The name of a die; "" if all dice of the game are alike."""
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
    """A change of design: the thing has its old name, and its new one is the title."""
    item, _, design, where, actor = numbers
    seen_by = readers_who_saw(game, item, where)
    thing = thing_words(game, item, actor)
    own = design == game.program.layout.designs[item]
    form = "itself again" if own else article(design_title(game.program, design))
    text = verb_of(point).log.format(thing=thing[:1].upper() + thing[1:], form=form)
    return Line(text, seen_by)


def _cancelled(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    """A cancelled event: names the thing that it is about, if there is one."""
    about, where, actor = numbers
    hint = f"{subject_of(game, actor)} cancels it"
    if not about:
        return Line(hint)
    seen_by = readers_who_saw(game, about, where)
    return Line(hint[:-2] + thing_words(game, about, 0), seen_by, hint)


def _spoken(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    said = point.statement
    assert isinstance(said, core.Say)
    actor = numbers[0] if said.actor is not None else 0
    values = numbers[0 if said.actor is None else 1 :]
    who = subject_of(game, actor) if actor else ""

    def line(words: str) -> str:
        if not who:
            return words
        return f"{who} {words}" if words[:1].islower() else f"{who}: {words}"

    return with_values(game, said.text, values, line)


def _effect(game: Game, point: LogPoint, numbers: Numbers) -> Line:
    """A lasting effect that begins or ends, with its arguments."""
    item, owner, *kept = numbers
    row = game.program.effect_row(item)
    assert row is not None
    half = len(row.fields)
    named = [*zip(row.fields, kept[:half], kept[half:], strict=True)]
    seen_by = readers_of(game, lambda player: all(
        not f.type.is_thing or has_seen(game, v, player, where) for f, v, where in named
    ))  # fmt: skip
    said = [
        thing_words(game, v, owner) if f.type.is_thing else value(game.program, f.type, v, title)
        for f, v, _ in named
    ]
    name = row.declared.thing.title

    def text(words: Sequence[str]) -> str:
        effect = f"{name} ({', '.join(words)})" if words else name
        return verb_of(point).log.format(who=subject_of(game, owner), effect=effect)

    return Line(text(said), seen_by, text(()) if seen_by is not None else "")


_Writer = Callable[[Game, LogPoint, Numbers], Line | None]
_WRITERS: dict[type[core.Stmt], _Writer] = {
    core.Move: move_line, core.Assign: _change, core.Shuffle: _shuffled, core.Reveal: _revealed,
    core.Roll: _rolled, core.Say: _spoken, core.Become: _become,
    core.Begin: _effect, core.End: _effect, core.Cancel: _cancelled,
}  # fmt: skip


def _answered(game: Game, point: ChoicePoint | BranchPoint | MenuPoint, numbers: Numbers) -> Line:
    """An answer: who gave it, the answer, and where the named thing was."""
    player, answer, where, *face = numbers
    who = subject_of(game, player)
    if isinstance(point, BranchPoint):
        return _branch(game, point, numbers)
    if isinstance(point, ChoicePoint) and point.random:
        picked = _picked(game, point, 0, answer, *face)
        text = f"{picked[:1].upper()}{picked[1:]} is chosen at random"
    else:
        text = Choice(who, _picked(game, point, player, answer, *face))
    if point.secret:
        return Line(text, readers_of(game, lambda reader: reader == player > 0))
    if named := _named(point, answer):
        return Line(text, readers_who_saw(game, named, where))
    return Line(text)


def _named(point: ChoicePoint | MenuPoint, answer: int) -> int:
    """The thing that gives an answer its name, or 0."""
    if isinstance(point, ChoicePoint):
        return answer if point.type.base == "thing" and answer > 0 else 0
    row = point.rows[answer] if answer != DONE else None
    return 0 if row is None or row.declared.title else row.this


def _branch(game: Game, point: BranchPoint, numbers: Numbers) -> Line:
    """The choice of a branch; the lines that follow describe its effect."""
    player, answer, _, *values = numbers
    who, label = subject_of(game, player), point.log_texts[answer]
    may = isinstance(point.statement.origin, hir.May)
    if may and not label:
        return Line(f"{who} {'declines' if answer else 'agrees'}")
    chosen = as_title(point.statement.branches[answer].id)
    said = f"{who} {'declines' if may and answer else 'chooses'}"
    return with_values(game, label, values, lambda words: f"{said} “{words or chosen}”")


def _picked(
    game: Game, point: ChoicePoint | MenuPoint, player: int, answer: int, face: int = 0
) -> str:
    """The answer in the words of a sentence about the player, or with 0 about nobody."""
    if isinstance(point, MenuPoint):
        return _chosen_option(game, point, answer)
    if answer == DONE:
        return "no more"
    if face:
        return with_face(game.program, thing_words(game, answer, player), answer, face)
    thing = _named(point, answer)
    return thing_words(game, answer, player) if thing else value_words(game, point.type, answer)


def _chosen_option(game: Game, point: MenuPoint, answer: int) -> str:
    if answer == DONE:
        return f"“{point.menu.passing}”" if point.menu.passing else "to pass"
    called = point.rows[answer].declared.title
    return f"“{called}”" if called else thing_words(game, point.rows[answer].this, 0)
