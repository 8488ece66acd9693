"""Names of things and answers: stable ids for programs and tests, titles for people.

Owns how a thing is called where it has no id of its own (`red miner on a1`), and one name for
each legal answer. Knows no game: all words come from packs, or are the language's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cardwright.backends.python.program import Program
from cardwright.board.types import Type
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, OptionRow
from cardwright.runtime import visibility
from cardwright.runtime.game import DONE, Game, Question
from cardwright.source.spelling import did_you_mean

NOTHING = "none"
HIDDEN = "hidden"  # in place of a thing that a cell names and the player may not see
Style = Callable[[Program, int], str]


def as_title(word: str) -> str:
    """A title for what has none: `red-fox` becomes `Red fox`."""
    return word.replace("-", " ").capitalize()


# ------------------------------------------------------------------------------- things


def name(program: Program, item: int, game: Game | None = None) -> str:
    """The name of a thing: its id, or owner and kind; with a game also where it is."""
    return _styled(program, item, game, _id)


def title(program: Program, item: int, game: Game | None = None) -> str:
    """What people read for a thing."""
    return _styled(program, item, game, _title)


def player_name(program: Program, player: int) -> str:
    """The id of a player; "" for a spectator (0)."""
    return _id(program, player) if player else ""


def _styled(program: Program, item: int, game: Game | None, style: Style) -> str:
    if not _nameless(program, item):
        return style(program, item)
    owner = visibility.owner(game, item) if game else program.layout.items[item].owner
    words = _owned(program, item, owner, style)
    return f"{words} {_whereabouts(game, item, style)}" if game else words


def name_of(game: Game, item: int) -> str:
    """The name of a thing by who owns it now, without where it is."""
    return _owned(game.program, item, visibility.owner(game, item), _id)


def title_of(game: Game, item: int) -> str:
    """What people read for a thing by who owns it now, without where it is."""
    return _owned(game.program, item, visibility.owner(game, item), _title)


def _owned(program: Program, item: int, owner: int, style: Style) -> str:
    if not _nameless(program, item):
        return style(program, item)
    kind = program.layout.items[item].kind
    words = f"{style(program, owner)} {kind}" if owner else kind
    if style is _title:
        words = program.board.kinds[kind].title or words
    return words


def _whereabouts(game: Game, item: int, style: Style) -> str:
    program, place = game.program, game.s[item]
    if not place:
        return "in supply"
    preposition = "in" if visibility.zone_at(program, place) else "on"
    holder = visibility.owner(game, place) if program.layout.items[place].kind else 0
    return f"{preposition} {_owned(program, place, holder, style)}"


def _nameless(program: Program, item: int) -> bool:
    """One of several pieces that are counted; a kind of one piece is called by its kind."""
    found = program.layout.items[item]
    return bool(found.kind) and found.thing is None and found.name != found.kind


def _id(program: Program, item: int) -> str:
    found = program.layout.items[item]
    return found.thing.id if found.thing else found.name if item else NOTHING


def _title(program: Program, item: int) -> str:
    found = program.layout.items[item]
    zone = visibility.zone_at(program, item)
    if zone is not None:
        label = as_title(zone[0].name)
        return f"{label} of {_title(program, zone[1])}" if zone[1] else label
    if found.thing is None:
        return as_title(found.name) if item else NOTHING
    return found.thing.title or as_title(found.thing.id)


def effect_title(game: Game, item: int, player: int | None = None) -> str:
    """A lasting effect with what it was begun with, as this player sees it (None: all)."""
    program, row = game.program, game.program.effect_row(item)
    pairs = zip(row.fields, row.cells, strict=True) if row is not None else ()
    kept = [_kept(game, f.type, game.s[cell + item], player) for f, cell in pairs]
    return f"{_title(program, item)} ({', '.join(kept)})" if kept else _title(program, item)


def _kept(game: Game, type: Type, number: int, player: int | None) -> str:
    secret = type.is_thing and number and player is not None
    if secret and not visibility.sees(game, number, player or 0):
        return HIDDEN
    return value(game.program, type, number, _title)


# ------------------------------------------------------------------------------- values


def value(program: Program, type: Type, number: int, style: Style = _id) -> str:
    """The word for a value of this type."""
    if type.base == "number":
        return str(number)
    if type.base == "flag":
        return "yes" if number else "no"
    if not number:
        return NOTHING
    if type.base == "enum":
        return program.board.enums[type.of].values[number - 1]
    return _styled(program, number, None, style)


# ------------------------------------------------------------------------------ answers


def answers(game: Game) -> list[str]:
    """A name for each legal answer, unique in the list; [] when nothing is asked."""
    return _answers(game, _id)


def labels(game: Game) -> list[str]:
    """What people read for each legal answer, in the same order."""
    return _answers(game, _title)


def reply(game: Game, answer: str) -> None:
    """Answers the question by name. Raises ValueError when that is no legal answer now."""
    legal = answers(game)
    if answer not in legal:
        hint = did_you_mean(answer, legal) or f"legal answers: {', '.join(legal) or 'none'}"
        raise ValueError(f"`{answer}` is not a legal answer; {hint}")
    game.answer(legal.index(answer))


def _answers(game: Game, style: Style) -> list[str]:
    question = game.question
    if question is None:
        return []
    point = game.program.points[question.site]
    if isinstance(point, ChoicePoint):
        return _unique(_chosen(game, question, point.type, style))
    if isinstance(point, MenuPoint):
        return _unique(_options(game.program, point, question.answers, style))
    assert isinstance(point, BranchPoint)
    words = point.ids if style is _id else [w[:1].upper() + w[1:] for w in point.labels]
    return _unique([words[i] for i in question.answers])


def _chosen(game: Game, question: Question, type: Type, style: Style) -> list[str]:
    names = [_answer(game, question.player, type, n, style) for n in question.answers]
    shared = Counter(names)
    return [
        words + _differences(game, item) if shared[words] > 1 and type.is_thing else words
        for words, item in zip(names, question.answers, strict=True)
    ]


def _answer(game: Game, player: int, type: Type, number: int, style: Style) -> str:
    if number == DONE:
        return "done" if style is _id else "Done"
    if type.base != "thing" or not number:
        word = value(game.program, type, number)
        return word if style is _id or type.base != "enum" else as_title(word)
    if not visibility.sees(game, number, player):
        return _hidden_answer(game, number, style)
    return _styled(game.program, number, game, style)


def _hidden_answer(game: Game, item: int, style: Style) -> str:
    """A thing the chooser may not look at: only where it is."""
    zone = visibility.zone_at(game.program, game.s[item])
    what = zone[0].holds if zone else "thing"
    return f"{what} {_whereabouts(game, item, style)}"


def _differences(game: Game, item: int) -> str:
    """What distinguishes a piece from others of its name: cells that are not as they began."""
    layout = game.program.layout
    kind = layout.items[item].kind if item > 0 else ""
    found = []
    for cell in layout.board.fields(kind).values() if kind else ():
        if not cell.printed and cell.seen_by == "all":
            at = layout.cells[(cell.kind, cell.name)] + item
            if game.s[at] != layout.start[at]:
                word = _seen_value(game, cell.type, game.s[at])
                found.append(cell.name if cell.type.base == "flag" else f"{cell.name} {word}")
    return "".join(f", {words}" for words in found)


def _seen_value(game: Game, type: Type, number: int) -> str:
    """A value as the one who is asked may know it."""
    if type.base != "thing" or not number:
        return value(game.program, type, number)
    reader = game.question.player if game.question else 0
    return name_of(game, number) if visibility.sees(game, number, reader) else HIDDEN


def _options(program: Program, point: MenuPoint, offered: Sequence[int], style: Style) -> list[str]:
    rows = [point.rows[i] if i != DONE else None for i in offered]
    shared = Counter(row.declared.id for row in rows if row)
    return [_option(program, row, shared[row.declared.id] > 1 if row else False, style)
            for row in rows]  # fmt: skip


def _option(program: Program, row: OptionRow | None, shared: bool, style: Style) -> str:
    if row is None:
        return "pass" if style is _id else "Pass"
    words = row.declared.id
    if style is not _id:
        words = row.declared.title or as_title(words)
    return f"{words} of {style(program, row.this)}" if shared and row.this else words


def _unique(names: list[str]) -> list[str]:
    """The second of a name gets ` (2)`, the third ` (3)`."""
    taken: set[str] = set()
    found = []
    for word in names:
        free, number = word, 1
        while free in taken:
            number += 1
            free = f"{word} ({number})"
        taken.add(free)
        found.append(free)
    return found


# ------------------------------------------------------------------------------- prompt


def prompt(game: Game) -> str:
    """What is asked, for the one who is asked: of which card or rule, and how far it is."""
    question = game.question
    if question is None:
        return ""
    point = game.program.points[question.site]
    assert isinstance(point, ChoicePoint | BranchPoint | MenuPoint)
    asked = asked_by(game)
    if isinstance(point, ChoicePoint):
        words = point.label or sentence(point.span.text)
        return ": ".join(w for w in (asked, words) if w) + _progress(game.frames[-1], point)
    label = point.label or as_title(point.menu if isinstance(point, MenuPoint) else "choose one")
    label = label[:1].upper() + label[1:]
    return f"{asked}: {label}" if asked and asked != label else label


def sentence(text: str) -> str:
    """The words of a statement as a request, without the name its choice gets."""
    words = " ".join(text.split())
    head, found, _ = words.rpartition(", as ")
    first, space, rest = (head if found else words).partition(" ")
    if first in VERBS.by_form:
        return f"{VERBS.by_form[first].name.capitalize()}{space}{rest}"
    return f"Choose {first}{space}{rest}"


def _progress(frame: Sequence[int], point: ChoicePoint) -> str:
    chosen: Sequence[int] = frame[point.chosen]  # type: ignore[assignment]
    low, high, now = frame[point.low], frame[point.high], len(chosen) + 1
    if high == 1:
        return ""
    if high < 0:
        return f" ({now}; at least {low})" if low else f" ({now})"
    return f" ({now} of {high})" if low == high else f" ({now} of up to {high})"


def asked_by(game: Game) -> str:
    """The title of the innermost card, option or ability that runs, else of the rule."""
    names = [game.program.entries[frame[1]].name for frame in reversed(game.frames)]
    found = (_bearer_title(game.program, name) for name in names)
    first = next((words for words in found if words), "")
    return first or (as_title(names[0]) if names else "")


def _bearer_title(program: Program, routine: str) -> str:
    bearer, slash, _ = routine.partition("/")
    if slash:
        things = program.board.bearers(bearer)
        return (things[0].title or as_title(bearer)) if things else as_title(bearer)
    options = program.checked.declared.options
    return next((o.title for o in options if o.id == routine and not o.bearer), "")
