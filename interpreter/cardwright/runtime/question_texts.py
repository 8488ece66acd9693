"""The texts of questions: what authors wrote, with the values of their registers filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.english.clauses import YOU
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.inflection import article, spaced
from cardwright.program.decision_points import BranchPoint
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.source.patterns import lazy_pattern

Names = Mapping[int, str]  # of registers


def branch_labels(game: Game, point: BranchPoint) -> list[str]:
    """The titles of all branches of the current question."""
    choice = point.statement
    names = filled_values(game, choice.origin if isinstance(choice.origin, Stmt) else choice)
    return [_branch(game.program, point, n, names) for n in range(len(choice.branches))]


def branch_label(program: Program, point: BranchPoint, number: int) -> str:
    """The title of a branch at any time: its label, else its effect."""
    return _branch(program, point, number, {})


def _branch(program: Program, point: BranchPoint, number: int, names: Names) -> str:
    """Its label, else its effect; for a *may*, the second is *no*."""
    choice, branch = point.statement, point.statement.branches[number]
    label, body = filled_text(branch.label, names), branch.body
    if isinstance(choice.origin, hir.May):
        if number:
            return "No"
        body = choice.origin.body
    elif isinstance(choice.origin, core.OneOf):
        body = choice.origin.branches[number].body
    words = (
        label or request_text(program, body, choice.chooser, names) or naming.as_title(branch.id)
    )
    return words[:1].upper() + words[1:]


# ----------------------------------------------------------------------------- English


def request_text(program: Program, statements: Block, chooser: Expr, names: Names) -> str:
    return english_of(program.checked).request(statements, chooser, names)


def filled_text(text: core.Text, names: Names) -> str:
    """A text with the values of registers; values without a name are named by their kind."""
    missing = (article(reg.type.of or reg.type.base) for reg in text.values)
    words = (names.get(reg.index, other) for reg, other in zip(text.values, missing, strict=True))
    said = text.filled(map(_after, text.before(), words))
    return said[:1].upper() + said[1:]


_DETERMINER = lazy_pattern(r"\b(?:the|an?|your|this|that|another) \Z", re.IGNORECASE)


def _after(before: str, value: str) -> str:
    """A value after what an author wrote before it: without its own article if there is one."""
    if not _DETERMINER.search(before):
        return value
    return value.removeprefix("the ").removeprefix("your ")


_FILLING = core.Let, core.Choose, core.ForEach, hir.SimultaneousChoice, hir.Rank, hir.RankSplit
"""The nodes that fill a register while a question is phrased, whose value is not known yet."""


def filled_values(game: Game, statement: Stmt) -> dict[int, str]:
    """The values of registers in a question, as far as the player who is asked may know them."""
    nodes, frame = [*core.walk(statement)], game.frames[-1]
    bound = {node.reg for node in nodes if isinstance(node, _FILLING)}
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
        return _called(game, number, question.player) if seen else ""
    known = type.base in ("number", "enum")
    return naming.value(game.program, type, number, naming.title) if known else ""


def _called(game: Game, item: int, reader: int) -> str:
    """A thing in a question: `your cart`, `the Red die (6)`, or what has a name of its own."""
    program, name = game.program, naming.title_of(game, item)
    kind, cell = program.layout.items[item].kind, program.faces.get(item)
    if naming.is_counted_piece(program, item) and not program.board.kinds[kind].title:
        own = f"your {spaced(kind)}{naming.design_suffix(game, item)}"
        name = own if visibility.owner(game, item) == reader else f"the {name}"
    face = game.s[cell] if cell is not None else 0
    return naming.with_face(program, name, item, face) if face else name
