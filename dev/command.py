"""The command `cardwright`, run in this process: what it prints, and how it ends.

Knows of the project only its entry point, so that it can run any version. Owns what makes output
comparable: no path of this machine, no colours, nothing kept from earlier runs.
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
class Said:
    """What a run of the command printed, and its exit code."""

    arguments: tuple[str, ...]
    out: str
    error: str
    code: int

    def transcript(self) -> str:
        """All of it as one text, headed by the command line."""
        parts = [f"$ cardwright {shlex.join(self.arguments)}\n", self.out, self.error]
        return "".join([*parts, f"exit code {self.code}\n" if self.code else "", "\n"])

    def without(self, folder: Path) -> Said:
        """The same with paths below this folder made relative to it."""
        arguments = tuple(_relative(argument, folder) for argument in self.arguments)
        out, error = _relative(self.out, folder), _relative(self.error, folder)
        return Said(arguments, out, error, self.code)


def cardwright(*arguments: str, folder: Path | None = None) -> Said:
    """Runs the command; paths below *folder* and the current one are told relative to them."""
    with _stream() as out, _stream() as error:
        with redirect_stdout(out), redirect_stderr(error):
            code = _code(arguments)
        said = Said(arguments, _text(out), _text(error), code)
    said = said.without(folder.resolve()) if folder else said
    return said.without(Path.cwd())


def _code(arguments: tuple[str, ...]) -> int:
    os.environ.update(PLAIN)
    try:
        cli.main([*arguments])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    finally:
        # The command expects its process to end: it leaves garbage where it lies.
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
