"""How near a game is to the limits on its texts, values and definitions."""

from __future__ import annotations

from cardwright.pack import sections
from cardwright.pack.builder import MAX_TEXTS_LENGTH
from cardwright.pack.loaded import Loaded
from cardwright.source import yaml_builder
from cardwright.source.budget import MAX_NODES
from cardwright.source.document import Document

NEAR = 0.95
"""Above this share of a limit, everything is counted again."""


def definitions(document: Document) -> int:
    """The number of definitions in a file, including its sections."""
    found = document.value.values() if isinstance(document.value, dict) else ()
    return sum(1 + (len(one) if isinstance(one, dict | list) else 0) for one in found)


def characters_left(loaded: Loaded) -> int:
    """How many characters may be added before a limit may be reached."""
    nodes = [len(one.keys) + len(one.values) for one in loaded.documents]
    return min(
        MAX_TEXTS_LENGTH - loaded.text_length,
        int(NEAR * MAX_NODES) - sum(nodes),
        int(NEAR * yaml_builder.MAX_NODES) - max(nodes, default=0),
        sections.MAX_DEFINITIONS - sum(map(definitions, loaded.documents)),
    )
