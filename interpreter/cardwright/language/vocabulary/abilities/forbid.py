"""`forbid: removing cart`, `forbid: choosing cart`, `forbid: turn`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="forbid",
    name="prohibition",
    doc="Prevents something from happening.",
    pattern="event",
    pattern_doc="What can't happen.",
    hook="forbid",
    does="",
    ordered=False,
    english="Forbidden:",
    example="{forbid: removing cart, if: it is damaged}",
    rank=4,
)
