"""What editors call a fix: `Write shuffle instead of shufle`."""

from __future__ import annotations

from cardwright.source.edits import Edit


def fix_title(edit: Edit, quote: str = "`") -> str:
    """What the edit writes and removes; names and values are between quotes."""
    before, after = edit.span.text, edit.text
    if "\t" in before and before.split() == after.split():
        return "Replace tabs with spaces"
    if not (before.strip() or after.strip()):
        return "Change the spaces" if after else "Remove the spaces"
    if not after.strip():
        return f"Remove {_quoted(before, quote)}"
    written = f"Write {_quoted(after, quote)}"
    return f"{written} instead of {_quoted(before, quote)}" if before.strip() else written


def _quoted(text: str, quote: str) -> str:
    return f"{quote}{text.strip()}{quote}"
