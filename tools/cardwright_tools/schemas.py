"""The published JSON Schemas, written from the table of keys: `python -m cardwright_tools.schemas`.

Owns their files; what they say is `cardwright.pack.forms` and `schema.scenarios`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from cardwright.pack import forms
from cardwright.pack.forms import Schema
from cardwright_tools.schema.scenarios import scenario_schema


def texts(schemas: Mapping[str, Schema] | None = None) -> dict[str, str]:
    """The text of each schema file, by its name; of the published ones unless others are given."""
    if schemas is None:
        schemas = {**forms.published_schemas(), "scenarios": scenario_schema()}
    return {f"{name}.schema.json": _text(schema) for name, schema in schemas.items()}


def _text(schema: object) -> str:
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def write(folder: Path, schemas: Mapping[str, Schema] | None = None) -> list[Path]:
    """Writes the schemas into a folder, which is made when it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in texts(schemas).items():
        (folder / name).write_text(text, "utf-8")
        written.append(folder / name)
    return written


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "schemas"))
