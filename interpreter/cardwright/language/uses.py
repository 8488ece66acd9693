"""Where the registers of a checked effect are used: what generated English asks of the tree."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Container, Iterator

from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.inflection import spaced
from cardwright.language.wording import PRONOUNS


def author_name(reg: int, statements: Block) -> str:
    """The name that the author gave a register, when it says more than the kind does."""
    for found in nodes(statements):
        if isinstance(found, core.Reg) and found.index == reg:
            word, own = found.span.text, ("it", "their", found.type.of)
            if re.fullmatch(r"[a-z][a-z0-9-]*", word) and word not in own:
                return word if word in PRONOUNS else f"the {spaced(word)}"
    return ""


def nodes(part: object) -> Iterator[object]:
    if isinstance(part, tuple):
        for item in part:
            yield from nodes(item)
    elif isinstance(part, Expr | Stmt | core.Limit | core.Branch):
        yield part
        for found in dataclasses.fields(part):
            if found.name != "origin":  # that is another tree, of which this one was made
                yield from nodes(getattr(part, found.name))


def takes(act: core.Act, reg: int, rest: Block) -> bool:
    """Whether the verb's item or place is the register, or goes through the set in it."""
    loops = [n for n in nodes(rest) if isinstance(n, core.ForEach) and is_act(n.body, n.reg)]
    own = {n.reg for n in loops if isinstance(n.source, core.Reg) and n.source.index == reg}
    parts = [p for p in (act.item, act.to) if isinstance(p, core.Reg)]
    return any(p.index == reg or p.index in own for p in parts)


def taken_first(reg: int, rest: Block) -> bool:
    """Whether a verb takes what is in the register before anything else is done with it."""
    acts = [n for n in nodes(rest) if isinstance(n, core.Act) and takes(n, reg, rest)]
    aims = {act.to.index for act in acts if isinstance(act.to, core.Reg)}
    for node in nodes(rest):
        if node in acts:
            return True
        aim = isinstance(node, core.Choose) and node.reg in aims  # where it is moved to
        if isinstance(node, _DONE_WITH) and not aim and _speaks_of(node, reg):
            return False
    return False


_DONE_WITH = (core.Choose, core.Change, core.Do, core.Perform)


def _speaks_of(node: object, reg: int) -> bool:
    return any(isinstance(n, core.Reg) and n.index == reg for n in nodes(node))


def is_act(body: Block, reg: int) -> bool:
    """A loop that one verb stands for: `remove all ...`."""
    acts = [s for s in body if isinstance(s, core.Act | core.Roll)]
    return len(body) == len(acts) == 1


def given(test: Expr, picks: Container[int]) -> bool:
    """`x is not none` of what was just chosen goes without saying."""
    return (
        isinstance(test, core.Compare)
        and test.op == "!="
        and isinstance(test.left, core.Reg)
        and test.left.index in picks
        and isinstance(test.right, core.Lit)
    )
