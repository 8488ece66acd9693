"""The comment that an author wrote at the end of a declaration's line.

Suppressions are ignored.
"""

from __future__ import annotations

import re

from cardwright.source.text import Span
from cardwright_tools.check.suppressions import COMMENT as TO_THE_CHECKER

_COMMENT = re.compile(r"(?:^|\s)#\s*(?P<text>.*)$")


def comment_beside(span: Span | None) -> str:
    """The comment on a declaration's line, as a sentence; "" if there are others on that line."""
    if span is None:
        return ""
    number, column, _, _ = span.lines
    line = TO_THE_CHECKER.sub("", span.source.line(number)).rstrip()
    found = _COMMENT.search(line, span.end - span.start)
    if line[: column - 1].strip() or found is None or "'" in line[: found.start()]:
        return ""
    text = found["text"].strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
