"""`instead of: placing miner`, with `do: ...`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="instead of",
    name="replacement",
    doc="Does something in place of what would happen.",
    pattern="event",
    pattern_doc="What would happen.",
    hook="instead",
    does="What is done in its place.",
    ordered=True,
    english="Instead of",
    example="{instead of: placing miner, if: supply is empty, do: gain 1 gold}",
    rank=3,
)
