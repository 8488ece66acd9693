"""Options and arguments that several commands take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardwright.source.records import dataclass
from cardwright_tools.output import USAGE, Stop, say

if TYPE_CHECKING:
    from cardwright.runtime.engines import Engine
    from cardwright_tools.sim.distribute import Execution
    from cardwright_tools.sim.games import GameSetup

MOST_GAMES = 10_000_000  # in a run
F = TypeVar("F", bound=Callable[..., Any])


def split_words(text: str) -> tuple[str, ...]:
    """The words of `a,b`."""
    return tuple(word for part in text.split(",") if (word := part.strip()))


class PackPath(click.Path):
    """A path to a pack, or the name of one that comes with Cardwright; a path takes precedence.

    `changed`: the command writes into the pack, so it must be one of the user's own.
    """

    def __init__(self, *, changed: bool = False) -> None:
        super().__init__(path_type=Path)
        self.changed = changed

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        # imported late: `--help` needs no pack
        from cardwright.pack.files.pack_search import find_pack

        path = Path(str(value))
        found = find_pack(path)
        if found != path and self.changed:
            raise Stop(f"`{value}` is shipped with Cardwright and can't be changed; expand it "
                       f"with `cardwright new pack NAME --requires {value}`", USAGE)  # fmt: skip
        return found


def words(name: str, *, metavar: str, help: str) -> Callable[[F], F]:
    """An option whose value is words, separated by commas; none if it isn't given."""
    return click.option(name, type=WORDS, default="", metavar=metavar, help=help)


class WholeNumber(click.IntRange):
    """A range of numbers, shown under a name that people know."""

    name = "whole number"


PATH = click.Path(path_type=Path)
WORDS = click.types.FuncParamType(split_words)
PACK, OWN_PACK = PackPath(), PackPath(changed=True)
pack = click.argument("pack", type=PACK)
own_pack = click.argument("pack", type=OWN_PACK)
packs = click.argument("packs", nargs=-1, required=True, metavar="PACK...", type=PACK)
seed = click.option("--seed", type=int, default=1, show_default=True, metavar="S")
jobs = click.option("--jobs", type=WholeNumber(1), default=1, show_default=True, metavar="J")
json = click.option(
    "--json", "json_file", metavar="FILE", help="Write the result as JSON; `-` is stdout."
)
modules = words("--modules", metavar="A,B", help="Modules to turn on, separated by commas.")
players = click.option(
    "--players",
    type=WholeNumber(1),
    metavar="N",
    help="Number of players (default: the most allowed).",
)
decks = click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="PLAYER=DECK",
    help="The deck that a player brings: its id in the pack, or a file; without PLAYER, for all.",
)


def _announced(context: click.Context, _: click.Parameter, engine: Engine) -> Engine:
    """Says when a game is compiled, since that takes a while."""
    if engine != "python":
        from cardwright.backends.native.compile import announced

        say_so = partial(say, "compiling the game (only once) ...", err=True)
        context.with_resource(announced(say_so))
    return engine


engine = click.option(
    "--engine",
    type=click.Choice(["auto", "python", "native"]),
    default="auto",
    show_default=True,
    callback=_announced,
    help="`native` compiles the game to C; `auto` uses C if it was compiled before.",
)


def by(*names: str) -> Callable[[F], F]:
    """The option for the player programs of the players."""
    return click.option(
        *names,
        "by",
        default="random",
        show_default=True,
        metavar="WHO",
        help="Who plays: `random`, `hinted`, `greedy`, `mcts:400` (playouts), `mcts:2s`, "
        "`script:FILE`; or for each, by id or seat, as in `red=mcts,2=greedy,others=random`.",
    )


def fail_under(how: str) -> Callable[[F], F]:
    """The option for the percentage that must be covered, or caught."""
    return click.option(
        "--fail-under", type=click.FloatRange(0, 100), metavar="P",
        help=f"Exit 1 if less than P percent is {how}.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Played:
    """The options for the games of a run."""

    players: int | None
    by: str
    games: int
    seed: int
    jobs: int
    executor: str
    engine: Engine
    modules: tuple[str, ...]

    def setup(self, *packs: Path) -> GameSetup:
        from cardwright_tools.sim.games import GameSetup

        names = tuple(pack.as_posix() for pack in packs)
        return GameSetup(
            names, self.modules, self.players or 0, self.seed, self.by, engine=self.engine
        )

    @property
    def execution(self) -> Execution:
        from cardwright_tools.sim.distribute import Execution

        return Execution(self.jobs, self.executor)


def games(
    games: int, fewest: int, of: str = ""
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Options for the players, the number of games and where to play them; the command receives
    them as `played`."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def collected(**given: Any) -> int:
            played = Played(**{one.name: given.pop(one.name) for one in fields(Played)})
            return command(played=played, **given)

        times = WholeNumber(fewest, MOST_GAMES)
        number = click.option(
            "--games", type=times, default=games, show_default=True, metavar="K", help=of or None
        )
        executor = click.option(
            "--executor",
            default="",
            metavar="WHERE",
            help="Play on a cluster, `dask:ADDRESS`, or on the Executor that MODULE:FUNCTION "
            "returns.",
        )
        found = jobs(executor(modules(engine(collected))))
        return players(by("--players-by")(number(seed(found))))

    return decorate
