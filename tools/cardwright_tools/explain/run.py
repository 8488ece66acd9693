"""What `cardwright explain` prints: the list of codes, a page, or what is told of a pack."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cardwright.pack.requires import find_pack
from cardwright_tools.explain import pages
from cardwright_tools.output import CLEAN, USAGE, Stop, console

_CODE = re.compile(r"(?:CW)?-?(\d{1,4})", re.I)
_START = re.compile(r"CW\d?", re.I)


def run(what: str | None, names: Sequence[str], modules: Sequence[str]) -> int:
    """Prints what was asked for. Raises Stop."""
    if what is None:
        click.echo("\n".join(codes()))
    elif not names and (_CODE.fullmatch(what) or _START.fullmatch(what)):
        code(what)
    else:
        # Imported late: a page needs nothing of the language.
        from cardwright_tools.explain import inpack

        folder = find_pack(what) if names else _pack(what)
        click.echo("\n".join(inpack.told(folder, names, modules)))
    return CLEAN


def _pack(what: str) -> Path:
    if not find_pack(what).exists():
        text = f"`{what}` is no code and no pack; write `cardwright explain CW211`"
        raise Stop(f"{text}, or `cardwright explain PACK {what}`", USAGE)
    return find_pack(what)


# ------------------------------------------------------------------------------- codes


def codes() -> Iterator[str]:
    """All codes by groups, and how to ask for one."""
    for title, group in pages.groups():
        yield title
        yield from (f"  {code.code}  {pages.titled(code)}" for code in group)
        yield ""
    yield "One of them: cardwright explain CW211"


def code(word: str) -> None:
    """Prints the page of a code; of the beginning of some, their titles. Raises Stop."""
    digits = word.upper().removeprefix("CW").removeprefix("-")
    some = pages.beginning_with(f"CW{digits}") if len(digits) < 3 else []
    if some:
        click.echo("\n".join(f"{one.code}  {pages.titled(one)}" for one in some))
        return
    text = pages.page(f"CW{digits}")
    if sys.stdout.isatty():
        _draw(text)
    else:
        click.echo(text.rstrip("\n"))


def _draw(page: str) -> None:
    """A page with colours, which leave the terminal's background as it is."""
    from rich.markdown import Markdown
    from rich.theme import Theme

    sheet = console()
    sheet.push_theme(Theme({"markdown.code": "bold cyan", "markdown.h1": "bold"}))
    sheet.print(Markdown(page, code_theme="ansi_dark"))
