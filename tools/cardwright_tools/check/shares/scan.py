"""Scans the texts of a large game without parsing YAML, for items of lists and words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cardwright.board.model import plural
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check.shares.items import Stretch, sections
from cardwright_tools.check.shares.surrounding_text import text_hash

_WORD = re.compile(r"[\w-]+")
_PROVENANCE = re.compile(r"^\S*provenance.*", re.M)


def mentioned(text: str) -> set[str]:
    """The words of a text, and the singular of each."""
    return {form for word in _WORD.findall(text) for form in (word, *_singulars(word))}


def _singulars(word: str) -> Iterator[str]:
    for ending, other in (("ies", "y"), ("es", ""), ("s", "")):
        if word.endswith(ending):
            yield word.removesuffix(ending) + other


def identity(section: str, item: str, said: Sequence[str]) -> str:
    """The hash of everything in its file that an item depends on; `said` is the provenance."""
    return text_hash(section, item, *said)


def provenance(file: str) -> Sequence[str]:
    """The lines that may say where all definitions of a file come from."""
    return _PROVENANCE.findall(file)


def words(text: str) -> Counter[str]:
    """How often each word occurs in a text; ids are words."""
    return Counter(_WORD.findall(text))


@dataclass(frozen=True, slots=True)
class FileScan:
    """The items of a file and, by their offsets, their identities: texts and sections."""

    items: Sequence[Stretch]
    hashes: Mapping[int, str]

    @classmethod
    def of(cls, text: str) -> FileScan:
        found = [(section, item) for section, items in sections(text) for item in items]
        said = provenance(text)
        hashes = {low: identity(section, text[low:high], said) for section, (low, high) in found}
        return cls([item for _, item in found], hashes)


@dataclass(frozen=True, slots=True)
class Scan:
    """The items of each file, and the words that occur only once in all of them together, and not
    in the plural."""

    files: Mapping[str, FileScan]
    singles: frozenset[str]

    @classmethod
    def of(cls, sources: Mapping[str, Source]) -> Scan:
        spoken: Counter[str] = Counter()
        for source in sources.values():
            spoken.update(_WORD.findall(source.text))
        files = {name: FileScan.of(source.text) for name, source in sources.items()}
        once = (word for word, times in spoken.items() if times == 1)
        return cls(files, frozenset(word for word in once if plural(word) not in spoken))

    @property
    def items(self) -> dict[str, Sequence[Stretch]]:
        """The items of each file."""
        return {name: file.items for name, file in self.files.items()}


NOTHING = Scan({}, frozenset())
