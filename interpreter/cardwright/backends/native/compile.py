"""Compiles C with the system's compiler. Decides which one that is, and how it is ended."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from contextvars import ContextVar
from importlib.util import find_spec
from pathlib import Path

from cardwright.source.context_values import context_value

FLAGS = ("-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-fPIC", "-shared")
ENDING = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
"""Of a shared library's name."""
ZIG = (sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=undefined")
"""The compiler in the wheel of `ziglang`, which comes with the extra `native`."""
TIMEOUT = 300  # the most seconds that a compiler may take
_TRIED = "#include <stdint.h>\n#include <string.h>\nint64_t answer(void) { return 42; }\n"


class NoCompiler(Exception):
    """The reason why nothing was compiled, in one line."""


class NotCompiled(NoCompiler):
    """Not an error: only a game compiled before was requested, and there is none."""


_SAY = ContextVar[Callable[[], object]]("_SAY", default=lambda: None)


def announce() -> None:
    """To be called before compiling, which may take a minute."""
    _SAY.get()()


def announced(say: Callable[[], object]) -> AbstractContextManager[None]:
    """Within this context, each compilation is announced by calling `say`."""
    return context_value(_SAY, say)


def given() -> list[str]:
    """The words of `CC`. Raises NoCompiler."""
    try:
        return shlex.split(os.environ.get("CC", ""))
    except ValueError as error:
        raise NoCompiler(f"`CC` is not a command: {error}") from None


def compiler() -> tuple[str, ...]:
    """The command of the C compiler: `CC`, or an installed one, or that of `ziglang`."""
    if asked := given():
        if shutil.which(asked[0]):
            return tuple(asked)
        remedy = "unset it, or name a C compiler"
        raise NoCompiler(f"`CC` is `{asked[0]}`, and there is no such program: {remedy}")
    if found := next(filter(shutil.which, ("cc", "gcc", "clang")), None):
        return (found,)
    if has_zig():
        return ZIG
    raise NoCompiler("there is no C compiler; `pip install 'cardwright[native]'` adds one")


def can_compile() -> bool:
    """Whether there is a compiler."""
    try:
        return bool(compiler())
    except NoCompiler:
        return False


def has_zig() -> bool:
    return find_spec("ziglang") is not None


def try_out() -> None:
    """Compiles a few lines and loads the result. Raises NoCompiler."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / f"tried{ENDING}"
        compile_to(made, _TRIED, [*compiler(), *FLAGS])
        try:
            ctypes.CDLL(str(made))
        except OSError as error:
            raise NoCompiler(f"{_named()} made a library that can't be loaded: {error}") from None


def _named() -> str:
    """The compiler as named in messages, with `CC` if that has chosen it."""
    words = os.environ.get("CC")
    return f"the C compiler `{words}` of `CC`" if words else "the C compiler"


def compile_to(path: Path, text: str, command: Sequence[str], timeout: float = TIMEOUT) -> None:
    """Compiles a text to a file, which gets its name only when it is complete. Raises
    NoCompiler.
    """
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        source, made = Path(folder) / "program.c", Path(folder) / f"program{path.suffix}"
        source.write_text(text, "utf-8")
        arguments = [*command, "-o", str(made), str(source)]
        failed, said = _run(arguments, timeout)
        if failed or not made.exists():
            raise NoCompiler(f"{_named()} failed: {_line(said) or _ended(failed)}")
        os.replace(made, path)


def _run(arguments: Sequence[str], timeout: float) -> tuple[int, str]:
    """Runs a compiler; returns its exit code and output. Nothing that it started outlives it."""
    try:
        running = subprocess.Popen(
            arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8",
            errors="replace", start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        raise NoCompiler(f"{_named()} can't be run: {error.strerror}") from None
    with running:
        try:
            said = running.communicate(timeout=timeout)[1]
        except BaseException as error:
            _end_all(running)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            raise NoCompiler(f"{_named()} took more than {timeout:g} seconds") from None
    return running.returncode, said


def _end_all(running: subprocess.Popen[str]) -> None:
    """Ends a process, and all processes that it has started."""
    if sys.platform == "win32":
        running.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)


def _line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "")


def _ended(code: int) -> str:
    """How a compiler that printed nothing ended."""
    if code < 0:
        return f"signal {-code} ended it"
    return f"it ended with exit code {code}" if code else "it wrote nothing"
