"""`as soon as: placing boat`: a kind of ability, added by this file alone."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="as soon as",
    name="reaction",
    doc="Does something as soon as something has happened.",
    pattern="event",
    pattern_doc="What has happened.",
    hook="after",
    does="What it does.",
    ordered=True,
    english="As soon as",
    example="{as soon as: placing boat, do: double gold of you}",
    rank=5,
)
