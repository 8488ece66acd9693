"""Names with changed meanings, and the cards that may mention one: in their items, or in texts as
they are printed.

A text may write `big-storm` as "Big Storm", or `unburnt` for something not `burnt`, so names are
searched for in any word, ignoring case and the ending of a plural, with any space, quotes and
escapes between their parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import field
from functools import cached_property

from cardwright.board.model import plural
from cardwright.language.inflection import singular
from cardwright.pack.forms.forms import FORMS
from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass
from cardwright_tools.check.interface.calls import MARK, call_pattern, without_mark

PLAYER_COUNTS, NUMBER_KEYS = "players:", "2:"
"""Stand for numbers of players: an item has them as a list, or as keys of values for each."""
_NUMBERS = lazy_pattern(r"""(?:^|[{,?-]|[&!]\S+)\s*["']?[0-9]+["']?\s*:""", re.M)
_MAY_BE_NUMBERS = lazy_pattern(r"""players["']?:|[0-9]["']?:|(?:^| ):""")
"""Finds something in the different words of a text with one of these."""
_PLAYERS = lazy_pattern(r"""players["']?\s*:""")
_COLON = lazy_pattern(r""":(?:(?<=[0-9]:)|(?<=[0-9]["']:)|(?<=\s:))""")
"""A colon that may follow a number; this is found twenty times faster than what is before it."""
_BETWEEN = r"(?:\\[a-z]|[\W_])+"
"""Between the parts of a name, also as YAML may write it in quotes."""
_LIST_ITEM = lazy_pattern(r"^( *)- ", re.M)
_FOR_PLAYERS = frozenset(key.name for key in FORMS["thing"].keys if key.type == "text")
"""The keys of things whose values are texts for players, in which no rule is named."""


MAX_PHRASES = 100
"""How many answers about phrases are kept with a text."""


@dataclass(frozen=True)
class FileText:
    """The text of a file, in which names are searched again and again."""

    text: str
    _phrases: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def lower(self) -> str:
        return self.text.lower()

    @cached_property
    def words(self) -> str:
        """Its different words, with what is around them."""
        return " ".join({*self.lower.split()})

    def has_phrase(self, phrase: str) -> bool:
        """Whether these words follow each other in it; an edit asks for the same ones twice."""
        if not all(word in self.words for word in phrase.split()):
            return False
        if phrase not in self._phrases:
            if len(self._phrases) >= MAX_PHRASES:
                self._phrases.clear()
            self._phrases[phrase] = phrase in self.plain
        return self._phrases[phrase]

    @cached_property
    def has_numbers(self) -> bool:
        """Whether it may have numbers of players."""
        may_have = _MAY_BE_NUMBERS.search(self.words)
        return may_have is not None and (_lists_numbers(self.lower) or _has_number_keys(self.lower))

    @cached_property
    def plain(self) -> str:
        """Its words with single spaces between them, if it has no escapes."""
        return " ".join(self.lower.translate(_SPACED).split())


class _Spaces(dict[int, str]):
    """For `str.translate`, much faster than a pattern: all but letters and digits become spaces."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        self[code] = letter if letter.isalnum() else " "
        return self[code]


_SPACED = _Spaces()


class Vocabulary:
    """The different words of files: what has a word that is not among them is in none of these."""

    def __init__(self) -> None:
        self._texts: Sequence[FileText] = ()
        self._words: set[str] = set()
        self.text = ""

    def use(self, texts: Sequence[FileText]) -> None:
        """Adds the words of these files; those of files that are gone stay, which does no harm."""
        known = {*map(id, self._texts)}
        words = (one.words.split() for one in texts if id(one) not in known)
        new = set[str]().union(*words) - self._words
        self._words |= new
        self._texts, self.text = texts, " ".join([self.text, *new])


class ChangedNames:
    """Finds the items of things that may contain one of these `names`, a text with one of
    `names_in_texts`, or an effect, a limit or a cost with one of `names_in_code`, or whose kind is
    named.
    """

    def __init__(
        self,
        names: Iterable[str] = (),
        names_in_texts: Iterable[str] = (),
        names_in_code: Iterable[str] = (),
    ) -> None:
        self.names, self.names_in_texts = frozenset(names), frozenset(names_in_texts)
        self.names_in_code = frozenset(names_in_code)
        self._names, self._in_texts = _WordSearch(self.names), _WordSearch(self.names_in_texts)
        self._in_code = _WordSearch(self.names_in_code)

    @cached_property
    def _anywhere(self) -> _WordSearch:
        """Finds any of the names, wherever they count."""
        return _WordSearch(self.all_names)

    @cached_property
    def all_names(self) -> frozenset[str]:
        return self.names | self.names_in_texts | self.names_in_code

    def __bool__(self) -> bool:
        return bool(self.all_names)

    def is_same(self, other: ChangedNames) -> bool:
        """Whether it finds the same items."""
        ours, theirs = ((one.names, one.names_in_texts, one.names_in_code) for one in (self, other))
        return ours == theirs

    def __or__(self, other: ChangedNames) -> ChangedNames:
        return ChangedNames(
            self.names | other.names,
            self.names_in_texts | other.names_in_texts,
            self.names_in_code | other.names_in_code,
        )

    def without(self, names: Iterable[str]) -> ChangedNames:
        every = (self.names, self.names_in_texts, self.names_in_code)
        return ChangedNames(*(some.difference(names) for some in every))

    def may_be_in(self, words: Vocabulary) -> bool:
        """Whether a file with some of these words may mention a name, apart from kinds."""
        return self._anywhere.may_be_in(words.text)

    def are_in_file(self, text: FileText, kinds: Set[str]) -> bool:
        """Whether any item of a file, whose items have these kinds, may mention a name."""
        return self._anywhere.are_in_file(text) or not kinds.isdisjoint(self.names)

    def are_in_text(self, text: str, kinds: Set[str]) -> bool:
        """The same for a text in which names are searched once: its words are not collected."""
        return self._anywhere.are_in(text.lower()) or not kinds.isdisjoint(self.names)

    def are_in(self, item: str, kind: str) -> bool:
        """Whether the item of a thing of this kind may mention a name."""
        lower = item.lower()
        return (
            kind in self.names
            or self._names.are_in(lower)
            or (bool(self._in_texts) and self._in_texts.are_in(_without_keys(lower)))
            or (self._in_code.are_in(lower) and self._in_code.are_in(_code(lower)))
        )


class _WordSearch:
    """Finds any of these words, their singulars or their plurals, in lower-case texts."""

    def __init__(self, names: Iterable[str]) -> None:
        every = {*names} - {"", MARK}
        calls = {name for name in every if name.endswith(MARK)}
        named = every - calls - {PLAYER_COUNTS, NUMBER_KEYS}
        forms = (form for name in named for form in (_stem(name), singular(name), plural(name)))
        words = {form.lower() for form in forms}
        parts = [_parts_of(word) for word in _beginnings(words)]
        self._single_words = [some[0] for some in parts if len(some) == 1]
        joined = [some for some in parts if len(some) > 1]
        self._joined = [(some, _BETWEEN.join(some)) for some in joined]
        self._calls = [([without_mark(name).lower()], call_pattern(name)) for name in calls]
        self._has_lists, self._has_keys = PLAYER_COUNTS in every, NUMBER_KEYS in every

    def __bool__(self) -> bool:
        return bool(self._single_words or self._joined or self._calls or self._has_numbers)

    @property
    def _has_numbers(self) -> bool:
        return self._has_lists or self._has_keys

    def are_in(self, text: str) -> bool:
        """Whether one of them is in the text."""
        return (
            any(word in text for word in self._single_words)
            or (self._has_lists and _lists_numbers(text))
            or (self._has_keys and _has_number_keys(text))
            or _are_in(text, [*self._joined, *self._calls])
        )

    def may_be_in(self, words: str) -> bool:
        """Whether one of them may be in a text with these different words."""
        several = (parts for parts, _ in (*self._joined, *self._calls))
        return (
            self._has_numbers
            or any(word in words for word in self._single_words)
            or any(all(part in words for part in parts) for parts in several)
        )

    def are_in_file(self, text: FileText) -> bool:
        """Whether one of them is in the text of a file."""
        if any(word in text.words for word in self._single_words):
            return True
        if self._has_numbers and text.has_numbers:
            return True
        calls = [one for one in self._calls if one[0][0] in text.words]  # which are few
        if _are_in(text.lower, calls):
            return True
        if not self._joined or "\\" in text.lower:  # between words, it may belong to one
            return _are_in(text.lower, self._joined)
        return any(text.has_phrase(" ".join(parts)) for parts, _ in self._joined)


def _are_in(text: str, patterns: Iterable[tuple[Sequence[str], str]]) -> bool:
    """Whether one of these patterns, which have these parts, is in a text."""
    return any(
        all(part in text for part in parts) and re.search(pattern, text)
        for parts, pattern in patterns
    )


def _lists_numbers(text: str) -> bool:
    """Whether a text may have a list of numbers of players."""
    return _PLAYERS.search(text) is not None


def _has_number_keys(text: str) -> bool:
    """Whether a text may have numbers as keys; in most, no colon follows a number."""
    return _COLON.search(text) is not None and _NUMBERS.search(text) is not None


def _beginnings(words: Iterable[str]) -> Iterator[str]:
    """Those of these words that begin with none of the others."""
    last = "\n"
    for word in sorted(words):
        if not word.startswith(last):
            yield (last := word)


def _parts_of(word: str) -> list[str]:
    return re.findall(r"[^\W_]+", word) or [""]


def _stem(word: str) -> str:
    """What the word has in common with its singular."""
    for end in ("ies", "es", "s"):
        if word.endswith(end) and len(word) > len(end) + 1:
            return word.removesuffix(end)
    return word


def _without_keys(item: str) -> str:
    """An item without the keys at its own column, if it is laid out in lines."""
    first = _LIST_ITEM.match(item)
    if first is None:
        return item
    column = len(first[1]) + 2
    return re.sub(rf"^ {{{column}}}[\w-]+:(?=\s)", "", item, flags=re.M)


def _code(item: str) -> str:
    """An item without its texts for players, if it is laid out in lines."""
    first = _LIST_ITEM.match(item)
    if first is None:
        return item
    column = len(first[1]) + 2
    lines = item.replace("- ", "  ", 1)
    parts = re.split(rf"^ {{{column}}}([\w-]+):(?=\s)", lines, flags=re.M)
    keys, values = parts[1::2], parts[2::2]
    if not all(_ends_before_next_key(value, column) for value in values):
        return item
    kept = (value for key, value in zip(keys, values, strict=True) if key not in _FOR_PLAYERS)
    return "\n".join([parts[0], *kept])


def _ends_before_next_key(text: str, column: int) -> bool:
    """Whether the text after a key at a column is surely all of its value and nothing else.

    In quotes or brackets, a value may go on with lines that look like other keys.
    """
    value, lines = text.strip(), text.split("\n")[1:]
    if any(line[: column + 1].strip() and line.strip()[0] != "#" for line in lines):
        return False
    if value[:1] in ('"', "'"):
        return value.count(value[0]) % 2 == 0 and "\\" not in value
    if value[:1] in ("|", ">"):
        return True
    if "\n" in value or value[:1] in tuple("{["):
        is_closed = value.count("[") == value.count("]") and value.count("{") == value.count("}")
        return is_closed and not set(value) & {*"\"'"}
    return value[:1] not in tuple("&!*?#%@`")
