"""Writes the tables of docs/language.md from the vocabulary: `python -m dev.language_page`.

The page marks where each table is; a test checks that they are up to date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardwright.language.registry.keywords import built_in, reserved
from cardwright.language.registry.operation import OPERATIONS
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS

PAGE = Path(__file__).parents[1] / "docs" / "language.md"
_MARKED = re.compile(r"(<!-- table: (\w+) -->\n).*?(?=<!-- end -->)", re.DOTALL)


def verbs() -> Iterator[str]:
    yield from _head("verb", "example", "what it does")
    for verb in VERBS.all:
        yield _row(verb.name, f"`{verb.example}`", verb.doc)


def abilities() -> Iterator[str]:
    yield from _head("key", "example", "what it does")
    for kind in ABILITIES.values():
        yield _row(f"`{kind.key}`", f"`{kind.example}`", kind.doc)


def operations() -> Iterator[str]:
    yield from _head("operation", "its value is")
    for operation in OPERATIONS:
        yield _row(f"`{operation.name}`", operation.doc)


def events() -> Iterator[str]:
    """What *it* and *there* are in an ability, by the verb of its event."""
    yield from _head("event", "*it*", "*there*")
    for verb in VERBS.events:
        later = verb.name in ("place", "create")
        thing = "the piece; not yet known in `instead of`" if later else "the thing"
        yield _row(f"`{verb.gerund} KIND`", thing, verb.there)


def words() -> Iterator[str]:
    """The words that can't be names."""
    yield ", ".join(f"`{word}`" for word in sorted(reserved())) + ".\n"


def meanings() -> Iterator[str]:
    """The words that have a meaning of their own, and what it is."""
    found: dict[str, list[str]] = {}
    for word, meaning in built_in().items():
        found.setdefault(meaning, []).append(word)
    yield from _head("words", "they already are")
    for meaning, words in found.items():
        yield _row(", ".join(f"`{word}`" for word in sorted(words)), meaning)


TABLES = {"verbs": verbs, "abilities": abilities, "operations": operations, "events": events,
          "words": words, "meanings": meanings}  # fmt: skip


def _head(*titles: str) -> Iterator[str]:
    yield _row(*titles)
    yield "|---" * len(titles) + "|\n"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def written(page: str) -> str:
    """The page with its tables as the vocabulary has them."""
    return _MARKED.sub(lambda found: found[1] + _joined(TABLES[found[2]]()), page)


def _joined(lines: Iterable[str]) -> str:
    return "".join(lines)


def main() -> None:
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
