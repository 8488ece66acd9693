"""Files that `save` has written."""

from __future__ import annotations

from pathlib import Path

from cardwright import SaveError
from cardwright.runtime.save import Save
from cardwright.source.plain_json import json_file


def saved_game(file: Path) -> Save:
    """The content of a saved game. Raises OSError and SaveError."""
    try:
        data = json_file(file)
    except ValueError:  # neither text nor JSON
        data = None
    if not isinstance(data, dict):
        raise SaveError("this is not a saved game; expected a file that `save` has written")
    return data
