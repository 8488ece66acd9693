"""The contents of a record: for each part the jobs that produce its files.

Uses only the command line, and reads only the players and modules of a pack's manifest.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from dev import broken_packs
from dev.command import CommandResult, cardwright

Job = Callable[[], Iterable[tuple[str, str]]]
"""Yields the names and texts of files."""

QUESTIONS = Path(__file__).with_name("questions.yaml")
PLAYED = "content/*", "tests/packs/*"
CHECKED = *PLAYED, "tests/broken/base", "tests/lints/holdout/*", "tools/cardwright_tools/new/game"
MANY_COMBINATIONS = 8  # packs with more combinations play fewer games of each
TIMES = "seconds", "decisions_per_second"
KIND = re.compile(r"^ +\d+  (\S+)$", re.M)


@dataclass(frozen=True, slots=True)
class Pack:
    """The data about a pack that a record needs."""

    folder: str
    players: range
    modules: tuple[str, ...]
    needs: Mapping[str, tuple[str, ...]]  # by module, the modules that it requires

    @property
    def name(self) -> str:
        return Path(self.folder).name

    def combinations(self) -> list[tuple[str, ...]]:
        """All possible combinations of its modules, from none to all."""
        sizes = range(len(self.modules) + 1)
        every = (on for size in sizes for on in itertools.combinations(self.modules, size))
        return [on for on in every if all(need in on for one in on for need in self.needs[one])]

    def some_combinations(self) -> list[tuple[str, ...]]:
        """No modules, each one with only what it needs, and all of them."""
        found = self.combinations()
        least = (next(on for on in found if name in on) for name in self.modules)
        return list(dict.fromkeys([(), *least, self.modules]))


def packs(*patterns: str) -> list[Pack]:
    """The packs that match these patterns, those with the most modules first."""
    manifests = [path for pattern in patterns for path in Path().glob(f"{pattern}/pack.yaml")]
    found = [_pack(manifest) for manifest in sorted(manifests)]
    return sorted(found, key=lambda pack: -len(pack.modules))


def _pack(manifest: Path) -> Pack:
    keys = _read(manifest)
    least, most = keys["players"]
    needs = _modules(manifest)
    return Pack(manifest.parent.as_posix(), range(least, most + 1), tuple(sorted(needs)), needs)


def _modules(manifest: Path) -> dict[str, tuple[str, ...]]:
    """The modules of the pack and of those beside it that it requires, with their needs."""
    keys, found = _read(manifest), dict[str, tuple[str, ...]]()
    for name in keys.get("requires") or {}:
        found |= _modules(manifest.parents[1] / name / "pack.yaml")
    own = (keys.get("modules") or {}).items()
    return found | {name: tuple(module.get("needs", ())) for name, module in own}


def _read(file: Path) -> dict[str, Any]:
    keys: dict[str, Any] = YAML(typ="safe").load(file.read_text("utf-8"))
    return keys


def _modules_option(modules: Sequence[str]) -> list[str]:
    return ["--modules", ",".join(modules)] if modules else []


def _transcripts(runs: Iterable[CommandResult]) -> str:
    return "".join(run.transcript() for run in runs)


# -------------------------------------------------------------------------------------- games


def games() -> list[Job]:
    """Seeded games of each pack, for each number of players and all combinations of modules."""
    return [partial(_games, pack, players) for pack in packs(*PLAYED) for players in pack.players]


def _games(pack: Pack, players: int) -> Iterator[tuple[str, str]]:
    """A file of results and digests, and one of logs, since log wording may change on its own."""
    combinations = pack.combinations()
    number = 2 if len(combinations) > MANY_COMBINATIONS else 20
    runs = {on: _played(pack, players, on, number) for on in combinations}
    results = {"+".join(on) or "no modules": result for on, (result, _) in runs.items()}
    yield f"{pack.name}-{players}.json", _json(results)
    digests = [f"{'+'.join(on)} {_digest(log)}" for on, (_, log) in runs.items()]
    whole = [runs[on][1].split("Game 2\n")[0] for on in pack.some_combinations()]
    yield f"{pack.name}-{players}.log", "\n".join([*digests, "", *whole])


def _played(pack: Pack, players: int, on: Sequence[str], number: int) -> tuple[object, str]:
    """The result of games as plain values, and their log; an error counts as a result too."""
    arguments = [
        "--players",
        str(players),
        "--games",
        str(number),
        "--seed",
        "1",
        *_modules_option(on),
    ]
    result = cardwright("sim", pack.folder, *arguments, "--log", "--json", "-")
    log, brace, rest = result.out.rpartition("\n{\n")
    if not brace:
        return [result.code, result.error], result.out
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
    runs = [run for on in pack.some_combinations() for run in _shown(pack.folder, on)]
    yield f"{pack.name}.txt", _transcripts(runs)


def _shown(folder: str, on: Sequence[str]) -> Iterator[CommandResult]:
    """The contents of a pack, then every definition of every kind."""
    listed = cardwright("show", folder, *_modules_option(on))
    yield listed
    yield cardwright("show", folder, *KIND.findall(listed.out), *_modules_option(on))


# -------------------------------------------------------------------------------------- check


def check() -> list[Job]:
    """The diagnostics of valid packs, and of each broken pack."""
    good: list[Job] = [partial(_good, pack) for pack in packs(*CHECKED)]
    return [*good, *(partial(_broken, name) for name in broken_packs.groups())]


def _good(pack: Pack) -> Iterator[tuple[str, str]]:
    runs = (_checked(pack.folder, *_modules_option(on)) for on in pack.some_combinations())
    yield f"{pack.name}.txt", _transcripts(runs)


def _checked(*arguments: str, folder: Path | None = None) -> CommandResult:
    return cardwright("check", "--format", "json", *arguments, folder=folder)


def _broken(group: str) -> Iterator[tuple[str, str]]:
    """A group of cases in one file; some of their errors occur only at run time."""
    texts = []
    for case in broken_packs.cases(group):
        with case.written() as (folder, names):
            on = _modules_option(case.modules)
            texts.append(f"# {case.name}\n{_checked(*names, *on, folder=folder).transcript()}")
            if case.in_play:
                arguments = [names[0], *on, "--games", "5", "--log"]
                errors = cardwright("sim", *arguments, folder=folder).error
                texts.append(f"{errors}\n")
    yield f"broken-{group}.txt", "".join(texts)


# -------------------------------------------------------------------------------------- cover


def cover() -> list[Job]:
    """The coverage of scenarios and of random games."""
    return [partial(_cover, pack) for pack in packs(*PLAYED)]


def _cover(pack: Pack) -> Iterator[tuple[str, str]]:
    for how in (("--tests",), ("--sim", "2")):
        result = cardwright("cover", pack.folder, *how, "--json", "-")
        yield f"{pack.name}-{how[0].strip('-')}.json", result.transcript()
    yield f"{pack.name}.txt", cardwright("cover", pack.folder, "--sim", "1", "--all").transcript()


# ---------------------------------------------------------------------------------------- why


def why() -> list[Job]:
    """The explanations of values, and of why an answer is not offered."""
    return [partial(_why, folder, asked) for folder, asked in _read(QUESTIONS).items()]


def _why(folder: str, asked: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    questions = [*_questions(asked), *map(shlex.split, asked.get("alone", ()))]
    runs = (cardwright("why", folder, *question) for question in questions)
    yield f"{Path(folder).name}.txt", _transcripts(runs)


def _questions(asked: dict[str, list[str]]) -> Iterator[list[str]]:
    """Every value and every answer, asked in each position."""
    for position in map(shlex.split, asked["positions"]):
        yield from ([value, *position] for value in asked.get("values", ()))
        yield from (["--not", answer, *position] for answer in asked.get("answers", ()))


PARTS: dict[str, Callable[[], list[Job]]] = {
    "games": games, "english": english, "check": check, "cover": cover, "why": why,
}  # fmt: skip
