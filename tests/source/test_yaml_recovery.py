"""One mistake in a valid file is reported once, without others that only follow from it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read

PACKS = Path(__file__).parents[1] / "packs"
FILES = sorted(PACKS.glob("**/*.yaml"))
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


@pytest.mark.parametrize("mistake", MISTAKES)
def test_one_mistake_is_reported_once(mistake: str) -> None:
    rng, (pattern, new), found = random.Random(mistake), MISTAKES[mistake], 0
    for file in rng.sample(FILES, 60):
        text = file.read_text("utf-8")
        if places := list(re.finditer(pattern, text, re.MULTILINE)):
            at = rng.choice(places)
            wrong, report = f"{text[: at.start()]}{new}{text[at.end() :]}", Report()
            found += read(Source(file.name, wrong), report) is None
            assert len(report) <= 1, f"{file}:{text.count(chr(10), 0, at.start()) + 1} {report}"
    assert found > 5
