"""Renames a name everywhere: in packs, in those that require them, and in scenarios.

A rename is only returned if the packs can still be read with it and every occurrence of this name,
and of every other, stays where it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from cardwright.board.model import plural
from cardwright.language.inflection import singular
from cardwright.source.diagnostics import Report
from cardwright.source.edits import Edit, apply_edits, disjoint
from cardwright.source.text import Source
from cardwright_tools.language_service.index import Key, NameIndex
from cardwright_tools.language_service.local_names import LocalName
from cardwright_tools.language_service.names import positive
from cardwright_tools.language_service.project import Project

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class CannotRename(Exception):
    """The reason why a name can't be changed, as a sentence for the author."""


def rename(project: Project, key: Key, new: str, texts: Mapping[Path, str]) -> list[Edit]:
    """The edits that rename a name. Raises CannotRename."""
    _require_new(project, new)
    names = project.names
    edits = [Edit(one.span, _like(one.span.text, key, new)) for one in names.of(key)]
    edits += _in_scenarios(project, key, new)
    _verify(project, key, new, edits, texts)
    return edits


def rename_local(
    project: Project, name: LocalName, new: str, texts: Mapping[Path, str]
) -> list[Edit]:
    """The edits that rename a name that a text gives. Raises CannotRename."""
    _require_new(project, new)
    edits = [Edit(span, new) for span in name.places]
    _verify(project, ("", name.word, ""), new, edits, texts)
    return edits


def _require_new(project: Project, new: str) -> None:
    """Raises CannotRename for what is no name, or already one."""
    if not _NAME.fullmatch(new):
        raise CannotRename(f"`{new}` is not a name: names are lower case words, with hyphens")
    names = project.names  # for which all of its packs are read
    if project.stale:
        raise CannotRename("there are errors in these packs; fix them first")
    if new in names.by_word:
        raise CannotRename(f"`{new}` already exists")


def _like(word: str, key: Key, new: str) -> str:
    """The new name in the form of the old word: denied, in the plural, or in the singular for a
    counter.
    """
    if word == key[1] or key[1] == positive(word):
        return word.replace(key[1], new)
    return singular(new) if word == singular(key[1]) else plural(new)


def _in_scenarios(project: Project, key: Key, new: str) -> Iterator[Edit]:
    """The edits in scenarios. Raises CannotRename if a word may stand for another name."""
    report = Report()
    for one in project.mentions(report):
        if key not in one.keys:
            continue
        if len(one.keys) > 1:
            file, line = Path(one.span.source.name).name, one.span.lines[0]
            others = ", ".join(other[0] for other in one.keys if other != key)
            raise CannotRename(f"`{one.span.text}` in {file}, line {line}, may be the {key[0]} or "
                               f"the {others} of this name")  # fmt: skip
        yield Edit(one.span, _like(one.span.text, key, new))
    if report.failed:
        raise CannotRename("there are too many scenarios: not all of them are read")


def _verify(
    project: Project, key: Key, new: str, edits: list[Edit], texts: Mapping[Path, str]
) -> None:
    after = Project(project.folder)
    after.check({**texts, **apply_rename(edits)})
    names = after.names
    if after.stale:
        errors = (one for one in after.found if one.severity == "error")
        first = "".join(f": {one.message}" for one in islice(errors, 1))
        raise CannotRename(f"with `{new}` there would be errors in the pack{first}")
    if _places(project.names, key, key[1]) != _places(names, (key[0], new, key[2]), key[1]):
        raise CannotRename(f"`{new}` would refer to something else")


def _places(names: NameIndex, key: Key, as_word: str) -> Counter[tuple[str, str]]:
    """How often each name occurs in each file; the renamed one under its old word."""
    return Counter(
        (file, str(_under(one.key, key, as_word)))
        for file, here in names.by_file.items()
        for one in here
    )


def _under(one: Key, key: Key, as_word: str) -> Key:
    """A key, with the renamed name under another word: also a kind or an enum in the keys of what
    is of that kind, or belongs to it.
    """
    kind, name, bearer = one
    if one == key:
        return kind, as_word, bearer
    if key[0] not in ("kind", "enum"):
        return one
    return as_word if kind == key[1] else kind, name, as_word if bearer == key[1] else bearer


def apply_rename(edits: list[Edit]) -> dict[Path, str]:
    """The texts of the files with these edits."""
    sources: dict[str, Source] = {one.span.source.name: one.span.source for one in edits}
    by_file = {
        name: disjoint([one for one in edits if one.span.source.name == name]) for name in sources
    }
    return {Path(name): apply_edits(sources[name].text, by_file[name]) for name in sources}
