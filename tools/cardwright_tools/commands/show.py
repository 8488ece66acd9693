"""`cardwright show`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, modules_option, split_words


@click.command("show")
@click.argument("pack", type=PACK)
@click.argument("names", nargs=-1, metavar="[ID|KIND]...")
@modules_option
def command(pack: Path, names: tuple[str, ...], modules: str | None) -> int:
    """Show what is in a pack, as written and in English.

    Without a name, it counts the definitions of each kind. ID shows a text, its rules in generated
    English, its provenance, and its lines in the file; it is an id, a name or a title, or KIND/ID
    if several have it. KIND lists all of one kind in English: card, piece, place or one of the
    pack's own kinds, or rule, definition, option, ability, menu, kind, field, state, zone, enum,
    word, module or pack. A section such as `rules` or `zones` does the same.
    """
    from cardwright_tools.show.run import run_show

    return run_show(pack, names, split_words(modules))
