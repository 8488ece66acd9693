"""Plays many games at once in the studio, as people would: `python -m dev.studio_load`.

A studio is started with the requested number of games and seats, each seat with its own socket.
With `--ahead`, games have begun some time ago, so that some end soon and others late. In each,
somebody answers every few seconds, and another game begins when it ends. Prints how long it took
from an answer until its player was informed, the memory of the server, and whether an acknowledged
answer was lost after the server was killed and restarted. The exit code is 1 for a lost answer, and
if the memory at the end exceeds that of the first half by more than `--may-grow`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

import cardwright
from cardwright_tools.saved_games import Answer
from cardwright_tools.studio import journal
from cardwright_tools.studio.changes import apply_change

START = 60.0  # seconds allowed for starting a studio
COMMAND = "import sys; from cardwright_tools.cli import main; sys.exit(main())"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@dataclass
class Server:
    pack: Path
    state: Path
    port: int
    process: subprocess.Popen[str] = field(init=False)
    key: str = field(init=False)

    def start(self) -> None:
        command = [sys.executable, "-c", COMMAND, "studio", str(self.pack), "--port"]
        env = {**os.environ, "XDG_STATE_HOME": str(self.state)}
        self.process = subprocess.Popen(
            [*command, str(self.port)], stdout=subprocess.PIPE, text=True, env=env
        )
        assert self.process.stdout is not None
        links = (re.search(r"#(\S+)", line) for line in self.process.stdout)
        self.key = next(link[1] for link in links if link)

    def memory(self) -> int:
        """Megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) // 1024 if found else 0

    def busy(self) -> float:
        """Seconds of processor time."""
        numbers = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2]
        return sum(map(int, numbers.split()[11:13])) / os.sysconf("SC_CLK_TCK")

    async def connect(self, key: str) -> ClientConnection:
        at = f"127.0.0.1:{self.port}"
        began = time.monotonic()
        while True:
            try:
                address, page = f"ws://{at}/socket?key={key}", Origin(f"http://{at}")
                return await connect(
                    address, origin=page, max_size=None, ping_interval=None, open_timeout=None
                )
            except OSError:
                if time.monotonic() - began > START:
                    raise
                await asyncio.sleep(0.2)


@dataclass
class Page:
    """A socket, and the last position that it received."""

    at: ClientConnection
    position: dict[str, Any] = field(default_factory=dict)

    async def ask(self, **message: Any) -> None:
        await self.at.send(json.dumps(message))

    async def next_message(self, event: str) -> dict[str, Any]:
        """The next message of this type; for a change of the position, the new position."""
        while True:
            message: dict[str, Any] = json.loads(await self.at.recv())
            if message["event"] == "moved":
                message = apply_change(self.position, message["change"])
            if message["event"] == "position":
                self.position = message
            if message["event"] == event:
                return message
            assert message["event"] != "refused", message["why"]

    async def position_after(self, answered: int) -> dict[str, Any]:
        """The position after this many answers."""
        while (shown := await self.next_message("position"))["answered"] != answered:
            pass
        return shown


@dataclass
class Game:
    """A game on the server, with the pages of its seats."""

    id: str
    seats: dict[str, Page]
    chance: random.Random
    answered: int
    took: list[float] = field(default_factory=list)

    @property
    def turn(self) -> str | None:
        turn: str | None = next(iter(self.seats.values())).position["turn"]
        return turn

    async def answer(self) -> None:
        """Answers for whoever is asked; all pages read the result."""
        assert self.turn is not None
        began, seat = time.monotonic(), self.seats[self.turn]
        option = self.chance.choice(seat.position["options"])["id"]
        await seat.ask(do="answer", option=option)
        self.answered += 1
        await seat.position_after(self.answered)
        self.took.append(time.monotonic() - began)
        for other in self.seats.values():
            if other is not seat:
                await other.position_after(self.answered)


def play_ahead(pack: Path, options: argparse.Namespace) -> None:
    """Stores games that have already begun where a studio looks for them."""
    journals, rules = journal.Journals(journal.folder_of(pack)), cardwright.load(pack)
    for seed in range(options.games):
        chance, game = random.Random(seed), rules.new_game(options.players, seed)
        keys = {f"{seed}-{player}": player for player in game.players}
        path = journals.begin(journal.Setup(options.players, seed), keys)
        for number in range(chance.randrange(options.ahead + 1)):
            if (turn := game.turn) is None:
                break
            option = chance.choice(list(game.options))
            journal.write(path, number, Answer(turn, option.id, option.title))
            game = cardwright.Game(rules, game.position)  # without its history
            game.apply(option)


async def open_pages(server: Server, id: str | None, chance: random.Random, **new: Any) -> Game:
    """A game or, with `new`, another one that replaces it, with a page for each seat."""
    author = Page(await server.connect(server.key))
    if id is not None:
        await author.ask(do="show game", game=id)
        while (shown := await author.next_message("position"))["game"] != id:
            pass
    if new:
        await author.ask(do="new game", **new)
        while (shown := await author.next_message("position"))["game"] == id:
            pass
    await author.at.close()
    seats = {one: Page(await server.connect(key)) for one, key in shown["seats"].items()}
    for page in seats.values():
        await page.next_message("position")
    return Game(shown["game"], seats, chance, shown["answered"])


async def begin(server: Server, options: argparse.Namespace) -> list[Game]:
    author = Page(await server.connect(server.key))
    listed = [one["id"] for one in (await author.next_message("games"))["found"]]
    await author.at.close()
    return [await open_pages(server, id, random.Random(id)) for id in listed]


async def play(server: Server, game: Game, options: argparse.Namespace, until: float) -> Game:
    """Answers for whoever is asked, every few seconds; starts another game when this one ends."""
    await asyncio.sleep(game.chance.random() * options.pace)
    while (began := time.monotonic()) < until:
        if game.turn is None:
            new = {"players": options.players, "seed": game.chance.randrange(1 << 30)}
            took = game.took
            game = await open_pages(server, game.id, game.chance, beside=False, **new)
            game.took = took
        else:
            await game.answer()
        await asyncio.sleep(max(0.0, options.pace - (time.monotonic() - began)))
    return game


async def load(server: Server, options: argparse.Namespace) -> tuple[Sequence[Game], bool]:
    """The games at the end, and whether the server's memory was stable."""
    games = await begin(server, options)
    print(f"{len(games)} games, {sum(len(one.seats) for one in games)} seats: "
          f"{server.memory()} MB", flush=True)  # fmt: skip
    busy, until, memory = server.busy(), time.monotonic() + options.seconds, list[int]()

    async def watch() -> None:
        while time.monotonic() < until:
            memory.append(server.memory())
            print(f"{len(memory) * options.every:.0f} s: {memory[-1]} MB", flush=True)
            await asyncio.sleep(options.every)

    watching = asyncio.create_task(watch())
    games = await asyncio.gather(*(play(server, game, options, until) for game in games))
    await watching
    took = sorted(1000 * one for game in games for one in game.took)
    most = took[int(0.95 * len(took))]
    print(f"{len(took)} answers: median {statistics.median(took):.1f} ms, "
          f"95th percentile {most:.1f} ms, longest {took[-1]:.0f} ms")  # fmt: skip
    spent = server.busy() - busy
    print(
        f"processor time of the server: {spent:.0f} s, {1000 * spent / len(took):.1f} ms an answer"
    )
    grown = max(memory[-3:]) / max(memory[: len(memory) // 2 + 1]) - 1
    print(f"memory at the end, beside the first half: {grown:+.1%}")
    return games, grown <= options.may_grow


async def check_kept(server: Server, games: Sequence[Game]) -> int:
    """How many acknowledged answers are lost after the server was killed."""
    author, found = Page(await server.connect(server.key)), 0
    listed = (await author.next_message("games"))["found"]
    for one in listed:
        await author.ask(do="show game", game=one["id"])
        while (shown := await author.next_message("position"))["game"] != one["id"]:
            pass
        found += shown["answered"]
    lost = sum(game.answered for game in games) - found
    print(f"killed and started again: {len(listed)} games, {lost} answers lost")
    return lost


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m dev.studio_load")
    reader.add_argument("pack", nargs="?", type=Path, default=Path("content/expanse"))
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--pace", type=float, default=10.0, help="seconds from answer to answer")
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument(
        "--every", type=float, default=60.0, help="seconds from look to look at memory"
    )
    reader.add_argument(
        "--ahead", type=int, default=0, help="answers that games have at most before"
    )
    reader.add_argument(
        "--may-grow", type=float, default=math.inf, help="memory, such as 0.1 for 10 %%"
    )
    options = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(shutil.copytree(options.pack, Path(folder) / options.pack.name))
        state = os.environ["XDG_STATE_HOME"] = str(Path(folder) / "state")
        play_ahead(pack, options)
        server = Server(pack, Path(state), free_port())
        server.start()
        try:
            games, flat = asyncio.run(load(server, options))
            server.process.kill()
            server.process.wait()
            server.start()
            return 1 if asyncio.run(check_kept(server, games)) or not flat else 0
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    sys.exit(main())
