"""The published JSON Schemas, written from the table of keys: `python -m cardwright_tools.schemas`.

Owns where they are written; what they say is `cardwright.pack.forms`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cardwright.pack import forms


def texts() -> dict[str, str]:
    """The text of each schema file, by its name."""
    found = forms.schema()
    return {f"{name}.schema.json": _text(schema) for name, schema in found.items()}


def _text(schema: object) -> str:
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def write(folder: Path) -> None:
    """Writes all schemas into a folder, which must exist."""
    for name, text in texts().items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "schemas"))
