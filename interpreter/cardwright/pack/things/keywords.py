"""Builds keywords: their declarations, and those printed on things and kinds.

Each is a definition, whose value is printed, and which abilities grant and take away. Names come
first (`declare_keywords`), then the printed ones (`read_keywords`) and the rules that a keyword
brings along (`declare_rules_of_keywords`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.board.declarations import Keyword, Thing, Value
from cardwright.language.declared import Definition, Parameter, TypeName
from cardwright.language.inflection import article
from cardwright.language.syntax import ast
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.name_form import title_of
from cardwright.pack.rules.carried_rules import declare_carried
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode

MAX_NUMBER = 1_000_000
KEY = "keywords"
ADDED = ("abilities", "options")
"""What an extension can add to a keyword."""

# Declarations


def declare_keywords(sections: Sections, builder: PackBuilder) -> list[tuple[Keyword, Entry]]:
    """The keywords with their entries; all kinds and properties are known by now."""
    found = [(_keyword(entry), entry) for entry in entries(sections, KEY, builder)]
    declared = [(one, entry) for one, entry in found if _declare(one, entry, builder)]
    for one, entry in declared:
        if not entry.is_complete:
            builder.mark_invalid_name(one.name)
    return [*declared, *_extended(sections, builder)]


def _extended(sections: Sections, builder: PackBuilder) -> Iterator[tuple[Keyword, Entry]]:
    """The keywords that packs extend, with the additions."""
    for entry in entries(sections, "extend", builder):
        if (one := builder.board.keywords.get(entry.key)) is None:
            continue
        wrong = next((item for key, item in entry.node.items() if key not in ADDED), None)
        if wrong is not None or not isinstance(entry.node.value, dict):
            place = wrong.key_span if wrong is not None else entry.node.key_span
            message = f"only abilities and options can be added to the keyword `{one.name}`"
            builder.error("CW321", message, place, "put them under `abilities` or `options`")
        else:
            yield one, entry


def _keyword(entry: Entry) -> Keyword:
    node, name = entry.node, entry.key
    kind, number = node.get("of"), node.get("number")
    return Keyword(
        name,
        kind.word if kind else "",
        node.text("title") or title_of(name),
        node.text("text"),
        number.word if number else "",
        node.pack,
        node.key_span,
    )


def _declare(one: Keyword, entry: Entry, builder: PackBuilder) -> bool:
    """Declares a keyword as a definition of its kind; returns whether that was possible."""
    node, of = entry.node, entry.node.get("of")
    help = "choose another name"
    if not builder.declare_name("definition", one.name, node.key_span, help=help):
        return False
    if of is None or not builder.check_kind(of):
        builder.mark_invalid_name(one.name)
        builder.mark_incomplete(KEY)  # things of any kind may have it
        return False
    _refuse_field(one, builder)
    takes = (Parameter(one.kind, TypeName(one.kind), of.span, "of"),)
    made = Definition(one.name, takes, node.key_span, node.key_span, node.pack, keyword=one.name)
    builder.declared.definitions[one.name] = made
    builder.board.keywords[one.name] = one
    return True


def _refuse_field(one: Keyword, builder: PackBuilder) -> None:
    """Refuses a field called `keywords`: it would be unclear what such things print."""
    board = builder.board
    kinds = (board.kinds[k] for k in (*board.ancestors(one.kind), *board.below(one.kind)))
    field = next((k.fields[KEY] for k in kinds if KEY in k.fields), None)
    if field is not None:
        message = f"`{field.kind}` has a field `{KEY}`, which is the key of printed keywords"
        builder.error("CW327", message, field.span, "choose another name for the field")


# What is printed


def read_keywords(kind: str, node: YamlNode, builder: PackBuilder) -> dict[str, Value]:
    """The printed values of the keywords of a thing, or of a kind."""
    found: dict[str, Value] = {}
    for item in node.elements_of(KEY):
        made = _printed(kind, item, builder)
        if made is None:
            continue
        if made[0] in found:
            builder.error("CW328", f"`{item.word}` is printed twice", item.span, "remove one")
        found[made[0]] = made[1]
    return found


def _printed(kind: str, item: YamlNode, builder: PackBuilder) -> tuple[str, Value] | None:
    """A printed keyword, as the name of its value and the value."""
    words = " ".join(item.word.split())
    read = shared_parser(VERBS).printed_keyword(words)
    name, amount = (read.name.text, read.amount) if read is not None else (words, None)
    keyword = builder.board.keywords.get(name)
    if keyword is None or keyword not in builder.board.keywords_of(kind):
        known = [one.name for one in builder.board.keywords_of(kind)]
        message = f"`{name}` is not a keyword of {article(kind)}"
        help = "" if known else "declare it under `keywords`"
        builder.defer_unknown("keywords", name, "CW343", message, item.span, known, help)
        return None
    if not keyword.number and amount is not None:
        if builder.is_invalid_name(name):
            return None
        message = f"`{name}` has no number"
        builder.error("CW324", message, item.span, "declare one: `number: adds up` or `highest`")
        return None
    number = _number(amount)
    if keyword.number and not 1 <= number <= MAX_NUMBER:
        help = f"as in `{name} 2`"
        builder.error("CW324", f"`{name}` needs a number from 1", item.span, help)
        return None
    return keyword.printed.name, number if keyword.number else True


def _number(amount: ast.Amount | None) -> int:
    """A written number; 0 if there is none, or if it would have to be calculated."""
    digits = amount.number.text if amount is not None and amount.number is not None else "0"
    return int(digits) if len(digits) < 8 else MAX_NUMBER + 1


# Rules


def declare_rules_of_keywords(found: Sequence[tuple[Keyword, Entry]], builder: PackBuilder) -> None:
    """Declares the abilities and options that each keyword brings along."""
    for one, entry in found:
        declare_carried(_bearer(one, entry.node.pack), entry.node, builder)


def _bearer(one: Keyword, pack: str) -> Thing:
    """The thing that stands for all things with the keyword."""
    return Thing(one.name, one.kind, one.title, one.text, pack=pack, span=one.span,
                 each=True, keyword=one.name)  # fmt: skip
