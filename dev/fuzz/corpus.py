"""Inputs that together reach what the code for them does: one file of texts for each target.

`python -m dev.fuzz.corpus TARGET [FOLDER]` makes a target's file anew from what is in it, its
seeds, and the files of a folder, such as a guided run leaves. It keeps the smallest inputs that
together run the same lines after the same lines. What was once a fault is in `finds.json`, by hand.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType

from dev.fuzz.inputs import OURS
from dev.fuzz.stored import corpus, store

LARGEST = 4_000  # bytes of an input that is kept
ALL = ("syntax", "options", "values", "names", "answers", "outputs", "journal", "deck")
"""Targets whose seeds are all kept: what they go through is little, or not ours."""


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
    """Which lines of ours ran after which."""
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
