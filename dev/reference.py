"""Writes docs/reference.md from the grammar and the vocabulary: `python -m dev.reference`.

Everything a pack can contain, exactly: each key of its files, each form of the language with an
example, each verb with its word order. What no table can say is in reference_notes.md, a section
of which follows the table of the same title. A test checks that the page is up to date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import isclass
from pathlib import Path

import click

from cardwright.language.registry.ability import Pattern
from cardwright.language.registry.keywords import built_in, reserved
from cardwright.language.registry.operation import OPERATIONS
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack import forms
from cardwright_tools.language_service.hover import examples
from dev.grammar_forms import pattern, productions

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
NOTES = Path(__file__).with_name("reference_notes.md")
HEAD = """# Reference

Everything that a pack can contain, to look things up. The [guide](language.md) is for reading, and
the [cookbook](cookbook.md) for copying. This page is written by `python -m dev.reference`, from the
grammar, the vocabulary and the notes in `dev/reference_notes.md`.
"""

# The tables of forms, with the parts of the syntax tree that each begins with, or has.
GROUPS: tuple[tuple[str, tuple[type[Node], ...]], ...] = (
    ("Statements", (ast.Statement,)),
    ("What follows a statement",
     (ast.NamedAs, ast.AsTheir, ast.Limit, ast.AtRandom, ast.Prompt, ast.Quoted)),
    ("Loops and branches",
     (ast.LoopSet, ast.Order, ast.OtherwiseIf, ast.Otherwise, ast.Suite, ast.Option, ast.OptionId,
      ast.Ranked, ast.RankName, ast.ThenBy, ast.Split)),
    ("How many", (ast.Quantifier, ast.Amount)),
    ("Noun phrases", (ast.NounPhrase, ast.Words, ast.Of, ast.Phrase, ast.Quantified)),
    ("What narrows a noun", (ast.Postmodifier,)),
    ("Sets",
     (ast.SetLiteral, ast.Together, ast.TopBy, ast.TopOf, ast.OnlyOne, ast.Foremost,
      ast.EverythingIn, ast.StepAlong, ast.NumbersFrom)),
    ("Conditions",
     (ast.Or, ast.And, ast.Not, ast.Comparison, ast.Is, ast.IsA, ast.IsCopy, ast.IsIn, ast.CanPay,
      ast.CanBeUsed, ast.During, ast.HasNo, ast.HasSome, ast.ThereIsNo, ast.ThereIs)),
    ("Values", (ast.Expression,)),
    ("Costs", (ast.Cost, ast.Payment)),
    ("Where something goes, and what it becomes", (ast.Destination, ast.Form, ast.Arguments)),
    ("Events", (ast.Event,)),
    ("Whole texts", (ast.Node,)),
)  # fmt: skip

_TITLES = {base: title for title, bases in GROUPS for base in bases}


@click.command(help=__doc__)
def main() -> None:
    PAGE.write_text(written(), "utf-8")


def written() -> str:
    parts = (HEAD, *_files(), *_grammar(), *_vocabulary(), *_details())
    return "\n".join(parts)


# ------------------------------------------------------------------------------- notes


@cache
def notes() -> dict[str, str]:
    """The prose of the page, by the titles of its sections."""
    parts = re.split(r"^## (.*)\n", NOTES.read_text("utf-8"), flags=re.M)[1:]
    return {title: text.strip() + "\n" for title, text in zip(parts[::2], parts[1::2], strict=True)}


def _section(title: str, *parts: str) -> str:
    """A section of the page: its tables, and what the notes say."""
    _PLACED.add(title)
    more = (notes()[title],) if title in notes() else ()
    return "\n".join((f"### {title}\n", *parts, *more))


_PLACED: set[str] = set()


def _details() -> Iterator[str]:
    """The notes that belong to no table."""
    yield "## In detail\n"
    for title in notes():
        if title not in _PLACED:
            yield f"### {title}\n\n{notes()[title]}"


# ------------------------------------------------------------------------------- files


def _files() -> Iterator[str]:
    yield "## Files\n"
    yield "An asterisk marks a key that must be there.\n"
    said = "The top level of each file but `pack.yaml`. The plural of a kind is a section, too.\n"
    heads = ("section", "value", "what it declares")
    yield _section("Sections", said, _table(heads, _keys(forms.SECTIONS.values())))
    for form in sorted(forms.FORMS.values(), key=lambda form: form.name != "manifest"):
        title = form.name.replace("-", " ").capitalize()
        table = _table(("key", "value", "meaning"), _keys(form.keys))
        yield _section(title, f"{form.doc}\n", table)


def _keys(keys: Iterable[forms.Key]) -> Iterator[tuple[str, ...]]:
    return ((f"`{k.name}`{'*' if k.required else ''}", k.type, k.doc) for k in keys)


# ----------------------------------------------------------------------------- grammar


def _grammar() -> Iterator[str]:
    _PLACED.add("Effects and expressions")
    yield f"## Effects and expressions\n\n{notes()['Effects and expressions']}"
    for title, classes in grouped().items():
        rows = ((_form(made), *_doc(made)) for made in classes)
        yield _section(title, _table(("form", "example", "meaning"), rows))


def grouped() -> dict[str, list[type[Node]]]:
    """The productions under the titles of their tables, in the order of their declaration."""
    found: dict[str, list[type[Node]]] = {title: [] for title, _ in GROUPS}
    declared = {made: at for at, made in enumerate(v for v in vars(ast).values() if isclass(v))}
    for made in sorted(productions(), key=lambda made: declared[made]):
        found[next(_TITLES[base] for base in made.__mro__ if base in _TITLES)].append(made)
    return found


def _form(made: type[Node]) -> str:
    """What is written, with the name of the part where other forms have it."""
    named = NAMED.get(made, "")
    return "<br>".join(f"`{form}`" for form in productions()[made]) + (
        f" ({named})" if named else ""
    )


NAMED = {ast.Words: "WORDS", ast.Phrase: "WHAT", ast.Option: "CHOICE", ast.Ranked: "RANK-LINE",
         ast.RankName: "RANK", ast.ThenBy: "TIE-BREAK", ast.Split: "SPLIT", ast.Payment: "PAYMENT",
         ast.Suite: "STATEMENTS", ast.Parameter: "PARAMETER"}  # fmt: skip


def _doc(made: type[Node]) -> tuple[str, str]:
    shown, meaning = examples(made)
    blocks = (re.sub(r"\n(\s*)", lambda m: "`<br>" + "&nbsp;" * len(m[1]) + "`", s) for s in shown)
    return "<br>".join(f"`{block}`" for block in blocks), meaning


# -------------------------------------------------------------------------- vocabulary


def _vocabulary() -> Iterator[str]:
    yield "## Vocabulary\n"
    yield _section("Verbs", _verbs())
    yield _section("Abilities", _abilities())
    yield _section("What an ability knows", *_known())
    heads = ("operation", "its value is")
    operations = _table(heads, ((f"`{o.name}`", o.doc) for o in OPERATIONS))
    yield _section("Operations of `modify`", "In the order in which they apply:\n", operations)
    yield _section("Words that can't be names", *_words())


def _verbs() -> str:
    rows = ((f"`{v.name}`", f"`{v.name} {pattern(v.pattern)}`", f"`{v.example}`", v.doc)
            for v in VERBS.all)  # fmt: skip
    return _table(("verb", "word order", "example", "meaning"), rows)


def _abilities() -> str:
    rows = ((f"`{k.key}`", k.pattern_doc, f"`{k.example}`", k.doc) for k in ABILITIES.values())
    return _table(("key", "followed by", "example", "meaning"), rows)


_EVENT = "`it` and `there` of the event (below), `actor`, `source`; what a rule takes, by name"
_PATTERNS: dict[Pattern, str] = {
    "event": _EVENT,
    "timed_event": _EVENT,
    "property": "the parameters of the definition, or the kind of the field; `source`",
    "keyword": "",
    "things": "",
}


def _known() -> Iterator[str]:
    """The names that are known in an ability, by its key and by its event."""
    rows = ((f"`{k.key}`", ", ".join(filter(None, (_PATTERNS[k.pattern], "`this`, `you`"))))
            for k in ABILITIES.values())  # fmt: skip
    yield _table(("in", "these names are known"), rows)
    yield _table(("event", "`it`", "`there`"), _events())


def _events() -> Iterator[tuple[str, ...]]:
    for verb in VERBS.events:
        later = verb.name in ("place", "create")
        thing = "the piece; not yet known in `instead of`" if later else "the thing"
        yield f"`{verb.gerund} KIND`", thing, verb.there
    yield "`changing COUNTER`", "the thing that has it; of the game, nothing", "its place, if any"
    yield "`RULE`", "nothing: what the rule takes is known by name", "nothing"


def _words() -> Iterator[str]:
    yield ", ".join(f"`{word}`" for word in sorted(reserved())) + ".\n"
    yield "These have a meaning already: only rules, menus and options may be called that.\n"
    found: dict[str, list[str]] = {}
    for word, meaning in built_in(VERBS.adjectives).items():
        found.setdefault(meaning, []).append(f"`{word}`")
    rows = ((", ".join(sorted(words)), meaning) for meaning, words in found.items())
    yield _table(("words", "they already are"), rows)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "".join(map(_row, [heads, tuple("---" for _ in heads), *rows]))


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


if __name__ == "__main__":
    main()
