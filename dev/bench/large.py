"""Times `cardwright check` of a large pack and `check-jsonschema` of the same files.

Each is a whole process, including its start. The schema is the general one, which checks shapes but
not the words of a pack; it applies to the files of cards, not to the manifest.
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
    """Seconds: by schema; and by `check` with an empty cache, again, and after an edit."""

    schema: float
    cold: float
    again: float
    edited: float


def measure_large(many: LargePack) -> LargeTimes:
    """Writes the pack into a temporary folder. Raises Stop if the check finds anything."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(many, Path(folder))
        return LargeTimes(bench.schema(), bench.cold(), bench.again(), bench.edited())


class Bench:
    """A pack in `folder`, and its cache."""

    def __init__(self, many: LargePack, folder: Path) -> None:
        self.many, self.folder, self.pack = many, folder, folder / "many"
        self.files = many.write(self.pack)
        self._caches = self._editions = 0

    def schema(self) -> float:
        file = self.folder / "content.schema.json"
        file.write_text(schema_texts()[file.name], "utf-8")
        return timed_by_the_wall(lambda: by_schema(file, self.files), COLD_ROUNDS)

    def cold(self) -> float:
        """Checks with an empty cache, in a new folder for each round."""
        return timed_by_the_wall(self._fresh, COLD_ROUNDS)

    def again(self) -> float:
        self.check()
        return timed_by_the_wall(self.check, ROUNDS)

    def edited(self) -> float:
        """Checks after one card got another effect, in each round; the edit itself is not timed."""
        self.check()
        return median(self._edited() for _ in range(ROUNDS))

    def check(self) -> int:
        """Runs the check. Raises Stop if anything is reported, even a note."""
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
    """Raises Stop if a file does not match, or if check-jsonschema is not installed."""
    if find_spec("check_jsonschema") is None:
        raise Stop("check-jsonschema is not installed (`make setup` brings it)", FAILED)
    return run_python("-m", "check_jsonschema", "--schemafile", str(schema), *map(str, files))
