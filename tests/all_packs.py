"""The packs that tests play: each is loaded once in a process, however many tests ask for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from cardwright import Rules
from cardwright.api import every_module, load

ROOT = Path(__file__).parents[1]
PACKS = sorted(
    path.parent for top in ("content", "tests/packs") for path in ROOT.glob(f"{top}/*/pack.yaml")
)


@cache
def rules_of(pack: Path) -> Rules:
    """The rules of a pack with all its compatible modules."""
    return load(pack, modules=every_module(pack))


def sample(packs: Iterable[Path], step: int, first: int = 0) -> list[object]:
    """Parameters of a test: one in `step` packs for each change, and the others for a soak run."""
    return [
        pytest.param(pack, id=pack.name, marks=() if at % step == first else pytest.mark.soak)
        for at, pack in enumerate(packs)
    ]
