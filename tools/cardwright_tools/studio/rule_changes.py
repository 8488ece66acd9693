"""What differs from earlier rules: places in files, and things that are new or gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from cardwright import Rules

MOST_FILES = 3
MOST_THINGS = 3
SHUFFLED = "With other cards, the same seed shuffles differently."


def changes(old: Rules, new: Rules) -> str:
    """What has changed, in sentences; "" if nothing has."""
    return " ".join(filter(None, (changed_places(old, new), changed_things(old, new))))


def changed_things(old: Rules, new: Rules) -> str:
    """Sentences about things that are new, gone or in a different number; "" if there are none."""
    before, after = _copies(old), _copies(new)
    names = [one for one in {**after, **before} if before.get(one) != after.get(one)]
    if not names:
        return ""
    words = [f"`{id}` {_changed(before, after, (kind, id))}" for kind, id in names[:MOST_THINGS]]
    if more := len(names) - len(words):
        words.append(f"{more} more things" if more > 1 else "1 more thing")
    cards = {*old.declared.board.below("card"), *new.declared.board.below("card")}
    shuffled = any(kind in cards for kind, _ in names)
    return f"{'; '.join(words)}. {SHUFFLED if shuffled else ''}".rstrip()


def changed_places(old: Rules, new: Rules) -> str:
    """A sentence with the first lines that differ in a few files, and with those that are new, gone
    or moved; "" if there are none."""
    before, after = dict(_texts(old)), dict(_texts(new))
    moved = dict(_moved(before, after))
    names = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    listed = sorted(names - {*moved.values()})
    places = [_changed_file(name, before, after, moved) for name in listed[:MOST_FILES]]
    if more := len(listed) - len(places):
        places.append(f"{more} more files" if more > 1 else "1 more file")
    return f"What has changed: {'; '.join(places)}." if places else ""


def _moved(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The new and the old name of each file that has nothing but another name."""
    gone = {text: name for name, text in before.items() if name not in after}
    for name, text in after.items():
        if name not in before and text in gone:
            yield name, gone.pop(text)


def _changed_file(
    name: str, before: Mapping[str, str], after: Mapping[str, str], moved: Mapping[str, str]
) -> str:
    if name in moved:
        return f"{name}, which was {moved[name]}"
    if name not in before or name not in after:
        return f"{name}, which is {'new' if name in after else 'gone'}"
    return f"{name}, line {_first_change(before[name], after[name])}"


def _copies(rules: Rules) -> Mapping[tuple[str, str], int]:
    """How many there are of each thing, by its kind and id."""
    things = rules.declared.board.things
    return {(kind, id): one.copies for kind, group in things.items() for id, one in group.items()}


def _changed(
    before: Mapping[tuple[str, str], int], after: Mapping[tuple[str, str], int],
    name: tuple[str, str],
) -> str:  # fmt: skip
    if name not in before:
        return "is new"
    return "is gone" if name not in after else "has a different number of copies"


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


def _first_change(before: str, after: str) -> int:
    lines = zip_longest(before.split("\n"), after.split("\n"))
    return next(number for number, (old, new) in enumerate(lines, 1) if old != new)
