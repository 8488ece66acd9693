"""`cardwright new`: its commands and their options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options

title_option = click.option(
    "--title", default="", metavar="TEXT", help="The title that players read."
)


@click.group("new")
def command() -> None:
    """Create a pack, card, module or scenario to start from.

    The new files pass `check`. Existing files are never overwritten.
    """


@command.command("pack")
@click.argument("folder", metavar="NAME", type=options.PATH)
@click.option("--requires", "required", default="", metavar="PACK",
              help="Make it an expansion of this pack.")  # fmt: skip
@title_option
def pack(folder: Path, required: str, title: str) -> int:
    """A small playable game; with --requires, an expansion of another pack.

    NAME is a folder; its last part becomes the name of the pack.
    """
    from cardwright_tools.new.pack import new_pack

    return new_pack(folder, title, required)


@command.command("card")
@options.own_pack
@click.argument("id")
@click.option("--kind", default="", help="Its kind (default: the pack's most common kind of card).")
@click.option("--module", default="", metavar="NAME", help="The module it belongs to.")
@click.option("--file", default="", metavar="FILE",
              help="The file to add it to (default: where most of its kind are).")  # fmt: skip
@click.option("--set", "values", multiple=True, metavar="KEY=VALUE", help="Set one of its values.")
@click.option("--yes", is_flag=True, help="Ask nothing; use plausible values.")
@title_option
def card(
    pack: Path, id: str, kind: str, module: str, file: str, values: tuple[str, ...], yes: bool,
    title: str,
) -> int:  # fmt: skip
    """A card, or a definition of any other kind.

    At a terminal it asks for the values the kind needs; otherwise it uses plausible ones.
    """
    from cardwright_tools.new.card import CardOptions, new_card

    return new_card(CardOptions(pack, id, kind, title, module, file, _pairs(values)), ask=not yes)


def _pairs(values: tuple[str, ...]) -> dict[str, str]:
    for value in values:
        if "=" not in value:
            raise click.UsageError(f"--set takes KEY=VALUE, not `{value}`")
    pairs = (value.partition("=") for value in values)
    return {key.strip(): text.strip() for key, _, text in pairs}


@command.command("module")
@options.own_pack
@click.argument("name")
@title_option
def module(pack: Path, name: str, title: str) -> int:
    """A part of the pack that players can turn on, with a first rule."""
    from cardwright_tools.new.module import new_module

    return new_module(pack, name, title)


@command.command("scenario")
@options.own_pack
@click.argument("id")
@click.option("--title", default="", metavar="TEXT", help="The title of the scenario.")
def scenario(pack: Path, id: str, title: str) -> int:
    """A test of a card or a rule: what happens when it is played once."""
    from cardwright_tools.new.scenario import new_scenario

    return new_scenario(pack, id, title)
