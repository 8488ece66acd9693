"""What a play has changed, as lines of `expect`: the state of players, of the game, and of things.

A line is about all players, so that a scenario fails if the wrong ones are changed. Only lines that
scenarios read as they are meant are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from cardwright.board.declarations import Field
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read
from cardwright_tools.new.yaml_edit import scalar
from cardwright_tools.scenario.claims import CellClaim, ClaimReader
from cardwright_tools.scenario.compare import holds
from cardwright_tools.scenario.terms import Terms

MOST = 8
MOST_THINGS = 4  # of one line, besides players

Cells = Sequence[int]


def changed_values(
    before: Game, after: Game, *, by: bool = False, most: int = MOST, things: int = MOST_THINGS
) -> Iterator[str]:
    """Lines such as `coins: {red: 4, blue: 2}`; with `by`, `coins: {red: +4, blue: +0}`.

    `most`: the largest number of lines; `things`: of things in a line, besides players.
    """
    terms = Terms(after.program, Report())
    found = (_line(terms, cell, before, after, things, by=by) for cell in _state(after.program))
    yield from islice(filter(None, found), most)


def _state(program: Program) -> list[Field]:
    """The state that changes: first that of players, of which the score is the first."""
    declared, board = program.checked.declared, program.board
    found = [*board.state.values(), *(one for one in board.every_field() if not one.printed)]
    flags = {one.due for one in found}
    found = [
        one
        for one in found
        if one.name not in flags and (one.kind, one.name) in program.layout.cells
    ]
    return sorted(
        found, key=lambda one: (one.name != declared.score, one.kind != "player", bool(one.kind))
    )


def _line(terms: Terms, cell: Field, before: Game, after: Game, things: int, *, by: bool) -> str:
    """The line about a cell, or about that of some things; "" if nothing has changed that a
    scenario can say."""
    values = {
        item: _value(terms, cell, item, before.s, after.s, by=by) for item in _bearers(terms, cell)
    }
    changed = [
        item
        for item in values
        if _cell(terms, cell, item, before.s) != _cell(terms, cell, item, after.s)
    ]
    shown = [*values] if cell.kind == "player" else changed[:things]
    if not changed:
        return ""
    said = {terms.name(item): values[item] for item in shown}
    line = f"{cell.name}: {_mapping(said) if cell.kind else values[0]}"
    return line if is_true(terms, line, before.s, after, (CellClaim,)) else ""


def _bearers(terms: Terms, cell: Field) -> Sequence[int]:
    return terms.program.layout.kind(cell.kind) if cell.kind else (0,)


def _cell(terms: Terms, cell: Field, item: int, state: Cells) -> int:
    return state[terms.program.layout.cells[(cell.kind, cell.name)] + item]


def _value(terms: Terms, cell: Field, item: int, before: Cells, after: Cells, *, by: bool) -> str:
    now = _cell(terms, cell, item, after)
    if by and cell.type.base == "number" and not cell.type.many:
        return f"{now - _cell(terms, cell, item, before):+d}"
    words = terms.to_text(now, cell.type)
    return f"[{words}]" if cell.type.many and ", " in words else words


def _mapping(said: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{scalar(name)}: {value}" for name, value in said.items()) + "}"


def is_true(terms: Terms, line: str, before: Cells, after: Game, claims: tuple[type, ...]) -> bool:
    """Whether a scenario reads a line as claims of these types, and as true."""
    report = Report()
    document = read(Source("", f"{line}\n"), report)
    if document is None:
        return False
    ours = Terms(terms.program, report)
    [(key, node)] = YamlNode(document, (), document.value, "").items()
    found = ClaimReader(ours).read(key, node) or ()
    return (
        not report.failed
        and bool(found)
        and all(isinstance(one, claims) and holds(one, after, before, ours) for one in found)
    )
