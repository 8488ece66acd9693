"""Coverage-guided fuzzing by atheris: `python -m dev.fuzz.guided TARGET SECONDS [FOLDER]`.

Inputs that reach something new are written into the folder, from which `dev.fuzz.corpus` takes
them. Mutations are alternately libFuzzer's and our own.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]

with atheris.instrument_imports(include=["cardwright", "cardwright_tools"]):
    from dev.fuzz.__main__ import Fuzzer, _print_fault
    from dev.fuzz.corpus import LARGEST
    from dev.fuzz.mutations import mutated
    from dev.fuzz.stored import corpus


def main(target: str, seconds: str, folder: str = "") -> None:
    known, found = corpus(target), Counter[str]()
    kept = Path(folder or tempfile.mkdtemp())
    kept.mkdir(exist_ok=True)
    for number, data in enumerate(known):
        (kept / f"known{number}").write_bytes(data)
    fuzzer, end = Fuzzer(Path(tempfile.mkdtemp())), time.monotonic() + int(seconds) - 1

    def mutator(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        return mutated(data, known or [data], rng)[:most]

    def try_one(data: bytes) -> None:
        for words in fuzzer.read(target, data):
            _print_fault(found, target, 0, words)
        if found and time.monotonic() > end:
            os._exit(1)  # libFuzzer, which ends a moment later, doesn't know about faults

    flags = [f"-max_total_time={seconds}", f"-max_len={LARGEST}", "-print_final_stats=1",
             "-rss_limit_mb=2000", "-verbosity=0", "-timeout=100"]  # fmt: skip
    atheris.Setup([sys.argv[0], *flags, str(kept)], try_one, custom_mutator=mutator)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
