"""`lose: sturdy`, with `from: ...`."""

from __future__ import annotations

from cardwright.language.registry.ability import AbilityKind

KIND = AbilityKind(
    key="lose",
    name="loss",
    doc="Takes a keyword away, no matter who grants it.",
    pattern="keyword",
    pattern_doc="The keyword; with a number, only this much of it.",
    hook="modify",
    does="",
    ordered=False,
    english="{whom} [loses|lose] {keyword}",
    example="{lose: sturdy, from: carts on york}",
    rank=6,
    whom="from",
    whom_doc="A thing or a set: who loses it.",
    why="takes {keyword} away",
)
