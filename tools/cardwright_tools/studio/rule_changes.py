"""Where the files of rules differ from those of earlier rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from cardwright import Rules

MOST_FILES = 3


def changed_places(old: Rules, new: Rules) -> str:
    """A sentence with the first lines that differ in a few files; "" if none does."""
    before, after = dict(_texts(old)), dict(_texts(new))
    names = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    places = [f"{name}, line {_first_change(name, before, after)}" for name in names[:MOST_FILES]]
    if more := len(names) - len(places):
        places.append(f"{more} more files" if more > 1 else "1 more file")
    return f"What has changed: {'; '.join(places)}." if places else ""


def _texts(rules: Rules) -> Iterator[tuple[str, str]]:
    """The texts of all files by name: that of its folder, too, if it is in another pack."""
    sources = [*(pack.span.source for pack in rules.packs)]
    sources += [document.source for document in rules.documents]
    for source in sources:
        for pack in rules.packs:
            top = pack.folder.as_posix() + "/"
            if source.name.startswith(top):
                folder = "" if pack is rules.packs[-1] else f"{pack.id}/"
                yield folder + source.name.removeprefix(top), source.text


def _first_change(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> int:
    lines = [texts.get(name, "").split("\n") for texts in (before, after)]
    changes = (number for number, (old, new) in enumerate(zip_longest(*lines), 1) if old != new)
    return next(changes)
