"""The kept tables are those of the grammar, and a parser of them reads as a new one does."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from cardwright.language import tables
from cardwright.language.parser import grammar, settings


def test_the_file_is_current() -> None:
    kept = resources.files("cardwright.language").joinpath(tables.FILE).read_text("utf-8")
    hint = "write it anew: python -m dev.parser_tables"
    assert json.loads(kept)["of"] == tables.mark(grammar()), hint


@pytest.mark.parametrize("text", ["remove 1 cart", "if x > 2: stop", "may gain 1 gold, then stop"])
def test_loaded_and_made_read_alike(text: str) -> None:
    loaded = tables.parser(grammar(), **settings()).parse(text, "start_effect")
    made = tables.parser(grammar() + "\n", **settings()).parse(text, "start_effect")
    assert loaded == made
