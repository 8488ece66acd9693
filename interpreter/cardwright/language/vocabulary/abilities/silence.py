"""`silence: your carts`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="silence",
    name="silence",
    doc="Takes away all keywords and all that definitions carry.",
    pattern="things",
    pattern_doc="A thing or a set: who is silenced.",
    hook="modify",
    does="",
    ordered=False,
    english="{whom} [loses|lose] all keywords and printed abilities",
    example="{silence: carts on york}",
    rank=7,
    why="silences it",
)
