"""Scans the texts of a large game without parsing YAML, for items of lists and words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check.shares.items import Stretch, sections
from cardwright_tools.check.shares.outside import text_hash

_WORD = re.compile(r"[\w-]+")


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
        hashes = {low: text_hash(section, text[low:high]) for section, (low, high) in found}
        return cls([item for _, item in found], hashes)


@dataclass(frozen=True, slots=True)
class Scan:
    """The items of each file, and the words that occur only once in all of them together."""

    files: Mapping[str, FileScan]
    singles: frozenset[str]

    @classmethod
    def of(cls, sources: Mapping[str, Source]) -> Scan:
        spoken: Counter[str] = Counter()
        for source in sources.values():
            spoken.update(_WORD.findall(source.text))
        files = {name: FileScan.of(source.text) for name, source in sources.items()}
        return cls(files, frozenset(word for word, times in spoken.items() if times == 1))

    @property
    def items(self) -> dict[str, Sequence[Stretch]]:
        """The items of each file."""
        return {name: file.items for name, file in self.files.items()}


NOTHING = Scan({}, frozenset())
