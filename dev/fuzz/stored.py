"""The stored inputs of each target, in `tests/fuzz`, including those that once caused a fault."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "tests" / "fuzz"


@cache
def corpus(target: str) -> tuple[bytes, ...]:
    """The inputs of a target, those that once caused a fault first."""
    file = FOLDER / f"{target}.json"
    texts: list[str] = json.loads(file.read_text("utf-8")) if file.exists() else []
    finds: dict[str, list[str]] = json.loads((FOLDER / "finds.json").read_text("utf-8"))
    both = [*finds.get(target, ()), *texts]
    return tuple(text.encode("utf-8", "surrogateescape") for text in both)


def store(target: str, inputs: Iterable[bytes]) -> None:
    texts = [data.decode("utf-8", "surrogateescape") for data in inputs]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{target}.json").write_text(json.dumps(texts, indent=0) + "\n", "utf-8")
