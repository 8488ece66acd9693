"""Whole packs with mutated files, passed to the commands.

Compares reports before and after `fmt`, without and from the cache, and games on two backends.
"""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

import cardwright
from cardwright import GameError, SaveError
from cardwright.backends.reference import build as reference
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game
from cardwright_tools.check import store
from cardwright_tools.cli import invoke
from dev.fuzz.mutations import mutated

ROOT = Path(__file__).parents[2]
SEEDS = sorted(path.parent for path in ROOT.glob("tests/packs/*/pack.yaml"))
ANSWERS = 30  # compared in games on two backends
BUGS = ("internal error", "bug in cardwright", "Traceback", "fault of cardwright")


def try_pack(target: str, rng: random.Random, folder: Path) -> list[str]:
    """The faults that an input causes; the mutated pack stays in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    pack = rng.choice(SEEDS)
    for beside in SEEDS:
        if beside == pack or beside.name.startswith(pack.name.partition("-")[0]):
            shutil.copytree(beside, folder / beside.name)
    return [*TARGETS[target](folder / pack.name, rng)]


def _run(*words: str, codes: tuple[int, ...] = (0, 1, 3)) -> tuple[int, str, list[str]]:
    """The exit code and the output of a command, and the faults in these."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = invoke([*words])
    faults = [f"{words[0]} exits with {code}"] if code not in codes else []
    faults += [f"{words[0]}: {line}" for line in said.getvalue().splitlines()
               if any(bug in line for bug in BUGS)]  # fmt: skip
    return code, said.getvalue(), faults


def _mutate_one(files: list[Path], rng: random.Random) -> None:
    file = rng.choice(sorted(files))
    others = [path.read_bytes() for path in sorted(files)]
    file.write_bytes(mutated(file.read_bytes(), others, rng))


# ----------------------------------------------------------------------------------- targets


def _pack(pack: Path, rng: random.Random) -> Iterator[str]:
    _mutate_one([*pack.glob("*.yaml")], rng)
    code, said, faults = _run("check", str(pack))
    yield from faults
    _, again, _ = _run("check", str(pack))
    if again != said:
        yield "the cache has another report"
    if not faults and code != 3:
        yield from _formatted(pack, said)
    yield from _played(pack, rng.getrandbits(16))


def _formatted(pack: Path, said: str) -> Iterator[str]:
    before = _codes(said)
    formatted, _, failed = _run("fmt", str(pack))
    _, after, faults = _run("check", str(pack))
    yield from (*failed, *faults)
    if _codes(after) != before:
        yield f"fmt changes what is reported: {before} and {_codes(after)}"
    if formatted == 0 and _run("fmt", "--check", str(pack))[0] == 1:
        yield "fmt formats otherwise the second time"


def _codes(said: str) -> Counter[str]:
    heads = (line.partition("]")[0] for line in said.splitlines() if "[CW" in line)
    return Counter(head for head in heads if head.startswith(("error[", "warning[")))


def _played(pack: Path, seed: int) -> Iterator[str]:
    rules, _ = cardwright.examine(pack)
    if rules is None or not rules.players:
        return
    players = max(rules.players)
    try:
        compiled = rules.program(players)
    except ValueError:
        return
    interpreted = reference.build(compiled.checked, rules.seats(players), None, players)
    one, other = (_game_of(program, seed) for program in (compiled, interpreted))
    if one != other:
        yield f"the backends don't agree: {one} and {other}"


def _game_of(program: object, seed: int) -> str:
    rng = random.Random(seed)
    try:
        game = Game(program, seed)  # type: ignore[arg-type]
        for _ in range(ANSWERS):
            if game.question is None:
                break
            game.answer(rng.randrange(len(game.question.answers)))
        return digest(game)
    except GameError as error:
        return error.code


def _scenario(pack: Path, rng: random.Random) -> Iterator[str]:
    files = [*pack.glob("scenarios/**/*.yaml")]
    if files:
        _mutate_one(files, rng)
        yield from _run("test", str(pack))[2]
        yield from _run("fmt", str(pack))[2]


@cache
def _rules(name: str) -> cardwright.Rules:
    return cardwright.load(ROOT / "tests/packs" / name)


def _save(pack: Path, rng: random.Random) -> Iterator[str]:
    rules = _rules(pack.name)
    game = rules.new_game(max(rules.players), rng.getrandbits(16))
    for _ in range(rng.randrange(12)):
        if game.turn:
            game.apply(rng.choice(game.options))
    text = json.dumps(game.save()).encode()
    try:
        rules.restore(json.loads(mutated(text, [text], rng)))
    except (SaveError, ValueError, RecursionError) as error:
        if not isinstance(error, SaveError | json.JSONDecodeError | UnicodeDecodeError):
            yield f"a save that can't be read: {error!r}"


def _baseline(pack: Path, rng: random.Random) -> Iterator[str]:
    file = pack / "baseline.json"
    known = [{"code": "CW501", "fingerprint": "f" * 16, "message": "m", "pack": "p", "place": "x"}]
    text = json.dumps({"baseline": 1, "known": known}, indent=2).encode()
    file.write_bytes(mutated(text, [text], rng))
    yield from _run("check", str(pack), "--baseline", str(file))[2]


def _cache(pack: Path, rng: random.Random) -> Iterator[str]:
    """Cache entries that are well formed, but have the wrong content."""
    yield from _run("check", str(pack))[2]
    home = store.folder()
    assert home is not None
    for file in home.glob("*.json"):
        _, _, entry = file.read_text("utf-8").partition("\n")
        other = mutated(entry.encode(), [entry.encode()], rng).decode("utf-8", "replace")
        file.write_bytes(store.marked(file.stem, other.encode()))
    yield from _run("check", str(pack))[2]


TARGETS: dict[str, Callable[[Path, random.Random], Iterator[str]]] = {
    "pack": _pack, "scenario": _scenario, "save": _save, "baseline": _baseline, "cache": _cache,
}  # fmt: skip
