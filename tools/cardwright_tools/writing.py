"""Writing files of users: in one step, so that none is ever half written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def write(path: Path, data: bytes) -> None:
    """Puts data in a file's place, with its rights. Raises OSError; then all is as before."""
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(data)
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
