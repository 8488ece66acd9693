"""Mutants that replace something by an alternative: players, places, names, verbs, operations,
values.

Makes the kinds `swap`, `operation` and `printed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.board.model import Board
from cardwright.language.registry.keywords import KEYWORDS
from cardwright.language.registry.operation import BY_NAME
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.one_line import words
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.document import Path as Steps
from cardwright_tools.mutate.amounts import off_by_one
from cardwright_tools.mutate.mutant import (
    Change,
    Mutant,
    from_change,
    from_edit,
    from_word,
    without,
    without_adjective,
    word,
)
from cardwright_tools.mutate.sources import Code, File
from cardwright_tools.mutate.spelling import PROSE

_OTHER_TIMING = {"AFTER": "before", "BEFORE": "after"}
_OTHERS = {"opposing": "your", "other": "your", "friendly": "opposing"}
_PAIRS = ("TOP", "BOTTOM"), ("HIGHEST", "LOWEST"), ("MIN_OF", "MAX_OF"), ("TO_TOP", "TO_BOTTOM")
_TURNED = {"PLUS": "-", "MINUS": "+", "TIMES": "+"}
_TURNED |= {one: KEYWORDS[other] for pair in _PAIRS for one, other in (pair, pair[::-1])}
"""The replacements for the words of a terminal."""
_OPERATORS = (ast.Arithmetic, ast.Extreme, ast.ExtremeOver, ast.TopBy, ast.TopOf, ast.ToEnd,
              ast.VerbClause)  # fmt: skip


# Players, places and names


def swaps(file: File) -> Iterator[Mutant]:
    for code in file.code:
        named = {id(name) for name in _named(code.tree)}
        bound = _bound(file, code)
        for node in code.tree.walk():
            for change in _whose(node):
                yield from_change("swap", change)
        for name in words(code.tree):
            if name.kind == "NAME" and id(name) not in named:
                for new in _alternatives(name.text, bound, file.declared.board):
                    yield from_word("swap", name, new)


def _whose(node: Node) -> Iterator[Change]:
    """Replaces a determiner by that of another player, or removes it."""
    match node:
        case ast.NounPhrase(determiner=Word() as whose):
            yield without(node, whose)
            if whose.text != "its":
                other = word("NAME", "opposing")
                yield node.layout, [other if part is whose else part for part in node.layout]
        case ast.Words(names=names):
            for name in names:
                if name.text in _OTHERS:
                    other = word("NAME", _OTHERS[name.text])
                    yield (name,), (other,)
                    yield from [without_adjective(node, name)] if name is not names[-1] else []


def _named(tree: Node) -> Iterator[Word]:
    """The words that bind a name for the text that follows."""
    for node in tree.walk():
        match node:
            case ast.NounPhrase(alias=Word() as name) | ast.LoopSet(alias=Word() as name):
                yield name
            case ast.Let(name=name):
                yield name
            case ast.NamedAs(names=names):
                yield from names


def _bound(file: File, code: Code) -> list[str]:
    """The names that a text binds or receives, and *you*."""
    names = [name.text for name in _named(code.tree)]
    outer = file.value(code.path[:-1])
    takes = outer.get("takes") if isinstance(outer, dict) else None
    names += [str(name) for name in takes] if isinstance(takes, dict) else []
    if code.path[0] == "definitions":
        definition = file.declared.definitions.get(file.reader.defined(str(code.path[1])))
        return [*names, *(p.name for p in definition.takes)] if definition else names
    said = {name.text for name in words(code.tree)}
    return [*names, "you", *(("it",) if "it" in said else ())]


def _alternatives(word: str, bound: Sequence[str], board: Board) -> Iterator[str]:
    """The next alternative: another name, another thing of the same kind, or another value."""
    groups: list[list[str]] = [list(dict.fromkeys(bound))]
    groups += [list(things) for things in board.things.values()]
    groups += [list(enum.values) for enum in board.enums.values()]
    for group in groups:
        if word in group and len(group) > 1:
            yield group[(group.index(word) + 1) % len(group)]


# Operations


def _turned(word: Word) -> str:
    """The opposite: `top` for `bottom`, `gains` for `loses`; "" if there is none."""
    if word.kind != "VERB":
        return _TURNED.get(word.kind, "")
    verb = VERBS.by_form[word.text]
    opposite = VERBS.by_name[verb.opposite].forms if verb.opposite else ("", "")
    return opposite[verb.forms.index(word.text)]


_CHANGING = {kind.key for kind in ABILITIES.values() if kind.pattern == "property"}
_TIMED = {kind.key for kind in ABILITIES.values() if kind.pattern == "timed_event"}


def operations(file: File) -> Iterator[Mutant]:
    for node in file.nodes():
        if isinstance(node, _OPERATORS):
            for part in node.layout:
                if isinstance(part, Word) and (new := _turned(part)):
                    yield from_word("operation", part, new)
    for path, span in file.document.keys.items():
        mapping = file.value(path[:-1])
        if not isinstance(mapping, dict):
            continue
        if path[-1] in BY_NAME and not _CHANGING.isdisjoint(mapping):
            for other in BY_NAME:
                if other != path[-1]:
                    yield from_edit("operation", file.source, span.start, span.end, other)
        elif path[-1] in _TIMED and "do" in mapping:
            yield from _when(file, path)


def _when(file: File, path: Steps) -> Iterator[Mutant]:
    event = file.reader.event(file.document.text_span(path))
    if event is not None:
        yield from_word("operation", event.timing, _OTHER_TIMING[event.timing.kind])


# Declared values


def declared(file: File) -> Iterator[Mutant]:
    for path, span in file.document.values.items():
        value = file.value(path)
        if not path or path in file.roles.texts or _is_prose(path):
            continue
        if isinstance(value, bool):
            yield from_edit(
                "printed", file.source, span.start, span.end, "false" if value else "true"
            )
        elif isinstance(value, int):
            for other in off_by_one(value):
                yield from_edit("printed", file.source, span.start, span.end, str(other))
        elif isinstance(value, str):
            for word in _other_value(file, path, value):
                yield from_edit("printed", file.source, span.start, span.end, word)
        elif isinstance(value, list) and path[0] != "enums":
            yield from _shorter(file, path, value)


def _is_prose(path: Steps) -> bool:
    return any(step in PROSE for step in path) or path[-1] in ("id", "option")


def _shorter(file: File, path: Steps, value: Sequence[object]) -> Iterator[Mutant]:
    """Drops one item from a list of words or numbers."""
    if any(isinstance(item, dict | list) for item in value):
        return
    spans = [file.document.values[*path, index] for index in range(len(value))]
    for at, span in enumerate(spans):
        if at + 1 < len(spans):
            yield from_edit("printed", file.source, span.start, spans[at + 1].start, "")
        else:
            first = spans[at - 1].end if at else span.start
            yield from_edit("printed", file.source, first, span.end, "")


def _other_value(file: File, path: Steps, value: str) -> Iterator[str]:
    """Another value of the field's type, for the values of things."""
    board = file.declared.board
    kind = next((k.name for k in board.kinds.values() if k.plural == path[0]), "")
    names = [step for step in path[2:] if isinstance(step, str)]
    found = board.field(kind, names[0]) if kind and names else None
    if found is not None:
        group = board.values_of(found.type)
        if value in group and len(group) > 1:
            yield group[(group.index(value) + 1) % len(group)]
