"""Moves and deletes files of a pack, immediately on disk; unsaved changes move with their file.

Responsible for losing nothing that the author has not seen: no file replaces another one, and files
that somebody else has changed in the meantime stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cardwright.pack.files.manifest import Module, modules_of
from cardwright.pack.files.pack_files import FILE, is_added_by
from cardwright.source.edits import Edit, apply_edits, disjoint
from cardwright.source.open_files import open_files
from cardwright_tools.fmt.scalars import can_unquote, quote
from cardwright_tools.new.files import make_folders
from cardwright_tools.output import Stop
from cardwright_tools.studio.errors import ChangedOnDisk, EditConflict, RequestError
from cardwright_tools.studio.file_paths import is_linked, with_ending, writable_path
from cardwright_tools.studio.files import Files

UNSAVED = f"`{FILE}` has the new path, too, but is not saved yet."


@dataclass(frozen=True, slots=True)
class Moved:
    """The new name of a file; `words`: what has changed, in sentences."""

    to: str
    words: str
    changes_manifest: bool


def delete(files: Files, name: str, version: int | None = None) -> None:
    """Deletes a file, its unsaved changes, and folders that are empty then. Raises RequestError."""
    with files.lock, _refused(name, "deleted"):
        path = _current(files, name, version)
        path.unlink(missing_ok=True)
        files.deleted(path)
        _remove_empty_folders(files.folder, path.parent)


def move(files: Files, name: str, to: str, version: int | None = None) -> Moved:
    """Moves a file to another path; one that ends in `/` is a folder. If modules add the file by
    its path, changes that in the text of pack.yaml. Raises RequestError."""
    to = with_ending(f"{to}{PurePosixPath(name).name}" if to.endswith("/") else to)
    with files.lock, _refused(name, "moved"):
        path, before = _current(files, name, version), _modules(files)
        target = writable_path(files.folder, to)
        files.require_free(target)
        _rename(files, path, target)
        files.moved(path, target)
        _remove_empty_folders(files.folder, path.parent)
        edits = _new_paths(before, name, to)
        if edits:
            files.edit(FILE, apply_edits(files.open(FILE), edits))
        words = _sentences(name, to, before, _modules(files))
        return Moved(to, f"{words} {UNSAVED}" if edits else words, bool(edits))


@contextmanager
def _refused(name: str, change: str) -> Iterator[None]:
    """A context in which every error is a RequestError that says what was not done."""
    try:
        yield
    except EditConflict:
        why = f"`{name}` has been changed in the meantime, so it was not {change}"
        raise RequestError(why) from None
    except (ChangedOnDisk, FileNotFoundError):
        why = f"`{name}` has been changed on disk since it was opened, so it was not {change}"
        raise RequestError(f"{why}: save it first") from None
    except Stop as error:
        raise RequestError(error.message) from None
    except (OSError, ValueError) as error:
        raise RequestError(str(error)) from None


def _current(files: Files, name: str, version: int | None) -> Path:
    """The path of a file that may be moved or deleted, as its author has seen it. Raises
    EditConflict, ChangedOnDisk, RequestError."""
    path = files.path(name)
    if path == files.folder / FILE:
        raise RequestError(f"`{FILE}` makes the folder a pack, so it can't be moved or deleted")
    if is_linked(files.folder, path):
        raise RequestError(f"`{name}` is a link; the studio does not move or delete links")
    files.require_current(name, version)
    return path


# --------------------------------------------------------------------------------- folders


def _rename(files: Files, path: Path, target: Path) -> None:
    """Moves a file to where the pack reads it, or leaves it. Raises OSError, RequestError, Stop."""
    made = make_folders(target.parent)
    try:
        _replace_nothing(path, target)
        if (name := target.relative_to(files.folder).as_posix()) not in files.files():
            target.replace(path)
            raise RequestError(f"no pack reads a file called `{name}`; nothing was moved")
    except BaseException:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise


def _replace_nothing(path: Path, target: Path) -> None:
    """Moves a file. Raises OSError, also if somebody else puts one there at the same time."""
    target.open("x").close()
    try:
        path.replace(target)
    except BaseException:
        target.unlink()
        raise


def _remove_empty_folders(top: Path, folder: Path) -> None:
    with suppress(OSError):  # it has other files
        while folder != top:
            folder.rmdir()
            folder = folder.parent


# --------------------------------------------------------------------------------- modules


def _modules(files: Files) -> Sequence[Module]:
    with open_files(files.texts):
        return [*modules_of(files.folder).values()]


def _new_paths(modules: Sequence[Module], name: str, to: str) -> Sequence[Edit]:
    """The edits of pack.yaml for modules that add a file by its path."""
    adds = (add for module in modules for add in module.adds)
    text = to if can_unquote(to, flow=True) else quote(to)
    same = (add for add in adds if PurePosixPath(add.word) == PurePosixPath(name))
    return disjoint([Edit(add.span, text) for add in same])


def _sentences(name: str, to: str, before: Sequence[Module], after: Sequence[Module]) -> str:
    """What has changed, also about the modules that a file belongs to."""
    old, new = _adding(before, name), _adding(after, to)
    said = [f"`{name}` is now `{to}`."]
    said += [f"It no longer belongs to the module `{one}`." for one in old if one not in new]
    said += [f"It now belongs to the module `{one}`." for one in new if one not in old]
    return " ".join(said)


def _adding(modules: Sequence[Module], name: str) -> Sequence[str]:
    """The names of the modules that add a file."""
    return [one.name for one in modules
            if is_added_by(PurePosixPath(name), [add.word for add in one.adds])]  # fmt: skip
