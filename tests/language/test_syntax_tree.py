"""The syntax tree is lossless, and has a class for each rule of the grammar."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.parser import grammar
from cardwright.language.syntax.parser_tables import tables
from cardwright.language.vocabulary.verbs import VERBS
from cardwright_tools.mutate.sources import Code, read_pack

from ..all_packs import PACKS, sample

ROOT = Path(__file__).parents[2]
BETWEEN = re.compile(r"(\s|#[^\n]*|\.(?=\s*$|\s*\n))*")
"""What is ignored: blanks, comments, the full stop at the end of a line."""
NO_RULE = {ast.Ambiguous, ast.Reading, ast.UnreadStatement}
"""Made of several results of rules or instead of one, by no rule."""


EACH_PACK = pytest.mark.parametrize("pack", sample(PACKS, 3))


@cache
def texts(pack: Path) -> list[Code]:
    """Every text of the language in a pack."""
    return [code for file in read_pack(pack) for code in file.code]


def test_the_packs_have_texts() -> None:
    assert sum(map(len, map(texts, PACKS[:3]))) > 10


@EACH_PACK
def test_tokens_and_gaps_add_up_to_the_text(pack: Path) -> None:
    for code in texts(pack):
        assert "".join(pieces(code)) == code.span.text


def pieces(code: Code) -> list[str]:
    found, at, text = [], code.span.start, code.span.source.text
    for token in code.tree.tokens():
        between = text[at : token.span.start]
        assert BETWEEN.fullmatch(between), between
        found += [between, token.text]
        at = token.span.end
    assert BETWEEN.fullmatch(text[at : code.span.end])
    return [*found, text[at : code.span.end]]


@EACH_PACK
def test_every_part_is_in_the_layout(pack: Path) -> None:
    for node in (node for code in texts(pack) for node in code.tree.walk()):
        held = {id(part) for part in node.layout}
        values = [getattr(node, found.name) for found in fields(node)[3:]]
        parts = [part for v in values for part in (v if isinstance(v, tuple) else (v,))]
        assert held.issuperset(id(part) for part in parts if part is not None)


def productions() -> set[str]:
    """The names of the nodes that rules make; `?sum: product` makes none."""
    rules = tables(grammar(VERBS)).rules
    return {kind for _, kind, size, _, is_single in rules if kind and not (is_single and size == 1)}


def test_each_rule_has_a_class_and_each_class_a_rule() -> None:
    rules = productions()
    verbs = {f"verb_{verb.name}" for verb in VERBS.all}
    classes = {kind for kind in vars(ast).values() if inspect.isclass(kind)}
    nodes = {kind for kind in classes if issubclass(kind, Node)}
    concrete = {k for k in nodes if not any(o in nodes for o in k.__subclasses__())} - NO_RULE
    made = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in concrete}
    assert rules - verbs == made - {"verb_clause"}
    assert verbs <= rules
