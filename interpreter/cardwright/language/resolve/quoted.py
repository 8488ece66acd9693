"""Text in quotes: each value in its braces is evaluated before the text is shown."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast

SAID = frozenset({"number", "enum", "thing"})  # the types of values that can be shown in a text


def quoted(node: ast.Quoted | None, scope: Scope) -> tuple[Block, core.Text]:
    """The statements that fill the registers of a text, and the text. Raises CheckError for other
    values.
    """
    if node is None:
        return (), core.SILENT
    done: list[core.Stmt] = []
    values: list[core.Reg] = []
    for inserted in node.inserted:
        value = expression(inserted.value, scope)
        if value.type.many or value.type.base not in SAID:
            message = f"{value.type} can't be part of a text"
            help = "write a number, a word of an enum, or one thing"
            raise CheckError("CW220", message, inserted.value.span, help)
        if not isinstance(value, core.Reg):
            reg = core.Reg(value.type, value.span, scope.allocator.register())
            done.append(hir.Inserted(value.span, reg.index, value))
            value = reg
        values.append(value)
    return tuple(done), core.Text(node.words, tuple(values))
