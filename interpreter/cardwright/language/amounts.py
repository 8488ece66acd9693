"""How many: amounts, and the quantifiers as lowest and highest numbers."""

from __future__ import annotations

import re

from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.phrases import lit
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node
from cardwright.source.text import Span


def amount(node: Node, scope: Scope) -> Expr:
    """A number, or an expression in parentheses."""
    from cardwright.language.expressions import number

    word = node.word("INT")
    if word is not None:
        return lit(int(word.text), word.span)
    return number(node.parts[0], scope)


def bounds(quant: Node, scope: Scope) -> tuple[Expr, Expr | None]:
    """The lowest and the highest number a quantifier allows; None: as many as there are."""
    span = quant.span
    if quant.kind == "some":
        return lit(1, span), lit(1, span)
    if quant.kind == "any_number":
        return lit(0, span), None
    if quant.kind == "between":
        low, high = (int(n) for n in re.findall(r"\d+", quant.words()[0].text))
        if low > high:
            raise Problem("CW219", f"{low} to {high} is no range", span, f"write {high} to {low}")
        return lit(low, span), lit(high, span)
    number = amount(quant.nodes()[0], scope)
    if quant.kind != "or_more" and isinstance(number, core.Lit) and number.value == 0:
        raise Problem("CW219", f"`{span.text}` is none at all", span, "write `no`, or 1 or more")
    if quant.kind == "up_to":
        return lit(0, span), number
    return number, None if quant.kind == "or_more" else number


def amount_test(found: Expr, quant: Node | None, span: Span, scope: Scope) -> Expr:
    """Whether a set has as many members as the quantifier says."""
    if quant is None or quant.kind == "some":
        return core.Exists(FLAG, span, found)
    if quant.kind in ("every", "any_number", "up_to"):
        text = quant.span.text
        raise Problem("CW219", f"`{text}` is no number to compare with", quant.span,
                      "as in `2 or more`")  # fmt: skip
    low, high = bounds(quant, scope)
    count = core.Count(NUMBER, span, found)
    if quant.kind == "exactly" and quant.nodes()[0].word("INT") and high is not None:
        return core.Compare(FLAG, span, ">=", count, low)
    test: Expr = core.Compare(FLAG, span, ">=", count, low)
    if high is not None and quant.kind == "between":
        most = core.Compare(FLAG, span, "<=", count, high)
        test = core.Logic(FLAG, span, "and", test, most)
    return test
