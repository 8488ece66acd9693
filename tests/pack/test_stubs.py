"""The part of a file that has to be read when its definitions are known."""

from __future__ import annotations

import re

import pytest

from cardwright.pack.things.stubs import StubbedFile, Stubs
from cardwright.source.text import Source

ITEM = "  - id: a\n    text: known\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"deeds:\n{ITEM}", ""),
        (f"deeds:  # all\n\n  # first\n{ITEM}  # second\n{ITEM}", "  # first\n  # second"),
        (f"rules:\ndeeds:\n{ITEM}", "rules:"),
        (f"deeds:\n{ITEM}rules:\n", "rules:"),
        (f"deeds:\n{ITEM}rules:\n  play: stop\n", "rules:\n  play: stop"),
        (f"deeds:\n{ITEM}  - id: new\n", "deeds:\n  - id: new"),
        (f"deeds:\n  - id: new\n{ITEM}", "deeds:\n  - id: new"),
        (f"towns:\n{ITEM}deeds:\n  # none yet\n", "deeds:\n  # none yet"),
        (f"deeds:\n  - id: \0\n{ITEM}", "deeds:\n  - id: \0"),
    ],
)
def test_a_key_is_left_unless_only_stubs_were_below_it(text: str, left: str) -> None:
    places = [found.span() for found in re.finditer(re.escape(ITEM), text)]
    file = StubbedFile(Source("deeds.yaml", text), Stubs.at(places))
    lines = [line.rstrip() for line in file.masked_text.split("\n") if line.strip()]
    assert len(file.masked_text) == len(text)
    assert "\n".join(lines) == left
    assert file.is_empty == all(line.strip().startswith("#") for line in lines)
