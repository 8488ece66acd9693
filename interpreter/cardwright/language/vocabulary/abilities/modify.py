"""`modify: weight of cart`, with `add: 1`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="modify",
    name="modifier",
    doc="Changes the value of a definition, or a printed field of a kind.",
    pattern="property",
    pattern_doc="The definition with its parameters, or `FIELD of KIND`.",
    hook="modify",
    does="",
    ordered=False,
    english="",
    example="{modify: weight of cart, add: 1}",
    rank=1,
)
