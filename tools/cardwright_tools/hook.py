"""`python -m cardwright_tools.hook COMMAND [OPTION...] FILE...`: the entry point for pre-commit.

pre-commit passes the changed files, but commands take packs. This finds the packs of the files,
skips YAML that is in no pack, and runs the command. Options are passed on unchanged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

SUFFIX = ".yaml"
FILES = frozenset({"fmt"})
"""Commands that take single files, so that they leave the other files of the pack alone."""


def hook_arguments(words: Sequence[str]) -> list[str]:
    """The arguments for `cardwright`; empty if no file is in a pack.

    Every word that ends in `.yaml` and is not an option is a file: write values as `--option=FILE`.
    """
    command, *rest = words or [""]
    options = [word for word in rest if not _is_file(word)]
    files = [word for word in rest if _is_file(word)]
    packs = {file: pack for file in files if (pack := pack_of(Path(file)))}
    found = packs if command in FILES else sorted({*packs.values()})
    return [command, *options, "--", *found] if found else []


def _is_file(word: str) -> bool:
    return word.endswith(SUFFIX) and not word.startswith("-")


def pack_of(file: Path) -> str:
    """The folder of the pack that a file is in, relative to the current one; "" if none."""
    for folder in file.absolute().parents:
        if (folder / "pack.yaml").is_file():
            return os.path.relpath(folder)
    return ""


def main(words: Sequence[str]) -> NoReturn:
    """Runs the command and exits; the code is 0 if there is nothing to do."""
    found = hook_arguments(words)
    if not found and any(_is_file(word) for word in words):
        sys.exit(0)
    from cardwright_tools.cli import main as cardwright

    cardwright(found or [*words])


if __name__ == "__main__":
    main(sys.argv[1:])
