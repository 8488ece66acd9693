"""Declares the parameters of rules, menus and effects, with their types."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.declared import (
    Parameter,
    TypeName,
)
from cardwright.language.inflection import article
from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import PRIMITIVES, optional_type, parameter_type

POINTERS = frozenset({"it", "there", "this", "actor"})


def rule_parameters(node: YamlNode, builder: PackBuilder) -> Iterator[Parameter]:
    for name, item in node.items_of("takes"):
        # Often a parameter has the name of its kind, which was checked where the kind is declared.
        if name != item.word:
            builder.check_name(name, item.key_span)
        if name in PRIMITIVES:
            builder.error("CW327", f"`{name}` is a type", item.key_span, "choose another name")
        elif name in POINTERS:
            message = f"`{name}` has another meaning in triggers"
            builder.error("CW327", message, item.key_span, "choose another name")
        type, optional = optional_type(item.word)
        if parameter_type(type, item.span, builder) and optional and not _may_be_none(type):
            help = f"write `{type}`; only a thing or a value of an enum can be none"
            builder.error("CW340", f"{article(str(type))} is never none", item.span, help)
        yield Parameter(name, type, item.key_span, optional=optional)


def has_unread_parameters(node: YamlNode) -> bool:
    """Whether some of what a node takes is not usable, so that its uses can't be judged."""
    written = node.document.at(node.path)
    whole = written.get("takes") if isinstance(written, dict) else None
    usable = len(node.items_of("takes"))
    return whole is not None and not (isinstance(whole, dict) and len(whole) == usable)


def _may_be_none(type: TypeName) -> bool:
    return type.name not in PRIMITIVES and not type.is_set
