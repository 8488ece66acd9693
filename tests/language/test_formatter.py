"""The formatter of effects and expressions: its output, and that it preserves meaning."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.language.syntax import ast
from cardwright.language.syntax.formatter import Formatted, Formatter, Sort, shape
from cardwright.language.syntax.formatter import formatted as node_text
from cardwright.language.syntax.one_line import words, written
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span


def formatted(text: str, sort: Sort) -> tuple[Formatted | None, Report]:
    report = Report()
    span = Span(Source("a.yaml", text), 0, len(text))
    return Formatter(Parser(VERBS)).format(span, sort, report), report


def lines(text: str, sort: Sort) -> str:
    found, report = formatted(text, sort)
    assert found is not None, report.diagnostics
    return found.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("gain   2  cp.", "gain 2 cp"),
        ("gain 2 cp ,then  lose 1 cp", "gain 2 cp, then lose 1 cp"),
        ("gain 2 cp,\n  then lose 1 cp", "gain 2 cp, then lose 1 cp"),
        ("choose an cart ,as x", "choose a cart, as x"),
        ("choose a iron mine, as x", "choose an iron mine, as x"),
        ("choose a un cart, as x", "choose a un cart, as x"),
        ("place up  to 3 carts at   random", "place up to 3 carts at random"),
        ("remove 1  to 03 carts , at  most 1 per mine", "remove 1 to 3 carts, at most 1 per mine"),
        ("move it to a mine adjacent to here", "move it to a mine next to here"),
        ("gain ( n+1 ) cp", "gain (n + 1) cp"),
        ("gain ((n)) cp", "gain (n) cp"),
        ("gain (2) cp", "gain (2) cp"),  # the number is computed: a different tree from that of `2`
        ('say "two  blanks, .kept"', 'say "two  blanks, .kept"'),
        ("do r with  -1 ,2", "do r with -1, 2"),
        ("if x is 1 : stop", "if x is 1: stop"),
        ("if x is 1:\n    stop\n    \n\n    stop", "if x is 1:\n  stop\n\n  stop"),
        ("may  \"L\" : gain 1 cp\notherwise : stop", 'may "L": gain 1 cp\notherwise: stop'),
    ],
)  # fmt: skip
def test_an_effect_is_formatted(text: str, shown: str) -> None:
    assert lines(text, "effect") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a+b*c", "a + b * c"),
        ("(a + (b * c))", "a + b * c"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("a - (- 3)", "a - -3"),
        ("(a and b > 1) or c", "a and b > 1 or c"),
        ("(a and b) or c", "(a and b) or c"),  # without them: b or c, where these are values
        ("a and (b or c)", "a and (b or c)"),
        ("not (a is b)", "not a is b"),
        ("(x is iron) or (y is gold)", "x is iron or y is gold"),
        ("x is (iron) or gold", "x is (iron) or gold"),  # without them: one of the two
        ("it is (red)", "it is (red)"),  # without them: an adjective
        ("it is not ((red)) and (x) is (number of y)", "it is not (red) and x is number of y"),
        ("(x is red) or ready", "(x is red) or ready"),  # without them: red or ready
        ("(x is red) or (ready > 1)", "x is red or ready > 1"),
        ("if (a) then (b) else (c)", "if a then b else c"),
        ("1 + (if a then b else c)", "1 + (if a then b else c)"),
        ("number of (carts in here)", "number of (carts in here)"),  # a noun phrase stays
        ("stalls of (district of stall)", "stalls of (district of stall)"),
        ("nth(n)of[1 ,2,(3)]", "nth (n) of [1, 2, 3]"),
        ("x  at  least 2", "x at least 2"),
        ("x is less than 2", "x is fewer than 2"),
        ("x less  than 2", "x fewer than 2"),
        ("x<=2 and y=3", "x <= 2 and y = 3"),
        ("min of a,(b)", "min of a, b"),
    ],
)
def test_an_expression_is_formatted(text: str, shown: str) -> None:
    assert lines(text, "expression") == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("if (a) > (b + c): gain ((n)) cp", "if a > b + c: gain (n) cp"),
        ("if (a) > 1: stop\notherwise if (b) > 2: stop\notherwise: gain ((n)) cp",
         "if a > 1: stop\notherwise if b > 2: stop\notherwise: gain (n) cp"),
        ("if (a):\n  for each cart where (x):\n    gain ((n)) cp",
         "if a:\n  for each cart where x:\n    gain (n) cp"),
        ("choose one:\n  one if (a): stop\n  two \"Two\" if (b):\n    gain ((n)) cp",
         "choose one:\n  one if a: stop\n  two \"Two\" if b:\n    gain (n) cp"),
        ("may: stop\notherwise: let x be (3)", "may: stop\notherwise: let x be 3"),
    ],
)  # fmt: skip
def test_an_effect_of_many_lines_loses_its_parentheses_too(line: str, shown: str) -> None:
    assert lines("\n".join([line] * 40), "effect") == "\n".join([shown] * 40)


COMMENTED = """
      # first

      if x is 1:    # trailing
            gain 1 cp   # deep
            # the end of the block
      # before the next
      otherwise: stop #close


      stop
      # last"""
CLEAN = """# first

if x is 1:  # trailing
  gain 1 cp  # deep
  # the end of the block
# before the next
otherwise: stop  #close

stop
# last"""


def test_comments_stay_where_they_are() -> None:
    found, _ = formatted(COMMENTED, "effect")
    assert found == Formatted(tuple(CLEAN.split("\n")), comments=True, is_same=True)
    assert lines(CLEAN, "effect") == CLEAN


def test_a_node_is_formatted_by_itself() -> None:
    text = "if x is 1:\n     for  each cart :  # why\n         stop\n\n     gain 2  cp"
    tree = Formatter(Parser(VERBS)).read(Span(Source("a", text), 0, len(text)), "effect", Report())
    assert tree is not None
    found = {type(node): node for node in tree.walk()}
    assert node_text(found[ast.ForEach]).text == "for each cart:  # why\n  stop"
    assert written([found[ast.Is]]) == "x is 1"
    assert written([found[ast.Act], *words(found[ast.Stop])]) == "gain 2 cp stop"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x is red or ready", "x  is red  or ready", True),
        ("x is red or ready", "(x is red) or ready", False),
        ("x is red or ready", "x is (red or ready)", False),
        ("(x is red or ready)", "x is red or ready", True),
        ("- x or ready", "-x or ready", True),
        ("x is 1 or ready", "x is 2 or ready", False),
        ("x at least 2", "x at most 2", False),
        ("x is less than 2", "x is fewer than 02", True),
    ],
)
def test_which_texts_mean_the_same(one: str, other: str, same: bool) -> None:
    span = Span(Source("a", one), 0, len(one))
    assert Formatter(Parser(VERBS)).same(span, other, "expression") is same


def test_syntax_errors_are_reported() -> None:
    found, report = formatted("gain 2 two 2", "effect")
    assert found is None
    assert [d.code for d in report.diagnostics] == ["CW201"]


# ---------------------------------------------------------------------------- properties
# Texts from a grammar of token lists, so that spaces can be put between any two tokens.

Words = list[str]
names = st.sampled_from(["cart", "mine", "it", "you", "red", "iron", "gold", "x-1"])


def joined(*parts: st.SearchStrategy[Words] | str) -> st.SearchStrategy[Words]:
    made = [st.just([part]) if isinstance(part, str) else part for part in parts]
    return st.tuples(*made).map(lambda found: [word for part in found for word in part])


def repeated(part: st.SearchStrategy[Words], most: int, between: str) -> st.SearchStrategy[Words]:
    def join(found: list[Words]) -> Words:
        return [w for n, part in enumerate(found) for w in ([between] if n else []) + part]

    return st.lists(part, min_size=1, max_size=most).map(join)


word = names.map(lambda name: [name])
chain = st.one_of(word, joined(word, "of", word), joined("your", word), joined("the", word))


def deeper(inner: st.SearchStrategy[Words]) -> st.SearchStrategy[Words]:
    operator = st.sampled_from(
        ["+", "-", "*", "/", "mod", "plus", "and", "or", "is", "is not", "=", "<=", "at least"]
    ).map(lambda text: [text])
    paren = joined("(", inner, ")")
    return st.one_of(
        joined(inner, operator, inner), joined(paren, operator, paren), paren,
        joined("not", inner), joined("-", inner),
        joined("if", inner, "then", inner, "else", inner),
        joined("number of", chain, "where", inner), joined("min of", inner, ",", inner),
        joined("sum of", inner, "over", chain), joined("there are", "2", "or more", chain),
        joined("nth", "(", inner, ")", "of", "[", repeated(inner, 3, ","), "]"),
    )  # fmt: skip


expressions = st.recursive(
    st.one_of(chain, st.sampled_from([["3"], ["007"], ["yes"], ["none"]])), deeper, max_leaves=6
)
quantities = st.one_of(
    st.sampled_from([[], ["1"], ["up to", "3"], ["1 to 2"], ["any number of"], ["a"], ["an"]]),
    joined("(", expressions, ")"),
)
clauses = st.one_of(
    joined("gain", "(", expressions, ")", "gold"), joined("let", word, "be", expressions),
    joined("choose", quantities, chain, ", as", word), joined("remove", quantities, chain),
    joined("do", word, "with", repeated(expressions, 2, ",")),
    joined("set", chain, "to", expressions),
    st.sampled_from([["stop"], ["end the game"], ['say "a  b, (c)"']]),
)  # fmt: skip
sentences = repeated(clauses, 3, ", then")
Tree = list[tuple[Words, "Tree"]]
heads = st.one_of(
    joined("if", expressions, ":"), joined("for each", chain, ":"), joined("repeat", "3 times :")
)
trees: st.SearchStrategy[Tree] = st.recursive(
    sentences.map(lambda words: [(words, [])]),
    lambda inner: st.lists(
        st.one_of(st.tuples(heads, inner), st.tuples(sentences, st.just([]))),
        min_size=1,
        max_size=3,
    ),
    max_leaves=5,
)
blanks = st.sampled_from([" ", "  ", "   "])


def spread(words: Words, draw: st.DrawFn) -> str:
    return "".join(word + draw(blanks) for word in words)


@st.composite
def effects(draw: st.DrawFn) -> tuple[str, int]:
    """An effect in an odd layout, and the number of comments in it."""
    step, out, count = draw(st.integers(1, 5)), [""], 0
    waiting = [(tree, 0) for tree in reversed(draw(trees))]
    while waiting:
        (words, inner), level = waiting.pop()
        margin, kind = " " * (step * level), draw(st.integers(0, 6))
        if kind in (1, 2):
            count += 1
            out.append(margin + f"#c{count}" if kind == 1 else margin + f"# c{count}\n")
        line = margin + spread(words, draw)
        if kind == 3:
            count += 1
            line += f"#c{count}"
        out.append(line + ("." if kind == 4 else ""))
        waiting += [(tree, level + 1) for tree in reversed(inner)]
    return "\n".join(out), count


FEW_EXAMPLES = settings(max_examples=60, deadline=None)
MANY_EXAMPLES = settings(max_examples=600, deadline=None)


@FEW_EXAMPLES
@given(st.data())
def test_a_formatted_expression_has_the_same_tree(data: st.DataObject) -> None:
    text = spread(data.draw(expressions), data.draw)
    unchanged(text, "expression", 0)


@FEW_EXAMPLES
@given(effects())
def test_a_formatted_effect_has_the_same_tree_and_comments(case: tuple[str, int]) -> None:
    unchanged(case[0], "effect", case[1])


@pytest.mark.soak
@MANY_EXAMPLES
@given(effects())
def test_many_formatted_effects_have_the_same_tree_and_comments(case: tuple[str, int]) -> None:
    unchanged(case[0], "effect", case[1])


def unchanged(text: str, sort: Sort, comments: int) -> None:
    reader, report = Formatter(Parser(VERBS)), Report()
    node = reader.read(Span(Source("a.yaml", text), 0, len(text)), sort, report)
    found, _ = formatted(text, sort)
    if node is None:
        assert found is None
        return
    assert found is not None
    read = reader.read(Span(Source("b.yaml", found.text), 0, len(found.text)), sort, report)
    assert read is not None, report.diagnostics
    assert shape(read) == shape(node)
    assert [f"c{n + 1}" for n in range(comments)] == [
        line.split("#")[1].strip() for line in found.lines if "#" in line
    ]
    assert lines(found.text, sort) == found.text
    assert not any("  " in line.split("#")[0].strip() for line in found.lines if '"' not in line)
