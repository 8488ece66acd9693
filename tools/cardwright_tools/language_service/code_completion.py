"""Completions in texts of code: verbs, words of the language, and names.

The grammar says what may come next, and the checker which names fit. Decides their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cardwright import Rules
from cardwright.language.external_texts import ExternalTexts
from cardwright.language.registry.keywords import ADJECTIVES
from cardwright.language.resolve.declarations.modifier_targets import modifier_patterns
from cardwright.language.syntax.continuations import Continuations, continuations
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.text import Source
from cardwright_tools.language_service.code_texts import CHECKED, events, named_by
from cardwright_tools.language_service.index import Key, NameIndex
from cardwright_tools.language_service.name_filter import (
    ALONE,
    NEVER,
    NOTHING_MORE,
    InScope,
    fits_of_names,
    is_kind,
)

Sort = Literal["key", "value", "verb", "word", "name"]
_WORD = re.compile(r"[\w-]*$")
_BUILT_IN = ("you", "this", "supply")
"""The language's own names, which are offered only where they fit."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion: its text, its sort, and a line about it."""

    text: str
    sort: Sort
    doc: str = ""
    fits: bool = False  # a name that fits, where others don't


def in_code(
    before: str, start: str, index: NameIndex, rules: Rules | None, scope: InScope = NOTHING_MORE
) -> Iterator[Completion]:
    """The completions in a text of code: for its whole words, and the word being written."""
    whole = _WORD.sub("", before)
    found = continuations(shared_parser(VERBS), whole, start)
    if start in CHECKED:
        yield from _in_checked(whole, start, found, index, rules, scope)
    elif _has_only_names(whole, start):
        yield from _declared(whole, start, index)
    elif start != "property_text":
        yield from _in_other(whole, start, found, index, scope)
    elif rules is not None:
        yield from _in_pattern(whole, rules)


def _in_checked(
    whole: str,
    start: str,
    found: Continuations,
    index: NameIndex,
    rules: Rules | None,
    scope: InScope,
) -> Iterator[Completion]:
    """The completions in an effect or an expression."""
    names = list(_names(whole, start, index, rules, scope)) if found.name else []
    verbs = [Completion(name, "verb", VERBS.by_name[name].doc) for name in found.verbs]
    described = any(word in ADJECTIVES for word in _last_words(whole)[-1:])
    yield from () if described else verbs
    yield from (Completion(word, "word") for word in found.first)
    yield from (one for one in names if one.fits)
    yield from verbs if described else ()
    yield from _adjectives(whole, start, names, index, rules)
    yield from (Completion(word, "word") for word in found.words)
    yield from (one for one in names if not one.fits)


def _last_words(whole: str) -> list[str]:
    """The last two words of a text."""
    return [whole[one.start : one.end] for one in shared_parser(VERBS).tokens(whole)][-2:]


def _adjectives(
    whole: str, start: str, names: Sequence[Completion], index: NameIndex, rules: Rules | None
) -> Iterator[Completion]:
    """The adjectives of the language, where a thing that they describe may follow."""
    fitting = [one for one in names if one.fits] or names
    keys = (key for one in fitting for key in index.by_word.get(one.text, ()))
    kinds = {name for what, name, _ in keys if what == "kind"}
    if rules is not None:  # the index also has kinds of packs that extend this one
        kinds &= rules.declared.board.kinds.keys()
    can_follow = kinds and continuations(shared_parser(VERBS), f"{whole}other ", start).name
    for word in ADJECTIVES if can_follow else ():
        if rules is None or ExternalTexts(rules.checked).describes(Source("", word).whole, kinds):
            yield Completion(word, "word", "an adjective of things")


def _in_other(
    whole: str, start: str, found: Continuations, index: NameIndex, scope: InScope
) -> Iterator[Completion]:
    """The completions in an event, a limit or another text that only some names fit."""
    verbs = events(forbids=scope.forbids) if found.gerund else []
    yield from (Completion(verb.gerund, "verb", verb.doc) for verb in verbs)
    refused = "changing" if start == "event_text" else ""
    said = ("once per" if word == "once" else word for word in found.words if word != refused)
    words = [Completion(word, "word") for word in said]
    words += [Completion("option", "word")] if found.gerund and scope.forbids else []
    yield from words if found.gerund else ()
    yield from _declared(whole, start, index) if found.name else ()
    yield from words if not found.gerund else ()
    yield from (Completion(name, "verb", VERBS.by_name[name].doc) for name in found.verbs)


def _has_only_names(whole: str, start: str) -> bool:
    """Whether a name must come next, which the lexer must see to know it: after `option`, and at
    the beginning of a property."""
    said = whole.split()
    return said[-1:] == ["option"] if said else start == "property_text"


def _in_pattern(whole: str, rules: Rules) -> Iterator[Completion]:
    """The next words of what a modifier changes, after its name."""
    said = whole.split()
    known = (one.split() for one in modifier_patterns(rules.declared))
    found = {words[len(said)] for words in known if words[: len(said)] == said != words}
    sort: Sort = "name" if len(said) % 2 == 0 else "word"  # a preposition before each name
    yield from (Completion(word, sort, fits=sort == "name") for word in sorted(found))


def _declared(whole: str, start: str, index: NameIndex) -> Iterator[Completion]:
    """The names of declarations that such a text may mention next."""
    sorts = named_by(start, _last_words(whole))
    for word in sorted(index.by_word):
        fits = [what for what, name, _ in index.by_word[word] if what in sorts and word == name]
        if fits:
            yield Completion(word, "name", fits[0], fits=True)


def _names(
    whole: str, start: str, index: NameIndex, rules: Rules | None, scope: InScope
) -> Iterator[Completion]:
    """All names: first those that the text itself introduces, then kinds before others that fit
    as well; after `give 1`, counters before kinds.
    """
    own = {word: [("name", word, "")] for word in shared_parser(VERBS).names_given(whole)}
    own |= {one.name: [("parameter", one.name, "")] for one in scope.takes}
    own |= {word: [("name", word, "")] for word in scope.names}
    built_in = {word: [("built-in name", word, word)] for word in _BUILT_IN if word not in own}
    known = {**index.by_word, **built_in, **own}
    found = fits_of_names(rules, whole, start, known, scope) if rules else {}
    misfits = {word for word in built_in if found.get(word, NEVER) == NEVER}
    known = {word: keys for word, keys in known.items() if word not in misfits}
    fits = {**dict.fromkeys(known, ALONE), **found}
    is_mixed, gives = NEVER in fits.values(), _is_after_transfer(whole)

    def place(word: str) -> tuple[object, ...]:
        later = (gives and not _is_of_player(known[word]), not is_kind(known[word]))
        return fits[word] == NEVER, word not in own, fits[word], *later, word

    for word in sorted(known, key=place):
        doc = ", ".join(dict.fromkeys(key[0] for key in known[word]))
        yield Completion(word, "name", doc, fits=is_mixed and fits[word] != NEVER)


def _is_after_transfer(before: str) -> bool:
    """Whether a text ends with a verb that gives something to somebody, and a number."""
    said = _last_words(before)
    verb = VERBS.by_form.get(said[0]) if said and said[-1].isdecimal() else None
    return verb is not None and bool(verb.to_self)


def _is_of_player(keys: Sequence[Key]) -> bool:
    return any(what == "state" and owner == "player" for what, _, owner in keys)
