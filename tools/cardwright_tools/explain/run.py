"""What `cardwright explain` prints: the list of codes, a page, a pack's contents, or English."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cardwright.api import Rules
from cardwright_tools.explain import pages
from cardwright_tools.explain.definitions import Found, everything, find, unknown
from cardwright_tools.output import CLEAN, USAGE, Stop, console, visible
from cardwright_tools.packs import load

_CODE = re.compile(r"(?:CW)?-?(\d{1,4})", re.I)
_START = re.compile(r"CW\d?", re.I)


def run(what: str | None, names: Sequence[str], modules: Sequence[str]) -> int:
    """Prints what was asked for. Raises Stop."""
    if what is None:
        click.echo("\n".join(codes()))
    elif not names and (_CODE.fullmatch(what) or _START.fullmatch(what)):
        code(what)
    elif names:
        rules = load([Path(what)], modules)
        told = [entry for name in names for entry in asked(rules, name)]
        click.echo("\n\n".join("\n".join(map(visible, lines(one))) for one in told))
    else:
        click.echo("\n".join(contents(load([_pack(what)], modules), what)))
    return CLEAN


def _pack(what: str) -> Path:
    if not Path(what).exists():
        text = f"`{what}` is no code and no pack; write `cardwright explain CW211`"
        raise Stop(f"{text}, or `cardwright explain PACK {what}`", USAGE)
    return Path(what)


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
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        click.echo(text.rstrip("\n"))


# --------------------------------------------------------------------------- definitions


def asked(rules: Rules, name: str) -> list[Found]:
    """What has this name, or all of a kind. Raises Stop when there is nothing."""
    every = [f for f in everything(rules) if f.kind == name]
    found = every or find(rules, name)
    if not found:
        raise unknown(rules, name, {f.kind for f in everything(rules)})
    return found


def lines(found: Found) -> Iterator[str]:
    """The definition in English, with what is printed on it, and nothing of how it is written."""
    yield found.head
    if found.text:
        yield f"  Printed: {' '.join(found.text.split())}"
    yield from (f"  {line}" for line in found.english)
    if not found.english:
        yield "  It has no rules of its own." if not found.facts else "  No rules; printed facts:"
        yield from (f"    {fact}" for fact in found.facts)


def contents(rules: Rules, pack: str) -> Iterator[str]:
    """How many definitions of which kind a pack has, and how to ask for them."""
    numbers: dict[str, int] = {}
    for found in everything(rules):
        numbers[found.kind] = numbers.get(found.kind, 0) + 1
    yield f"{rules.title} has"
    yield from (f"  {number:>4}  {kind}" for kind, number in numbers.items())
    yield ""
    first = next(iter(numbers), "rule")
    yield f"All of a kind: cardwright explain {pack} {first}"
    yield f"One of them:   cardwright explain {pack} ID"
