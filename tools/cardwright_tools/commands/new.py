"""`cardwright new`: its commands and their options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import OWN_PACK, PATH

title_option = click.option("--title", default="", metavar="TEXT", help="What players read.")


@click.group("new")
def command() -> None:
    """Write a new pack, card, module or scenario that checks, to be changed then.

    What is there is never overwritten.
    """


@command.command("pack")
@click.argument("folder", metavar="NAME", type=PATH)
@click.option("--requires", "required", default="", metavar="PACK",
              help="Make it an expansion of this pack.")  # fmt: skip
@title_option
def pack(folder: Path, required: str, title: str) -> int:
    """A small game that plays; with --requires, an expansion of another pack.

    NAME is a folder, whose last part is the pack's name.
    """
    from cardwright_tools.new.pack import run

    return run(folder, title, required)


@command.command("card")
@click.argument("pack", type=OWN_PACK)
@click.argument("id")
@click.option("--kind", default="", help="Its kind (the pack's commonest kind of card).")
@click.option("--module", default="", metavar="NAME", help="The module that it belongs to.")
@click.option("--file", default="", metavar="FILE",
              help="The pack's file to add it to (where most of its kind are).")  # fmt: skip
@click.option("--set", "values", multiple=True, metavar="KEY=VALUE", help="A value of it.")
@click.option("--yes", is_flag=True, help="Ask nothing; take plausible values.")
@title_option
def card(
    pack: Path, id: str, kind: str, module: str, file: str, values: tuple[str, ...], yes: bool,
    title: str,
) -> int:  # fmt: skip
    """A card, or a definition of any other kind of the pack.

    At a terminal it asks for what the kind needs; else it takes plausible values.
    """
    from cardwright_tools.new.card import Order, run

    return run(Order(pack, id, kind, title, module, file, _pairs(values)), ask=not yes)


def _pairs(values: tuple[str, ...]) -> dict[str, str]:
    for value in values:
        if "=" not in value:
            raise click.UsageError(f"--set takes KEY=VALUE, not `{value}`")
    pairs = (value.partition("=") for value in values)
    return {key.strip(): text.strip() for key, _, text in pairs}


@command.command("module")
@click.argument("pack", type=OWN_PACK)
@click.argument("name")
@title_option
def module(pack: Path, name: str, title: str) -> int:
    """A part of the pack that players can switch on, with a first rule."""
    from cardwright_tools.new.module import run

    return run(pack, name, title)


@command.command("scenario")
@click.argument("pack", type=OWN_PACK)
@click.argument("id")
@title_option
def scenario(pack: Path, id: str, title: str) -> int:
    """A test of a card or a rule: what happens when it is played once."""
    from cardwright_tools.new.scenario import run

    return run(pack, id, title)
