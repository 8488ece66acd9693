"""The hostile cases of `table.yaml`: every text in every place of a pack, and so on.

A case is identified by its names. Texts have a size: how often `each` is repeated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.broken.broken_packs import Case, write

HERE, SAID = "HERE", "SAID"
FORMS = ("in quotes", "as it is")


@cache
def table() -> dict[str, Any]:
    return dict(YAML(typ="safe").load(Path(__file__).with_name("table.yaml").read_text("utf-8")))


def places() -> Mapping[str, Mapping[str, str]]:
    """The files that have a place for a text, by the name of the place."""
    return {**table()["places"], **table()["scenarios"]}


def text(name: str, size: int) -> str:
    parts = table()["texts"][name]
    return f"{parts.get('before', '')}{parts['each'] * size}{parts.get('after', '')}"


def write_text_case(place: str, words: str, form: str, folder: Path) -> Path:
    """Writes the base pack with a text in a place; returns its folder."""
    (base,) = write(Case(place, ""), folder)
    quoted = form == FORMS[0]
    for name, file in places()[place].items():
        said = f'say "{words}"'
        filled = file.replace(SAID, json.dumps(said, ensure_ascii=False) if quoted else said)
        filled = filled.replace(HERE, json.dumps(words, ensure_ascii=False) if quoted else words)
        (base / name).parent.mkdir(exist_ok=True)
        (base / name).write_bytes(filled.encode("utf-8", "surrogatepass"))
    return base


def values(size: int) -> dict[str, str]:
    """The values to put into places of JSON, by name."""
    return {name: one if isinstance(one, str) else _nested(one, size)
            for name, one in table()["values"].items()}  # fmt: skip


def _nested(parts: Mapping[str, str], size: int) -> str:
    inside = parts.get("inside", "")
    after = parts.get("then", "") * size + parts.get("after", "")
    return f"{parts.get('before', '')}{parts['each'] * size}{inside}{after}"


def kept_cases(kind: str, good: object, size: int) -> Iterator[tuple[str, str]]:
    """Each stored JSON file with each value in each place; the first case is the unchanged file."""
    for place in ["", *table()["kept"][kind]]:
        for name, value in values(size).items():
            yield (
                f"{name} for {place or 'all'}",
                put(good, place.split(".") if place else [], value),
            )


def put(good: object, place: list[str], value: str) -> str:
    """The JSON text of a value with another value in a place; a missing key is added."""
    if not place:
        return value
    first, *rest = place
    if isinstance(good, list):
        parts = [put(one, rest, value) if str(at) == first else json.dumps(one)
                 for at, one in enumerate(good)]  # fmt: skip
        return f"[{', '.join(parts)}]"
    assert isinstance(good, dict)
    pairs = (f"{json.dumps(key)}: {put(one, rest, value) if key == first else json.dumps(one)}"
             for key, one in {first: None, **good}.items())  # fmt: skip
    return f"{{{', '.join(pairs)}}}"


def game_cases() -> dict[str, str]:
    """The content of `more.yaml` for endless games."""
    found = {}
    for loop, around in table()["loops"].items():
        for step, effect in table()["steps"].items():
            body = around.replace("STEP", effect)
            lines = "".join(f"    {line}\n" for line in body.split("\n"))
            rules = f"rules:\n  hostile: |\n{lines}  other: add 1 to round\n"
            found[f"{step}, {loop}"] = f"provenance: x\n{rules}"
    return found
