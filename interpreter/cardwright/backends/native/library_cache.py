"""The cache of compiled libraries, by content and machine: it does not matter who compiled them.

Decides where they are, which of them may be loaded, and that simultaneous processes do no harm: a
library is written under another name and renamed when it is complete. Without a cache folder they
last as long as the process.
"""

from __future__ import annotations

import hashlib
import platform
import sys
import sysconfig
from functools import cache
from itertools import dropwhile
from pathlib import Path
from tempfile import TemporaryDirectory

from cardwright.backends.native import compile
from cardwright.backends.native.compile import (
    ENDING,
    FLAGS,
    TIMEOUT,
    NoCompiler,
    NotCompiled,
    compile_to,
    compiler,
    given,
)
from cardwright.source.bounded_files import file_text
from cardwright.source.cache_folder import cache_folder, make_private, why_not_private

OPTIMISED = ("-O1",)  # compiles in half the time of -O2, and games are hardly slower
QUICK = ("-Og",)  # compiles in half the time of -O1, with games a fifth slower
LONG = 700_000  # the characters from which a program is compiled quickly
_REMEDY = "set `CARDWRIGHT_CACHE` to another folder"


def library_folder() -> Path:
    """The folder of libraries. Raises NoCompiler if other users could put theirs there, or if the
    folder can't be read.
    """
    folder = cache_folder("native")
    if folder is None:
        return Path(_temporary_folder().name)
    try:
        why = why_not_private(folder)
    except OSError as error:
        raise NoCompiler(f"{folder} can't be read: {error.strerror}; {_REMEDY}") from None
    if why:
        raise NoCompiler(f"games are not compiled into a folder that other users can change: {why}")
    return folder


@cache
def _temporary_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="cardwright-", ignore_cleanup_errors=True)


def cached_path(content: str, flags: tuple[str, ...], ending: str, shape: str = "") -> Path:
    """The path in the cache for the result of this content with these flags and those of `CC`."""
    options = dropwhile(lambda word: not word.startswith("-"), given())
    known = "\0".join((content, *FLAGS, *flags, *options, *_machine()))
    return library_folder() / f"{shape}{hashlib.sha256(known.encode()).hexdigest()[:32]}{ending}"


@cache
def _machine() -> tuple[str, ...]:
    """The properties that must be the same on the machines where a library is made and loaded."""
    # the C library: not the same on each Linux
    library = str(sysconfig.get_config_var("MULTIARCH"))
    return sys.platform, platform.machine(), library, str(sys.maxsize)


def cached_libraries_of(shape: str) -> frozenset[Path]:
    """The libraries of programs of this shape, which may be different programs."""
    return frozenset(library_folder().glob(f"{shape}*{ENDING}"))


def library(
    text: str, flags: tuple[str, ...] = (), timeout: float = TIMEOUT, *, shape: str = "",
    only_cached: bool = False,
) -> Path:  # fmt: skip
    """The shared library for C source text, from the cache or compiled now. Raises NoCompiler.

    Without `flags`, they depend on the length of the text.
    """
    flags = flags or (QUICK if len(text) > LONG else OPTIMISED)
    found = cached_path(text, flags, ENDING, shape)
    if not is_whole(found):
        if only_cached and found.exists():
            raise NoCompiler(f"{found} is damaged; the engine `native` compiles the game again")
        if only_cached:
            raise NotCompiled("it was not compiled before")
        command = [*compiler(), *FLAGS, *flags]
        try:
            make_private(found.parent)
            compile.announce()
            with TemporaryDirectory(dir=found.parent) as folder:
                made = Path(folder) / found.name
                compile_to(made, text, command, timeout)
                put(made, found)
        except OSError as error:
            why = f"can't write to {found.parent}: {error.strerror}"
            raise NoCompiler(f"{why}; {_REMEDY}") from None
    return found


def put(made: Path, path: Path) -> None:
    """Moves a library into the cache, atomically: no other process ever sees half a file there, or
    a library without its checksum, even if the same library is there already.
    """
    checksum = _checksum_file(made)
    checksum.write_text(_digest(made), "utf-8")
    checksum.replace(_checksum_file(path))
    made.replace(path)


def is_whole(path: Path) -> bool:
    """Whether a file of the cache is complete and unchanged: loading half a library is fatal."""
    try:
        return file_text(_checksum_file(path)) == _digest(path)
    except (OSError, ValueError):
        return False


def _checksum_file(path: Path) -> Path:
    return path.with_suffix(f"{path.suffix}.sha256")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
