"""Error recovery: holds back errors that may only follow from an earlier one. Such an error is
reported once the first one is fixed; one without an uncertain name is reported at once.
"""

from __future__ import annotations

import re

from cardwright.language.resolve.errors import CheckError
from cardwright.language.syntax.nodes import Node
from cardwright.source.diagnostics import Report

_OF = re.compile(r"(?:\s+of\s+[\w-]+)*")
_WORD = re.compile(r"[a-z][\w-]*")


def report_error(error: CheckError, report: Report) -> None:
    """Reports an error, unless it was already reported."""
    if error.code:
        report.error(error.code, error.message, error.span, error.help)


def may_follow(error: CheckError, uncertain: set[str]) -> bool:
    """Whether the span of an error, or a following `of x`, has an uncertain name."""
    if not uncertain or error.code == "CW211":
        return False
    text, span = error.span.source.text, error.span
    behind = _OF.match(text, span.end)
    said = text[span.start : behind.end() if behind else span.end]
    return not uncertain.isdisjoint(_WORD.findall(said))


def speaks_of(node: Node, uncertain: set[str]) -> bool:
    """Whether a phrase has an uncertain name."""
    return not uncertain.isdisjoint(word.text for word in node.own_words())
