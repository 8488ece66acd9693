"""Writes the parser's tables: `python -m cardwright_tools.tables`, after a change of the grammar."""

from __future__ import annotations

from pathlib import Path

from cardwright.language.syntax import parser_tables
from cardwright.language.syntax.parser import grammar, settings
from cardwright.language.vocabulary.verbs import VERBS


def main() -> None:
    text = parser_tables.text(grammar(VERBS), **settings())
    Path(parser_tables.__file__).with_name(parser_tables.FILE).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
