"""The claims of a printed text: numbers, choices, *each* and *all*, players, names.

Knows English; the words of a game are passed in.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache

from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass


class Phrase:
    """A pattern, which is only searched for if one of the words that it `needs` occurs.

    Most texts have none of them, and finding a word is fifty times as fast as searching for the
    pattern. It is compiled for the first text that has one.
    """

    def __init__(self, pattern: str, needs: str, flags: re.RegexFlag = re.I) -> None:
        self._pattern, self._flags = pattern, flags
        self._needs = needs.split("|")

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self._pattern, self._flags)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match."""
        return self.pattern.search(text) if self._may_occur(text) else None

    def all_in(self, text: str) -> list[re.Match[str]]:
        """All matches."""
        return [*self.pattern.finditer(text)] if self._may_occur(text) else []

    def _may_occur(self, text: str) -> bool:
        return any(map(_lower(text).__contains__, self._needs))


@lru_cache(maxsize=1)  # a text is searched for all phrases, one after another
def _lower(text: str) -> str:
    return text.lower()


NUMBERS = {word: at for at, word in enumerate(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
)}  # fmt: skip

_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SAID_BY = {
    0: Phrase(r"\b(all|any|every|no|none|nothing|without)\b", "all|any|every|no|without"),
    2: Phrase(r"\b(twice|double|both|second)\b", "twice|double|both|second"),
} | {number: Phrase(rf"\b{word}\b", word) for number, word in enumerate(_ORDINALS, 3)}
# `1 of your 2 tokens` just says how many there are.
_DIGITS = re.compile(
    r"(?<!of your )(?<!of the )(?<!of their )(?<![\w/.,+-])\+?([0-9]{1,15})(?![\w/]|[.,]\d)"
)
_SEVERAL_OF = lazy_pattern(r"[1-9](?<![0-9]{2})(?:[0-9]+|(?<=[2-9]))(?![0-9])")
"""A number from 2 on. It begins with a digit, for which searching is quick."""
_DIFFERENT = Phrase(r"(?<![0-9])([0-9]{1,15}) different\b", "different", re.NOFLAG)
_PAIR = Phrase(r"(?<![0-9])([0-9]{1,15})/[+-]?([0-9]{1,15})(?!\d)", "/")
_VERBS = "gain|lose|draw|discard|take|steal|place|remove|move|give|pay|return|swap"
# At the beginning of a sentence or after who does it, but not in `when you gain 2 coins`.
_ACT = Phrase(
    rf"(?:\A|[.:;!]\s|(?<!when )(?<!if )\b(?:you may|then|and|players?)\s)(?:{_VERBS})s?"
    rf"\s(?:up to\s)?([0-9]{{1,9}}|an?|{'|'.join(NUMBERS)})\s(?:of \w+ )?([\w-]+)(?: ([\w-]+))?",
    _VERBS,
)
_WORD = Phrase(rf"\b({'|'.join(NUMBERS)})\b", "|".join(NUMBERS))
# The month has a capital. `may never` and `may not` forbid; `it may be` and `that you may do`
# describe something.
_MAY = Phrase(
    r"\b(?:may|MAY|(?:\A|(?<=[.:;!?]\s))May)\b(?! never\b| not\b| be\b)", "may", re.NOFLAG
)
# After a comma, `that player may` refers to the player who was named.
_DESCRIBED = Phrase(r"(?:\b(?:whose|which)|(?<=\w )that) (\w+ ){0,2}\w+ may\b", "may")
# `nobody may` and `no other rider may` forbid; a comma or another noun ends the scope of `no`.
_FORBIDDEN = Phrase(
    r"\b(?:nobody(?: else)?|no one(?: else)?|neither|none(?: of \w+){0,2}"
    r"|no (?:(?!(?:the|an?|your|their|any|each|every|you|they|is|are|has|have)\b)[\w-]+ ){0,3}"
    r"(?!(?:you|they)\b)[\w-]+) may\b",
    "may",
)
# `Give it up to a rival` is not a choice; `move it up to 2 spaces` is one.
_CHOICES = Phrase(
    rf"\bup to\b(?:(?= (?:\d|X\b|{'|'.join(NUMBERS)}))|(?<!\bit up to)(?<!\bthem up to)"
    r"(?<!\bthis up to)(?<!\bthat up to))|\bany (?:number|amount)\b|\bor more\b"
    r"|\bas many (?:[\w-]+ ){0,4}as (?:you|they) (?:like|wish|want|please)\b",
    "up to|any |or more|as many",
)
_RANDOM = Phrase(r"\bat random\b|\brandom(?:ly)?\b", "random")
_CHANCE = Phrase(
    r"\b(?:random|rolls?\b|dic?e\b|chance|blind|shuffle|luck|draw)",
    "random|roll|die|dice|chance|blind|shuffle|luck|draw",
)
_EITHER = Phrase(
    r"\binstead\b|\bcan\b|\bnames? an?\b"
    r"|\bchooses? (?:to|a number|how)\b|\bfrom \d+ to \d+\b|\bas (?:many|much)\b|\bX\b|\bdon't\b"
    r"|\bany (?:of|part|mix|combination)\b"
    rf"|\b(\d+|{'|'.join(NUMBERS)}) or \w+\b",
    "instead|can|name|choose|from|as m|x|don't|any | or ",
)
# `Up to 3 times, you may` is one choice, offered three times.
_TIMES = Phrase(r"\bup to \w+ times\b(?=[^.]*\b(?:may|can)\b)", "times")
# In `two captains each lose 1` and `one each`, *each* only distributes; it states a number
# after a verb, a preposition or nothing.
_BEFORE = (
    "at|by|for|from|in|of|on|then|to|with"
    "|(?:add|choose|discard|draw|gain|have|lose|move|pay|pick|place|play|put|remove|repair|replace"
    "|return|reveal|take)s?"
)
_NO_RATIO = rf"(?! (?:\d|(?:{'|'.join(NUMBERS)})\b))"  # `for every 2 ships` is about a ratio
_EACH = Phrase(
    rf"(?:(?:\A|[.:;]\s|\b(?:{_BEFORE})\s)(each){_NO_RATIO}"
    rf"|\b(every{_NO_RATIO}|everybody|everyone|all))\b(?! time\b)",
    "each|every|all",
)
_LIMIT = Phrase(
    rf"\b((?:no|not) more than|at most) (?:\d+|{'|'.join(NUMBERS)})"
    r" (?:per|(?:for|on|in|at|of) each)\b",
    "more than|at most",
)
_SPREAD = Phrase(
    r"\b(per|each|every|different|separate|distinct|apiece|no two|(?:an)?other|single|same)\b"
    rf"|\b(?:an?|1|one) \w+ (?:on|in|at|to|from) (?:up to )?(?:\d+|{'|'.join(NUMBERS)})\b",
    "a|one|1|per|each|every|differ|distinct|two|other|single",
)
_SEVERAL = Phrase(
    r"\b(each|every\w*|all|any|both|per|those|them|their|half|nobody|everything|no)\b",
    "each|every|all|any|both|per|those|the|half|no",
)
_ALL_OF = lazy_pattern(r"(?:\A|[.:;,]\s|\bthen )\w+ (?:the|your) (?:\w+ )?\w*[^\Wisu]s\b", re.I)
"""Something done to several things without a number: *Roll the winds*; a *bonus* is singular."""
_OTHERS = Phrase(
    r"\b(opposing|opponent\w*|enem(?:y|ies)|rivals?"
    r"|(?:every|any|no)(?:one|body) else|(?:each|every|any|all|no|one) other"
    r"|another(?! one\b| of (?:your|these|those|them)\b))\b"
    r"(?:(?<=other) (\w+))?",
    "oppo|enem|rival|else|other",
)
_NOT_YOU = Phrase(
    r"\b(other|others|other's|another|else|opposing|opponent\w*|enem(y|ies)|hostile|foe\w*"
    r"|rivals?|different|nobody|no one"
    r"|(?:not|but|except(?: for)?|apart from|other than) (?:yours?|you|your own))\b",
    "other|else|oppo|enem|hostile|foe|rival|different|no|but|except|apart",
)

_WHOSE = Phrase(r"\b(?:your|their)s?\b", "your|their")

_DENIED = Phrase(
    r"\b((?!not? more than\b)no\w*|never|cannot|without|instead|would|prevents?|cancels?)\b"
    r"|n't\b",
    "no|never|without|instead|would|prevent|cancel|n't",
)


# `Get rid of a boat`, `put it back in the box` and `gain 2 gold less` take something away.
_NOT_REVERSED = r"(?![^.;:!?\n]*\b(?:back|rid|less|fewer|supply|box|bank)\b)"


@dataclass(frozen=True, slots=True)
class Word:
    """A part of a text that claims something, with its position."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=1)  # during a comparison, it is called again for the same text
def acts(text: str) -> list[tuple[int, list[str]]]:
    """How many of what somebody gains, places or removes according to a text: each number, with the
    one or two words after it, such as (2, ["gold"]) for `Gain 2 gold`."""
    return [(_number(found[1].lower()), [word.lower() for word in found.groups()[1:] if word])
            for found in _ACT.all_in(text)]  # fmt: skip


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.get(word, 1)


def digit_numbers(text: str) -> dict[int, list[Word]]:
    """The numbers written as digits."""
    found: dict[int, list[Word]] = {}
    for match in _DIGITS.finditer(text):
        found.setdefault(int(match[1]), []).append(Word(match[1], *match.span(1)))
    return found


def numbers_of_different(text: str) -> set[int]:
    """Numbers of things that may be chosen one after another: *2 different ships*."""
    return {int(match[1]) for match in _DIFFERENT.all_in(text)}


def word_numbers(text: str) -> dict[int, Word]:
    """The numbers from two on that are written as words, each at its first position."""
    found: dict[int, Word] = {}
    for match in _WORD.all_in(text):
        found.setdefault(NUMBERS[match[1].lower()], Word(match[1], *match.span(1)))
    return {number: word for number, word in found.items() if number > 1}


def mentioned_numbers(text: str) -> set[int]:
    """All numbers that the text may mean: in `+2/+2`, *second* for 2, *all* damage for 0, too."""
    found = {*digit_numbers(text)}
    found |= {int(digits) for match in _PAIR.all_in(text) for digits in match.groups()}
    found |= {NUMBERS[match[1].lower()] for match in _WORD.all_in(text)}
    return found | {number for number, said in _SAID_BY.items() if said.search(text)}


def without_numbers(text: str) -> tuple[str, list[int]]:
    """The text with all numbers from 2 on replaced by one number, and these numbers."""
    return _SEVERAL_OF.sub("2", text), [int(digits[:15]) for digits in _SEVERAL_OF.findall(text)]


@lru_cache(maxsize=1)
def choice_words(text: str) -> list[Word]:
    """Each *may*, *up to* and *any number*."""
    described = [match.span() for match in _DESCRIBED.all_in(text)]
    described += [match.span() for match in _FORBIDDEN.all_in(text)]
    described += [match.span() for match in _TIMES.all_in(text)]
    found = _MAY.all_in(text) + _CHOICES.all_in(text)
    free = [m for m in found if not any(low <= m.start() < high for low, high in described)]
    return [Word(m[0], *m.span()) for m in sorted(free, key=lambda m: m.start())]


def random_word(text: str) -> Word | None:
    """The first *at random* or *randomly*."""
    found = _RANDOM.search(text)
    return Word(found[0], *found.span()) if found else None


def may_be_random(text: str) -> bool:
    """Whether a text may say that chance decides, in any words."""
    return _CHANCE.search(text) is not None


def is_yours(word: Word, text: str) -> bool:
    """Whether the *may* is yours."""
    return text[: word.start].lower().endswith("you ")


def choice_count(text: str) -> int:
    """How many choices the text may describe."""
    return len(choice_words(text)) + len(_EITHER.all_in(text))


def one_for_each(text: str) -> bool:
    """Whether a *1* means one for each of several, which rules express as a number."""
    return re.search(r"\b1\b[^.]*\b(for each|per|each time)\b", text, re.I) is not None


def limit_words(text: str) -> Word | None:
    """The words of a limit: *no more than 1 per base*."""
    match = _LIMIT.search(text)
    return Word(match[1], *match.span(1)) if match else None


def may_limit_each(text: str) -> bool:
    """Whether the text may set a limit for each of several things."""
    return _SPREAD.search(text) is not None


def each_word(text: str, counters: Collection[str]) -> Word | None:
    """The first *each*, *every* or *all*; *all your gold* is a number, if gold is a counter."""
    for match in _EACH.all_in(text):
        if (counted := _COUNTED.match(text, match.end())) and counted[1].lower() in counters:
            continue
        return Word(match[match.lastindex or 0], *match.span(match.lastindex or 0))
    return None


_COUNTED = re.compile(r" (?:of )?(?:(?:your|their|its|the) )?([\w-]+)")


def may_be_about_each(text: str) -> bool:
    """Whether the text may be about each of several things."""
    return any(found.search(text) for found in (_SEVERAL, _ALL_OF))


def others_word(text: str, nouns: Collection[str]) -> Word | None:
    """The first word about other players; `another tree` is not one, unless trees are players."""
    for match in _OTHERS.all_in(text):
        of, is_another = (match[2] or "").lower(), match[1].lower() == "another"
        if of not in nouns and not (is_another and (not of or of.isdigit())):
            return Word(match[1], *match.span(1))
    return None


def may_be_about_others(text: str) -> bool:
    """Whether the text may be about other players or their things."""
    return _NOT_YOU.search(text) is not None


def is_about_theirs(text: str) -> bool:
    """Whether the text is about *their* things, but not about *yours*."""
    found = {match[0].lower().removesuffix("s") for match in _WHOSE.all_in(text)}
    return found == {"their"}


def may_deny(text: str) -> bool:
    """Whether the text may say what is not done, or done in place of something else."""
    return _DENIED.search(text) is not None


def done_to(noun: str, verbs: Sequence[str], text: str) -> Word | None:
    """The first of these verbs with this noun as its object: *Gain up to 2 gold*."""
    lower = _lower(text)
    may_be = noun.lower() in lower and any(verb.lower() in lower for verb in verbs)
    match = _doing(noun, *verbs).search(text) if may_be else None
    return Word(match[1], *match.span(1)) if match else None


@lru_cache(maxsize=1_000)
def _doing(noun: str, *verbs: str) -> re.Pattern[str]:
    words = "|".join(map(re.escape, verbs))
    what = rf"(?: [\w'+-]+){{0,5}} {re.escape(noun)}(?:e?s)?\b"
    return re.compile(rf"\b((?:{words})s?)\b{_NOT_REVERSED}{what}", re.I)


def mentions(words: Collection[str], text: str) -> bool:
    """Whether any of these words occurs, perhaps with an *s*."""
    found = {word.lower() for word in re.findall(r"[\w'-]+", text)}
    return any(word in found or f"{word}s" in found for word in words)


def find_name(text: str, name: str) -> Word | None:
    """Where a name occurs as a whole word, ignoring case, perhaps with an *s*."""
    match = _named(name).search(text)
    return Word(match[0], *match.span()) if match else None


@lru_cache(maxsize=1_000)
def _named(name: str) -> re.Pattern[str]:
    words = r"[\s-]+".join(re.escape(part) for part in re.split(r"[\s-]+", name) if part)
    return re.compile(rf"(?<!\w){words}(?:e?s)?(?!\w)" if words else r"(?!)", re.I)


class Titles:
    """Names as written in texts, searched for all at once."""

    def __init__(self, titles: Iterable[str]) -> None:
        # The longest first, since a part of a name is not a name.
        words = sorted(set(titles), key=lambda title: (-len(title), title))
        choice = "|".join(map(re.escape, words)) or r"(?!)"
        self._pattern = re.compile(rf"(?<![\w-])(?:{choice})(?![\w-])")

    def find_in(self, text: str) -> list[tuple[str, Word]]:
        """The names in a text, each at its first position."""
        first: dict[str, Word] = {}
        for match in self._pattern.finditer(text):
            first.setdefault(match[0], Word(match[0], *match.span()))
        return list(first.items())
