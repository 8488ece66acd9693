"""Output of commands: plain text for pipes, rich text for terminals.

Responsible for consoles and exit codes. Words of a pack are printed as they are, never as markup.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

import click

from cardwright.source.printable import printable, printable_lines
from cardwright_tools.atomic_write import write_atomically

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn

CLEAN, FAILED, USAGE, BROKEN = 0, 1, 2, 3
UNREADABLE = frozenset({"CW101", "CW102", "CW301"})  # there is no pack at all
WIDTH = 100
QUIET = 60  # seconds between progress lines of a command
Advance = Callable[[int], None]


class Stop(Exception):
    """Ends a command with a message for the user and an exit code."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.message, self.code = message, code

    def __reduce__(self) -> tuple[type[Stop], tuple[str, int]]:
        """Keeps the exit code when raised in a worker process."""
        return Stop, (self.message, self.code)


def check_writable(file: str | None) -> None:
    """Raises Stop, before any work is done, if the folder for a command's result doesn't exist."""
    if file not in (None, "-") and not Path(file or "").absolute().parent.is_dir():
        raise Stop(f"{file}: no such folder", BROKEN)


def make_folder(option: str, folder: str) -> None:
    """Makes the folder that an option names, unless it exists. Raises Stop if that fails."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "a file has this name" if Path(folder).is_file() else error.strerror
        raise Stop(f"{option}: can't make the folder {folder}: {why}", BROKEN) from None


def write_result(result: object, file: str | None, lines: Iterable[str]) -> None:
    """Prints the lines, and writes the result to a JSON file; `-` prints only the JSON."""
    from cardwright_tools.sinks import json_text  # imported late: its table of HTML takes time

    text = json_text(result) + "\n"
    if file == "-":
        sys.stdout.write(text)
        return
    if file is not None:
        write_atomically(Path(file), text.encode("utf-8", "backslashreplace"))
    for line in lines:
        say(line)


def console(file: TextIO | None = None) -> Console:
    """A console without markup (`[` stays `[`); coloured on terminals, unless NO_COLOR is set."""
    from rich.console import Console

    stream = file or sys.stdout
    width = None if stream.isatty() else WIDTH
    return Console(file=stream, markup=False, highlight=False, emoji=False, width=width)


@contextmanager
def progress(total: int, what: str) -> Iterator[Advance]:
    """Shows the number done and the time left on standard error; if that isn't a terminal, as
    one line per minute."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield _in_lines(total, what)
        return
    from rich import progress as rich_progress

    columns = (
        rich_progress.TextColumn(f"{{task.completed}}/{{task.total}} {what}"),
        rich_progress.BarColumn(), rich_progress.TaskProgressColumn(),
        rich_progress.TimeRemainingColumn(), _rate_column(what),
    )  # fmt: skip
    with rich_progress.Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)


def _in_lines(total: int, what: str) -> Advance:
    done, start = 0, time.monotonic()
    reported = start

    def advance(more: int) -> None:
        nonlocal done, reported
        done, now = done + more, time.monotonic()
        if now - reported >= QUIET:
            reported, left = now, (now - start) * (total - done) / max(1, done) / 60
            say(f"{done:,} of {total:,} {what}, about {left:,.0f} minutes left", err=True)

    return advance


def _rate_column(what: str) -> ProgressColumn:
    """The number done per second."""
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f} {what}/s" if task.speed else "")

    return Rate()


def replace_unencodable(*streams: TextIO) -> None:
    """Replaces unencodable characters by `?`, so that no text of a pack can end a command."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(text: str = "", err: bool = False) -> None:
    """Prints text of one or more lines, without control characters for the terminal.

    Everything that commands print goes through here, or through another function of `sinks`.
    """
    click.echo(printable_lines(text), err=err)


def format_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], width: int = WIDTH
) -> list[str]:
    """A table as lines of plain text; long cells are wrapped, numbers are right-aligned."""
    return [*_formatted(tuple(heads), tuple(tuple(map(printable, row)) for row in rows), width)]


@lru_cache(128)  # most tables of a board haven't changed since the last question
def _formatted(
    heads: tuple[str, ...], body: tuple[tuple[str, ...], ...], width: int
) -> tuple[str, ...]:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    widths = _widths(heads, body, width) if table_fits(heads, body, width) else [None] * len(heads)
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, head in enumerate(heads):
        numbers = all(row[number].strip("-+%./0123456789") == "" for row in body)
        right = number > 0 and numbers and bool(body)
        justify: Literal["left", "right"] = "right" if right else "left"
        made.add_column(head, justify=justify, width=widths[number])
    for row in body:
        made.add_row(*row)
    sheet = io.StringIO()
    Console(file=sheet, markup=False, highlight=False, emoji=False, width=width).print(made)
    return tuple(line.rstrip() for line in sheet.getvalue().splitlines())


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]], most: int) -> list[int]:
    """The width of each column: the widest ones that can be wrapped are narrowed until all fit."""
    least = _longest_words(heads, rows)
    widths = [max(map(_cells, column)) for column in zip(heads, *rows, strict=True)]
    while sum(widths) + _GAP * (len(heads) - 1) > most:
        spare = [wide if wide > few else 0 for wide, few in zip(widths, least, strict=True)]
        widths[spare.index(max(spare))] -= 1
    return widths


def table_fits(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether a table fits without cutting off words."""
    return sum(_longest_words(heads, rows)) + _GAP * (len(heads) - 1) <= width


_GAP = 3  # between two columns


def _longest_words(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """The length of the longest word in each column."""
    columns = zip(heads, *rows, strict=True)
    return [max(map(_cells, " ".join(column).split()), default=0) for column in columns]


def _cells(text: str) -> int:
    """The width of a text on a terminal."""
    from rich.cells import cell_len

    return cell_len(text)


def terminal_width() -> int:
    """The columns to use, at most WIDTH: those of the terminal, or of COLUMNS for a pipe."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return WIDTH
    from shutil import get_terminal_size  # imported late: it loads the modules for archives

    return min(WIDTH, get_terminal_size((WIDTH, 40)).columns)
