"""Questions: the prompt, and a name for each legal answer.

Responsible for the prompt, in the author's words or else in generated English, and one id and one
title for each answer. For names of things see `naming`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cardwright.board.types import NUMBER, Type
from cardwright.language import core, hir
from cardwright.language.core import Expr, Stmt
from cardwright.language.declared import Option
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, OptionRow
from cardwright.program.operations import FRAME
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE, Question
from cardwright.runtime.question_texts import (
    branch_labels,
    filled_text,
    filled_values,
    request_text,
)
from cardwright.source.printable import quoted
from cardwright.source.spelling import did_you_mean


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
        return filled_text(asked.prompt, filled_values(game, asked))
    said = asked.origin if isinstance(asked.origin, Stmt) else asked
    names = filled_values(game, said)
    return request_text(game.program, (_counted(game, said, point),), asked.chooser, names)


def _counted(game: Game, said: Stmt, point: ChoicePoint) -> Stmt:
    """What is asked, with numbers in place of what they are computed from."""
    asked, frame = point.statement, game.frames[-1]

    def known(bound: Expr | None, at: int) -> Expr | None:
        is_computed = bound is not None and not isinstance(bound, core.Lit | core.Reg)
        return core.Lit(NUMBER, asked.span, frame[at]) if is_computed and frame[at] > 0 else bound

    def counted(node: core.Node) -> core.Node | None:
        if not isinstance(node, core.Choose) or node.reg != asked.reg:
            return None
        low, high = known(node.low, point.low), known(node.high, point.high)
        return replace(node, low=low or node.low, high=high)

    literal = all(isinstance(bound, core.Lit | None) for bound in (asked.low, asked.high))
    return said if literal else core.rewritten(said, counted)


def _label(game: Game, point: BranchPoint) -> str:
    return filled_text(point.statement.label, filled_values(game, point.statement)) or "Choose one"


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
        added = [more(game, n) if n > 0 and shared[w] > 1 else "" for w, n in numbered]
        told = Counter(w for w, _ in {*zip(names, added, strict=True)})
        always = style is naming.own_id  # ids stay what they have been
        names = [w + one if always or told[w] > 1 else w
                 for w, one in zip(names, added, strict=True)]  # fmt: skip
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
