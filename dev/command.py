"""Runs the command `cardwright` in this process and captures its output and exit code.

Knows only the project's entry point, so that it can run any version. Makes output comparable: no
absolute paths, no colours, no cached results.
"""

from __future__ import annotations

import gc
import io
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from cardwright_tools import cli

PLAIN = {"CARDWRIGHT_CACHE": "", "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100"}


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The output of a run of the command, and its exit code."""

    arguments: tuple[str, ...]
    out: str
    error: str
    code: int

    def transcript(self) -> str:
        """The command line, the output and the exit code as one text."""
        parts = [f"$ cardwright {shlex.join(self.arguments)}\n", self.out, self.error]
        return "".join([*parts, f"exit code {self.code}\n" if self.code else "", "\n"])

    def without(self, folder: Path) -> CommandResult:
        """The same result, with paths below this folder made relative to it."""
        arguments = tuple(_relative(argument, folder) for argument in self.arguments)
        out, error = _relative(self.out, folder), _relative(self.error, folder)
        return CommandResult(arguments, out, error, self.code)


def cardwright(*arguments: str, folder: Path | None = None) -> CommandResult:
    """Runs the command; paths below `folder` and the current folder become relative."""
    with _stream() as out, _stream() as error:
        with redirect_stdout(out), redirect_stderr(error):
            code = _code(arguments)
        result = CommandResult(arguments, _text(out), _text(error), code)
    result = result.without(folder.resolve()) if folder else result
    return result.without(Path.cwd())


def _code(arguments: tuple[str, ...]) -> int:
    os.environ.update(PLAIN)
    try:
        cli.main([*arguments])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    finally:
        # The command turns garbage collection off, since it expects its process to end.
        gc.enable()
        gc.unfreeze()


@contextmanager
def _stream() -> Iterator[io.TextIOWrapper]:
    """Like a real stream, which the command may set to replace what it can't encode."""
    with io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") as stream:
        yield stream


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _relative(text: str, folder: Path) -> str:
    return text.replace(f"{folder}/", "").replace(str(folder), ".")
