"""The productions of the grammar in a readable form: `[WHAT] may ["TEXT"] STATEMENT`.

Capitals stand for other forms, square brackets for optional parts. Knows only the text of the
grammar and the names of its parts; their meanings are in the docstrings of `ast`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import isclass
from pathlib import Path

from cardwright.language.registry.keywords import KEYWORDS
from cardwright.language.syntax import ast, nodes

GRAMMAR = Path(nodes.__file__).with_name("grammar.lark")

# The names of the parts of a form, by their grammar rules.
PARTS = {
    "expr": "E", "or_expr": "C", "and_expr": "C", "not_expr": "C", "comparison": "C", "sum": "E",
    "product": "E", "factor": "E", "atom": "E", "amount": "N", "index": "N", "np": "SET",
    "inner": "SET", "set": "SET", "part": "SET", "setfn": "SET", "loop_set": "SET", "parens": "(E)",
    "ofatom": "X", "location": "PLACE", "quant": "HOW-MANY", "phrase": "WHAT", "core": "SET",
    "suite": "STATEMENTS", "clause": "STATEMENT", "sequence": "STATEMENT", "_line": "STATEMENT",
    "compound": "STATEMENT", "words": "WORDS", "of": "[of X]", "mod": "NARROWED",
    "arguments": "E, ...", "sums": "E, ...", "cost": "COST", "affordable": "COST",
    "_cost_part": "PAYMENT", "_joint": "(and | or)", "verb": "VERB", "tail": "TAIL",
    "destination": "DESTINATION", "form": "FORM", "order": "ORDER", "event": "EVENT",
    "else_branch": "OTHERWISE", "otherwise": "[otherwise: STATEMENTS]", "then_by": "TIE-BREAK",
    "option": "CHOICE", "option_id": "NAME", "ranked": "RANK-LINE", "rank_name": "RANK",
    "parameter": "PARAMETER", "ofnp": "TARGET", "addend": "WHAT", "quoted": '"TEXT"',
    "inserted": "", "last_inserted": '{E} TEXT"',
}  # fmt: skip
# The terminals that stand for several forms of a word.
WORDS = {
    "NAME": "NAME", "WORD": "NAME", "INT": "3", "STRING": '"TEXT"', "RANGE": "N to N",
    "TEXT_START": '"TEXT',
    "GERUND": "VERBING", "_compare": "COMPARISON", "_be": "(is | is not)",
    "_be_in": "(is in | is not in)", "PLUS": "+", "MINUS": "-", "TIMES": "*", "SLASH": "/",
    "_COMMA_AS": ", as", "_COMMA_AS_THEIR": ", as their", "_COMMA_OR": ", or", "WORD_OR": "or",
    "_COMMA_AT_MOST": ", at most", "_COMMA_DIFFERENT": ", each of a different", "_THEN": ", then",
    "_COMMA_TRIGGERS": ", triggers chosen by", "_THEN_BY": ", then by", "_ties": "TIES",
    "_direction": "DIRECTION", "RANK": "first", "ALONE": "(sole | tied)", "_AND_AMOUNT": "and",
    "_OR_AMOUNT": "or", "_PERFORM": "perform", "_OPEN": "open", "DO_NOTHING": "do nothing",
    "_TIMES": "times", "_CHOOSE_ONE": "choose one", "A": "a", "_HAS": "has",
    "_ANY_NUMBER_OF": "any number of",
    "_THERE_IS": "there is", "_COPY_OF": "a copy of", "_THAT_IS_A_COPY_OF": "that is a copy of",
    "ITSELF_AGAIN": "itself again", "_NUMBERS_FROM": "numbers from", "_TOWARDS": "towards",
    "_OPTION": "option", "_DURING": "during", "split": "SPLIT", "_TIES_SPLIT": ", ties split",
    "_NEXT_TO": "(next to | adjacent to)",
    "DET": "(your | their | its)", "_NL": "", "_INDENT": "", "_DEDENT": "",
}  # fmt: skip
# Rules whose forms are variants of those of another rule.
VARIANTS = (
    "priced",
    "priced_phrase",
    "exact",
    "affordable",
    "inner",
    "ofnp",
    "verb_cost",
    "index",
    "inserted",
    "last_inserted",
)


def productions() -> dict[type, list[str]]:
    """The forms of each class of the syntax tree, in the order of the grammar."""
    found: dict[type, list[str]] = {}
    rules = re.findall(
        r"^[?]?([a-z_]+):((?:.*\n)(?:[ \t]+\|.*\n)*)", GRAMMAR.read_text("utf-8"), re.M
    )
    for name, body in rules:
        for said, alias in _alternatives(re.findall(r'"[^"]*"|->|\w+|[()|?*+]', body)):
            words, made = _bare(said), getattr(ast, _camel(alias or name), None)
            looser = not alias and words in ("E", "SET")  # than a more specific rule
            if isclass(made) and name not in VARIANTS and (not looser or name.endswith("_text")):
                forms = found.setdefault(made, [])
                forms += [] if words in forms else [words]
    return found


def pattern(text: str) -> str:
    """A verb's word order, as in `WHAT to WHAT` for `{item:phrase} to {to:phrase}`."""
    return re.sub(r"\{\w+:(\w+)\}", lambda part: _word(part[1]), text)


def _camel(rule: str) -> str:
    return "".join(part.capitalize() for part in rule.split("_"))


def _alternatives(tokens: list[str]) -> Iterator[tuple[str, str]]:
    """Each alternative of a grammar rule in words, with its alias."""
    while tokens:
        words = _sequence(tokens)
        alias = tokens[1] if tokens[:1] == ["->"] else ""
        del tokens[: 3 if alias else 1]
        yield words, alias


def _sequence(tokens: list[str]) -> str:
    """The words up to the next `|`, `->` or closing parenthesis; removes them from the list."""
    said: list[str] = []
    while tokens and tokens[0] not in ("|", "->", ")"):
        word = tokens.pop(0)
        part = _group(tokens) if word == "(" else _word(word)
        said.append(_repeated(part, tokens.pop(0)) if tokens and tokens[0] in "?*+" else part)
    text = re.sub(r"\s+([,:])", r"\1", " ".join(filter(None, said)))
    text = re.sub(r"(E|NAME) \[, \1 \.\.\.\]", r"\1, ...", text)
    text = re.sub(r"\[ \[?(E, \.\.\.)\]? \]", r"[\1]", text)
    return re.sub(r" \[ ?([,:])", r"[\1", text).replace("( ", "(").replace(" )", ")")


def _group(tokens: list[str]) -> str:
    """The content of parentheses, the first of which has already been removed."""
    choices = [_bare(_sequence(tokens))]
    while tokens.pop(0) == "|":
        choices.append(_bare(_sequence(tokens)))
    alone = len(choices) == 1
    return choices[0] if alone else f"({' | '.join(choices)})"


def _repeated(part: str, sign: str) -> str:
    if re.fullmatch(r"\[[^]]*\]", part) or not part:
        return part
    bare = _bare(part)
    return {"?": f"[{bare}]", "*": f"[{bare} ...]", "+": f"{bare} ..."}[sign]


def _bare(part: str) -> str:
    """A choice without the parentheses around the whole."""
    found = re.fullmatch(r"\(([^()]* \| [^()]*)\)", part)
    return found[1] if found else part


def _word(token: str) -> str:
    """`_WITHIN` as `within`, `amount` as `N`."""
    if token.startswith('"'):
        return token.strip('"').replace("\\", "")
    if token in WORDS:
        return WORDS[token]
    if token in KEYWORDS:
        return KEYWORDS[token].replace("|", " | ")
    return PARTS.get(token, token.upper())
