"""The text of a file around its independent cards, and positions in it that survive changes of
cards.

Two files have the same rest if they differ only in their independent cards: in the texts of these,
in how many there are between two other items, and in blank lines and comments around them.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from cardwright.source.records import dataclass
from cardwright_tools.check.shares.items import Stretch
from cardwright_tools.check.suppressions import SIGN

_NOTHING = re.compile(r"(?>(?:\s++|#[^\n]*+)*)")


HASH_LENGTH = 24


def text_hash(*texts: str) -> str:
    """The hash that identifies some texts."""
    made = hashlib.blake2b("\0".join(texts).encode(), digest_size=HASH_LENGTH // 2)
    return made.hexdigest()


def file_hash(text: str) -> str:
    """The hash that identifies the text of a file; of long texts, it is made faster. It begins the
    hash of the whole file (`InputFiles.text_hashes`)."""
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]


@dataclass(frozen=True, slots=True)
class SurroundingText:
    """The pieces of the text: the start of each in the file, and its text."""

    starts: Sequence[int]
    texts: Sequence[str]
    offsets: Sequence[int]
    """The start of each piece in the concatenation of all."""

    @classmethod
    def of(cls, text: str, cards: Sequence[Stretch]) -> SurroundingText:
        """The text around these ranges, which are in order."""
        pieces = [*_pieces(text, cards)]
        offsets = [0]
        for _, piece in pieces:
            offsets.append(offsets[-1] + len(piece))
        return cls([start for start, _ in pieces], [piece for _, piece in pieces], offsets)

    @property
    def hash(self) -> str:
        return text_hash(*self.texts)

    def at(self, place: int, *, end: bool = False) -> int | None:
        """The position of an offset in the concatenated pieces; None if it is in a card."""
        find = bisect_left if end and place else bisect_right
        piece = find(self.starts, place) - 1
        within = place - self.starts[piece] if piece >= 0 else -1
        return self.offsets[piece] + within if 0 <= within <= len(self.texts[piece]) else None

    def place(self, at: int, *, end: bool = False) -> int:
        """The offset in the file of a position in the pieces. Raises IndexError if none is."""
        find = bisect_left if end and at else bisect_right
        piece = min(find(self.offsets, at) - 1, len(self.starts) - 1)
        return self.starts[piece] + at - self.offsets[piece]


def _pieces(text: str, cards: Sequence[Stretch]) -> Iterator[tuple[int, str]]:
    """The texts before the first card, between two cards, and after the last one, if not blank."""
    ends = [0, *(end for _, end in cards)]
    starts = [*(start for start, _ in cards), len(text)]
    for start, end in zip(ends, starts, strict=True):
        if SIGN in text[start:end] or not _NOTHING.fullmatch(text, start, end):
            yield start, text[start:end]
