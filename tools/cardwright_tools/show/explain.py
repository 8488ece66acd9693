"""`cardwright explain`: the list of diagnostic codes, or the pages of some."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

import click

from cardwright_tools.output import CLEAN, USAGE, Stop, console
from cardwright_tools.show import code_pages

_CODE = re.compile(r"(?:CW)?-?(\d{1,4})|CW", re.I)


def run_explain(words: Sequence[str]) -> int:
    """Prints the pages of these codes, or the list of all. Raises Stop."""
    for word in words:
        if not _CODE.fullmatch(word):
            raise Stop(_pointer(words), USAGE)
    if not words:
        click.echo("\n".join(list_codes()))
    for number, word in enumerate(words):
        click.echo("\n" * bool(number), nl=False)
        print_code(word)
    return CLEAN


def _pointer(words: Sequence[str]) -> str:
    """A pointer to `show`, which has replaced `explain PACK ID`."""
    from cardwright.pack.files.pack_search import find_pack  # imported late: most uses need no pack

    asked = words if len(words) > 1 or find_pack(words[0]).exists() else ("PACK", *words)
    return f"`explain` takes codes like CW211; for definitions: cardwright show {' '.join(asked)}"


def list_codes() -> Iterator[str]:
    """All codes by group, and how to look one up."""
    for title, group in code_pages.code_groups():
        yield title
        yield from (f"  {code.code}  {code_pages.code_title(code)}" for code in group)
        yield ""
    yield "One of them: cardwright explain CW211"


def print_code(word: str) -> None:
    """Prints the page of a code, or the titles of the codes with a prefix. Raises Stop."""
    digits = word.upper().removeprefix("CW").removeprefix("-")
    some = code_pages.codes_with_prefix(f"CW{digits}") if len(digits) < 3 else []
    if some:
        click.echo("\n".join(f"{one.code}  {code_pages.code_title(one)}" for one in some))
        return
    text = code_pages.read_page(f"CW{digits}")
    if sys.stdout.isatty():
        _draw(text)
    else:
        click.echo(text.rstrip("\n"))


def _draw(page: str) -> None:
    """Prints a page in colour, with the terminal's own background."""
    from rich.markdown import Markdown
    from rich.theme import Theme

    sheet = console()
    sheet.push_theme(Theme({"markdown.code": "bold cyan", "markdown.h1": "bold"}))
    sheet.print(Markdown(page, code_theme="ansi_dark"))
