"""Packs with mistakes, written on demand: the test suite's cases and the examples of code pages.

Responsible for writing them into folders. The cases are read by `tests/broken`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ruamel.yaml import YAML

from tests.broken.broken_packs import Case, write
from tests.broken.generators import GENERATORS

CASES = "tests/broken/cases/*.yaml", "tests/lints/cases.yaml"
PAGES = Path("docs/codes")


@dataclass(frozen=True, slots=True)
class BrokenPack:
    """A case; `write` writes its packs into a folder and returns those to check."""

    name: str
    write: Callable[[Path], Sequence[Path]]
    modules: tuple[str, ...] = ()
    in_play: bool = False

    @contextmanager
    def written(self) -> Iterator[tuple[Path, list[str]]]:
        """A temporary folder with the packs, and the names of those to check."""
        with TemporaryDirectory(prefix="record-") as name:
            folder = Path(name).resolve()
            yield folder, [path.as_posix() for path in self.write(folder)]


def groups() -> list[str]:
    """The names of the case files, and `pages`."""
    return [*_files(), "pages"]


def cases(group: str) -> Iterator[BrokenPack]:
    """The cases of a group."""
    if group == "pages":
        yield from (mistake for page in sorted(PAGES.glob("CW*.md")) for mistake in _on_page(page))
        return
    for entry in YAML(typ="safe").load(_files()[group].read_text("utf-8")):
        yield _of_case(entry)


def _files() -> dict[str, Path]:
    paths = sorted(path for pattern in CASES for path in Path().glob(pattern))
    return {"lints" if path.stem == "cases" else path.stem: path for path in paths}


def _of_case(entry: dict[str, Any]) -> BrokenPack:
    case = Case(**{"code": "", **entry})

    def written(folder: Path) -> Sequence[Path]:
        packs = write(case, folder)
        if case.make:
            GENERATORS[case.make](folder / "base")
        return packs

    return BrokenPack(case.case, written, tuple(case.modules), bool(case.rules))


# --------------------------------------------------------------------------------- code pages


def _on_page(page: Path) -> Iterator[BrokenPack]:
    """The examples of a page, one for each heading with YAML."""
    headings = re.split(r"^## (.*)\n", page.read_text("utf-8"), flags=re.M)[1:]
    for heading, text in zip(headings[::2], headings[1::2], strict=True):
        if example := _blocks(text):
            in_play = page.stem.startswith("CW4") and heading == "Wrong"
            yield BrokenPack(f"{page.stem} {heading}", _example(example), in_play=in_play)


def _blocks(text: str) -> dict[str, str]:
    """The files of an example; a block without a name is `ferries/more.yaml`."""
    bodies = re.findall(r"```yaml\n(.*?)```", text, re.S)
    named = ((re.match(r"# (\S+\.yaml)\n", body), body) for body in bodies)
    return {found[1] if found else "ferries/more.yaml": body for found, body in named}


def _example(files: dict[str, str]) -> Callable[[Path], Sequence[Path]]:
    def written(folder: Path) -> Sequence[Path]:
        game = _blocks((PAGES / "README.md").read_text("utf-8"))
        for name, text in (game | files).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        others = sorted({name.split("/")[0] for name in files} - {"ferries"})
        return [folder / name for name in others or ["ferries"]]

    return written
