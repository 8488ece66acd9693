"""Variables of a program have the name under which they are bound."""

from __future__ import annotations

from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core
from cardwright.program import values as v
from cardwright.program.emit.expressions import Emitter
from cardwright.source.text import Source, Span

from ..all_packs import ROOT, rules_of

SPAN = Span(Source("test", "x"), 0, 1)
PORTS = thing("cell").set()
ONE, TWO = (core.Var(thing("cell"), SPAN, index) for index in (1, 2))


def test_a_variable_that_one_loop_renames_keeps_its_name_in_others() -> None:
    """Nested filters become one loop with one variable; what comes next may use the other one."""
    program = rules_of(ROOT / "tests" / "packs" / "connect-four").program(2)
    emitter = Emitter(program.constants)
    cells = core.Domain(PORTS, SPAN, "cell")
    inner = core.Filter(PORTS, SPAN, 1, cells, core.Compare(FLAG, SPAN, "!=", ONE, ONE))
    outer = core.Filter(PORTS, SPAN, 2, inner, core.Compare(FLAG, SPAN, "!=", TWO, TWO))
    found = emitter(core.Exists(FLAG, SPAN, outer))
    assert isinstance(found, v.Exists)
    assert found.loop.var == "v2"
    assert {repr(test) for test in found.loop.tests} == {repr(found.loop.tests[0])}
    by = emitter(core.SortBy(PORTS, SPAN, 1, cells, core.Position(NUMBER, SPAN, ONE)))
    keys = [part for part in by.args if isinstance(part, v.Key)]  # type: ignore[attr-defined]
    assert [key.var for key in keys] == ["v1"]
    assert "v2" not in repr(keys[0])
