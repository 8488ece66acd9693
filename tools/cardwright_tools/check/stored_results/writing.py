"""Writes the results for the declarations of a game, to be stored.

Results that were read are stored again unchanged. A result is left out if it refers to something
that can't be found again: a span in the text of another declaration, or a field of no board.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Outcome, Requirements, Trees
from cardwright_tools.check.interface.texts import Holder, holders
from cardwright_tools.check.lints.lint_free import LintFree
from cardwright_tools.check.stored_results.claims import write_claims
from cardwright_tools.check.stored_results.declarations import texts_of
from cardwright_tools.check.stored_results.results import Results, Stored, StoredResults
from cardwright_tools.check.stored_results.symbols import stored_symbol
from cardwright_tools.check.stored_results.trees import TreeWriter, name_of

_UNSTORABLE = (LookupError, TypeError, RecursionError)
"""The errors for a result that refers to what can't be found again, or is nested too deeply."""


def stored_results(found: Results, declared: Declared, state: str) -> StoredResults:
    """The results to be stored for a game that is identified by `state`."""
    symbols = _SymbolTable(declared, found.stored.symbols)
    writing = _Writing(found, declared, symbols)
    results, functions = dict(writing.results()), dict(writing.functions())
    required = _plain(found.memo.definitions.required)
    lint_free = LintFree.of(found.lints) if found.lints else LintFree()
    return StoredResults(state, symbols.stored, results, functions, required, lint_free)


class _SymbolTable:
    """Gives numbers to the classes of nodes, and to what is declared elsewhere."""

    def __init__(self, declared: Declared, stored: Sequence[str | Stored]) -> None:
        self._board, self.stored = declared.board, [*stored]
        self._numbers = {repr(one): at for at, one in enumerate(stored)}
        self._known: dict[object, int] = {}

    def number(self, one: object) -> int:
        """Raises LookupError for what can't be found again."""
        key = one if isinstance(one, Type | type) else id(one)
        if key not in self._known:
            data = name_of(one) if isinstance(one, type) else stored_symbol(one, self._board)
            number = self._numbers.setdefault(repr(data), len(self.stored))
            if number == len(self.stored):
                self.stored.append(data)
            self._known[key] = number
        return self._known[key]


class _Writing:
    def __init__(self, found: Results, declared: Declared, symbols: _SymbolTable) -> None:
        self._found, self._declared, self._symbols = found, declared, symbols

    def results(self) -> Iterator[tuple[str, str]]:
        """By the digests of rules, effects, options and abilities."""
        for one in holders(self._declared):
            if (outcome := self._found.memo.of(one)) is not None:
                yield from self._data(one, outcome, partial(self._outcome, outcome))

    def functions(self) -> Iterator[tuple[str, str]]:
        """By the digests of definitions."""
        known = self._found.memo.definitions
        trees = {tree[0]: tree for tree in known.trees}
        for name, function in known.functions.items():
            one, depth = known.declared[name], known.depths.get(name, 0)
            own = [trees[one.body]] if one.body in trees else []
            yield from self._data(one, function, partial(self._function, function, own, depth))

    def _data(
        self, one: Holder, result: object, write: Callable[[TreeWriter], Stored]
    ) -> Iterator[tuple[str, str]]:
        """How a result is stored, if it can be."""
        data = self._found.data_of(result)
        if data is None:
            writer = TreeWriter(one, [*texts_of(one, self._declared)], self._symbols.number)
            try:
                found = write(writer)
            except _UNSTORABLE:
                return
            data = json.dumps([[*writer.spans], *found], separators=(",", ":"))
        yield self._found.digests.of(one), data

    def _outcome(self, outcome: Outcome, writer: TreeWriter) -> Stored:
        parts = [[sort, key, writer.node(node)] for sort, key, node in _parts(outcome.made)]
        return [self._trees(outcome.trees, writer), _plain(outcome.required), parts]

    def _function(
        self, function: core.Function, trees: Trees, depth: int, writer: TreeWriter
    ) -> Stored:
        return [self._trees(trees, writer), writer.node(function), depth]

    def _trees(self, trees: Trees, writer: TreeWriter) -> Stored:
        """The texts of trees, with their claims."""
        claims = self._found.claims
        return [[writer.span(text), sort,
                 write_claims(claims[text], writer) if text in claims else None]
                for text, sort, _ in trees]  # fmt: skip


def _parts(made: Checked) -> Iterator[tuple[str, Any, object]]:
    """What a result consists of, with the key of each part."""
    yield from (("rule", name, one) for name, one in made.rules.items())
    yield from (("effect", key, one) for key, one in made.effects.items())
    yield from (("option", "", one) for one in made.options)
    yield from (("ability", "", one) for one in made.abilities)
    for name, modifiers in made.modifiers.items():
        yield from (("modifier", name, one) for one in modifiers)


def _plain(one: Requirements) -> Stored:
    return [one.source, sorted(one.during), sorted(one.misplaced)]
