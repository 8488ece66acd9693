"""Runs the tools for developing Cardwright itself, which exist only in its repository."""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright_tools.output import CLEAN, USAGE, Stop, format_table, say

REPOSITORY = Path(__file__).parents[2]
"""The root of the repository, if this file is in it."""


def run_tool(name: str, words: Sequence[str]) -> int:
    """Runs `dev.NAME` with these arguments, or lists the tools. Raises Stop."""
    if not (tools := dict(_tools(REPOSITORY / "dev"))):
        message = "the tools for developing Cardwright are in its repository, not in the package"
        raise Stop(f"{message}: run `make setup` there, and use its `.venv/bin/cardwright`")
    if not name:
        say("\n".join(format_table(("tool", "what it does"), sorted(tools.items()))))
        return CLEAN
    if name not in tools:
        raise Stop(f"there is no tool `{name}`; `cardwright dev` lists them", USAGE)
    return _run(name, words)


def _run(name: str, words: Sequence[str]) -> int:
    before = sys.path, sys.argv
    sys.path, sys.argv = [str(REPOSITORY), *sys.path], [name, *words]
    try:
        runpy.run_module(f"dev.{name}", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise Stop(ended.code) from None
        return ended.code or CLEAN
    finally:
        sys.path, sys.argv = before
    return CLEAN


def _tools(folder: Path) -> Iterator[tuple[str, str]]:
    """The names of all tools, as in `fuzz.corpus`, each with its description."""
    for file in folder.rglob("*.py"):
        text = file.read_text("utf-8")
        if '== "__main__"' in text:
            name = ".".join(file.relative_to(folder).with_suffix("").parts)
            about = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
            yield name.removesuffix(".__main__"), about
