"""`cardwright schema`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, PATH


@click.command("schema")
@click.argument("pack", required=False, type=PACK)
@click.option("--out", metavar="FOLDER", type=PATH,
              help="Where they go (schemas, or PACK/.schemas).")  # fmt: skip
@click.option("--settings/--no-settings", default=True, show_default=True,
              help="Say in .vscode/settings.json which file has which schema.")  # fmt: skip
def command(pack: Path | None, out: Path | None, settings: bool) -> int:
    """Write JSON Schemas, so that any YAML editor completes and explains what is typed.

    With PACK, the schemas know its kinds, words and ids; write them anew when those change.
    """
    from cardwright_tools.schema.run import run

    return run(pack, out, settings)
