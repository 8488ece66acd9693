"""`instead of: placing miner`, with `do: ...`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="instead of",
    name="replacement",
    doc="Replaces an event with something else.",
    pattern="event",
    pattern_doc="The event to replace.",
    hook="instead",
    does="What happens instead.",
    ordered=True,
    english="Instead of",
    example="{instead of: placing miner, if: supply is empty, do: gain 1 gold}",
    rank=3,
)
