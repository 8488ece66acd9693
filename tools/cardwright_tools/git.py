"""Reads names and bytes from git as they were committed.

A repository may come from anywhere, and its settings can name programs: filters, hooks, watchers,
ways to fetch missing objects. None of the calls here run such programs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from tempfile import TemporaryFile
from typing import IO

SAFELY = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "--no-pager")
CHUNK = 1 << 20
FILES = (b"100644", b"100755")
"""The modes of plain files; all others are links and submodules."""


class GitError(Exception):
    """Git is missing or failed; the message is git's own."""


def run_git(folder: Path, *words: str) -> bytes:
    """The output of git in a folder. Raises GitError."""
    with _started(folder, *words) as run:
        out, error = run.communicate()
    if run.returncode != 0:
        raise _error_of(error)
    return out


def _error_of(said: bytes) -> GitError:
    lines = said.decode("utf-8", "replace").strip().splitlines() or ["git failed"]
    chosen = next((line for line in lines if "fatal: " in line), lines[0])
    return GitError(chosen.removeprefix("fatal: "))


def _started(folder: Path, *words: str, errors: int | IO[bytes] = PIPE) -> subprocess.Popen[bytes]:
    way = shutil.which("git")
    if way is None:
        raise GitError("git is not installed")
    settings = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none"}
    return subprocess.Popen([way, *SAFELY, *words], cwd=folder, env=settings,
                            stdin=PIPE, stdout=PIPE, stderr=errors)  # fmt: skip


def repository_top(folder: Path) -> Path:
    """The folder of the repository that a folder is in. Raises GitError."""
    return Path(os.fsdecode(run_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n")))


def tracked_names(folder: Path) -> set[str]:
    """The files that git tracks or would add, relative to the top. Raises GitError."""
    listed = run_git(folder, "ls-files", "-z", "--full-name", "--cached", "--others",
                 "--exclude-standard")  # fmt: skip
    return {os.fsdecode(name) for name in listed.split(b"\0") if name}


def list_tree(folder: Path, revision: str) -> dict[str, str]:
    """The plain files of a commit or of a folder in it (`REV:path`): the id of each blob by path.

    Raises GitError.
    """
    found = {}
    listed = run_git(folder, "ls-tree", "-r", "-z", "--full-tree", "--end-of-options", revision)
    for entry in listed.split(b"\0")[:-1]:
        head, _, name = entry.partition(b"\t")
        mode, _, id = head.split(b" ")
        if mode in FILES:
            found[os.fsdecode(name)] = id.decode("ascii")
    return found


def read_blobs(folder: Path, ids: Sequence[str], most: int) -> Iterator[bytes]:
    """The content of these blobs, up to `most` bytes of each, as committed. Raises GitError."""
    with (
        TemporaryFile() as errors,  # a pipe might fill up
        _started(folder, "cat-file", "--batch", errors=errors) as run,
    ):
        assert run.stdin is not None
        assert run.stdout is not None
        try:
            for id in ids:
                with suppress(BrokenPipeError):  # nothing can be read in that case
                    os.write(run.stdin.fileno(), f"{id}\n".encode("ascii"))
                yield _blob(run.stdout, id, most)
        except EOFError:
            run.wait()
            errors.seek(0)
            raise _error_of(errors.read()) from None


def _blob(stream: IO[bytes], id: str, most: int) -> bytes:
    """Raises GitError, and EOFError if git ended before the line end after the blob."""
    head = stream.readline()
    match head.split() if head.endswith(b"\n") else []:
        case [_, b"blob", size]:
            data = stream.read(min(int(size), most))
            _skip(stream, int(size) - most)
            if stream.read(1) == b"\n":
                return data
        case [_, b"missing"]:
            raise GitError(f"{id} is missing; run `git fetch`")
        case [_, *_]:
            raise GitError(f"{id} is not a file")
    raise EOFError


def _skip(stream: IO[bytes], size: int) -> None:
    for at in range(0, size, CHUNK):
        stream.read(min(CHUNK, size - at))


def is_blob(data: bytes, id: str) -> bool:
    """Whether these bytes have this id; git may have converted line endings."""
    make = hashlib.sha1 if len(id) == 40 else hashlib.sha256
    ways = {data, data.replace(b"\r\n", b"\n")}
    return any(make(b"blob %d\0" % len(way) + way).hexdigest() == id for way in ways)
