"""Questions: the prompt, and a name for each legal answer.

Responsible for the prompt, in the author's words or else in generated English, and one id and one
title for each answer. For names of things see `naming`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cardwright.board.types import Type
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.declared import Option
from cardwright.language.english.clauses import YOU
from cardwright.language.inflection import article
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, OptionRow
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE, Question
from cardwright.source.printable import quoted
from cardwright.source.spelling import did_you_mean

Names = Mapping[int, str]  # of registers


def prompt(game: Game) -> str:
    """The question, for the player who is asked: from which card or rule, and its progress."""
    question = game.question
    if question is None:
        return ""
    point = game.program.points[question.site]
    assert isinstance(point, ChoicePoint | BranchPoint | MenuPoint)
    window = game.program.windows.get(game.frames[-1][1])
    if window is not None and isinstance(point, MenuPoint):
        return _replied_to(game, window, point.menu.title)
    asked, words = asked_by(game), _words(game, point)
    if asked == words:
        return words
    progress = _progress(game.frames[-1], point) if isinstance(point, ChoicePoint) else ""
    return ": ".join(part for part in (asked, words) if part) + progress


def _replied_to(game: Game, window: core.WindowFrame, menu: str) -> str:
    """`Reply: Lightning (Red)`: what the replies are to, and who did it."""
    frame, reader = game.frames[-1], game.question.player if game.question else 0
    item, actor = (0 if at is None else frame[FRAME + at] for at in (window.about, window.actor))
    assert isinstance(item, int)
    assert isinstance(actor, int)
    seen = item and visibility.sees(game, item, reader)
    what = naming.title_of(game, item) if seen else window.event.replace("-", " ")
    return f"{menu}: {what}" + (f" ({naming.title_of(game, actor)})" if actor else "")


def _words(game: Game, point: ChoicePoint | BranchPoint | MenuPoint) -> str:
    if isinstance(point, MenuPoint):
        return point.menu.title
    if isinstance(point, BranchPoint):
        may = isinstance(point.statement.origin, hir.May)
        label = branch_labels(game, point)[0] if may else _label(game, point)
        return label[:1].upper() + label[1:]
    asked = point.statement
    if asked.prompt:
        return _filled(asked.prompt, _values(game, asked))
    said = asked.origin if isinstance(asked.origin, Stmt) else asked
    return _request(game.program, (said,), asked.chooser, _values(game, said))


def _label(game: Game, point: BranchPoint) -> str:
    return _filled(point.statement.label, _values(game, point.statement)) or "Choose one"


def _progress(frame: Sequence[int], point: ChoicePoint) -> str:
    chosen: Sequence[int] = frame[point.chosen]  # type: ignore[assignment]
    low, high, now = frame[point.low], frame[point.high], len(chosen) + 1
    if high == 1:
        return ""
    if high < 0:
        return f" ({now}; at least {low})" if low else f" ({now})"
    return f" ({now} of {high})" if low == high else f" ({now} of up to {high})"


# ------------------------------------------------------------------------------ answers


def answers(game: Game) -> list[str]:
    """A name for each legal answer, unique in the list; [] if nothing is asked."""
    return _answers(game, naming.own_id)


def labels(game: Game) -> list[str]:
    """A title for each legal answer, in the same order."""
    return _answers(game, naming.own_title)


def reply(game: Game, answer: str) -> None:
    """Answers the question by name. Raises ValueError if it is not a legal answer now."""
    game.answer(index_of(answer, answers(game)))


def index_of(answer: str, legal: list[str]) -> int:
    """The index of an answer by its name. Raises ValueError if it is not a legal one."""
    if answer not in legal:
        hint = did_you_mean(answer, legal) or f"legal answers: {', '.join(legal) or 'none'}"
        raise ValueError(f"{quoted(answer)} is not a legal answer; {hint}")
    return legal.index(answer)


def _answers(game: Game, style: naming.Style) -> list[str]:
    question = game.question
    if question is None:
        return []
    point = game.program.points[question.site]
    if isinstance(point, ChoicePoint):
        return _unique(_chosen(game, question, point.type, style))
    if isinstance(point, MenuPoint):
        return _unique(_options(game, point, question, style))
    assert isinstance(point, BranchPoint)
    words = point.ids if style is naming.own_id else branch_labels(game, point)
    return _unique([words[i] for i in question.answers])


def _chosen(game: Game, question: Question, type: Type, style: naming.Style) -> list[str]:
    names = [_answer(game, question.player, type, n, style) for n in question.answers]
    if not type.is_thing:
        return names
    for more in (_differences,) if style is naming.own_id else (_where_else, _differences):
        shared, numbered = Counter(names), zip(names, question.answers, strict=True)
        names = [w + more(game, n) if n > 0 and shared[w] > 1 else w for w, n in numbered]
    return names


def _where_else(game: Game, item: int) -> str:
    """Where a copy of a card is, unless its name says so."""
    named = naming.is_counted_piece(game.program, item) or not game.s[item]
    reader = game.question.player if game.question else 0
    seen = not named and visibility.sees(game, item, reader)
    return f" {naming.location_words(game, item, naming.own_title)}" if seen else ""


def _answer(game: Game, player: int, type: Type, number: int, style: naming.Style) -> str:
    if number == DONE:
        return "done" if style is naming.own_id else "Done"
    if type.base != "thing" or not number:
        word = naming.value(game.program, type, number)
        return word if style is naming.own_id or type.base != "enum" else naming.as_title(word)
    if not visibility.sees(game, number, player):
        return _hidden_answer(game, number, style)
    cell = game.program.faces.get(number)
    if style is naming.own_title and cell is not None and game.s[cell]:
        return naming.with_face(game.program, naming.title_of(game, number), number, game.s[cell])
    return naming.styled(game.program, number, game, style)


def _hidden_answer(game: Game, item: int, style: naming.Style) -> str:
    """A thing that the chooser may not see: only where it is, and its back if it is face down."""
    zone = visibility.zone_at(game.program, game.s[item])
    if zone is None and (back := visibility.back_of(game, item)):
        owner = visibility.owner(game, item)
        whose = f"{style(game.program, owner)} {back}" if owner else back
        return f"{whose} {_where_hidden(game, item, style)}"
    what = zone[0].holds if zone else "thing"
    return f"{what} {_where_hidden(game, item, style)}"


def _where_hidden(game: Game, item: int, style: naming.Style) -> str:
    """Where it is; the thing that it is on may be out of sight, too."""
    place, reader = game.s[item], game.question.player if game.question else 0
    if visibility.sees(game, place, reader):
        return naming.location_words(game, item, style)
    return f"on {_hidden_answer(game, place, style)}"


def _differences(game: Game, item: int) -> str:
    """What distinguishes a piece from others of its name: cells with changed values, and what is on
    it.
    """
    layout, reader = game.program.layout, game.question.player if game.question else 0
    if not visibility.sees(game, item, reader):
        return ""
    kind = layout.form(game.s, item).kind if item > 0 else ""
    found = []
    for cell in layout.board.fields(kind).values() if kind else ():
        if not cell.printed and cell.seen_by == "all":
            at = layout.cells[(cell.kind, cell.name)] + item
            if game.s[at] != layout.start[at]:
                word = _seen_value(game, cell.type, game.s[at])
                found.append(cell.name if cell.type.base == "flag" else f"{cell.name} {word}")
    if game.program.stacks and item > 0:
        on_it = (i for i in range(1, layout.count) if game.s[i] == item)
        names = (naming.name_of(game, i) if visibility.sees(game, i, reader) else naming.HIDDEN
                 for i in on_it)  # fmt: skip
        found += [f"with {name}" for name in names]
    return "".join(f", {words}" for words in found)


def _seen_value(game: Game, type: Type, number: int) -> str:
    """A value as the player who is asked may know it."""
    if type.base != "thing" or not number:
        return naming.value(game.program, type, number)
    reader = game.question.player if game.question else 0
    return naming.name_of(game, number) if visibility.sees(game, number, reader) else naming.HIDDEN


def _options(game: Game, point: MenuPoint, question: Question, style: naming.Style) -> list[str]:
    rows = [point.rows[i] for i in question.answers if i != DONE]
    shared = Counter(row.declared.id for row in rows)
    names = [
        _option(game, question.player, row, shared[row.declared.id] > 1, style) for row in rows
    ]
    passing = "pass" if style is naming.own_id else point.menu.passing or "Pass"
    return [*names, passing] if len(rows) < len(question.answers) else names


def _option(game: Game, player: int, row: OptionRow, shared: bool, style: naming.Style) -> str:
    """Its title; a reaction without one has the name of its bearer."""
    words = row.declared.id if style is naming.own_id else row.declared.title
    if row.declared.title and not (shared and row.this):
        return words
    seen = visibility.sees(game, row.this, player)
    bearer = style(game.program, row.this) if seen else _hidden_answer(game, row.this, style)
    return f"{words} of {bearer}" if row.declared.title else bearer


def _unique(names: list[str]) -> list[str]:
    """Adds ` (2)` to the second of a name, ` (3)` to the third."""
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


# ------------------------------------------------------------------------ `choose one`


def branch_labels(game: Game, point: BranchPoint) -> list[str]:
    """The titles of all branches of the current question."""
    choice = point.statement
    names = _values(game, choice.origin if isinstance(choice.origin, Stmt) else choice)
    return [_branch(game.program, point, n, names) for n in range(len(choice.branches))]


def branch_label(program: Program, point: BranchPoint, number: int) -> str:
    """The title of a branch at any time: its label, else its effect."""
    return _branch(program, point, number, {})


def _branch(program: Program, point: BranchPoint, number: int, names: Names) -> str:
    """Its label, else its effect; for a *may*, the second is *no*."""
    choice, branch = point.statement, point.statement.branches[number]
    label, body = _filled(branch.label, names), branch.body
    if isinstance(choice.origin, hir.May):
        if number:
            return "No"
        body = choice.origin.body
    elif isinstance(choice.origin, core.OneOf):
        body = choice.origin.branches[number].body
    words = label or _request(program, body, choice.chooser, names) or naming.as_title(branch.id)
    return words[:1].upper() + words[1:]


# ----------------------------------------------------------------------------- English


def _request(program: Program, statements: Block, chooser: Expr, names: Names) -> str:
    return program.checked.english.request(statements, chooser, names)


def _filled(text: core.Text, names: Names) -> str:
    """A text with the values of registers; values without a name are named by their kind."""
    missing = (article(reg.type.of or reg.type.base) for reg in text.values)
    words = (names.get(reg.index, other) for reg, other in zip(text.values, missing, strict=True))
    return text.filled(words)


def _values(game: Game, statement: Stmt) -> dict[int, str]:
    """The values of registers in a question, as far as the player who is asked may know them."""
    nodes, frame = [*core.walk(statement)], game.frames[-1]
    bound = {getattr(node, "reg", None) for node in nodes}
    uses = {n.index: n for n in nodes if isinstance(n, core.Reg) and n.index not in bound}
    return {
        index: words
        for index, reg in uses.items()
        if FRAME + index < len(frame) and (words := _value(game, reg, frame[FRAME + index]))
    }


def _value(game: Game, reg: core.Reg, number: object) -> str:
    """ "" for a value that is not set yet, is a set, or can't be seen."""
    question, type = game.question, reg.type
    if not isinstance(number, int) or question is None or type.many:
        return ""
    if type.base == "thing":
        if type.of == "player" and number == question.player:
            return YOU
        seen = number and visibility.sees(game, number, question.player)
        return naming.title_of(game, number) if seen else ""
    known = type.base in ("number", "enum")
    return naming.value(game.program, type, number, naming.title) if known else ""


# --------------------------------------------------------------------------- who asks


def asked_by(game: Game) -> str:
    """The title of the innermost card, option or ability that runs, else of the rule."""
    running = [game.program.entries[frame[1]].routine for frame in reversed(game.frames)]
    first = next((words for words in map(_title, running) if words), "")
    return first or (naming.as_title(running[0].name) if running else "")


def _title(routine: core.Routine) -> str:
    if routine.bearer is not None:
        return routine.bearer.title or naming.as_title(routine.bearer.id)
    return routine.origin.title if isinstance(routine.origin, Option) else ""
