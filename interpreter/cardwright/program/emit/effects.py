"""Printed effects, lasting effects, automata and winners."""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.resolve.statements.answers import CheckedAnswer
from cardwright.language.vocabulary.verbs.remove import MOVEMENT as REMOVAL
from cardwright.program.automata import AnswerRow, AutomatonRow, automata_of
from cardwright.program.decision_points import LogPoint
from cardwright.program.lasting_effects import EffectRow, effect_rows
from cardwright.program.program import Program
from cardwright.program.values import Var
from cardwright.source.text import NOWHERE


def collect_effects(program: Program) -> None:
    for (kind, id, slot), routine in program.checked.effects.items():
        table = program.effects.setdefault(slot, [-1] * program.layout.count)
        number = program.routine(("effect", kind, id, slot), routine, bearer_kind=kind)
        for item in program.layout.items:
            if item.thing and item.kind == kind and item.thing.id == id:
                table[item.id] = number


def collect_lasting(program: Program) -> None:
    for row in effect_rows(program.checked.declared, program.layout):
        name, span = row.declared.thing.id, row.declared.span
        program.lasting[name] = row
        end = core.End(span, core.none(span), core.none(span))
        row.point = len(program.code.points)
        program.code.point(LogPoint(row.point, span, name, "end", end))
        if (test := program.checked.conditions.get(name)) is not None:
            program.conditional.append(row)
            _link_condition(program, row, test)


def _link_condition(program: Program, row: EffectRow, test: core.Expr) -> None:
    emit = program.emitter(lambda i: Var(f"a{i}"))
    made = program.code.function(("a0", "a1"), emit(test), test.span)
    program.code.link(row, "holds", made)
    row.weight = emit.work


def vanishing_point(program: Program) -> int:
    """The log point of tokens that go where none can be."""
    nothing, number = core.none(NOWHERE), len(program.code.points)
    act = core.Move(NOWHERE, REMOVAL, nothing, "thing", None, nothing)
    return program.code.point(LogPoint(number, NOWHERE, "", REMOVAL.verb, act))


def collect_automata(program: Program) -> None:
    for player, one in automata_of(program.checked, program.layout).items():
        rows = [_answer_row(program, answer) for answer in one.answers]
        program.automata[player] = AutomatonRow(one, rows)
    program.hints = [_answer_row(program, answer) for answer in program.checked.hints]


def _answer_row(program: Program, answer: CheckedAnswer) -> AnswerRow:
    row, code, span = AnswerRow(answer), program.code, answer.span
    emit = program.emitter(lambda i: Var(f"a{i}"))
    row.signs = tuple(1 if key.op == "highest" else -1 for key in answer.keys)
    keys = (code.function(("a0", "v0"), emit(key.body), span) for key in answer.keys)
    code.link(row, "keys", (*keys,))
    row.weight = 1 + emit.work
    if answer.test is not None:
        code.link(row, "test", code.function(("a0",), emit(answer.test), span))
    return row


def emit_winners(program: Program) -> None:
    if program.checked.winners is not None:
        expr = program.checked.winners
        body = program.emitter()(expr)
        made = program.code.function((), body, expr.span, many=expr.type.many)
        program.code.link(program, "winners", made)
