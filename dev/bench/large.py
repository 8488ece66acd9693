"""`cardwright check` of a large pack beside `check-jsonschema` of the same files.

Each is a whole process, start-up included. The schema is the plain one, which knows shapes
and no pack's words; it is for the files of cards, not for the manifest.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from cardwright_tools.output import FAILED, Stop
from cardwright_tools.schema.published import schema_texts
from dev.bench.many import LargePack
from dev.bench.measure import run_python, timed_by_the_wall

COLD_ROUNDS, ROUNDS = 3, 5


@dataclass(frozen=True, slots=True)
class LargeTimes:
    """Seconds: by the schema; and by `check` with nothing kept, again, and with an edit."""

    schema: float
    cold: float
    again: float
    edited: float


def measure_large(many: LargePack) -> LargeTimes:
    """Writes the pack into a folder of its own. Raises Stop when it does not check."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(many, Path(folder))
        return LargeTimes(bench.schema(), bench.cold(), bench.again(), bench.edited())


class Bench:
    """A pack in `folder`, and what `check` keeps of it."""

    def __init__(self, many: LargePack, folder: Path) -> None:
        self.many, self.folder, self.pack = many, folder, folder / "many"
        self.files = many.write(self.pack)
        self._caches = self._editions = 0

    def schema(self) -> float:
        file = self.folder / "content.schema.json"
        file.write_text(schema_texts()[file.name], "utf-8")
        return timed_by_the_wall(lambda: by_schema(file, self.files), COLD_ROUNDS)

    def cold(self) -> float:
        """Nothing is kept: each round has an empty folder for it."""
        return timed_by_the_wall(self._fresh, COLD_ROUNDS)

    def again(self) -> float:
        self.check()
        return timed_by_the_wall(self.check, ROUNDS)

    def edited(self) -> float:
        """One card has another effect in each round; the edit itself is not counted."""
        self.check()
        return median(self._edited() for _ in range(ROUNDS))

    def check(self) -> int:
        """Raises Stop if anything is reported, even a note."""
        kept = str(self.folder / f"kept-{self._caches}")
        words = ("cardwright_tools.cli", "check", str(self.pack), "--fail-level", "note")
        return run_python("-m", *words, kept=kept)

    def _edited(self) -> float:
        self._editions += 1
        self.many.edit(self.pack, self._editions)
        return timed_by_the_wall(self.check, 1)

    def _fresh(self) -> int:
        self._caches += 1
        return self.check()


def by_schema(schema: Path, files: Sequence[Path]) -> int:
    """Raises Stop when a file does not fit, or when there is no check-jsonschema."""
    if find_spec("check_jsonschema") is None:
        raise Stop("check-jsonschema is not installed (`make setup` brings it)", FAILED)
    return run_python("-m", "check_jsonschema", "--schemafile", str(schema), *map(str, files))
