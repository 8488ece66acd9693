"""Writes users' files atomically, so that none is ever half written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


class ChangedMeanwhile(Exception):
    """A file has been changed by somebody else since it was read; their version is kept."""


def write_atomically(path: Path, data: bytes, before: bytes | None = None) -> None:
    """Replaces a file's content, keeping its permissions. Raises OSError and changes nothing then.

    `before` is what was read there, where that counts. Raises Overtaken when it is gone.
    """
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(data)
        if target.exists():
            shutil.copymode(target, draft)
        if before is not None and target.read_bytes() != before:
            raise ChangedMeanwhile(f"{path.as_posix()} has changed meanwhile and is left as it is")
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
