"""Names that a pack declares and never uses: if an unknown name is like one of these, either of the
two may be misspelt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cardwright.source.edits import Edit
from cardwright_tools.fix import files

_NAME = re.compile(r"[a-z][\w-]*")


def is_declaration_wrong(one: Edit) -> bool:
    """Whether the name that an edit writes is in its pack once, where it is declared, and the one
    that it replaces more often.
    """
    if not (_NAME.fullmatch(one.text) and _NAME.fullmatch(one.span.text)):
        return False
    texts = [*_texts(Path(one.span.source.name))]
    stem = one.text.removesuffix("s")
    return _count(rf"{stem}[\w-]*", texts) == 1 < _count(one.span.text, texts)


def _count(name: str, texts: list[str]) -> int:
    found = re.compile(rf"(?<![\w-]){name}(?![\w-])")
    return sum(len(found.findall(text)) for text in texts)


def _texts(path: Path) -> Iterator[str]:
    """The texts of a file's pack."""
    root = next((p for p in path.parents if (p / "pack.yaml").is_file()), None)
    for file in sorted(root.rglob("*.yaml")) if root else [path]:
        try:
            yield files.read_text(file)[1]
        except (OSError, ValueError):
            continue
