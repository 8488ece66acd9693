"""The pages of the diagnostic codes: where they are, and the codes by group.

Defines the groups and their order, which `dev.code_list` also uses. Knows nothing about the content
of pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardwright.source.codes import CODES, Code
from cardwright.source.spelling import nearest
from cardwright_tools.output import BROKEN, FAILED, Stop

GROUPS = {
    "CW101": "Files",
    "CW110": "YAML that can't be read",
    "CW120": "YAML that packs don't use",
    "CW201": "The language: syntax",
    "CW211": "The language: meaning",
    "CW301": "Packs: folders, manifests, requirements",
    "CW320": "The shape of packs",
    "CW340": "Declarations and links",
    "CW401": "Errors in play",
    "CW501": "Lints",
    "CW601": "Suppressions and baselines",
}
"""The title of each group, by its first code."""


def pages_folder() -> Path:
    """The folder of the pages: in the installed data, or in the repository."""
    installed = Path(__file__).parents[1] / "data" / "codes"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "docs" / "codes"


def read_page(code: str) -> str:
    """The page of a code, as Markdown. Raises Stop if there is no such code or page."""
    known = CODES.get(code)
    if known is None:
        raise Stop(_unknown(code), FAILED)
    try:
        return (pages_folder() / f"{code}.md").read_text("utf-8")
    except FileNotFoundError:
        raise Stop(f"{code} has no page: {known.meaning}", BROKEN) from None


def _unknown(code: str) -> str:
    if near := _near(code):
        return f"there is no code {code}: the nearest is {near}, {CODES[near].title}"
    return "\n".join([f"there is no code {code}; there are", *group_ranges()])


def _near(code: str) -> str:
    """The nearest code: by number within its hundred, otherwise by spelling."""
    if len(code) != len("CW101"):
        return nearest(code, CODES) or ""
    alike = [known for known in CODES if known[:3] == code[:3]]
    return min(alike, key=lambda known: abs(int(known[2:]) - int(code[2:])), default="")


def group_ranges() -> Iterator[str]:
    """The first and the last code of each group, with its title."""
    for title, codes in code_groups():
        yield f"  {codes[0].code} to {codes[-1].code}  {title}"


def code_groups() -> Iterator[tuple[str, list[Code]]]:
    """The titles of the groups, each with its codes in order."""
    starts = sorted(GROUPS)
    for start, end in zip(starts, [*starts[1:], "CX"], strict=True):
        yield GROUPS[start], [CODES[code] for code in sorted(CODES) if start <= code < end]


def codes_with_prefix(prefix: str) -> list[Code]:
    """The codes that begin with these letters, in order."""
    return [CODES[code] for code in sorted(CODES) if code.startswith(prefix)]


def code_title(code: Code) -> str:
    """The title of a code, with its severity unless it is an error."""
    return code.title if code.severity == "error" else f"{code.title} ({code.severity})"
