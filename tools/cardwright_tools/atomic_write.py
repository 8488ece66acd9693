"""Writes files atomically: whatever happens meanwhile, either the old or the new file is complete.

Everything that commands write goes through here: users' files, results, saves, caches. A new file
is written beside the old one and renamed when it is complete.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from cardwright.source.bounded_files import check_size, file_bytes
from cardwright.source.real_paths import real_path

DRAFT = ".cardwright-"  # prefix of the names of incomplete files, which no pack reads


class ChangedMeanwhile(Exception):
    """A file has been changed by somebody else since it was read; their version is kept."""


def write_atomically(
    path: Path,
    data: bytes,
    before: bytes | None = None,
    *,
    lasting: bool = True,
    read_again: bool = False,
) -> None:
    """Replaces a file's content and keeps its permissions; for a link, those of its target.

    `before` is the content that was read, if it matters: raises ChangedMeanwhile if it has changed.
    `lasting`: the file is on disk when this returns. `read_again`: we will read it, so it must not
    be too large. Raises OSError, whose message says what the file now contains.
    """
    target = real_path(path)
    try:
        if read_again:
            check_size(data, path)
        if target.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if _is_stream(target):
            target.write_bytes(data)
        else:
            _replace(target, data, before, path, lasting)
    except OSError as error:
        left = "what was there is unchanged" if target.exists() else "nothing was written"
        raise OSError(error.errno, f"{error.strerror or error}; {left}", str(path)) from None


def _is_stream(target: Path) -> bool:
    """Whether the target is a pipe, a terminal or /dev/null, which a file must not replace."""
    with suppress(OSError):
        mode = target.stat().st_mode
        return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)
    return False


def _replace(target: Path, data: bytes, before: bytes | None, path: Path, lasting: bool) -> None:
    draft = target.with_name(f"{DRAFT}{os.urandom(8).hex()}.tmp")
    try:
        _write_new(draft, data, lasting)
        if target.exists():
            _like(draft, target)
        if before is not None and file_bytes(target) != before:
            raise ChangedMeanwhile(
                f"{path.as_posix()} has changed in the meantime and was left as it is"
            )
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    if lasting:
        _flush_folder(target.parent)


def _write_new(draft: Path, data: bytes, lasting: bool) -> None:
    """Writes a new file; never follows a link that somebody else put there."""
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    with open(number, "wb") as file:
        file.write(data)
        if lasting:
            file.flush()
            os.fsync(number)


def _like(draft: Path, target: Path) -> None:
    """Copies the permissions and, if possible, the owner."""
    was = target.stat()
    if hasattr(os, "chown") and (was.st_uid, was.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):
            os.chown(draft, was.st_uid, was.st_gid)
    os.chmod(draft, stat.S_IMODE(was.st_mode))


def _flush_folder(folder: Path) -> None:
    """Flushes the new name to disk; if folders can't be flushed, that is left to the system."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
