"""Writes docs/reference.md from the grammar and the vocabulary: `python -m dev.reference`.

Everything a pack can contain, exactly: each key of its files, each form of the language with an
example, each verb with its word order. A test checks that the page is up to date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import getdoc
from pathlib import Path

from cardwright.language.registry.keywords import KEYWORDS, built_in, reserved
from cardwright.language.registry.operation import OPERATIONS
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack import forms

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
GRAMMAR = ROOT / "interpreter/cardwright/language/syntax/grammar.lark"
HEAD = """# Reference

Everything that a pack can contain. The [guide](language.md) explains it in a readable order. This
page is generated from the grammar and the vocabulary.
"""
LANGUAGE = """## The language

Capitals stand for other forms: `SET` and `X` for [noun phrases](#noun-phrases) and single things,
`E` for any expression, `C` for a condition, `N` for a number (in parentheses if it is more than one
word), `name` for a word of your own. Square brackets hold what may be left out, `...` may be
repeated, and `|` separates what is possible.
"""

# What the parts of a form are called. Other rules of the grammar are written out.
PARTS = {
    "expr": "E", "or_expr": "C", "sum": "E", "amount": "N", "np": "SET", "inner": "SET",
    "fnset": "SET", "ofatom": "X", "location": "X", "quant": "HOW-MANY", "phrase": "WHAT",
    "suite": "STATEMENTS", "clause": "STATEMENT", "words": "KIND", "arguments": "E, ...",
    "index": "N", "loop_set": "SET", "parameter": "PARAMETER", "event": "EVENT", "core": "SET",
    "option": "OPTION", "verb": "VERB", "tail": "...", "destination": "WHERE", "order": "ORDER",
    "else_branch": "...", "otherwise": "[otherwise: STATEMENTS]", "mod": "...", "option_id": "name",
    "and_expr": "C", "not_expr": "C", "comparison": "C", "product": "E", "factor": "E", "atom": "E",
    "setfn": "SET", "parens": "(E)", "of": "[of X]", "form": "KIND | a copy of X | itself again",
    "sequence": "STATEMENT", "compound": "STATEMENT", "order_key": "E",
}  # fmt: skip
WORDS = {"NAME": "name", "WORD": "name", "INT": "3", "STRING": '"TEXT"', "RANGE": "1 to 3",
         "GERUND": "VERBing", "COMPARE": "< | <= | > | >= | at least | at most",
         "IS": "is", "IS_NOT": "is not", "IS_IN": "is in", "IS_NOT_IN": "is not in", "PLUS": "+",
         "MINUS": "-", "TIMES": "*", "SLASH": "/", "_COMMA_AS": ", as", "_COMMA_OR": ", or",
         "_COMMA_AT_MOST": ", at most", "_COMMA_DIFFERENT": ", each of a different",
         "_THEN": ", then", "DET": "your", "PREP": "in", "_NL": "", "_INDENT": "",
         "_DEDENT": "", "V_": ""}  # fmt: skip

GROUPS = (
    ("Statements", ast.Statement, "Each on a line of its own."),
    ("Conditions of a line, and orders of a loop", ast.Order, ""),
    ("How many", ast.Quantifier, ""),
    ("Noun phrases", ast.NounPhrase, "A kind in the plural, or one thing by its name."),
    ("What follows a noun", ast.Postmodifier, ""),
    ("Limits on a choice", ast.Limit, ""),
    ("Expressions", ast.Expression, ""),
    ("Where something goes", ast.Destination, ""),
    ("Events", ast.Event, ""),
)


def main() -> None:
    PAGE.write_text(written(), "utf-8")


def written() -> str:
    parts = (HEAD, *_files(), LANGUAGE, *_grammar(), *_verbs(), *_abilities(), *_words())
    return "\n".join(parts)


# ------------------------------------------------------------------------------- files


def _files() -> Iterator[str]:
    yield "## Files\n"
    yield "An asterisk marks a key that must be there.\n"
    yield "### Sections\n"
    yield "The top level of each file but `pack.yaml`. The plural of a kind is one, too.\n"
    yield _table(("section", "value", "what it declares"), _keys(forms.SECTIONS.values()))
    for form in sorted(forms.FORMS.values(), key=lambda form: form.name != "manifest"):
        yield f"### {form.name.replace('-', ' ').capitalize()}\n\n{form.doc}\n"
        yield _table(("key", "value", "meaning"), _keys(form.keys))


def _keys(keys: Iterable[forms.Key]) -> Iterator[tuple[str, ...]]:
    return ((f"`{k.name}`{'*' if k.required else ''}", k.type, k.doc) for k in keys)


# ----------------------------------------------------------------------------- grammar


def _grammar() -> Iterator[str]:
    forms_of = productions(GRAMMAR.read_text("utf-8"))
    done: set[type] = set()
    for title, base, said in GROUPS:
        found = [c for c in _classes(base) if c in forms_of and c not in done]
        done.update(found)
        if found:
            rows = ((_code(" / ".join(forms_of[c])), *_doc(c)) for c in found)
            yield f"### {title}\n\n{said}\n" if said else f"### {title}\n"
            yield _table(("form", "example", "meaning"), rows)


def _classes(base: type) -> Iterator[type]:
    """A class of the syntax tree and those below it, in the order of their declaration."""
    found = [c for c in vars(ast).values() if isinstance(c, type) and issubclass(c, base)]
    return iter(c for c in found if c.__module__ == ast.__name__)


def _doc(made: type) -> tuple[str, str]:
    """The examples and the meaning in a docstring: "`x and y`: both hold."."""
    doc = " ".join((getdoc(made) or "").split())
    examples, colon, meaning = doc.partition(": ") if doc.startswith("`") else ("", "", doc)
    return (examples if colon else examples.rstrip("."), meaning)


def productions(grammar: str) -> dict[type, list[str]]:
    """The forms of each class of the syntax tree, as people read them."""
    found: dict[type, list[str]] = {}
    for name, body in re.findall(r"^[?]?([a-z_]+):((?:.*\n)(?:[ \t]+\|.*\n)*)", grammar, re.M):
        for words, alias in _alternatives(re.findall(r'"[^"]*"|->|\w+|[()|?*+]', body)):
            made = getattr(ast, _camel(alias or name), None)
            if made is not None and words not in found.setdefault(made, []):
                found[made].append(words)
    return found


def _camel(rule: str) -> str:
    return "".join(part.capitalize() for part in rule.split("_"))


def _alternatives(tokens: list[str]) -> Iterator[tuple[str, str]]:
    """Each alternative of a rule in words, with its alias."""
    while tokens:
        words = _sequence(tokens)
        alias = tokens[1] if tokens[:1] == ["->"] else ""
        del tokens[: 3 if alias else 1]
        yield words, alias


def _sequence(tokens: list[str]) -> str:
    """The words up to the next `|`, `->` or closing parenthesis; takes them off the list."""
    said: list[str] = []
    while tokens and tokens[0] not in ("|", "->", ")"):
        word = tokens.pop(0)
        part = _group(tokens) if word == "(" else _word(word)
        if tokens and tokens[0] in "?*+":
            part = _repeated(part, tokens.pop(0))
        said.append(part)
    return re.sub(r"\s+([,:])", r"\1", " ".join(filter(None, said)))


def _group(tokens: list[str]) -> str:
    """What is in parentheses, of which the first is taken."""
    choices = [_sequence(tokens)]
    while tokens.pop(0) == "|":
        choices.append(_sequence(tokens))
    return " | ".join(choices)


def _repeated(part: str, sign: str) -> str:
    if part.startswith("[") or part.endswith("...") or not part:
        return part
    return {"?": f"[{part}]", "*": f"[{part} ...]", "+": f"{part} ..."}[sign]


def _word(token: str) -> str:
    """`_WITHIN` as `within`, `amount` as `N`."""
    if token.startswith('"'):
        return token.strip('"').replace("\\", "")
    if token.islower():
        return PARTS.get(token, token.upper())
    if token in WORDS:
        return WORDS[token]
    words = re.sub(r"\(\?.*|\\.*|[?]", "", KEYWORDS.get(token, token))
    return (
        words.replace("(", "").replace(")", "") if words.count("(") != words.count(")") else words
    )


# -------------------------------------------------------------------------- vocabulary


def _verbs() -> Iterator[str]:
    yield "### Verbs\n\nA subject may come first: `each player gains 1 gold`.\n"
    rows = ((f"`{v.name}`", _code(_pattern(v.pattern)), f"`{v.example}`", v.doc) for v in VERBS.all)
    yield _table(("verb", "word order", "example", "meaning"), rows)


def _pattern(pattern: str) -> str:
    return re.sub(r"\{(\w+):(\w+)\}", lambda m: PARTS.get(m[2], m[1].upper()), pattern)


def _abilities() -> Iterator[str]:
    yield "### Abilities\n"
    rows = ((f"`{k.key}`", f"`{k.example}`", k.doc) for k in ABILITIES.values())
    yield _table(("key", "example", "meaning"), rows)
    yield "An ability knows `actor` (who does it), `this` (what has it), `you` (its owner), and:\n"
    events = ((f"`{v.gerund} KIND`", v.there) for v in VERBS.events)
    yield _table(("event", "`it` is the thing; `there` is"), events)
    yield "Operations of `modify`, in the order in which they apply:\n"
    yield _table(("operation", "its value is"), ((f"`{o.name}`", o.doc) for o in OPERATIONS))


def _words() -> Iterator[str]:
    yield "### Words that can't be names\n"
    yield ", ".join(f"`{word}`" for word in sorted(reserved())) + ".\n"
    yield "These have a meaning already: only rules, menus and options may be called that.\n"
    found: dict[str, list[str]] = {}
    for word, meaning in built_in().items():
        found.setdefault(meaning, []).append(f"`{word}`")
    rows = ((", ".join(sorted(words)), meaning) for meaning, words in found.items())
    yield _table(("words", "they already are"), rows)


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def _table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    return "".join(map(_row, [heads, tuple("---" for _ in heads), *rows]))


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


if __name__ == "__main__":
    main()
