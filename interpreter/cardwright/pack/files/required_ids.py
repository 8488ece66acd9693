"""Reads the ids of the packs that a manifest requires, and nothing else of it.

Reports nothing: `manifest` does.
"""

from __future__ import annotations

from cardwright.pack.files.pack_search import MAX_MANIFEST_VALUES
from cardwright.pack.name_form import is_name
from cardwright.source.diagnostics import Report
from cardwright.source.yaml_reader import decoded, read


def required_ids(name: str, data: bytes) -> list[str]:
    """The ids that the manifest with this name and these bytes requires; none if it can't be
    read."""
    source = decoded(name, data)
    document = read(source, Report()) if source else None
    if document is None or len(document.values) > MAX_MANIFEST_VALUES:
        return []
    manifest = document.value if isinstance(document.value, dict) else {}
    found = manifest.get("requires")
    keys = map(str, found) if isinstance(found, dict) else ()
    return [key for key in keys if is_name(key)]
