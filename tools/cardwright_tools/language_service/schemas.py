"""The schema of a file that is being written: of a manifest, of content or of scenarios."""

from __future__ import annotations

from pathlib import Path

from cardwright.pack.validation.value_types import Schema
from cardwright_tools.language_service.project import Project
from cardwright_tools.schema.pack_schemas import SchemaBuilder
from cardwright_tools.schema.scenario_schema import scenario_schema


def schema_for(project: Project, file: Path) -> Schema | None:
    """The schema; None if the pack of the file could never be read."""
    rules = project.rules_of(file)
    if rules is None:
        return None
    if project.is_scenario(file):
        return scenario_schema(rules.declared, rules.packs)
    builder = SchemaBuilder(rules.declared, rules.packs)
    return builder.manifest() if file.name == "pack.yaml" else builder.content()
