"""What is shown of a name under the cursor: what it is, its text, and its rules in English."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright_tools.show.entry import Entry
from cardwright_tools.sinks import markdown_code, markdown_text


def hover_text(entry: Entry) -> str:
    """Markdown about a definition."""
    return "\n\n".join(_parts(entry))


def _parts(entry: Entry) -> Iterator[str]:
    yield f"**{markdown_text(entry.head)}**"
    if entry.text:
        yield f"> {markdown_text(entry.text)}"
    if entry.facts:
        yield "\n".join(f"- {markdown_text(fact)}" for fact in entry.facts)
    if entry.english:
        yield "\n".join(f"- {markdown_text(line.strip())}" for line in entry.english)
    if entry.written:
        yield f"Written: {markdown_code(entry.written)}"
    if entry.provenance:
        yield f"*{markdown_text(entry.provenance)}*"
