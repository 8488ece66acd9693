"""YAML in random layouts: the same values with other indents, brackets, quotes, spaces, comments.

Also effects in random layouts: the same sentences with other parentheses, line breaks and spaces.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

from cardwright.language.syntax.formatter import BEFORE_LOOSE, shape
from cardwright.language.syntax.one_line import words
from cardwright.source.document import Value, resolve_plain
from cardwright.source.text import Source, Span
from cardwright_tools.mutate.sources import Code, File

CODE = ("event", "do", "if", "winners")
FORMATS = ("id", "is", "do", "type", "holds", "modify", "when", "forbid")


@dataclass(slots=True)
class Messy:
    """Writes values; `comments` counts the comments that it has written, called c1, c2, ..."""

    dice: random.Random
    shuffled: bool = False
    comments: int = 0
    lines: list[str] = field(default_factory=list)

    def file(self, value: Value) -> str:
        self.lines = []
        self._remark(0)
        if isinstance(value, dict | list) and value:
            self._block(value, 0)
        else:
            self.lines.append(self._flow(value))
        self._remark(0)
        return "\n".join(self.lines) + "\n" * self.dice.randint(1, 3)

    def _block(self, value: dict[str | int, Value] | list[Value], indent: int) -> None:
        margin = " " * indent
        pairs = self._pairs(value)
        for key, item in pairs:
            self._remark(indent)
            head = f"{margin}-" if isinstance(value, list) else f"{margin}{self._key(key)}:"
            least = 1 if isinstance(value, list) or isinstance(item, dict) else 0
            self._under(head, item, indent, indent + self.dice.randint(least, 4), str(key))

    def _under(self, head: str, item: Value, indent: int, deeper: int, key: str) -> None:
        if item and isinstance(item, dict | list) and self.dice.random() < 0.7:
            self.lines.append(head + self._end())
            self._block(item, deeper)
        elif self._literal(item):
            assert isinstance(item, str)
            deeper = max(deeper, indent + 1)
            sign = "|" if item.endswith("\n") else "|-"
            self.lines.append(f"{head} {sign}{self._end()}")
            body = item.removesuffix("\n").split("\n")
            self.lines += [" " * deeper + line if line else "" for line in body]
        else:
            blanks = " " * self.dice.randint(1, 3)
            self.lines.append(f"{head}{blanks}{self._flow(item, key)}{self._end()}")

    def _literal(self, item: Value) -> bool:
        if not isinstance(item, str) or item.endswith("\n\n") or not item.strip("\n"):
            return False
        return "\n" in item and item[0] not in " \n" and self.dice.random() < 0.9

    def _pairs(self, value: dict[str | int, Value] | list[Value]) -> list[tuple[str | int, Value]]:
        if isinstance(value, list):
            return list(enumerate(value))
        pairs = list(value.items())
        if self.shuffled and any(key in FORMATS for key in value):
            self.dice.shuffle(pairs)
        return pairs

    def _flow(self, value: Value, key: str = "") -> str:
        blank = " " * self.dice.randint(0, 2)
        if isinstance(value, dict):
            made = [f"{self._key(k)}: {self._flow(v, str(k))}" for k, v in self._pairs(value)]
            return "{" + blank + f"{blank}, ".join(made) + blank + "}"
        if isinstance(value, list):
            return "[" + blank + f"{blank}, ".join(map(self._flow, value)) + blank + "]"
        if not isinstance(value, str):
            return json.dumps(value)
        if key in CODE and '"' not in value and "\n" not in value:
            value = value.replace(" ", " " * self.dice.randint(1, 3))
        return self._text(value)

    def _text(self, text: str) -> str:
        ways = [json.dumps(text, ensure_ascii=False)]
        if "\n" not in text:
            ways.append("'" + text.replace("'", "''") + "'")
        bare = text.replace("-", "").replace(" ", "")
        if bare.isalpha() and text[0].isalpha() and text == text.strip():
            ways += [text] * 3 if isinstance(resolve_plain(text), str) else []
        return self.dice.choice(ways)

    def _key(self, key: str | int) -> str:
        return str(key) if isinstance(key, int) else self._text(key)

    def _end(self) -> str:
        """The end of a line, with a comment or without."""
        if self.dice.random() > 0.15:
            return " " * self.dice.randint(0, 1)
        self.comments += 1
        return " " * self.dice.randint(1, 4) + f"#c{self.comments}"

    def _remark(self, indent: int) -> None:
        """Lines before an entry: blank ones and comments."""
        for _ in range(self.dice.choice([0, 0, 0, 1, 2])):
            if self.dice.random() < 0.5:
                self.lines.append("")
            else:
                self.comments += 1
                self.lines.append(" " * indent + f"#c{self.comments}")


# ------------------------------------------------------------------------------- effects


def varied(file: File, dice: random.Random) -> str:
    """The text of a file with each effect and expression in another form that means the same."""
    parts, at = [], 0
    for code in sorted(file.code, key=lambda code: code.span.start):
        breaks = file.document.style(code.path) == "literal"
        parts += [file.source.text[at : code.span.start], _varied(file, code, dice, breaks)]
        at = code.span.end
    return "".join([*parts, file.source.text[at:]])


def _varied(file: File, code: Code, dice: random.Random, breaks: bool) -> str:
    for _ in range(dice.randint(0, 3)):
        code = _in_parentheses(file, code, dice)
    parts, at = [], code.span.start
    text = code.span.source.text
    for token in words(code.tree):
        gap, word = text[at : token.span.start], token.text
        blanks = " " * dice.randint(0, 2) if gap.strip(" ") == "" and (gap or word == "(") else ""
        if breaks and token.kind == "_THEN":
            word = word.replace("then", "\n" + " " * dice.randint(12, 16) + "then")
        parts += [gap, blanks, word]
        at = token.span.end
    return "".join([*parts, text[at : code.span.end]])


def _in_parentheses(file: File, code: Code, dice: random.Random) -> Code:
    """With parentheses around a phrase, if its meaning stays the same."""
    span = dice.choice(list(code.tree.walk())).extent
    before = [token.kind for token in words(code.tree) if token.span.end <= span.start]
    if (before[-1] if before else code.sort) not in {*BEFORE_LOOSE, "expression"}:
        return code
    text = code.span.text
    start, end = span.start - code.span.start, span.end - code.span.start
    inner = text[start:end]
    if not inner.strip() or "\n" in inner or inner[0] in " .":
        return code
    source = Source("", f"{text[:start]}({inner}){text[end:]}")
    made = file.reader.code(code.path, Span(source, 0, len(source.text)), code.sort)
    return made if made is not None and shape(made.tree) == shape(code.tree) else code
