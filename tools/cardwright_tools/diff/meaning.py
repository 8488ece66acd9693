"""What a checked rule means, without where it is written: equal for equal rules.

Names of authors (`as x`), layout and comments are gone from the core tree; here its spans go.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from cardwright.board.model import Field, Thing
from cardwright.language.core import Routine
from cardwright.source.text import Span


def meaning(node: object) -> object:
    """A value that two trees share exactly when they mean the same."""
    match node:
        case Span():
            return ()
        case Thing():
            return (node.kind, node.id)
        case Field():
            return (node.kind, node.name, str(node.type))
        case Routine():
            return ("effect", node.takes, meaning(node.body))
        case tuple() | list():
            return tuple(meaning(item) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        inner = (meaning(getattr(node, field.name)) for field in fields(node))
        return (type(node).__name__, *inner)
    return node
