"""What has changed in a large pack since it was last checked, by the text of its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cardwright.pack.stubs import EmptiedFile, Stub, StubbedFile
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check.recorded.record import File, Item, Record, hash_outside, text_hash
from cardwright_tools.check.shares.independent import words
from cardwright_tools.check.shares.items import Stretch, stretches


@dataclass(slots=True)
class Changes:
    """By file, the known definitions and how far they have moved; new text, by file and stretch;
    and the definitions that are gone, changed or not.
    """

    sources: Mapping[str, Source]
    known: dict[str, list[tuple[Item, int]]] = field(default_factory=dict)
    new: dict[str, list[Stretch]] = field(default_factory=dict)
    gone: list[Item] = field(default_factory=list)

    def all_known(self) -> list[Item]:
        return [item for items in self.known.values() for item, _ in items]

    def words(self) -> set[str]:
        """All words in the new text."""
        return set().union(*(words(text) for text in self._texts()))

    def occurs_once(self, word: str) -> bool:
        """Whether a word occurs once in all files, and so only in the new text."""
        number = sum(source.text.count(word) for source in self.sources.values())
        return number == 1

    def _texts(self) -> list[str]:
        return [self.sources[name].text[low:high]
                for name, places in self.new.items() for low, high in places]  # fmt: skip

    def files(self, record: Record) -> dict[str, StubbedFile]:
        """The files with stubs for what need not be read."""
        found: dict[str, StubbedFile] = {}
        for name, items in self.known.items():
            stubs = [_shifted(item.known, by) for item, by in items]
            is_emptied = record.files[name].is_emptied and name not in self.new
            found[name] = (EmptiedFile if is_emptied else StubbedFile)(self.sources[name], stubs)
        return {name: known for name, known in found.items() if known.stubs}


def _shifted(one: Stub, by: int) -> Stub:
    if not by:
        return one
    return Stub(one.kind, one.id, one.title, one.copies, one.start + by, one.end + by)


def find_changes(sources: Mapping[str, Source], record: Record) -> Changes | None:
    """What has changed; None if something other than independent cards has."""
    found = Changes(sources)
    if sources.keys() != record.files.keys():
        return None
    for name, file in record.files.items():
        text = sources[name].text
        if text_hash(text) == file.hash:
            found.known[name] = [(item, 0) for item in file.items]
        elif not _compare(name, text, file, found):
            return None
    return found


def _compare(name: str, text: str, file: File, found: Changes) -> bool:
    """Adds the changes of a file; returns whether there are no others."""
    left: dict[str, list[Item]] = {}
    for item in file.items:
        left.setdefault(item.hash, []).append(item)
    known, new, independent = [], [], []
    for low, high in stretches(text):
        own = text_hash(text[low:high])
        if left.get(own):
            item = left[own].pop(0)
            known.append((item, low - item.known.start))
        elif own not in file.others:
            new.append((low, high))
        independent += [(low, high)] if own not in file.others else []
    found.known[name], found.new[name] = known, new
    found.gone += [item for items in left.values() for item in items]
    if hash_outside(text, independent) != file.rest:
        return False
    kinds = {low: item.known.kind for (low, _), item in zip(independent, file.items, strict=True)}
    return all(kinds[item.known.start + by] == item.known.kind for item, by in known)
