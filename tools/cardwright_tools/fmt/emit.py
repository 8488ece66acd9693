"""Prints the tree of a file as canonical YAML.

Responsible for indentation, brackets and blank lines. Code is already formatted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cardwright.language.syntax.formatter import Formatted
from cardwright.source.document import Path
from cardwright_tools.fmt.roles import Roles
from cardwright_tools.fmt.scalars import (
    can_unquote,
    fill,
    folded_lines,
    is_plain,
    is_quotable,
    literal_lines,
    quote,
)
from cardwright_tools.fmt.yaml_tree import BLANK, Entry, Tree

WIDTH = 120
ALLOWANCE = "# cardwright:"
STEP = 2
_FILLED = ("text", "title", "provenance")


@dataclass(frozen=True, slots=True)
class Emitter:
    """`code` holds the formatted texts by path; `quotes` keeps quotes as they are."""

    roles: Roles
    code: Mapping[Path, Formatted] = field(default_factory=dict)
    quotes: bool = False

    def file(self, root: Tree, indent: int = 0) -> str:
        """The whole file; `indent` is the indentation of its first key."""
        lines = self._block(root, indent) if root.entries else _top(root)
        while lines and not lines[-1]:
            lines.pop()
        return "\n".join(lines) + "\n" if lines else ""

    # Blocks

    def _block(self, tree: Tree, indent: int) -> list[str]:
        """The lines of a mapping or list in block style."""
        lines: list[str] = []
        alone = False  # whether the previous entry is a block, to be followed by a blank line
        for number, entry in enumerate(self._sorted(tree)):
            made = self._map_entry(entry, indent) if tree.mapping else self._item(entry, indent)
            before = _lines_before(tree, entry, first=not number)
            wide = _needs_blank_lines(tree) and len(made) > 1
            if wide and alone and BLANK not in before:
                before = [BLANK, *before]
            lines += [" " * indent + line if line else "" for line in before] + made
            alone = wide
        lines += [" " * indent + line if line else "" for line in _single_blanks(tree.tail)]
        return lines

    def _sorted(self, tree: Tree) -> list[Entry]:
        if not tree.mapping:
            return tree.entries
        return sorted(tree.entries, key=lambda e: self.roles.rank(tree.path, e.path[-1]))

    def _map_entry(self, entry: Entry, indent: int) -> list[str]:
        head = " " * indent + self._key(entry, flow=False) + ":"
        comment = f"  {entry.comment}" if entry.comment else ""
        if entry.value.entries and not self._in_line(entry, len(head) + 1):
            if wrapped := "\n".join(self._wrapped(entry.value, indent, len(head) + 1)):
                return f"{head} {wrapped}{comment}".split("\n")
            return [head + comment, *self._block(entry.value, indent + STEP)]
        return self._with_value(head, entry, indent, comment)

    def _item(self, entry: Entry, indent: int) -> list[str]:
        dash = " " * indent + "-"
        comment = f"  {entry.comment}" if entry.comment else ""
        if entry.value.entries and not self._in_line(entry, indent + STEP):
            if wrapped := "\n".join(self._wrapped(entry.value, indent, indent + STEP)):
                return f"{dash} {wrapped}{comment}".split("\n")
            lines = self._block(entry.value, indent + STEP)
            skip = next(n for n, line in enumerate(lines) if line and line.strip()[0] != "#")
            # Comments between the dash and the first key move before the dash.
            above = [entry.comment, *(line.strip() for line in lines[:skip])]
            shown = [" " * indent + line for line in above if line]
            return [*shown, f"{dash} {lines[skip].lstrip()}", *lines[skip + 1 :]]
        return self._with_value(dash, entry, indent, comment)

    def _with_value(self, head: str, entry: Entry, indent: int, comment: str) -> list[str]:
        first, *rest = self._value(entry.value, len(head) + 1, indent + STEP)
        body = [" " * (indent + STEP) + line if line else "" for line in rest]
        start = f"{head} {first}" if first else head
        if body and first[:1] not in ("|", ">"):
            return [start, *body[:-1], body[-1] + comment]
        return [start + comment, *body]

    # In one line

    def _in_line(self, entry: Entry, column: int) -> str | None:
        """A value in brackets on the line of its key; None if that is not possible."""
        value = entry.value
        if not value.flow or value.remarks or (value.mapping and not value.braces):
            return None  # a pair without braces, in a list that isn't in brackets
        text = self._flow(value)
        fits = text is not None and column + len(text) <= WIDTH
        return text if fits or _has_suppression(entry) else None

    def _flow(self, tree: Tree) -> str | None:
        if not isinstance(tree.value, dict | list):
            return self._flow_scalar(tree)
        parts = [self._flow_entry(tree, entry) for entry in self._sorted(tree)]
        if tree.tail or any(part is None for part in parts):
            return None
        text = ", ".join(part for part in parts if part is not None)
        if not tree.mapping:
            return f"[{text}]"
        return f"{{{text}}}" if tree.braces else text

    def _flow_entry(self, tree: Tree, entry: Entry) -> str | None:
        value = self._flow(entry.value)
        if value is None or not tree.mapping:
            return value
        # In brackets, a colon with nothing after it would be read as a part of the key.
        return f"{self._key(entry, flow=True)}: {value or 'null'}"

    def _wrapped(self, tree: Tree, indent: int, column: int) -> list[str]:
        """A list of words in brackets over several lines; empty for other lists."""
        if tree.mapping or not tree.flow or tree.remarks:
            return []
        words = [self._flow(e.value) for e in tree.entries if _word(e.value)]
        if len(words) < len(tree.entries) or None in words:
            return []
        lines, left = ["["], WIDTH - column - 1
        for number, word in enumerate(words):
            text = f"{word}" + ("," if number < len(words) - 1 else "]")
            blank = "" if lines[-1] == "[" else " "
            if len(blank + text) > left and lines[-1] != "[":
                lines.append(" " * (indent + STEP) + text)
                left = WIDTH - len(lines[-1])
            else:
                lines[-1] += blank + text
                left -= len(blank + text)
        return lines

    # Scalars

    def _key(self, entry: Entry, flow: bool) -> str:
        key, name = entry.key, entry.path[-1]
        if key[:1] not in ("'", '"') or not isinstance(name, str):
            return " ".join(key.split()) if "\n" in key else key
        if self.quotes and "\n" not in key:
            return key
        return name if can_unquote(name, flow) else quote(name)

    def _flow_scalar(self, tree: Tree) -> str | None:
        raw = tree.span.text
        if (code := self.code.get(tree.path)) is not None:
            if code.comments or len(code.lines) > 1:
                return None
            if is_plain(code.text, flow=True):
                return code.text
            return f'"{code.text}"' if is_quotable(code.text) else None
        if not isinstance(tree.value, str) or ("\n" not in raw and self._is_unchanged(raw)):
            return raw
        return tree.value if can_unquote(tree.value, flow=True) else quote(tree.value)

    def _value(self, tree: Tree, column: int, indent: int) -> list[str]:
        """The lines of a value outside brackets; all but the first still have to be indented."""
        if isinstance(tree.value, dict | list):
            text = self._flow(tree)
            return [text or ("{}" if tree.mapping else "[]")]
        if (code := self.code.get(tree.path)) is not None:
            return _code(code)
        raw, value = tree.span.text, tree.value
        if not isinstance(value, str):
            return [raw]
        if raw[:1] in ("|", ">") and (value.endswith("\n\n") or not value.strip("\n")):
            return [quote(value)]  # blank lines at the end of a block would be invisible
        if raw[:1] == "|":
            return literal_lines(value)
        if raw[:1] == ">":
            return folded_lines(raw)
        return self._text(tree, raw, value, column, indent)

    def _text(self, tree: Tree, raw: str, value: str, column: int, indent: int) -> list[str]:
        long = column + len(value) > WIDTH and tree.path[-1] in _FILLED
        bare = raw[:1] not in ("'", '"') or (not self.quotes and can_unquote(value, flow=False))
        if bare and (long or "\n" in raw):
            lines = [line.strip() for line in raw.split("\n")]
            if " ".join(lines) != value or not _fit(lines, column, indent):
                lines = fill(value, WIDTH - column, WIDTH - indent) or []
            return lines or ([quote(value)] if "\n" in raw else [raw])
        if "\n" not in raw and self._is_unchanged(raw):
            return [raw]
        return [value if can_unquote(value, flow=False) else quote(value)]

    def _is_unchanged(self, raw: str) -> bool:
        """Whether a scalar on one line stays as it is."""
        return self.quotes or raw[:1] not in ("'", '"')


def _fit(lines: Sequence[str], column: int, indent: int) -> bool:
    """Whether the lines of a text are short enough to stay as the author wrote them."""
    ends = [column + len(lines[0]), *(indent + len(line) for line in lines[1:])]
    return all(end <= WIDTH for end in ends)


def _code(code: Formatted) -> list[str]:
    if len(code.lines) == 1 and not code.comments and is_plain(code.text, flow=False):
        return [code.text]
    return ["|", *code.lines]


def _has_suppression(entry: Entry) -> bool:
    """Whether there is a suppression in the entry, which must stay on the line it applies to."""
    return any(line.startswith(ALLOWANCE) for line in (entry.comment, *entry.before))


def _word(tree: Tree) -> bool:
    """Whether the tree is a scalar, or a pair without braces: `[pass, red: pass]`."""
    return not tree.entries or not tree.braces


def _needs_blank_lines(tree: Tree) -> bool:
    """Whether blank lines separate multi-line entries, as in lists of definitions."""
    return not tree.mapping and len(tree.path) < STEP


def _top(root: Tree) -> list[str]:
    """The lines of a file without entries; an empty file is a mapping, too."""
    comments = _single_blanks(root.tail)
    text = root.span.text.strip()
    if isinstance(root.value, dict | list) and text:
        text = "{}" if root.mapping else "[]"
    return [*comments[comments[:1] == [BLANK] :], *([text] if text else [])]


def _lines_before(tree: Tree, entry: Entry, first: bool) -> list[str]:
    """Comments and blank lines before an entry; a block does not begin with a blank line."""
    lines = _single_blanks(entry.before)
    if first and len(tree.path) != 1 and lines[:1] == [BLANK]:
        return lines[1:]
    return lines


def _single_blanks(lines: Sequence[str]) -> list[str]:
    """The lines with at most one blank line in a row."""
    return [line for n, line in enumerate(lines) if line or not n or lines[n - 1]]
