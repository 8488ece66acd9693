"""The tables of docs/language.md say what the vocabulary declares."""

from __future__ import annotations

from dev.language_page import PAGE, TABLES, written


def test_the_tables_are_current() -> None:
    page = PAGE.read_text("utf-8")
    assert written(page) == page, "run `python -m dev.language_page`"


def test_the_page_has_every_table() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"<!-- table: {name} -->" in page for name in TABLES)
