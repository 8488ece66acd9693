"""The schemas in schemas/ match the table of keys, and our packs are valid against them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardwright.source import yaml_reader
from cardwright.source.diagnostics import Report
from cardwright_tools.schema import published as schemas

ROOT = Path(__file__).parents[1]
FILES = sorted(p for p in (ROOT / "content").rglob("*.yaml") if "scenarios" not in p.parts)


@pytest.mark.parametrize("name", sorted(schemas.schema_texts()))
def test_published_schemas_are_current(name: str) -> None:
    published = (ROOT / "schemas" / name).read_text("utf-8")
    assert published == schemas.schema_texts()[name], "run `python -m dev.schemas`"


@pytest.mark.parametrize("file", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_our_packs_fit_the_schemas(file: Path) -> None:
    kind = "pack" if file.name == "pack.yaml" else "content"
    schema = json.loads(schemas.schema_texts()[f"{kind}.schema.json"])
    document = yaml_reader.load(file, file.name, Report())
    assert document is not None
    errors = list(Draft202012Validator(schema).iter_errors(document.value))
    assert not errors, errors[0].message


def test_a_wrong_key_does_not_fit() -> None:
    schema = json.loads(schemas.schema_texts()["pack.schema.json"])
    assert list(Draft202012Validator(schema).iter_errors({"id": "x", "nonsense": 1}))
