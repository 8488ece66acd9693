"""What is offered at a cursor, written as `|` in a file of a pack."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardwright_tools.language_service.completion import completions
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.schemas import schema_for
from cardwright_tools.language_service.yaml_cursor import cursor_at

EXPANSE = Path(__file__).parents[2] / "content" / "expanse"
PACKS = Path(__file__).parents[1] / "packs"


@cache
def checked(pack: Path) -> Project:
    found = Project(pack)
    found.check({})
    return found


def offered(pack: Path, text: str, file: str = "new.yaml") -> list[str]:
    """The texts of the completions, in order."""
    project, path, at = checked(pack), pack / file, text.index("|")
    schema = schema_for(project, path)
    assert schema is not None
    place = cursor_at(text.replace("|", "", 1), at)
    return [one.text for one in completions(place, schema, project.names, project.rules_of(path))]
