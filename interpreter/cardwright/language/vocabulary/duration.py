"""`until: end of turn`: when a lasting effect ends, as an ability that it carries.

Packs can't write this kind of ability by itself, so it is not among the others.
"""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

DURATION = AbilityKind(
    key="until",
    name="duration",
    doc="Ends the lasting effect that carries it.",
    pattern="duration",
    pattern_doc="The event with which it ends.",
    hook=None,
    does="",
    ordered=False,
    english="",
    example="until: end of turn",
)
