"""`window: before cast`, with `menu: replies`: who may reply to an event, and how."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="window",
    name="window",
    doc="Lets players reply to an event.",
    pattern="timed_event",
    pattern_doc="`after` or `before`, and the event.",
    hook=None,
    does="",
    ordered=True,
    opens=True,
    english="",
    example="{window: before cast, menu: replies}",
    rank=5,
)
