"""Recognizes an effect of several lines whose key lacks its `|`, so that YAML reads its statements
as keys.
"""

from __future__ import annotations

from collections.abc import Collection

from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.patterns import lazy_pattern

_STATEMENT = lazy_pattern(
    r"(?:if|otherwise|for each|repeat|may|choose one|each|[a-z][\w-]* may|.* chooses) ?\b"
)
"""How a key begins that is a statement with lines below it."""


def is_statement(key: str | int) -> bool:
    """Whether a key is a statement with lines below it."""
    return isinstance(key, str) and _STATEMENT.match(key) is not None


def first_statement(node: YamlNode, known: Collection[str]) -> str:
    """The first statement of a mapping that is an effect, given the keys that it may have; "" if it
    is none.
    """
    path, value = node.path, node.value
    if "do" not in known or not isinstance(value, dict) or "" in value.values():
        return ""
    if not path or not isinstance(path[-1], str):
        return ""
    return next((str(key) for key in value if key not in known and is_statement(key)), "")


def emptied_keys(node: YamlNode, known: Collection[str]) -> list[str | int]:
    """The keys that end with `|`, but whose statements are indented no more than they are."""
    value = node.value if isinstance(node.value, dict) else {}
    is_emptied = any(key not in known and is_statement(key) for key in value)
    return [key for key, held in value.items() if held == ""] if is_emptied else []


def indent_hint(key: str | int) -> str:
    """How to write statements that are indented no more than the key with the `|` above them."""
    return f"indent the lines of the effect below `{key}:` more than this key"


def bar_hint(key: str) -> str:
    """How to write a key with an effect of several lines below it."""
    return f"write `|` after `{key}:`; the lines below it are then an effect"
