"""`grant: sturdy`, with `to: ...`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="grant",
    name="grant",
    doc="Gives things a keyword.",
    pattern="keyword",
    pattern_doc="The keyword, with its number if it has one.",
    hook="modify",
    does="",
    ordered=False,
    english="{whom} [has|have] {keyword}",
    example="{grant: sturdy, to: your carts}",
    rank=5,
    grants=True,
    whom="to",
    whom_doc="A thing or a set: who gets it.",
    why="grants {keyword}",
)
