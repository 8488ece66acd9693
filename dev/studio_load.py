"""Many games at once in the studio, as people play them: `python -m dev.studio_load`.

A studio is started, and as many games with as many seats as are asked for, each seat at a socket of
its own. In each game, somebody answers every few seconds. Printed: how long an answer took until
its player was told, the memory of the server, and, after it was killed and started again, whether
an answer that was told is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
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

START = 60.0  # seconds that a studio may take to start
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
        link = re.search(r"#(\S+)", self.process.stdout.readline())
        assert link is not None
        self.key = link[1]

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
                return await connect(address, origin=page, max_size=None, ping_interval=None)
            except OSError:
                if time.monotonic() - began > START:
                    raise
                await asyncio.sleep(0.2)


async def told(at: ClientConnection, event: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await at.recv())
        if message["event"] == event:
            return message
        assert message["event"] != "refused", message["why"]


@dataclass
class Game:
    seats: dict[str, ClientConnection]
    shown: dict[str, Any]
    chance: random.Random
    answered: int = 0
    took: list[float] = field(default_factory=list)

    async def play(self, pace: float, until: float) -> None:
        """Answers for whoever is asked, once in `pace` seconds."""
        await asyncio.sleep(self.chance.random() * pace)
        while time.monotonic() < until and self.shown["turn"]:
            began, turn = time.monotonic(), self.shown["turn"]
            await self._answer(turn)
            self.took.append(time.monotonic() - began)
            await self._let_all_read(turn)
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))

    async def _answer(self, turn: str) -> None:
        seat = self.seats[turn]
        option = self.chance.choice(self.shown["options"])["id"]
        await seat.send(json.dumps({"do": "answer", "option": option}))
        while (shown := await told(seat, "position"))["answered"] == self.answered:
            pass
        self.answered, self.shown = shown["answered"], shown

    async def _let_all_read(self, turn: str) -> None:
        for player, seat in self.seats.items():
            while player != turn:
                shown = await told(seat, "position")
                if shown["answered"] == self.answered:
                    self.shown = shown if shown["options"] else self.shown
                    break


async def begin(server: Server, games: int, players: int) -> list[Game]:
    author, found = await server.connect(server.key), list[Game]()
    for number in range(games):
        message = {"do": "new game", "players": players, "seed": number, "beside": True}
        await author.send(json.dumps(message))
        keys = (await told(author, "position"))["seats"]
        seats = {player: await server.connect(key) for player, key in keys.items()}
        first = [await told(seat, "position") for seat in seats.values()]
        asked = next(one for one in first if one["options"])
        found.append(Game(seats, asked, random.Random(number)))
    await author.close()
    return found


async def load(server: Server, options: argparse.Namespace) -> Sequence[Game]:
    games = await begin(server, options.games, options.players)
    print(f"{len(games)} games, {sum(len(one.seats) for one in games)} seats: "
          f"{server.memory()} MB")  # fmt: skip
    busy = server.busy()
    until, memory = time.monotonic() + options.seconds, list[int]()

    async def watch() -> None:
        while time.monotonic() < until:
            memory.append(server.memory())
            await asyncio.sleep(options.seconds / 10)

    await asyncio.gather(watch(), *(game.play(options.pace, until) for game in games))
    took = sorted(1000 * one for game in games for one in game.took)
    most = took[int(0.95 * len(took))]
    print(f"{len(took)} answers: median {statistics.median(took):.1f} ms, "
          f"95th percentile {most:.1f} ms, longest {took[-1]:.0f} ms")  # fmt: skip
    print(f"processor time of the server: {server.busy() - busy:.0f} s")
    print(f"memory: {', '.join(map(str, memory))} MB")
    return games


async def check_kept(server: Server, games: Sequence[Game]) -> int:
    """How many answers that were told are lost after the server was killed."""
    author = await server.connect(server.key)
    listed = (await told(author, "games"))["found"]
    found = []
    for one in listed:
        await author.send(json.dumps({"do": "show game", "game": one["id"]}))
        while (shown := await told(author, "position"))["game"] != one["id"]:
            pass
        found.append(shown["answered"])
    lost = int(sum(game.answered for game in games) - sum(found))
    print(f"killed and started again: {len(found)} games, {lost} answers lost")
    return lost


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m dev.studio_load")
    reader.add_argument("pack", nargs="?", type=Path, default=Path("content/expanse"))
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--pace", type=float, default=10.0, help="seconds from answer to answer")
    reader.add_argument("--seconds", type=float, default=60.0)
    options = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(shutil.copytree(options.pack, Path(folder) / options.pack.name))
        server = Server(pack, Path(folder) / "state", free_port())
        server.start()
        try:
            games = asyncio.run(load(server, options))
            server.process.kill()
            server.process.wait()
            server.start()
            return 1 if asyncio.run(check_kept(server, games)) else 0
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    sys.exit(main())
