"""Mistakes in YAML such as authors make."""

from __future__ import annotations

import random
import re

MISTAKES = {
    "a quote is not closed": (r"(?<=: )(?=[A-Z])", '"'),
    "an apostrophe is not closed": (r"(?<=: )(?=[A-Z])", "'"),
    "a bracket is not closed": (r"[\]}]", ""),
    "a bracket is not opened": (r"[\[{]", ""),
    "a dash is missing": (r"(?<= )- (?=\w)", ""),
    "a dash has no space": (r"(?<= -) (?=\w)", ""),
    "a colon has no space": (r"(?<=\w:) (?=\w)", ""),
    "a colon is missing": (r"(?<=\w):(?= \w)", ""),
    "a section has no colon": (r"(?<=\w):$", ""),
    "a comma is missing": (r"(?<=\w),(?= \w)", ""),
    "a text has a colon": (r"(?<=[a-z]) (?=[a-z])", ": "),
    "a line is indented too much": (r"^(?= *[\w-])", " "),
    "a line is indented too little": (r"^ (?= *[\w-])", ""),
    "a line is indented with a tab": (r"^  ", "\t"),
}


def with_mistake(text: str, mistake: str, rng: random.Random) -> str:
    """A text with this mistake somewhere; the same text if it has no place for it."""
    pattern, new = MISTAKES[mistake]
    places = list(re.finditer(pattern, text, re.MULTILINE))
    if not places:
        return text
    at = rng.choice(places)
    return f"{text[: at.start()]}{new}{text[at.end() :]}"
