"""The published JSON Schemas as files; `python -m dev.schemas` writes those of the repository.

Their content comes from `cardwright.pack.forms` and `schema.scenario_schema`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from cardwright.pack.forms import form_schemas
from cardwright.pack.validation.value_types import Json, Schema
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.schema.scenario_schema import scenario_schema


def schema_texts(schemas: Mapping[str, Schema] | None = None) -> dict[str, str]:
    """The text of each schema file by name; of the published ones by default."""
    if schemas is None:
        schemas = {**form_schemas.published_schemas(), "scenarios": scenario_schema()}
    return {f"{name}.schema.json": _text(schema) for name, schema in schemas.items()}


def _text(schema: Schema) -> str:
    return json.dumps(_without_formats(schema), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _without_formats(schema: Json) -> Json:
    """The schema without the formats, which only we know; a property may be called `format`."""
    if isinstance(schema, list):
        return [_without_formats(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {k: v for k, v in schema.items() if k != "format" or not isinstance(v, str)}
    return {key: _without_formats(value) for key, value in kept.items()}


def write_schemas(folder: Path, schemas: Mapping[str, Schema] | None = None) -> list[Path]:
    """Writes the schemas into a folder, which is created if necessary."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in schema_texts(schemas).items():
        write_atomically(folder / name, text.encode())
        written.append(folder / name)
    return written
