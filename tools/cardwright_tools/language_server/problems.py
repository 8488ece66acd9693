"""The problems that an editor shows for each file.

A file can have problems from several packs: an expansion may find some in a file of its base game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from lsprotocol import types

from cardwright_tools.language_server.convert import uri

ByFile = Mapping[str, list[types.Diagnostic]]
"""Problems by the address of their file."""


class ProblemLists:
    """What was found in each pack, and what the editor was last sent about each file."""

    def __init__(self) -> None:
        self._found: dict[Path, ByFile] = {}
        self._sent: dict[str, list[types.Diagnostic]] = {}

    def replace(
        self, pack: Path, found: ByFile, outdated: Collection[Path]
    ) -> Iterator[tuple[str, list[types.Diagnostic]]]:
        """Sets what was found in a pack; yields the files whose problems have changed, with these.

        `outdated`: packs that are to be checked again. What is known of them counts only for their
        own files, which may not have changed.
        """
        before, self._found[pack] = self._found.get(pack, {}), found
        own = {address for one in self._found.values() for address in one if _has(pack, address)}
        for address in sorted({*before, *found, *own}):
            now = self._problems(address, outdated)
            if now != self._sent.get(address, []):
                self._sent[address] = now
                yield address, now

    def _problems(self, address: str, outdated: Collection[Path]) -> list[types.Diagnostic]:
        lists = (one.get(address, ()) for pack, one in self._found.items()
                 if pack not in outdated or _has(pack, address))  # fmt: skip
        found = [one for some in lists for one in some]
        return [*{(one.code, one.message, _start(one)): one for one in found}.values()]


def _has(pack: Path, address: str) -> bool:
    return address.startswith(f"{uri(pack)}/")


def _start(found: types.Diagnostic) -> tuple[int, int]:
    return found.range.start.line, found.range.start.character
