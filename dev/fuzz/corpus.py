"""Writes the corpus of a target: inputs that together cover its code, in one file of texts.

`python -m dev.fuzz.corpus TARGET [FOLDER]` rebuilds the file from its current inputs, the seeds,
and the files of a folder, such as the results of a guided run. It keeps the smallest inputs that
together run the same pairs of consecutive lines. Former faults are in `finds.json`, which is edited
by hand.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType

from dev.fuzz.inputs import OURS
from dev.fuzz.stored import corpus, store

LARGEST = 4_000  # the largest input to keep, in bytes
ALL = ("syntax", "options", "values", "names", "answers", "outputs", "journal", "deck")
"""Targets that keep all seeds: the code that they run is small, or not ours."""


def minimized(target: str, inputs: Iterable[bytes], folder: Path) -> Iterator[bytes]:
    """The inputs that reach something that no smaller one does."""
    from dev.fuzz.targets import INPUTS

    reached: set[object] = set()
    read = INPUTS[target](folder)
    for data in sorted({one for one in inputs if len(one) <= LARGEST}, key=lambda d: (len(d), d)):
        found = _arcs(lambda data=data: [*read(data)])
        if not found <= reached:
            reached |= found
            yield data


def _arcs(work: object) -> set[object]:
    """The pairs of consecutive lines of our code that this work runs."""
    found: set[object] = set()

    def enter(frame: FrameType, event: str, argument: object) -> object:
        name = frame.f_code.co_filename
        if not any(part in name for part in OURS):
            return None
        before = 0

        def step(frame: FrameType, event: str, argument: object) -> object:
            nonlocal before
            if event == "line":
                found.add((name, before, frame.f_lineno))
                before = frame.f_lineno
            return step

        return step

    sys.settrace(enter)  # type: ignore[arg-type]
    try:
        work()  # type: ignore[operator]
    finally:
        sys.settrace(None)
    return found


def main(target: str, *folders: str) -> None:
    from dev.fuzz.seeds import SEEDS

    more = (file.read_bytes() for one in folders for file in Path(one).iterdir())
    with tempfile.TemporaryDirectory() as folder:
        inputs = {*corpus(target), *SEEDS[target](), *more}
        kept = sorted(inputs) if target in ALL else [*minimized(target, inputs, Path(folder))]
    store(target, kept)
    print(f"{target}: {len(kept)} of {len(inputs)}, {sum(map(len, kept)):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
