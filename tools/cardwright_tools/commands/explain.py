"""`cardwright explain`: its arguments."""

from __future__ import annotations

import click

from cardwright_tools.options import modules_option
from cardwright_tools.packs import split_words


@click.command("explain")
@click.argument("what", required=False, metavar="[CODE|PACK]")
@click.argument("names", nargs=-1, metavar="[ID|KIND]...")
@modules_option
def command(what: str | None, names: tuple[str, ...], modules: str | None) -> int:
    """Explain a code of `check`, or what definitions of a pack do, in English.

    CODE, as CW211, gives its page, and CW2 those that begin so. PACK ID gives a definition in
    generated English; ID is an id, name or title, or KIND/ID when several have it. PACK KIND gives
    all of a kind: card, piece, place or one of the pack's own, or rule, definition, option,
    ability, menu, kind, field, state, zone, enum, word or module; PACK SECTION (rules, zones) does
    too. Without arguments, it lists the codes. To see a definition as it is written: `show`.
    """
    from cardwright_tools.show.explain import run_explain

    return run_explain(what, names, split_words(modules))
