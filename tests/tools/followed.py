"""A pack on disk whose changes are followed, compared with a cold check and a cold load after each
of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardwright import Rules
from cardwright.api import every_module, examine
from cardwright_tools.check.analyze import analyze
from cardwright_tools.language_service.hover import hover_text
from cardwright_tools.language_service.index import NameIndex
from cardwright_tools.language_service.names import index_names
from cardwright_tools.language_service.project import Project
from dev.listing import listing

_PLACE = re.compile(r"  ; .*")
"""Where an operation of a program was written, in the text that was read."""


class Followed:
    """A pack, and the project that follows its changes."""

    def __init__(self, pack: Path) -> None:
        self.pack, self.project = pack.resolve(), Project(pack.resolve())
        self.project.check({})

    def write(self, name: str, text: str | None) -> None:
        """Writes a file of the pack; without a text, it is removed."""
        if text is None:
            (self.pack / name).unlink()
        else:
            (self.pack / name).write_text(text, "utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        """Replaces a text in a file once, or makes the file if there is nothing to replace."""
        file = self.pack / name
        text = file.read_text("utf-8") if old else ""
        assert old in text
        self.write(name, text.replace(old, new, 1) if old else new)

    def check(self) -> int:
        """Compares the diagnostics, and the rules if there are any, with those of a cold run.
        Returns how many full checks were made."""
        before = self.project.games.full_checks
        self.project.check({})
        assert [*self.project.found] == [*analyze([self.pack]).found]
        made = self.project.games.full_checks - before
        cold = [examine(one, modules=every_module(one))[0] for one in self.project.folders]
        if cold[0] is not None:
            assert self.pack not in self.project.stale
            assert [*said_of(self.project.rules[self.pack])] == [*said_of(cold[0])]
            if None not in cold and not self.project.stale:
                names = index_names([one for one in cold if one])
                assert [*told(self.project.names)] == [*told(names)]
        return made


def said_of(rules: Rules) -> Iterator[object]:
    """What a game consists of: its things in order, and its programs."""
    for kind, group in sorted(rules.declared.board.things.items()):
        yield from ((kind, one.id, one.title, one.text, one.values) for one in group.values())
    for players in sorted({*rules.players[:1], *rules.players[-1:]}):
        yield from without_places(listing(rules.program(players), "", None))


def without_places(lines: Iterable[str]) -> Iterator[str]:
    return (_PLACE.sub("", line) for line in lines)


def told(names: NameIndex) -> Iterator[object]:
    """The names of packs, where they are, and what an editor tells about them."""
    yield names.by_file
    yield from sorted((key, one.span, hover_text(one)) for key, one in names.entries.items())
