"""`cardwright show`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("show")
@options.pack
@click.argument("names", nargs=-1, metavar="[ID|KIND]...")
@options.modules
def command(pack: Path, names: tuple[str, ...], modules: tuple[str, ...]) -> int:
    """Show what is in a pack, as written and in English.

    Without a name, it counts the definitions of each kind. ID shows a text, its rules in generated
    English, its provenance, and its lines in the file; it is an id, a name or a title, or KIND/ID
    if several have it. KIND lists all of one kind in English: card, piece, place or one of the
    pack's own kinds, or rule, definition, option, ability, menu, kind, field, state, zone, enum,
    word, module or pack. A section such as `rules` or `zones` does the same.
    """
    from cardwright_tools.show.run import run_show

    return run_show(pack, names, modules)
