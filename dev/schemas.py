"""Writes the published schemas, after a change of the table of keys: `python -m dev.schemas`."""

from __future__ import annotations

import sys
from pathlib import Path

from cardwright_tools.schema.published import write_schemas

if __name__ == "__main__":
    write_schemas(Path(sys.argv[1] if len(sys.argv) > 1 else "schemas"))
