"""The command `cardwright`: its commands, their options, and how it ends.

Exit codes: 0 clean, 1 findings or failed, 2 usage, 3 unreadable input or internal error.
Commands import what they need when they run, so that `--help` is quick.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from cardwright_tools.output import BROKEN, CLEAN, FAILED, USAGE, Stop, forgiving
from cardwright_tools.packs import words

PACK = click.Path(path_type=Path)
modules_option = click.option(
    "--modules", metavar="A,B", help="Modules of the packs to switch on, parted by commas."
)
players_option = click.option(
    "--players", type=click.IntRange(1), metavar="N", help="How many players (the most allowed)."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="cardwright", message="cardwright %(version)s")
def cardwright() -> None:
    """Runs the rules of tabletop games from data."""


@cardwright.command()
@click.argument("packs", nargs=-1, required=True, metavar="PACK...", type=PACK)
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human")
@modules_option
def check(packs: tuple[Path, ...], form: str, modules: str | None) -> int:
    """Find the mistakes in packs, all in one run.

    With --format json: a list (empty when clean) of {code, severity, file, line, column,
    end_line, end_column, message, help}.
    """
    from cardwright_tools.check import run

    return run(packs, words(modules), in_json=form == "json")


@cardwright.command()
@click.argument("pack", type=PACK)
@players_option
@click.option("--games", type=click.IntRange(0), default=100, show_default=True, metavar="K")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="J")
@click.option("--json", "json_file", metavar="FILE", help="Write the result; `-` is stdout.")
@click.option("--log", is_flag=True, help="Print the log of each game.")
@modules_option
def sim(
    pack: Path,
    players: int | None,
    games: int,
    seed: int,
    jobs: int,
    json_file: str | None,
    log: bool,
    modules: str | None,
) -> int:
    """Play games at random and print a table of the results.

    Ctrl-C ends it with the games that were finished: the result is that of so many games.
    """
    from cardwright_tools.playout import Order
    from cardwright_tools.sim import run

    order = Order((pack.as_posix(),), words(modules), players or 0, seed)
    return run(order, games, jobs, json_file, log)


@cardwright.command()
@click.argument("pack", type=PACK)
@players_option
@click.option("--seat", required=True, metavar="ID", help="The player you are.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@modules_option
def play(pack: Path, players: int | None, seat: str, seed: int, modules: str | None) -> int:
    """Play at the terminal against players who choose at random."""
    from cardwright_tools.play import run

    return run(pack, players, seat, seed, words(modules))


@cardwright.command()
@click.argument("packs", nargs=-1, required=True, metavar="PACK...", type=PACK)
@click.option("-k", "only", default="", metavar="WORDS", help="Only scenarios with these words.")
def test(packs: tuple[Path, ...], only: str) -> int:
    """Run the scenarios of packs."""
    from cardwright_tools.scenario import main as run

    return run(list(packs), only)


@cardwright.command()
@click.argument("pack", type=PACK)
@click.argument("name", metavar="ID")
@modules_option
def show(pack: Path, name: str, modules: str | None) -> int:
    """Show one definition: text, rules, generated English, provenance, and where it is.

    ID is an id or a name, or KIND/ID when several have it.
    """
    from cardwright_tools.show import run

    return run(pack, name, words(modules))


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs `cardwright` and exits."""
    guarded(cardwright, arguments, "cardwright")


def guarded(command: click.Command, arguments: list[str] | None, name: str) -> NoReturn:
    """Runs a command and exits; no traceback reaches a user without CARDWRIGHT_DEBUG=1."""
    forgiving(sys.stdout, sys.stderr)
    try:
        code = invoke(arguments, command, name)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has gone; without this Python complains again when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FAILED
    sys.exit(code)


def invoke(
    arguments: list[str] | None = None,
    command: click.Command = cardwright,
    name: str = "cardwright",
) -> int:
    """The exit code of a run; errors are told on standard error."""
    try:
        code = command.main(arguments, prog_name=name, standalone_mode=False)
        return code if isinstance(code, int) else CLEAN
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        error.show()
        return USAGE
    except click.ClickException as error:
        error.show()
        return BROKEN
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", FAILED)
    except Stop as stop:
        return _say(stop.message, stop.code)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _unexpected(error, f"{error.filename or 'a file'}: {error.strerror or error}")
    except Exception as error:
        words = " ".join(str(error).split())[:300]
        return _unexpected(error, f"internal error: {type(error).__name__}: {words}")


def _say(message: str, code: int) -> int:
    if message:
        click.echo(f"cardwright: {message}", err=True)
    return code


def _unexpected(error: Exception, message: str) -> int:
    if os.environ.get("CARDWRIGHT_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    return _say(message, BROKEN)


if __name__ == "__main__":
    main()
