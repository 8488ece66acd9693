"""Reads names and bytes from git as they were committed.

A repository may come from anywhere, and can name programs in its settings: filters, hooks,
watchers, ways to fetch what is missing. Nothing that is asked for here runs one of them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

SAFELY = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "--no-pager")
FILES = (b"100644", b"100755")
"""The modes of plain files; others are links and repositories in repositories."""


class GitError(Exception):
    """Git is missing or failed; the message is git's own."""


def run_git(folder: Path, *words: str, given: bytes = b"") -> bytes:
    """The output of git in a folder. Raises GitError."""
    way = shutil.which("git")
    if way is None:
        raise GitError("git is not installed")
    settings = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none"}
    run = subprocess.run([way, *SAFELY, *words], cwd=folder, input=given, capture_output=True,
                         check=False, env=settings)  # fmt: skip
    if run.returncode != 0:
        said = run.stderr.decode("utf-8", "replace").strip().splitlines() or ["git failed"]
        raise GitError(next((line for line in said if "fatal: " in line), said[0])
                       .removeprefix("fatal: "))  # fmt: skip
    return run.stdout


def repository_top(folder: Path) -> Path:
    """The folder of the repository that a folder is in. Raises GitError."""
    return Path(os.fsdecode(run_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n")))


def tracked_names(folder: Path) -> set[str]:
    """The files that git tracks or would add, relative to the top. Raises GitError."""
    listed = run_git(folder, "ls-files", "-z", "--full-name", "--cached", "--others",
                 "--exclude-standard")  # fmt: skip
    return {os.fsdecode(name) for name in listed.split(b"\0") if name}


def list_tree(folder: Path, revision: str) -> dict[str, str]:
    """The plain files of a commit or of a folder in it, `REV:path`: by path, their bytes' id.

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


def read_blobs(folder: Path, ids: Sequence[str]) -> Iterator[bytes]:
    """The bytes of these ids, as they were committed. Raises GitError."""
    given = "".join(f"{id}\n" for id in ids).encode("ascii")
    said = run_git(folder, "cat-file", "--batch", given=given) if ids else b""
    at = 0
    for id in ids:
        end = said.index(b"\n", at)
        kind, _, size = said[at:end].removeprefix(id.encode() + b" ").partition(b" ")
        if kind != b"blob":
            raise GitError(f"{id} is missing; run `git fetch`")
        yield said[end + 1 : end + 1 + int(size)]
        at = end + 2 + int(size)


def is_blob(data: bytes, id: str) -> bool:
    """Whether these bytes have this id; git may have converted line ends."""
    make = hashlib.sha1 if len(id) == 40 else hashlib.sha256
    ways = {data, data.replace(b"\r\n", b"\n")}
    return any(make(b"blob %d\0" % len(way) + way).hexdigest() == id for way in ways)
