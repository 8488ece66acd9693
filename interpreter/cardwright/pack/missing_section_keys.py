"""Sections whose key is missing: their entries stand at the end of another section.

That is told once, and they are read as what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from cardwright.board.model import root_kinds
from cardwright.pack.builder import Link
from cardwright.pack.forms import SECTIONS
from cardwright.pack.yaml_node import Spot
from cardwright.source.document import Value

Fits = Callable[[str, Spot], bool]
"""Whether something has the shape of an entry of the section of a name."""
_ANYTHING = "map of map of patched"
_MAPS = [k.name for k in SECTIONS.values() if k.type.startswith("map of ") and k.type != _ANYTHING]
_ROOTS = frozenset(root_kinds())


def parted(name: str, spot: Spot, fits: Fits, link: Link) -> Iterator[tuple[str, Spot]]:
    """The section without what belongs to another, and that as the other."""
    held = dict(_entries(spot)) if name in _MAPS else {}
    entries = [spot.at(key, value) for key, value in held.items()]
    tail = [*takewhile(lambda entry: not fits(name, entry), reversed(entries))][::-1]
    other = _whose(tail, fits)
    if not other or other in _sections(spot):
        yield name, spot
        return
    message = f"the key `{other}` is missing before `{tail[0].path[-1]}`"
    help = f"write `{other}:` above it, in a line of its own"
    link.report.error("CW323", message, tail[0].name, help)
    last = {entry.path[-1] for entry in tail}
    yield name, spot.having({key: value for key, value in held.items() if key not in last})
    yield other, spot.having({key: value for key, value in held.items() if key in last})


def headless(top: Spot, fits: Fits, link: Link) -> Iterator[tuple[str, Spot]]:
    """A file that begins with entries of a section whose key is missing."""
    entries = [top.at(key, held) for key, held in _entries(top)]
    other = _whose(entries, fits)
    message = f"the key{f' `{other}`' if other else ' of a section'} is missing above this"
    help = f"write `{other}:` above it" if other else "write what they are above it, as `kinds:`"
    link.report.error("CW323", message, entries[0].name if other else top.span, help)
    if other:
        yield other, top
    else:
        link.doubt()


def is_headless(top: Spot) -> bool:
    """Whether all stands further right than sections do, and nothing in it is one."""
    first = next((top.document.keys[(key,)] for key, _ in _entries(top)), None)
    if first is None or first.lines[1] == 1 or first.source.text[top.span.start] == "{":
        return False
    return not any(key in SECTIONS or isinstance(held, list) for key, held in _entries(top))


def _entries(spot: Spot) -> list[tuple[str | int, Value]]:
    return [*spot.value.items()] if isinstance(spot.value, dict) else []


def _sections(spot: Spot) -> Sequence[object]:
    """Those of the file."""
    top = spot.document.value
    return [*top] if isinstance(top, dict) else []


def _whose(entries: Sequence[Spot], fits: Fits) -> str:
    """The only section whose entries all these may be; of texts and lists that can't be told."""
    if not any(isinstance(entry.value, dict) for entry in entries):
        return ""
    able = [name for name in _MAPS if all(fits(name, entry) for entry in entries)]
    if "kinds" in able and not all(_says_what_it_is(entry) for entry in entries):
        able.remove("kinds")
    return able[0] if len(able) == 1 else ""


def _says_what_it_is(kind: Spot) -> bool:
    return kind.get("is") is not None or kind.path[-1] in _ROOTS
