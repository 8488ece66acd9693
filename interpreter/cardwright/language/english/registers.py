"""Names of an effect's registers, and where they are used first."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.english.noun_phrases import The
from cardwright.language.inflection import spaced

PRONOUNS = frozenset({"you", "it", "there", "here", "this", "actor"})


def own_name(word: str) -> str:
    """An author's name for something, in a sentence."""
    return word if word in PRONOUNS else The(spaced(word))


def author_name(reg: int, statements: Block) -> str:
    """The author's name for a register, if it says more than the kind."""
    uses = (n for n in core.walk(statements) if isinstance(n, core.Reg) and n.index == reg)
    return next((own_name(n.word) for n in uses if n.word not in ("", "it", n.type.of)), "")


def takers(reg: int, rest: Block) -> list[hir.VerbStatement]:
    """The statements whose verb acts on the register's content, or uses it as the destination."""
    return [s for s in core.walk(rest) if isinstance(s, hir.VerbStatement) and _takes(s, reg)]


def _takes(statement: hir.VerbStatement, reg: int) -> bool:
    return any(core.is_register(e, reg) for e in statement.takes())


def taken_first(reg: int, rest: Block) -> bool:
    """Whether a verb takes the register's content before any other use."""
    for node in core.walk(rest):
        if isinstance(node, hir.VerbStatement) and _takes(node, reg):
            asked = [part.ask for part in core.walk(node) if isinstance(part, hir.Items)]
            return not any(_speaks_of(ask, reg) for ask in asked)
        if isinstance(node, _DONE_WITH) and _speaks_of(node, reg):
            return False
    return False


_DONE_WITH = (core.Choose, core.Assign, core.CallRule, core.Perform, hir.VerbStatement)


def _speaks_of(node: object, reg: int) -> bool:
    return any(core.is_register(n, reg) for n in core.walk(node))
