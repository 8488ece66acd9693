"""Effects in a section whose lines are indented no more than their keys:

    rules:
      storm: |
      if round = 1:
        gain 1 gold

To YAML, `storm` is empty and the first line is the key of another rule. Reported once for each such
effect.
"""

from __future__ import annotations

from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.unmarked_effects import indent_hint, is_statement
from cardwright.pack.validation.yaml_node import YamlNode


def without_unindented(node: YamlNode, builder: PackBuilder) -> YamlNode:
    """A section without these effects and their lines, which are reported."""
    if not isinstance(node.value, dict) or "" not in node.value.values():
        return node
    kept, emptied = dict(node.value), ""
    for key, held in node.value.items():
        if not (emptied and is_statement(key)):
            emptied = str(key) if held == "" else ""
            continue
        if kept.pop(emptied, None) is not None:
            _report(emptied, node.child(key, held), builder)
        del kept[key]
    return node.with_value(kept)


def _report(key: str, line: YamlNode, builder: PackBuilder) -> None:
    message = f"`{line.path[-1]}` is not a valid name"
    builder.error("CW326", message, line.key_span, indent_hint(key))
    builder.mark_incomplete()
