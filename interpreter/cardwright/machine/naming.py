"""Names of things and answers: stable ids for programs and tests, titles for people.

Owns how a thing is called where it has no id of its own (`red miner on a1`), and one name for
each legal answer. Knows no game: all words come from packs, or are the language's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cardwright.board.types import Type
from cardwright.language.registry import BY_FORM
from cardwright.machine import sight
from cardwright.machine.game import DONE, Game, Question
from cardwright.machine.program import Program
from cardwright.machine.sites import BranchSite, ChooseSite, MenuSite, OptionRow
from cardwright.source.spelling import did_you_mean

NOTHING = "none"
Call = Callable[[Program, int], str]


def plain(word: str) -> str:
    """A title for what has none: `red-fox` is Julie mao."""
    return word.replace("-", " ").capitalize()


# ------------------------------------------------------------------------------- things


def name(program: Program, item: int, game: Game | None = None) -> str:
    """The name of a thing: its id, or owner and kind; with a game also where it is."""
    return _called(program, item, game, _id)


def title(program: Program, item: int, game: Game | None = None) -> str:
    """What people read for a thing."""
    return _called(program, item, game, _title)


def player_name(program: Program, player: int) -> str:
    """The id of a player; "" for a spectator (0)."""
    return _id(program, player) if player else ""


def _called(program: Program, item: int, game: Game | None, call: Call) -> str:
    if not _nameless(program, item):
        return call(program, item)
    owner = sight.owner(game, item) if game else program.layout.items[item].owner
    kind = program.layout.items[item].kind
    words = f"{call(program, owner)} {kind}" if owner else kind
    if call is _title:
        words = program.board.kinds[kind].title or words
    return f"{words} {_whereabouts(game, item, call)}" if game else words


def _whereabouts(game: Game, item: int, call: Call) -> str:
    program, place = game.program, game.s[item]
    if not place:
        return "in supply"
    preposition = "in" if sight.zone_at(program, place) else "on"
    return f"{preposition} {_called(program, place, None, call)}"


def _nameless(program: Program, item: int) -> bool:
    """One of several pieces that are counted; a kind of one piece is called by its kind."""
    found = program.layout.items[item]
    return bool(found.kind) and found.thing is None and found.name != found.kind


def _id(program: Program, item: int) -> str:
    found = program.layout.items[item]
    return found.thing.id if found.thing else found.name if item else NOTHING


def _title(program: Program, item: int) -> str:
    found = program.layout.items[item]
    zone = sight.zone_at(program, item)
    if zone is not None:
        label = plain(zone[0].name)
        return f"{label} of {_title(program, zone[1])}" if zone[1] else label
    if found.thing is None:
        return plain(found.name) if item else NOTHING
    return found.thing.title or plain(found.thing.id)


# ------------------------------------------------------------------------------- values


def value(program: Program, type: Type, number: int, call: Call = _id) -> str:
    """The word for a value of this type."""
    if type.base == "number":
        return str(number)
    if type.base == "flag":
        return "yes" if number else "no"
    if not number:
        return NOTHING
    if type.base == "enum":
        return program.board.enums[type.of].values[number - 1]
    return _called(program, number, None, call)


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
        hint = did_you_mean(answer, legal) or f"legal are: {', '.join(legal) or 'none'}"
        raise ValueError(f"`{answer}` is no legal answer; {hint}")
    game.answer(legal.index(answer))


def _answers(game: Game, call: Call) -> list[str]:
    question = game.question
    if question is None:
        return []
    site = game.program.sites[question.site]
    if isinstance(site, ChooseSite):
        return _unique(_chosen(game, question, site.type, call))
    if isinstance(site, MenuSite):
        return _unique(_options(game.program, site, question.answers, call))
    assert isinstance(site, BranchSite)
    words = site.ids if call is _id else [w[:1].upper() + w[1:] for w in site.labels]
    return _unique([words[i] for i in question.answers])


def _chosen(game: Game, question: Question, type: Type, call: Call) -> list[str]:
    names = [_answer(game, question.player, type, n, call) for n in question.answers]
    shared = Counter(names)
    return [
        words + _condition(game, item) if shared[words] > 1 and type.is_thing else words
        for words, item in zip(names, question.answers, strict=True)
    ]


def _answer(game: Game, player: int, type: Type, number: int, call: Call) -> str:
    if number == DONE:
        return "done" if call is _id else "Done"
    if type.base != "thing" or not number:
        word = value(game.program, type, number)
        return word if call is _id or type.base != "enum" else plain(word)
    if not sight.sees(game, number, player):
        return _unseen(game, number, call)
    return _called(game.program, number, game, call)


def _unseen(game: Game, item: int, call: Call) -> str:
    """A thing the chooser may not look at: only where it is."""
    zone = sight.zone_at(game.program, game.s[item])
    what = zone[0].holds if zone else "thing"
    return f"{what} {_whereabouts(game, item, call)}"


def _condition(game: Game, item: int) -> str:
    """What tells a piece from others of its name: cells that are not as they began."""
    layout = game.program.layout
    kind = layout.items[item].kind if item > 0 else ""
    found = []
    for cell in layout.board.fields(kind).values() if kind else ():
        if not cell.printed and cell.seen_by == "all":
            at = layout.cells[(cell.kind, cell.name)] + item
            if game.s[at] != layout.start[at]:
                word = value(game.program, cell.type, game.s[at])
                found.append(cell.name if cell.type.base == "flag" else f"{cell.name} {word}")
    return "".join(f", {words}" for words in found)


def _options(program: Program, site: MenuSite, offered: Sequence[int], call: Call) -> list[str]:
    rows = [site.rows[i] if i != DONE else None for i in offered]
    shared = Counter(row.declared.id for row in rows if row)
    return [_option(program, row, shared[row.declared.id] > 1 if row else False, call)
            for row in rows]  # fmt: skip


def _option(program: Program, row: OptionRow | None, shared: bool, call: Call) -> str:
    if row is None:
        return "pass" if call is _id else "Pass"
    words = row.declared.id
    if call is not _id:
        words = row.declared.title or plain(words)
    return f"{words} of {call(program, row.this)}" if shared and row.this else words


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
    site = game.program.sites[question.site]
    assert isinstance(site, ChooseSite | BranchSite | MenuSite)
    asked = asked_by(game)
    if isinstance(site, ChooseSite):
        words = site.label or sentence(site.span.text)
        return ": ".join(w for w in (asked, words) if w) + _progress(game.frames[-1], site)
    label = site.label or plain(site.menu if isinstance(site, MenuSite) else "choose one")
    label = label[:1].upper() + label[1:]
    return f"{asked}: {label}" if asked and asked != label else label


def sentence(text: str) -> str:
    """The words of a statement as a request, without the name its choice gets."""
    words = " ".join(text.split())
    head, found, _ = words.rpartition(", as ")
    first, space, rest = (head if found else words).partition(" ")
    if first in BY_FORM:
        return f"{BY_FORM[first].name.capitalize()}{space}{rest}"
    return f"Choose {first}{space}{rest}"


def _progress(frame: Sequence[int], site: ChooseSite) -> str:
    chosen: Sequence[int] = frame[site.chosen]  # type: ignore[assignment]
    low, high, now = frame[site.low], frame[site.high], len(chosen) + 1
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
    return first or (plain(names[0]) if names else "")


def _bearer_title(program: Program, routine: str) -> str:
    bearer, slash, _ = routine.partition("/")
    if slash:
        things = program.board.bearers(bearer)
        return (things[0].title or plain(bearer)) if things else plain(bearer)
    options = program.checked.declared.options
    return next((o.title for o in options if o.id == routine and not o.bearer), "")
