"""`cardwright diff`: its options."""

from __future__ import annotations

import click


@click.command("diff")
@click.argument("paths", nargs=-1, required=True, metavar="OLD NEW")
@click.option(
    "--rev",
    "revisions",
    default="",
    metavar="A..B",
    help="One folder in two git revisions; without B, A and the folder as it is now.",
)
@click.option("--format", "output_format", default="text",
              type=click.Choice(["text", "json", "markdown"]), help="Output format.")  # fmt: skip
@click.option("--exit-code", is_flag=True, help="Exit 1 if something changed.")
def command(paths: tuple[str, ...], revisions: str, output_format: str, exit_code: bool) -> int:
    """Show what changed between two versions of a pack.

    OLD and NEW are folders, or REV:PATH in git.
    """
    from cardwright_tools.diff.run import run_diff

    return run_diff(paths, revisions, output_format, exit_code)
