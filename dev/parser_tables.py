"""Writes the parser's tables after a change of the grammar: `python -m dev.parser_tables`."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright.language.syntax import parser_tables
from cardwright.language.syntax.parser import grammar, settings
from cardwright.language.vocabulary.verbs import VERBS


@click.command(help=__doc__)
def main() -> None:
    file = Path(parser_tables.__file__).with_name(parser_tables.FILE)
    file.write_text(parser_tables.text(grammar(VERBS), **settings()), "utf-8")


if __name__ == "__main__":
    main()
