"""How generated English puts a sentence together: verbs with their parts, capitals, *each*.

Owns forms of words. What they are about is found out in `english`.
"""

from __future__ import annotations

import re

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.inflection import Noun
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.language.wording import HERE

Lines = list[str]


def filled(verb: str, **parts: str) -> str:
    """What stands after the verb in its English; `on here` is *here*."""
    filled = VERBS.by_name[verb].english.format_map(parts).removeprefix(f"{verb} ")
    to = parts.get("to", "")
    return re.sub(rf" (on|to) {to}$", f" {to}", filled) if to in HERE else filled


def third(verb: str) -> str:
    return VERBS.by_name[verb].third if verb in VERBS.by_name else verb + ("es" if verb == "do" else "s")


def sentence_of(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def each(noun: Noun) -> str:
    return f"each of {noun.plural}" if noun.whose or noun.fixed else f"each {noun.one}"


def shorter(lines: Lines, each: str, that: str) -> Lines:
    """`Each player gains ...` for `For each player, that player gains ...`."""
    rest = lines[0].removeprefix(f"For {each}, {that} ")
    return [sentence_of(f"{each} {rest}")[:-1]] if rest != lines[0] else lines


def swapped(s: core.If) -> tuple[Expr, Expr, Expr] | None:
    """The two that `swap` exchanges, and who does it: its checks go without saying."""
    inner = s.then[0] if len(s.then) == 1 else None
    if not isinstance(inner, core.If) or len(inner.then) != 4 or inner.span != s.span:
        return None
    *_, first, second = inner.then
    if not isinstance(first, core.Act) or not isinstance(second, core.Act):
        return None
    return first.item, second.item, first.actor
