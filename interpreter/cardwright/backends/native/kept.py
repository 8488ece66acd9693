"""The compiled libraries that are kept, by content and machine: any compiler's will do.

Owns where they are, which of them may be loaded, and that two processes at once do no harm: a
library is written under another name and renamed when it is whole. Without a cache folder they last
as long as the process.
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
from cardwright.source.cache_folder import cache_folder, make_own, not_own

OPTIMISED = ("-O1",)  # half the time of -O2 to compile, and games are hardly slower
QUICK = ("-Og",)  # half the time of -O1, with games a fifth slower
LONG = 700_000  # characters, from which on a program is compiled quickly
_REMEDY = "`CARDWRIGHT_CACHE` names another folder"


def library_folder() -> Path:
    """Where libraries are kept. Raises NoCompiler where others could put theirs there, or where
    nobody can look."""
    folder = cache_folder("native")
    if folder is None:
        return Path(_while_it_runs().name)
    try:
        why = not_own(folder)
    except OSError as error:
        raise NoCompiler(f"{folder} can't be read: {error.strerror}; {_REMEDY}") from None
    if why:
        raise NoCompiler(f"compiled games are not kept where others could change them: {why}")
    return folder


@cache
def _while_it_runs() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="cardwright-", ignore_cleanup_errors=True)


def kept(content: str, flags: tuple[str, ...], ending: str, shape: str = "") -> Path:
    """Where in the cache is what was made of this content with these flags, and those of `CC`."""
    options = dropwhile(lambda word: not word.startswith("-"), given())
    known = "\0".join((content, *FLAGS, *flags, *options, *_machine()))
    return library_folder() / f"{shape}{hashlib.sha256(known.encode()).hexdigest()[:32]}{ending}"


@cache
def _machine() -> tuple[str, ...]:
    """What must be alike where a library is made and where it is loaded."""
    library = str(sysconfig.get_config_var("MULTIARCH"))  # of C: not the same on each Linux
    return sys.platform, platform.machine(), library, str(sys.maxsize)


def kept_of(shape: str) -> frozenset[Path]:
    """The libraries of programs of this shape, which may be others."""
    return frozenset(library_folder().glob(f"{shape}*{ENDING}"))


def library(
    text: str, flags: tuple[str, ...] = (), timeout: float = TIMEOUT, *, shape: str = "",
    only_kept: bool = False,
) -> Path:  # fmt: skip
    """The shared library of a text of C, from the cache or compiled now. Raises NoCompiler.

    Without flags, these depend on how long the text is.
    """
    flags = flags or (QUICK if len(text) > LONG else OPTIMISED)
    found = kept(text, flags, ENDING, shape)
    if not is_whole(found):
        if only_kept and found.exists():
            raise NoCompiler(f"{found} is broken; the engine `native` compiles the game again")
        if only_kept:
            raise NotCompiled("it was not compiled before")
        command = [*compiler(), *FLAGS, *flags]
        try:
            make_own(found.parent)
            compile.announce()
            with TemporaryDirectory(dir=found.parent) as folder:
                made = Path(folder) / found.name
                compile_to(made, text, command, timeout)
                _seal(found).write_text(_digest(made), "utf-8")  # first: who sees one can tell
                made.replace(found)
        except OSError as error:
            why = f"nothing can be written to {found.parent}: {error.strerror}"
            raise NoCompiler(f"{why}; {_REMEDY}") from None
    return found


def is_whole(path: Path) -> bool:
    """Whether a file of the cache is what was written there: to load half a library is fatal."""
    try:
        return file_text(_seal(path)) == _digest(path)
    except (OSError, ValueError):
        return False


def _seal(path: Path) -> Path:
    return path.with_suffix(f"{path.suffix}.sha256")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
