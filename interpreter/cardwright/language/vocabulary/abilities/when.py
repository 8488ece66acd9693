"""`when: after removing cart`, with `do: gain 1 gold`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="when",
    name="trigger",
    doc="Reacts to an event.",
    pattern="timed_event",
    pattern_doc="`after` or `before`, and the event.",
    hook=None,
    does="What it does.",
    ordered=True,
    english="",
    example="{when: after removing cart, do: gain 1 gold}",
    rank=2,
)
