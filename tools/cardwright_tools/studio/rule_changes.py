"""What differs from earlier rules: places in files, and things that are new, gone or renamed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from cardwright import Rules

NO_NAMES: Mapping[str, str] = {}
MOST_FILES = 3
MOST_THINGS = 3
SHUFFLED = "With other cards, the same seed shuffles differently."


def changes(old: Rules, new: Rules) -> str:
    """What has changed, in sentences; "" if nothing has."""
    return " ".join(filter(None, (changed_places(old, new), changed_things(old, new))))


def changed_things(old: Rules, new: Rules) -> str:
    """Sentences about things that are new, gone, renamed or in a different number; "" if there are
    none."""
    names = renamed_things(old, new)
    words = [f"`{was}` is now called `{now}`" for was, now in names.items()]
    before, after = _copies(old, names), _copies(new)
    others = [one for one in {**after, **before} if before.get(one) != after.get(one)]
    words += [f"`{id}` {_changed(before, after, (kind, id))}" for kind, id in others]
    if more := len(words[MOST_THINGS:]):
        words[MOST_THINGS:] = [f"{more} more things" if more > 1 else "1 more thing"]
    cards = {*old.declared.board.below("card"), *new.declared.board.below("card")}
    shuffled = SHUFFLED if any(kind in cards for kind, _ in others) else ""
    return f"{'; '.join(words)}. {shuffled}".rstrip() if words else ""


def renamed_things(old: Rules, new: Rules) -> Mapping[str, str]:
    """The new id of each thing of which only the id has changed, by its old id."""
    before, after = dict(_written_things(old)), dict(_written_things(new))
    gone = defaultdict[tuple[str, str], deque[str]](deque)
    for (section, id), written in before.items():
        if (section, id) not in after:
            gone[section, written].append(id)
    return {
        gone[section, written].popleft(): id
        for (section, id), written in after.items()
        if (section, id) not in before and gone[section, written]
    }


def _written_things(rules: Rules) -> Iterator[tuple[tuple[str, str], str]]:
    """The section and the id of each thing, and all else that is written about it."""
    for document in rules.documents:
        sections = document.value if isinstance(document.value, dict) else {}
        for section, entries in sections.items():
            for entry in entries if isinstance(entries, list) else ():
                if isinstance(entry, dict) and "id" in entry:
                    rest = {key: value for key, value in entry.items() if key != "id"}
                    yield (str(section), str(entry["id"])), repr(rest)


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
    """The new and the old name of each file of which only the name has changed."""
    gone = {text: name for name, text in before.items() if name not in after}
    for name, text in after.items():
        if name not in before and text in gone:
            yield name, gone.pop(text)


def _changed_file(
    name: str, before: Mapping[str, str], after: Mapping[str, str], moved: Mapping[str, str]
) -> str:
    if name in moved:
        return f"{name}, formerly {moved[name]}"
    if name not in before or name not in after:
        return f"{name}, which is {'new' if name in after else 'gone'}"
    return f"{name}, line {_first_change(before[name], after[name])}"


def _copies(rules: Rules, names: Mapping[str, str] = NO_NAMES) -> Mapping[tuple[str, str], int]:
    """How many there are of each thing, by its kind and its id, or its new id in `names`."""
    groups = rules.declared.board.things.items()
    return {
        (kind, names.get(id, id)): one.copies for kind, group in groups for id, one in group.items()
    }


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
