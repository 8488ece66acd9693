"""What a record holds: for each of its parts the jobs, each of which gives the texts of files.

Asks the command only, and of packs reads nothing but the players and modules of the manifest.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from dev import broken
from dev.command import Said, cardwright

Job = Callable[[], Iterable[tuple[str, str]]]
"""Gives the names and texts of files."""

QUESTIONS = Path(__file__).with_name("questions.yaml")
PLAYED = "content/*", "tests/packs/*"
CHECKED = *PLAYED, "tests/broken/base", "tests/lints/unseen/*", "tools/cardwright_tools/new/game"
MANY_COMBINATIONS = 8  # of a pack with so many, fewer games of each
TIMES = "seconds", "decisions_per_second"
KIND = re.compile(r"^ +\d+  (\S+)$", re.M)


@dataclass(frozen=True, slots=True)
class Pack:
    """What a record has to know of a pack."""

    folder: str
    players: range
    modules: tuple[str, ...]

    @property
    def name(self) -> str:
        return Path(self.folder).name

    def combinations(self) -> list[tuple[str, ...]]:
        """All combinations of its modules, from none to all."""
        sizes = range(len(self.modules) + 1)
        return [on for size in sizes for on in itertools.combinations(self.modules, size)]

    def some_combinations(self) -> list[tuple[str, ...]]:
        """None of its modules, each alone, and all of them."""
        return list(dict.fromkeys([(), *((name,) for name in self.modules), self.modules]))


def packs(*patterns: str) -> list[Pack]:
    """The packs that these patterns match, those with the most modules first."""
    manifests = [path for pattern in patterns for path in Path().glob(f"{pattern}/pack.yaml")]
    found = [_pack(manifest) for manifest in sorted(manifests)]
    return sorted(found, key=lambda pack: -len(pack.modules))


def _pack(manifest: Path) -> Pack:
    keys = _read(manifest)
    least, most = keys["players"]
    modules = tuple(sorted(_modules(manifest)))
    return Pack(manifest.parent.as_posix(), range(least, most + 1), modules)


def _modules(manifest: Path) -> set[str]:
    """Those of the pack, and of the packs beside it that it requires."""
    keys = _read(manifest)
    beside = (manifest.parents[1] / name / "pack.yaml" for name in keys.get("requires") or {})
    return set(keys.get("modules") or {}).union(*map(_modules, beside))


def _read(file: Path) -> dict[str, Any]:
    keys: dict[str, Any] = YAML(typ="safe").load(file.read_text("utf-8"))
    return keys


def _switched(modules: Sequence[str]) -> list[str]:
    return ["--modules", ",".join(modules)] if modules else []


def _transcripts(runs: Iterable[Said]) -> str:
    return "".join(run.transcript() for run in runs)


# -------------------------------------------------------------------------------------- games


def games() -> list[Job]:
    """Seeded games of each pack, for each number of players and all combinations of modules."""
    return [partial(_games, pack, players) for pack in packs(*PLAYED) for players in pack.players]


def _games(pack: Pack, players: int) -> Iterator[tuple[str, str]]:
    """A file of results and digests, and one of logs, whose words may change by themselves."""
    combinations = pack.combinations()
    number = 2 if len(combinations) > MANY_COMBINATIONS else 20
    runs = {on: _played(pack, players, on, number) for on in combinations}
    results = {"+".join(on) or "no modules": result for on, (result, _) in runs.items()}
    yield f"{pack.name}-{players}.json", _json(results)
    digests = [f"{'+'.join(on)} {_digest(log)}" for on, (_, log) in runs.items()]
    whole = [runs[on][1].split("Game 2\n")[0] for on in pack.some_combinations()]
    yield f"{pack.name}-{players}.log", "\n".join([*digests, "", *whole])


def _played(pack: Pack, players: int, on: Sequence[str], number: int) -> tuple[object, str]:
    """The result of games as plain values, and their log; a refusal is a result too."""
    order = ["--players", str(players), "--games", str(number), "--seed", "1", *_switched(on)]
    said = cardwright("sim", pack.folder, *order, "--log", "--json", "-")
    log, brace, rest = said.out.rpartition("\n{\n")
    if not brace:
        return [said.code, said.error], said.out
    result = json.loads(brace + rest)
    return {key: result[key] for key in result if key not in TIMES}, log


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


# ------------------------------------------------------------------------------------ english


def english() -> list[Job]:
    """Every definition in generated English."""
    return [partial(_english, pack) for pack in packs(*PLAYED)]


def _english(pack: Pack) -> Iterator[tuple[str, str]]:
    runs = [run for on in pack.some_combinations() for run in _explained(pack.folder, on)]
    yield f"{pack.name}.txt", _transcripts(runs)


def _explained(folder: str, on: Sequence[str]) -> Iterator[Said]:
    """What there is in a pack, and then all of every kind."""
    listed = cardwright("show", folder, *_switched(on))
    yield listed
    yield cardwright("show", folder, *KIND.findall(listed.out), *_switched(on))


# -------------------------------------------------------------------------------------- check


def check() -> list[Job]:
    """What is said of good packs, and of each pack with a mistake."""
    good: list[Job] = [partial(_good, pack) for pack in packs(*CHECKED)]
    return [*good, *(partial(_bad, name) for name in broken.groups())]


def _good(pack: Pack) -> Iterator[tuple[str, str]]:
    runs = (_checked(pack.folder, *_switched(on)) for on in pack.some_combinations())
    yield f"{pack.name}.txt", _transcripts(runs)


def _checked(*arguments: str, folder: Path | None = None) -> Said:
    return cardwright("check", "--format", "json", *arguments, folder=folder)


def _bad(group: str) -> Iterator[tuple[str, str]]:
    """A group of cases in one file; some of their mistakes come out in play only."""
    told = []
    for case in broken.cases(group):
        with case.written() as (folder, names):
            on = _switched(case.modules)
            told.append(f"# {case.name}\n{_checked(*names, *on, folder=folder).transcript()}")
            if case.in_play:
                order = [names[0], *on, "--games", "5", "--log"]
                errors = cardwright("sim", *order, folder=folder).error
                told.append(f"{errors}\n")
    yield f"broken-{group}.txt", "".join(told)


# -------------------------------------------------------------------------------------- cover


def cover() -> list[Job]:
    """What scenarios and games at random run, and the report of it."""
    return [partial(_cover, pack) for pack in packs(*PLAYED)]


def _cover(pack: Pack) -> Iterator[tuple[str, str]]:
    for how in (("--tests",), ("--sim", "2")):
        said = cardwright("cover", pack.folder, *how, "--json", "-")
        yield f"{pack.name}-{how[0].strip('-')}.json", said.transcript()
    yield f"{pack.name}.txt", cardwright("cover", pack.folder, "--sim", "1", "--all").transcript()


# ---------------------------------------------------------------------------------------- why


def why() -> list[Job]:
    """The trees behind numbers, and why something is not among the answers."""
    return [partial(_why, folder, asked) for folder, asked in _read(QUESTIONS).items()]


def _why(folder: str, asked: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    questions = [*_questions(asked), *map(shlex.split, asked.get("alone", ()))]
    runs = (cardwright("why", folder, *question) for question in questions)
    yield f"{Path(folder).name}.txt", _transcripts(runs)


def _questions(asked: dict[str, list[str]]) -> Iterator[list[str]]:
    """Every value and every answer in each position."""
    for position in map(shlex.split, asked["positions"]):
        yield from ([value, *position] for value in asked.get("values", ()))
        yield from (["--not", answer, *position] for answer in asked.get("answers", ()))


PARTS: dict[str, Callable[[], list[Job]]] = {
    "games": games, "english": english, "check": check, "cover": cover, "why": why,
}  # fmt: skip
