"""Compiles a program's C with the system's compiler, and keeps what was compiled.

The cache is a folder of the user's, by content, compiler and flags. A library is written under
another name and renamed when it is whole, so that two processes at once do no harm.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

FLAGS = ("-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-fPIC", "-shared")
ENDING = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
"""Of a shared library's name."""
ZIG = (sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=undefined")
"""The compiler in the wheel of `ziglang`, which comes with the extra `native`."""
OPTIMISED = ("-O1",)  # half the time of -O2 to compile, and games are hardly slower
QUICK = ("-Og",)  # half the time of -O1, with games a fifth slower
LONG = 700_000  # characters, from which on a program is compiled quickly
TIMEOUT = 300  # seconds that a compiler may take


class NoCompiler(Exception):
    """Why nothing was compiled, in one line."""


def compiler() -> tuple[str, ...]:
    """The command of the C compiler: `CC`, or what is installed, or that of `ziglang`."""
    try:
        given = shlex.split(os.environ.get("CC", ""))
    except ValueError as error:
        raise NoCompiler(f"`CC` is not a command: {error}") from None
    found = given or next(([c] for c in ("cc", "gcc", "clang") if shutil.which(c)), [])
    if found and shutil.which(found[0]):
        return tuple(found)
    if not given and has_zig():
        return ZIG
    raise NoCompiler(f"there is no C compiler{f' `{found[0]}`' if found else ''}")


def can_compile() -> bool:
    """Whether there is a compiler."""
    try:
        return bool(compiler())
    except NoCompiler:
        return False


def has_zig() -> bool:
    return find_spec("ziglang") is not None


def _version(command: tuple[str, ...]) -> str:
    """What tells one compiler from another: its files, since running it would take a while.

    Of `ccache gcc`, those of both, and all that the search path calls so: the first `gcc` may be a
    link to `ccache`, which runs the next.
    """
    spec = find_spec("ziglang") if command == ZIG else None
    words = [spec.origin] if spec is not None and spec.origin else command
    found = {Path(file).resolve() for word in words for file in _files(word)}
    try:
        stats = [(path, path.stat()) for path in sorted(found)]
    except OSError as error:
        raise NoCompiler(f"the C compiler can't be read: {error.strerror}") from None
    return " ".join(f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in stats)


def _files(word: str) -> Iterator[str]:
    """What a word of a command may run; options are not files."""
    if os.path.dirname(word):
        yield from [word] if os.path.isfile(word) else ()
        return
    yield from filter(None, (shutil.which(word, path=folder) for folder in os.get_exec_path()))


def cache_folder() -> Path:
    given = os.environ.get("CARDWRIGHT_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(given) if given else Path.home() / ".cache") / "cardwright" / "native"
    except RuntimeError as error:
        raise NoCompiler(f"there is no folder to keep what is compiled: {error}") from None


def kept(content: str, flags: tuple[str, ...], ending: str) -> Path:
    """Where in the cache is what was made of this content, with this compiler and these flags."""
    command = compiler()
    known = "\0".join((content, *command, _version(command), *FLAGS, *flags))
    return cache_folder() / f"{hashlib.sha256(known.encode()).hexdigest()[:32]}{ending}"


def library(
    text: str, flags: tuple[str, ...] = (), timeout: float = TIMEOUT, *, only_kept: bool = False
) -> Path:
    """The shared library of a text of C, from the cache or compiled now. Raises NoCompiler.

    Without flags, these depend on how long the text is.
    """
    flags = flags or (QUICK if len(text) > LONG else OPTIMISED)
    folder, found = cache_folder(), kept(text, flags, ENDING)
    if not is_whole(found):
        if only_kept:
            raise NoCompiler("it was not compiled before")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            compile_to(found, text, [*compiler(), *FLAGS, *flags], timeout)
            _seal(found).write_text(_digest(found), "utf-8")
        except OSError as error:
            raise NoCompiler(f"nothing can be written to {folder}: {error.strerror}") from None
    return found


def is_whole(path: Path) -> bool:
    """Whether a file of the cache is what was written there: to load half a library is fatal."""
    try:
        return _seal(path).read_text("utf-8") == _digest(path)
    except (OSError, ValueError):
        return False


def _seal(path: Path) -> Path:
    return path.with_suffix(f"{path.suffix}.sha256")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def compile_to(path: Path, text: str, command: Sequence[str], timeout: float = TIMEOUT) -> None:
    """Compiles a text into a file, which takes its name when it is whole. Raises NoCompiler."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        source, made = Path(folder) / "program.c", Path(folder) / f"program{path.suffix}"
        source.write_text(text, "utf-8")
        arguments = [*command, "-o", str(made), str(source)]
        failed, said = _run(arguments, timeout)
        if failed or not made.exists():
            raise NoCompiler(f"the C compiler failed: {_line(said)}")
        os.replace(made, path)


def _run(arguments: Sequence[str], timeout: float) -> tuple[int, str]:
    """Runs a compiler; how it ended, and what it said. Nothing that it started outlives it."""
    try:
        running = subprocess.Popen(
            arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8",
            errors="replace", start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        raise NoCompiler(f"the C compiler can't be run: {error.strerror}") from None
    with running:
        try:
            said = running.communicate(timeout=timeout)[1]
        except BaseException as error:
            _end_all(running)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            raise NoCompiler(f"the C compiler took more than {timeout:g} seconds") from None
    return running.returncode, said


def _end_all(running: subprocess.Popen[str]) -> None:
    """Ends a process, and all that it has started."""
    if sys.platform == "win32":
        running.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)


def _line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "no reason")
