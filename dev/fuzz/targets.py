"""All fuzz targets, by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dev.fuzz.inputs import Read, reads_pack, reads_save, reads_text, reads_why, reads_yaml
from dev.fuzz.outputs import writes
from dev.fuzz.protocols import reads_browser, reads_editor
from dev.fuzz.sessions import SESSIONS
from dev.fuzz.stored_files import STORED_FILES
from dev.fuzz.words import WORDS

INPUTS: dict[str, Callable[[Path], Read]] = {
    "yaml": reads_yaml, "text": reads_text, "why": reads_why, "restore": reads_save,
    "examine": reads_pack, "editor": reads_editor, "browser": reads_browser, "outputs": writes,
    **WORDS, **STORED_FILES, **SESSIONS,
}  # fmt: skip
