"""Writes the published schemas after a change of the table of keys: `python -m dev.schemas`."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.schema.published import write_schemas


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default="schemas")
def main(folder: Path) -> None:
    write_schemas(folder)


if __name__ == "__main__":
    main()
