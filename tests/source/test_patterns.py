"""Regular expressions match the same in all versions of Python that we support."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
POSSESSIVE_GROUP = re.compile(r"(?<!\\)(?:[)}][*?]|\)\+|\)\{[\d,]+\})\+")


@pytest.mark.parametrize("folder", ["interpreter", "tools"])
def test_no_group_is_repeated_possessively(folder: str) -> None:
    files = (ROOT / folder).rglob("*.py")
    lines = [(path, line) for path in files for line in path.read_text("utf-8").splitlines()]
    own = "possessive, `(?:...)*+`"  # where it is explained
    assert not [one for one in lines if POSSESSIVE_GROUP.search(one[1]) and own not in one[1]]


@pytest.mark.parametrize(
    "pattern", ["(?: *a)*+b", "(?:ab?)++", "(?:a|b)?+", "(a){2,3}+", "{item}*+"]
)
def test_such_a_group_is_found(pattern: str) -> None:
    assert POSSESSIVE_GROUP.search(pattern)


@pytest.mark.parametrize("pattern", [" *+a++b?+", r"(?>(?: *a)*)\)*+", "[ab]*+"])
def test_only_groups_are_found(pattern: str) -> None:
    assert not POSSESSIVE_GROUP.search(pattern)
