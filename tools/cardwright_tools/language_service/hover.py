"""What is shown of a name under the cursor: what it is, its text, and its rules in English."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright_tools.show.entry import Entry


def hover_text(entry: Entry) -> str:
    """Markdown about a definition."""
    return "\n\n".join(_parts(entry))


def _parts(entry: Entry) -> Iterator[str]:
    yield f"**{_plain(entry.head)}**"
    if entry.text:
        yield f"> {_plain(entry.text)}"
    if entry.facts:
        yield "\n".join(f"- {_plain(fact)}" for fact in entry.facts)
    if entry.english:
        yield "\n".join(f"- {_plain(line.strip())}" for line in entry.english)
    if entry.written:
        yield f"Written: `{entry.written.replace('`', '')}`"
    if entry.provenance:
        yield f"*{_plain(entry.provenance)}*"


def _plain(text: str) -> str:
    """A pack's text with nothing in it that Markdown or HTML would take for markup."""
    for letter in "\\`*_{}[]<>#|~&":
        text = text.replace(letter, f"\\{letter}" if letter not in "<&" else _ENTITIES[letter])
    return text.replace("\n", " ")


_ENTITIES = {"<": "&lt;", "&": "&amp;"}
