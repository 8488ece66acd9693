"""Lasting effects in the layout: the copies of each, and where their arguments are stored.

Knows nothing about how they begin and end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field

from cardwright.board.declarations import BEGUN_ANEW, IN_EFFECT, LASTING, SOURCE, Field
from cardwright.board.layout import Layout
from cardwright.language.declared import Declared, LastingEffect
from cardwright.source.records import dataclass

Test = Callable[..., int]


@dataclass(slots=True)
class EffectRow:
    """`copies` are ids, and `cells` the offsets of its arguments, in order.

    `holds`, by (s, z, you, this), is None if it has no condition; `point` logs its end.
    """

    declared: LastingEffect
    copies: tuple[int, ...]
    fields: tuple[Field, ...]
    cells: tuple[int, ...]
    zone: int  # before the players' zones
    point: int = -1
    holds: Test | None = None
    things: tuple[int, ...] = field(default=())
    source: int = 0  # the offset of the effect's cause; 0 in games that don't need it
    weight: int = 0  # the steps of its condition
    next_begun: int | None = None  # the offset of the flag set when the run that ends it has begun

    def logged_values(self, s: list[int], item: int) -> tuple[int, ...]:
        """Its arguments, then where each of these is; 0 for one that is not a thing."""
        values = tuple([s[cell + item] for cell in self.cells])
        places = [s[v] if f.type.is_thing else 0 for f, v in zip(self.fields, values, strict=True)]
        return (*values, *places)


def effect_rows(declared: Declared, layout: Layout) -> Iterator[EffectRow]:
    """A row for each lasting effect, in the order of declaration."""
    for name, lasting in declared.lasting.items():
        fields = tuple(layout.board.kinds[name].fields[p.name] for p in lasting.takes)
        cells = tuple(layout.cells[(name, f.name)] for f in fields)
        things = tuple(c for c, f in zip(cells, fields, strict=True) if f.type.is_thing)
        zone = layout.zone_id(IN_EFFECT) - 1
        source = layout.cells.get((LASTING, SOURCE), 0)
        next_begun = layout.cells.get((name, BEGUN_ANEW))
        yield EffectRow(lasting, layout.kind(name), fields, cells, zone, things=things,
                        source=source, next_begun=next_begun)  # fmt: skip
