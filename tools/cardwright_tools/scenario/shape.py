"""Checks the shapes of values in a scenario: mappings, lists, texts, and no empty values.

Anything that would be ignored silently, or would always hold, is an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.spelling import did_you_mean

WRITTEN: dict[str | int, str] = {
    "expect": "write below it what must be true, as in `asked: nobody`",
    "given": "write below it the position, as in `players: 2`",
    "steps": "write below it what is done, as in `- do: ...`",
    "do": "write an effect",
    "perform": "write what is performed, as in `event of ...`",
    "answers": "write the answers in order, as in `[done]`",
    "as": "write a player",
}
"""The expected values of the keys of a scenario."""

WORD_LISTS = ("offers", "refuses", "asked", "log", "log without", "seen by", "hidden from")
"""Keys whose words are searched for: without a word, nothing would be checked."""


def mapping(node: YamlNode, report: Report) -> bool:
    """Whether the node is a mapping; reports it if not."""
    if isinstance(node.value, dict):
        return True
    help = "as in `PROPERTY: {NAME: VALUE}`, each on a line of its own"
    report.error("CW322", "expected `key: value` lines", node.span, help)
    return False


def known_keys(node: YamlNode, known: tuple[str, ...], report: Report) -> None:
    for key, value in node.items():
        if key not in known:
            help = (
                _without_colon(key, known)
                or did_you_mean(key, known)
                or "known: " + ", ".join(f"`{k}`" for k in known)
            )
            report.error("CW321", f"unknown key `{key}`", value.key_span, help)


def _without_colon(key: str, known: tuple[str, ...]) -> str:
    """Help for `expect {strength of ann: 1}`, which YAML reads as one key."""
    first = str(key).split(" {")[0]
    return f"write `:` after `{first}`" if first in known else ""


def scalar(node: YamlNode, what: str, report: Report) -> bool:
    """Whether the node is a scalar; reports it if not."""
    if not isinstance(node.value, dict | list):
        return True
    report.error("CW322", f"expected {what}", node.span)
    return False


def text(node: YamlNode | None, report: Report) -> None:
    """Reports a value that is not text."""
    if node is not None and not isinstance(node.value, str):
        report.error("CW322", "expected text", node.span)


def report_missing_values(node: YamlNode, report: Report) -> None:
    """Reports a key without a value or with an empty text, which would be ignored silently."""
    for step, inner in _entries(node.value):
        below = node.child(step, inner)
        if inner is None or inner == "":
            report.error("CW322", "missing value", below.key_span, _word_for_empty(below))
        else:
            report_missing_values(below, report)


def _word_for_empty(node: YamlNode) -> str:
    """What to write for an empty value: a word of the type, or no key at all."""
    if node.path[-1] in WRITTEN:
        return f"{WRITTEN[node.path[-1]]}, or remove the key"
    return "write `none` for no thing, `nothing` for no things"


def report_empty_values(node: YamlNode, report: Report) -> None:
    """Reports an empty mapping or list of words, which would always hold."""
    for step, inner in _entries(node.value):
        below = node.child(step, inner)
        if inner == {} or (inner == [] and _never_empty(below)):
            help = "write `nothing` for no things, or remove the key"
            report.error("CW322", "this is empty", below.key_span, help)
        else:
            report_empty_values(below, report)


def _never_empty(node: YamlNode) -> bool:
    """Whether an empty list is meaningless here, rather than an empty set or zone."""
    asked = [step for step in node.path if step in WORD_LISTS or step == "answers"]
    return bool(asked) and node.path[-1] != "answers"


def _entries(value: Value) -> Iterator[tuple[str | int, Value]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def words_of(node: YamlNode, report: Report) -> Iterator[YamlNode]:
    """The words of a text or a list of texts; numbers and flags as they are written."""
    for item in node.elements():
        if isinstance(item.value, dict | list):
            report.error("CW322", "expected text", item.span)
        else:
            yield item.with_value(as_written(item))


def as_written(node: YamlNode) -> str:
    """A scalar as its author wrote it, such as `+4` or `yes`."""
    if isinstance(node.value, str):
        return node.value
    return node.document.text_span(node.path).text
