"""Finds the changes in a file, if they are texts of the effect language or values of things.

Knows the position of each of these in its file, by its path in the YAML, and makes declarations
with changed texts. Rules, effects, options and abilities are identified by their bodies, conditions
and costs; definitions by their bodies; and things by their items. Declarations of types are not
among these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language.declared import Ability, Declared, Definition, Effect, Option, Rule
from cardwright.pack.board.kinds import printed_names
from cardwright.pack.validation.value_types import MAX_TEXT_LENGTH
from cardwright.source.document import Document, Path, Value
from cardwright.source.text import Span
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.interface.texts import Holder, holders

_TEXTS: dict[type, tuple[str, ...]] = {
    Rule: ("body",), Effect: ("body", "cost"), Option: ("body", "condition", "cost"),
    Ability: ("body", "condition"), Definition: ("body",),
}  # fmt: skip
Place = tuple[str, Path]
"""A file and a path in it."""


@dataclass(slots=True)
class TextIndex:
    """By place: the declarations whose texts are there, with the names of the fields; the things
    whose items are there; and the things on which the text, or the title, is printed."""

    holders: dict[Place, list[tuple[int, str]]] = field(default_factory=dict)
    things: dict[Place, Thing] = field(default_factory=dict)
    printed: dict[Place, Thing] = field(default_factory=dict)
    titles: dict[Place, Thing] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        declared: Declared,
        documents: Iterable[Document],
        now: Callable[[Span], Span],
        things: Iterable[Thing] | None = None,
    ) -> TextIndex:
        """The index of what was read in these documents, at the positions that `now` returns;
        `things`: where to look for theirs, by default all.
        """
        paths, by_name = {}, {document.source.name: document for document in documents}
        for document in by_name.values():
            for path in document.values:
                if isinstance(document.at(path), str | int):
                    span = document.text_span(path)
                    paths[document.source.name, span.start, span.end] = path

        def path_of(span: Span) -> Path | None:
            return paths.get(_where(now(span))) if span.source.name in by_name else None

        made = cls()
        if things is None:
            things = (one for some in declared.board.things.values() for one in some.values())
        for thing in things:
            if thing.span is None or thing.span.source.name not in by_name:
                continue
            where = _where(now(thing.span))
            item, own = paths.get(where, ((),))[:-1], by_name.get(where[0])
            if own is not None and item:
                # The title of a lasting effect is also in its kind.
                made.add_thing((where[0], item), thing, own, thing.kind not in declared.lasting)
        for at, holder in enumerate(holders(declared)):
            if _has_own_texts(holder):
                made.add_texts(at, holder, path_of)
            if isinstance(holder, Option) and holder.span.source.name in by_name:
                where = _where(now(holder.span))
                place = where[0], (*paths.get(where, ((),))[:-1], "title")
                own = by_name.get(where[0])
                if own and place[1] in own.values and own.at(place[1]) == holder.title:
                    made.holders.setdefault(place, []).append((at, "title"))
        return made

    def add_thing(self, place: Place, thing: Thing, own: Document, titled: bool = True) -> None:
        """Adds a thing and its printed texts."""
        file, text, title = place[0], (*place[1], "text"), (*place[1], "title")
        self.things[place] = thing
        if text in own.values and own.at(text) == thing.text:
            self.printed[file, text] = thing
        if titled and title in own.values and own.at(title) == thing.title:
            self.titles[file, title] = thing

    def add_texts(self, at: int, holder: Holder, path: Callable[[Span], Path | None]) -> None:
        """Adds the texts of a declaration with the number `at`."""
        for name in _TEXTS[type(holder)]:
            span = getattr(holder, name)
            found = path(span) if span else None
            if found is not None:
                self.holders.setdefault((span.source.name, found), []).append((at, name))


def texts_of(holder: Holder) -> list[Span]:
    """The texts of a declaration that can change without the declaration being read again."""
    every = (getattr(holder, name) for name in _TEXTS[type(holder)])
    return [span for span in every if span]


def _where(span: Span | None) -> tuple[str, int, int]:
    return (span.source.name, span.start, span.end) if span else ("", 0, 0)


def _has_own_texts(holder: Holder) -> bool:
    """Whether its texts are used by nothing else, and are written where they seem to be."""
    match holder:
        case Definition():
            return not (holder.capacities or holder.bounds or holder.keyword)
        case Ability():
            return not holder.implied
    return True


def changed_items(
    old: Document, new: Document, index: TextIndex, board: Board
) -> dict[Place, set[str]]:
    """The items of things whose printed values or ids differ between two readings of a file,
    with the keys of these values."""
    name, found = old.source.name, dict[Place, set[str]]()
    for (file, item), thing in index.things.items():
        if file != name:
            continue
        was, now = (_item(document, item) for document in (old, new))
        keys = [key for key in was.keys() | now.keys() if was.get(key, item) != now.get(key, item)]
        if keys:
            may_differ = {"id", "provenance", *printed_names(board, thing.kind)}
            found[name, item] = may_differ.intersection(keys)
    return {place: keys for place, keys in found.items() if keys}


def _item(document: Document, item: Path) -> dict[str | int, Value]:
    """A mapping in a document; an empty one if something else is there."""
    try:
        value = document.at(item)
    except KeyError:
        return {}
    return value if isinstance(value, dict) else {}


def changed_places(
    old: Document, new: Document, index: TextIndex, apart: Mapping[Place, set[str]]
) -> list[Place]:
    """The places of the texts in which two readings of a file differ. Raises Stale if they
    differ in anything else, `apart` from these keys of items."""
    name = old.source.name
    aside = {(*item, key) for (_, item), keys in apart.items() for key in keys}
    depths = {len(path) for path in aside}

    def compared(path: Path) -> bool:
        return not any(path[:depth] in aside for depth in depths)

    if not all(
        [*filter(compared, one)] == [*filter(compared, other)]
        for one, other in ((old.keys, new.keys), (old.values, new.values))
    ):
        raise Stale
    texts = [path for file, path in (*index.holders, *index.printed, *index.titles) if file == name]
    changed = [path for path in texts if old.text_span(path).text != new.text_span(path).text]
    if not {*filter(compared, _differences(old, new, aside))} <= {*changed}:
        raise Stale
    code = [path for path in changed if (name, path) in index.holders]
    if not all(_is_readable(old, new, path) for path in code):
        raise Stale
    if not all(_is_printable(new.at(path)) for path in changed):
        raise Stale
    return [(name, path) for path in changed]


def have_same_outline(old: Document, new: Document) -> bool:
    """Whether two readings of a file have the same keys and values around lists of definitions. If
    not, more than texts has changed."""
    pairs = (old.keys, new.keys), (old.values, new.values)
    return all([*filter(_is_outside, one)] == [*filter(_is_outside, other)] for one, other in pairs)


def _is_outside(path: Path) -> bool:
    return len(path) < 2 or not isinstance(path[1], int)


def _differences(old: Document, new: Document, aside: Collection[Path]) -> Iterator[Path]:
    """The paths at which the written texts differ, even if the meaning is the same; for a key,
    the paths below it."""
    for path, key in old.keys.items():
        if path in new.keys and key.text != new.keys[path].text:
            yield (*path, "")
    for path, value in old.values.items():
        is_leaf = not isinstance(old.at(path), list | dict)
        if is_leaf and path in new.values and value.text != new.values[path].text:
            yield path
    yield from _other_values(old.value, new.value, (), aside)


def _other_values(old: Value, new: Value, path: Path, aside: Collection[Path]) -> Iterator[Path]:
    if path in aside:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            yield from _other_values(value, new.get(key), (*path, key), aside)
    elif isinstance(old, list) and isinstance(new, list):
        for at, (value, other) in enumerate(zip(old, new, strict=True)):
            yield from _other_values(value, other, (*path, at), aside)
    elif old != new or type(old) is not type(new):
        yield path


def _is_readable(old: Document, new: Document, path: Path) -> bool:
    """Whether a text is read as it is written, and the old one could be read."""
    value, text = new.at(path), new.text_span(path).text
    same = isinstance(value, str) and isinstance(old.at(path), str)
    return same and new.is_verbatim(path) and text.split() == str(value).split()


def _is_printable(value: Value) -> bool:
    return isinstance(value, str) and len(value.strip()) > 0 and len(value) <= MAX_TEXT_LENGTH


def with_texts(
    declared: Declared,
    places: Sequence[Place],
    index: TextIndex,
    documents: Mapping[str, Document],
) -> tuple[Declared, dict[int, Holder]]:
    """The declarations with the current texts, and the new ones by number."""
    changed: dict[int, dict[str, Any]] = {}
    for place in places:
        for at, name in index.holders.get(place, ()):
            document, path = documents[place[0]], place[1]
            said = str(document.at(path)) if name == "title" else document.text_span(path)
            changed.setdefault(at, {})[name] = said
    every = holders(declared)
    made = {at: replace(every[at], **texts) for at, texts in changed.items()}
    return _rebuilt(declared, [made.get(at, one) for at, one in enumerate(every)]), made


def _rebuilt(declared: Declared, every: list[Any]) -> Declared:
    """The declarations with these holders."""
    left = iter(every)
    definitions = dict(zip(declared.definitions, left, strict=False))
    rules = dict(zip(declared.rules, left, strict=False))
    effects, options, abilities = (
        [*islice(left, len(some))]
        for some in (declared.effects, declared.options, declared.abilities)
    )
    return replace(declared, definitions=definitions, rules=rules, effects=effects,
                   options=options, abilities=abilities)  # fmt: skip
