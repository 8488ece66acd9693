"""`cardwright explain`: its arguments."""

from __future__ import annotations

import click


# Unknown options are words: all of `explain PACK ID --modules all` goes into the answer.
@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="[CODE]...")
def command(words: tuple[str, ...]) -> int:
    """Explain diagnostic codes, with examples.

    CODE is a code, such as CW211, or the beginning of several: CW2 lists all that begin with it.
    Without arguments, it lists all codes. To explain a definition of a pack, use `show`.
    """
    from cardwright_tools.show.explain import run_explain

    return run_explain(words)
