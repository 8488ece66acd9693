"""`cardwright schema`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("schema")
@click.argument("pack", required=False, type=options.PACK)
@click.option("--out", metavar="FOLDER", type=options.PATH,
              help="Output folder (default: schemas, or PACK/.schemas).")  # fmt: skip
@click.option(
    "--settings/--no-settings",
    default=True,
    show_default=True,
    help="Record in .vscode/settings.json which schema applies to each file.",
)
def command(pack: Path | None, out: Path | None, settings: bool) -> int:
    """Write JSON Schemas for YAML editors.

    With these, editors complete and explain what you type. With PACK, the schemas know its kinds,
    words and ids; run this again when those change.
    """
    from cardwright_tools.schema.run import run_schema

    return run_schema(pack, out, settings)
