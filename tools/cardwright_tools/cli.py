"""The command `cardwright`: its subcommands, which are the files in `commands`, and exit codes.

Exit codes: 0 clean, 1 findings or failed, 2 usage, 3 unreadable input or internal error. Commands
import what they need when they run, so that `--help` is fast.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from typing import NoReturn

import click

from cardwright.source.printable import printable_lines
from cardwright.source.spelling import did_you_mean
from cardwright_tools import commands
from cardwright_tools.output import BROKEN, CLEAN, FAILED, USAGE, Stop, replace_unencodable, say

COMMANDS = tuple(file.name for file in iter_modules(commands.__path__))


class Commands(click.Group):
    """A group whose commands are imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"cardwright_tools.commands.{cmd_name}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolves a command as usual, but suggests the nearest name for a misspelt one."""
        if args[0] not in COMMANDS and (hint := did_you_mean(args[0], COMMANDS)):
            ctx.fail(f"there is no command `{args[0]}`; {hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="cardwright", message="cardwright %(version)s")
def cardwright() -> None:
    """Runs the rules of tabletop games from data."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs `cardwright` and exits."""
    run_guarded(cardwright, arguments, "cardwright")


def run_guarded(command: click.Command, arguments: list[str] | None, name: str) -> NoReturn:
    """Runs a command and exits; users see no traceback without CARDWRIGHT_DEBUG=1."""
    _open_closed_streams()
    replace_unencodable(sys.stdout, sys.stderr)
    try:
        is_brief = _is_brief(sys.argv[1:] if arguments is None else arguments)
        collect_less(never=is_brief)
        code = invoke(arguments, command, name)
        gc.freeze()
        sys.stdout.flush()
        if is_brief and arguments is None and not _is_watched():
            sys.stderr.flush()
            os._exit(code)  # without freeing some million objects first
    except BrokenPipeError:
        # The reader has closed the pipe; otherwise Python would complain again on flushing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FAILED
    except OSError as error:
        code = _unexpected(error, f"the output: {error.strerror or error}")
    sys.exit(code)


def _open_closed_streams() -> None:
    """Opens closed standard streams to nowhere, so that no other file gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def collect_less(never: bool = False) -> None:
    """Makes Python collect garbage less often or, with `never`, not at all.

    Loaded rules are some million objects with little to collect: going through them takes half the
    time of a long run.
    """
    gc.set_threshold(50_000, 20, 10)
    if never:
        gc.disable()


def _is_brief(arguments: list[str]) -> bool:
    return arguments[:1] in (["check"], ["show"], ["diff"]) and "--watch" not in arguments


def _is_watched() -> bool:
    """Whether a debugger or a profiler is on, which reports when the process ends."""
    return sys.gettrace() is not None or sys.getprofile() is not None


def invoke(
    arguments: list[str] | None = None,
    command: click.Command = cardwright,
    name: str = "cardwright",
) -> int:
    """Runs a command; returns the exit code. Errors go to standard error."""
    try:
        code = command.main(arguments, prog_name=name, standalone_mode=False)
        return code if isinstance(code, int) else CLEAN
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.message = printable_lines(error.message)  # type: ignore[misc]
        error.show()
        return USAGE if isinstance(error, click.UsageError) else BROKEN
    except (click.Abort, KeyboardInterrupt):
        return _print_error("interrupted", FAILED)
    except Stop as stop:
        return _print_error(stop.message, stop.code)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _unexpected(error, f"{error.filename or 'the output'}: {error.strerror or error}")
    except Exception as error:
        words = " ".join(str(error).split())[:300]
        return _unexpected(error, f"internal error: {type(error).__name__}: {words}")


def _print_error(message: str, code: int) -> int:
    if message:
        with suppress(OSError):  # there may be no space for it either
            say(f"cardwright: {message}", err=True)
    return code


def _unexpected(error: Exception, message: str) -> int:
    if os.environ.get("CARDWRIGHT_DEBUG") == "1":
        import traceback  # imported late: most runs have no such error

        traceback.print_exception(error)
    return _print_error(message, BROKEN)


if __name__ == "__main__":
    main()
