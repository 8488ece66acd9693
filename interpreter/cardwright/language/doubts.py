"""Names that a mistake keeps from being known, and what may be wrong only because of them.

A second mistake is told when the first one is mended; one that speaks of no such name at once.
"""

from __future__ import annotations

import re

from cardwright.language.problems import Problem
from cardwright.language.syntax import Node

_OF = re.compile(r"(?:\s+of\s+[\w-]+)*")
_WORD = re.compile(r"[a-z][\w-]*")


def may_follow(problem: Problem, doubtful: set[str]) -> bool:
    """Whether the place of a problem, or what stands behind it as `of x`, has such a name."""
    if not doubtful or problem.code == "CW211":
        return False
    text, span = problem.span.source.text, problem.span
    behind = _OF.match(text, span.end)
    said = text[span.start : behind.end() if behind else span.end]
    return not doubtful.isdisjoint(_WORD.findall(said))


def speaks_of(part: Node, doubtful: set[str]) -> bool:
    """Whether a phrase has such a name."""
    words = (word.text for node in part.walk() for word in node.words())
    return not doubtful.isdisjoint(words)
