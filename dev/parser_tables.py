"""Writes the parser's tables anew, after a change of the grammar: `python -m dev.parser_tables`."""

from __future__ import annotations

from pathlib import Path

from cardwright.language import tables
from cardwright.language.parser import grammar, settings


def main() -> None:
    """Writes the file beside the grammar."""
    file = Path(tables.__file__).with_name(tables.FILE)
    file.write_text(tables.text(grammar(), **settings()), "utf-8")


if __name__ == "__main__":
    main()
