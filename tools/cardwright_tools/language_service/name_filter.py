"""Finds names that do not fit where they would be written, according to the checker itself.

The text is read with each name at its end; if it can't end there, something that ends it is added.
A name does not fit if it causes an error that not all names cause, unless the error disappears with
something that may follow the name: a noun, or *of you*. Of several names of one sort, only one is
tried.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from cardwright import Rules
from cardwright.language.declared import Parameter
from cardwright.language.external_texts import ExternalTexts
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.language_service.index import Key

MOST_TRIED, MOST_NOUNS, MOST_ENDS = 400, 8, 4
_UNLIKE = ("definition", "field", "rule", "zone", "state", "menu")
"""Each of these may have its own type; things of a kind and words of an enum share one."""

_AFTER = (
    ")", " to 1", " from 1", " > 1", " is 1", ": end the game", " > 1: end the game", " be 1",
    " times: end the game", ") times: end the game", "): end the game", ") to 1", " to you",
    " from you",
)  # fmt: skip
"""Possible ends of a text after a name."""
_SAMPLES = 3

Errors = frozenset[tuple[str, int]]
"""Codes and offsets."""


@dataclass(frozen=True, slots=True)
class InScope:
    """What a text knows besides the packs' declarations: parameters, and the kind of *this*."""

    takes: Sequence[Parameter] = ()
    this: str = ""


NOTHING_MORE = InScope()


def rejected_names(
    rules: Rules,
    before: str,
    start: str,
    by_word: Mapping[str, Sequence[Key]],
    scope: InScope = NOTHING_MORE,
) -> set[str]:
    """The words that can't be written after this text."""
    sorts: dict[frozenset[object], list[str]] = {}
    for word, keys in by_word.items():
        sorts.setdefault(frozenset(_sort(word, key, rules) for key in keys), []).append(word)
    if len(sorts) > MOST_TRIED:
        return set()
    with loading() as budget:
        budget.comparisons = 0  # suggestions are not needed
        texts = ExternalTexts(rules.checked, scope.takes, scope.this)
        ends = _ends(_End(before, start, texts), [words[0] for words in sorts.values()])
        return set.intersection(*(_misfits(end, [*sorts.values()], by_word) for end in ends))


def _sort(word: str, key: Key, rules: Rules) -> object:
    what, name, owner = key
    if what == "definition" and (made := rules.checked.functions.get(name)):
        return what, made.takes, made.body.type
    return (key if what in _UNLIKE else (what, owner)), word == name


def _misfits(
    end: _End, sorts: Sequence[Sequence[str]], by_word: Mapping[str, Sequence[Key]]
) -> set[str]:
    errors = {words[0]: end.errors(words[0]) for words in sorts}
    read = [found for found in errors.values() if found is not None]
    common = frozenset.intersection(*read) if read else frozenset()
    left = [words for words in sorts if (errors[words[0]] or common) - common]
    found = {word for words in left for word in words}
    nouns = [word for word in by_word if word not in found and _are(("kind",), by_word[word])]
    for words in left:
        further = ["of you"] if _are(_UNLIKE, by_word[words[0]]) else nouns[:MOST_NOUNS]
        tried = (end.errors(f"{words[0]} {more}") for more in further)
        if any(one is not None and one <= common for one in tried):
            found.difference_update(words)
    return found


def _are(what: Collection[str], keys: Sequence[Key]) -> bool:
    return any(key[0] in what for key in keys)


@dataclass(frozen=True, slots=True)
class _End:
    """The end of a text that is being written."""

    before: str
    start: str
    texts: ExternalTexts
    after: str = ""

    def errors(self, written: str) -> Errors | None:
        """The errors in the text with this at its end, up to there; None if it can't be read."""
        span, report = Source("", self.before + written + self.after).whole, Report()
        if self.start == "effect_text":
            self.texts.effect("", span, report)
        else:
            self.texts.expression(span, report, you=True)
        if self.texts.tree(span) is None:
            return None
        errors = (one for one in report.diagnostics if one.severity == "error")
        places = ((one.code, one.span.start if one.span else 0) for one in errors)
        last = len(self.before + written)
        return frozenset(one for one in places if one[1] <= last)


def _ends(end: _End, words: Sequence[str]) -> list[_End]:
    """The possible ends of a text after a name: none, or else a few of `_AFTER`."""
    every = (replace(end, after=after) for after in ("", *_AFTER))
    found = (one for one in every if any(one.errors(word) is not None for word in words[:_SAMPLES]))
    first = next(found, end)
    return [first] if not first.after else [first, *islice(found, MOST_ENDS - 1)]
