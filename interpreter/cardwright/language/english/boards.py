"""Connected places as English: steps, directions, groups, distances and lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english.conditions import condition
from cardwright.language.english.noun_phrases import The
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.inflection import spaced


def following(words: Phrasing, e: hir.Next) -> str:
    side, kind = "before" if e.back else "after", words.kind(e.type.of)
    return The(f"{kind.many if e.type.many else kind.kind} {side} {words(e.of)}")


def towards(words: Phrasing, e: hir.Towards) -> str:
    """`the cell north of x`, `the cells from x towards north, while the cell is empty`."""
    kind = words.kind(e.kind)
    if not e.type.many:
        return The(f"{kind.kind} {_way(words, e.ways)}", words(e.of))
    ways = f"any {spaced(e.ways.type.of)}" if isinstance(e.ways, core.Values) else words(e.ways)
    said = f"{kind.many} from {words(e.of)} towards {ways}"
    if e.test is None:
        return The(said)
    test = condition(words.bound(e.item, The(kind.kind)), e.test)
    return The(f"{said} {'until' if e.until else 'while'} {test}")


def _way(words: Phrasing, e: Expr) -> str:
    """`north`; for a direction that is not named here, `one step to the ... `."""
    said = words(e)
    return said if isinstance(e, core.Named) else f"in direction {said}"


def connection(words: Phrasing, e: core.Connection) -> str:
    within = e.edges if e.within is None else e.within
    where = f" in {words.noun(within).plural}" if within is not None else ""
    closed = f", not through {words.noun(e.closed).plural}" if e.closed is not None else ""
    match e.op, [words(arg) for arg in e.args]:
        case "beside", [place]:
            return The(f"{words.kind(e.kind).many} next to {place}")
        case "group", [place]:
            return The("group", place, rest=f"{where}{closed}")
        case "groups", _:
            return The("groups", rest=where)
        case "border", _:
            return The("border", words.noun(within).plural if within else "")
        case "distance", [to, place]:
            return The("distance", to, rest=f" from {place}{where}{closed}")
    return The("longest path", rest=f"{where}{closed}")


def largest_group(words: Phrasing, e: hir.LargestGroup) -> str:
    return The("largest", words(e.groups))


def line(words: Phrasing, e: core.LongestLine) -> str:
    return The(f"longest line of {words.noun(e.source).plural} through {words(e.cell)}")


BOARDS: dict[type[Expr], Callable[[Any, Any], str]] = {
    hir.Next: following, hir.Towards: towards, core.Connection: connection,
    hir.LargestGroup: largest_group, core.LongestLine: line,
}  # fmt: skip
