"""Random edits of packs such as authors make: words, numbers, lines, typing errors, and whole
definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read

_ITEM = re.compile(r"^( *)- id: ([a-z0-9-]+)\n(?:\1 +[^\n]*\n|\n)*", re.M)
_WORD = re.compile(r"[a-z][a-z-]*|[0-9]+")


def edits(pack: Path, seed: int, number: int) -> Iterator[tuple[Path, str]]:
    """Files with their new texts; each edit follows those before it, and some are undone."""
    random = Random(seed)
    files = sorted(file for file in pack.rglob("*.yaml") if "scenarios" not in file.parts)
    texts = {file: file.read_text("utf-8") for file in files}
    undo: list[tuple[Path, str]] = []
    for _ in range(number):
        if undo and random.random() < 0.25 * len(undo):
            file, text = undo.pop()
        else:
            file = random.choice(files)
            undo.append((file, texts[file]))
            text = _edited(texts[file], random)
        texts[file] = text
        yield file, text


def changes(pack: Path, seed: int, number: int) -> Iterator[dict[Path, str | None]]:
    """Several files with their new texts, or None for a removed file: items move to other files,
    files are renamed, two are edited at once, or everything returns to the original."""
    random = Random(seed)
    first = {file: file.read_text("utf-8") for file in sorted(pack.rglob("*.yaml"))}
    texts = {**first}
    for _ in range(number):
        before = {**texts}
        match random.randrange(4):
            case 0:
                texts = {**first}
            case 1:
                _move_item(texts, random)
            case 2:
                file = random.choice([one for one in sorted(texts) if one.name != "pack.yaml"])
                texts[file.with_name(random.choice("amz") + file.name)] = texts.pop(file)
            case 3:
                for file in random.sample(sorted(texts), 2):
                    texts[file] = _edited(texts[file], random)
        yield {file: texts.get(file) for file in {**before, **texts}
               if before.get(file) != texts.get(file)}  # fmt: skip


def declarations(pack: Path, seed: int, number: int) -> Iterator[tuple[Path, str]]:
    """Files with their new texts: other enums, kinds, fields and states, also together with other
    edits; some are undone."""
    random = Random(seed)
    texts = {file: file.read_text("utf-8") for file in sorted(pack.rglob("*.yaml"))}
    declaring = [file for file, text in texts.items() if re.search("^(enums|kinds):", text, re.M)]
    undo: list[tuple[Path, str]] = []
    for _ in range(number):
        file = random.choice(declaring if random.random() < 0.7 else [*texts])
        if undo and random.random() < 0.2 * len(undo):
            file, text = undo.pop()
        else:
            undo.append((file, texts[file]))
            text = (_declared if file in declaring else _edited)(texts[file], random)
        texts[file] = text
        yield file, text


_NAMES = ("silver", "pepper", "bold", "rank", "worth", "gold", "silk", "no-salt", "boat")
_TYPES = (
    "number",
    "flag",
    "good",
    "mood",
    "town",
    "set of good",
    "{type: number, default: 2}",
    "{type: good, default: salt}",
    "{type: flag, default: false}",
    "{type: number, start: 1, pays for: gold}",
)
_KINDS = (
    "{is: card}",
    "{is: deed, plural: rarities}",
    "{is: town}",
    "{is: boat}",
    "{is: place, fields: {rank: number}}",
    "{is: piece, on: town}",
    "{is: card, rules: {reward: {title: Reward}}, fields: {like: good}}",
)


def _declared(text: str, random: Random) -> str:
    """With a word, a field or a kind added, removed or changed."""
    name = random.choice(_NAMES)
    patterns: dict[str, Callable[[str], str]] = {
        r"(?<=\[)[a-z, -]+(?=\])": lambda found: _other_words(found, name, random),
        r"(?<=(?:fields|.state): \{)": lambda _: f"{name}: {random.choice(_TYPES)}, ",
        r"(?<=^kinds:\n)": lambda _: f"  {name}: {random.choice(_KINDS)}\n",
        r"(?<=[{ ])[a-z-]+(?=: (?:\{type: )?(?:number|flag|good|mood))": lambda _: name,
        r"(?<=: )(?:number|flag|good|mood)(?=[,}])": lambda _: random.choice(_TYPES),
    }
    there = [one for one in patterns if re.search(one, text, re.M)]
    if not there:
        return _edited(text, random)
    pattern = random.choice(there)
    found = random.choice([*re.finditer(pattern, text, re.M)])
    return text[: found.start()] + patterns[pattern](found[0]) + text[found.end() :]


def _other_words(found: str, name: str, random: Random) -> str:
    """The words of an enum: one more or fewer, or in another order."""
    words = found.split(", ")
    match random.randrange(4):
        case 0:
            words.remove(random.choice(words))
        case 1:
            random.shuffle(words)
        case _:
            words.insert(random.randrange(len(words) + 1), name)
    return ", ".join(words)


def _move_item(texts: dict[Path, str], random: Random) -> None:
    """Moves an item to another file, and may leave a copy in its own."""
    file, other = random.sample([one for one in sorted(texts) if _ITEM.search(texts[one])], 2)
    item, place = (random.choice([*_ITEM.finditer(texts[one])]) for one in (file, other))
    if random.random() < 0.7:
        texts[file] = texts[file][: item.start()] + texts[file][item.end() :]
    texts[other] = texts[other][: place.start()] + item[0] + texts[other][place.start() :]


def _phrases(text: str) -> list[tuple[int, int]]:
    """The positions of values of several words: effects, conditions, printed texts."""
    document = read(Source("", text), Report())
    spans = [document.text_span(path) for path in document.values
             if isinstance(document.at(path), str)] if document else []  # fmt: skip
    return [(one.start, one.end) for one in spans if len(one.text.split()) > 1]


def _edited(text: str, random: Random) -> str:
    found = _phrases(text)
    where = random.choice(found) if found and random.random() < 0.6 else (0, len(text))
    words = [*_WORD.finditer(text, *where)]
    one = random.choice(words) if words else None
    items = [*_ITEM.finditer(text)]
    match random.randrange(9):
        case 8 if items:  # a definition is removed or copied
            item = random.choice(items)
            if random.random() < 0.5:
                return text[: item.start()] + text[item.end() :]
            id = item[2] + random.choice(["-again", "-Again", ""])
            again = item[0].replace(item[2], id, 1).rstrip("\n") + "\n"
            return text[: item.start()] + again + text[item.start() :]
        case 0 | 1 if one:  # another number or word from the file
            other = random.choice(words)[0]
            new = str(random.randrange(9)) if one[0].isdigit() else other
            return text[: one.start()] + new + text[one.end() :]
        case 2 if one:  # a letter too many
            return text[: one.end()] + random.choice("abc1 \n") + text[one.end() :]
        case 3 if one:  # a letter too few
            return text[: one.start()] + text[one.start() + 1 :]
        case 4 if one:  # a word is missing
            return text[: one.start()] + text[one.end() :]
        case 5:  # a line twice
            end = text.find("\n", where[0]) + 1 or len(text)
            start = text.rfind("\n", 0, max(end - 1, 0)) + 1
            return text[:end] + text[start:end] + text[end:]
        case 6:  # a comment
            end = text.find("\n", where[0]) + 1
            return text[:end] + "# why\n" + text[end:]
    at = random.randrange(*where) if where[1] > where[0] else 0
    return text[:at] + random.choice(["", " ", "1", "x", ":", "#", '"', "\n"]) + text[at + 1 :]
