"""JSON of others is read by one function, which knows that it may be of any depth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardwright
import cardwright_tools
from cardwright.source.plain_json import json_value

OWN = ("source/plain_json.py", "syntax/parser_tables.py", "cardwright_tools/doctor.py")
"""The function itself, and what reads only files that are installed with it."""
CALL = re.compile(r"json\.loads\((?!json\.dumps)")


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "[" * 200_000 + "]" * 200_000,
                                  "", "hello", "9" * 5_000, b"\xff"])  # fmt: skip
def test_what_can_not_be_read_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        json_value(text)


def test_nothing_else_reads_json_of_others() -> None:
    roots = (*cardwright.__path__, *cardwright_tools.__path__)
    files = [path for root in roots for path in Path(root).rglob("*.py")]
    reading = [path.as_posix() for path in files if CALL.search(path.read_text("utf-8"))]
    assert [name for name in reading if not name.endswith(OWN)] == []
