"""Random edits of whole declarations: they come and go, move to other files, get other names, and
are copied as often as makes numbers of things cross the limits to which these are rounded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from tests.tools.random_edits import _edited
from tests.yaml_mistakes import MISTAKES, with_mistake

Texts = dict[str, str]
"""The text of each file of a pack, by its path in the pack."""
_ENTRY = re.compile(r"^(?:  |- |  - )[^\s#-][^\n]*\n(?:(?: {3,}[^\n]*)?\n)*+", re.M)
"""An entry of a section, with the lines below it."""
_NAME = re.compile(r"\bid: ([a-z][\w-]*)|^  ([a-z][\w-]*):", re.M)
_NUMBER = re.compile(r"(?<![\w.-])[0-9]+(?![\w.-])")
_WORD = re.compile(r"(?<![\w-])[a-z][a-z-]+(?![\w-])")
_LIST = re.compile(r"(?<=\[)[a-z-]+(?:, [a-z-]+)*(?=\])")
_PLAYERS = re.compile(r"(?<=^players: \[)[0-9]+, [0-9]+", re.M)
_NEW = (
    "rules:\n  spare: {a}\n", "definitions:\n  {a}: 2\n", "definitions:\n  twice of player: 2\n",
    "kinds:\n  relic: {{is: card}}\n", "kinds:\n  {a}: {{is: {b}}}\n", "state:\n  {a}: number\n",
    "enums:\n  mood: [{a}, calm]\n", "zones:\n  heap: {{holds: {a}}}\n",
    "abilities:\n  - {{forbid: {a}}}\n", "abilities:\n  - {{modify: {a} of player, add: 1}}\n",
    "rules:\n  {a}: |\n    do {b}\n", "menus:\n  {a}: {{title: Menu}}\n",
)  # fmt: skip


def moves(pack: Path, seed: int, number: int) -> Iterator[dict[str, str | None]]:
    """The files that change each time, with their new texts, or None for a removed file; each edit
    follows those before it, and many are undone."""
    random = Random(f"{pack.name} {seed}")
    files = [one for one in sorted(pack.rglob("*.yaml")) if "scenarios" not in one.parts]
    first = {one.relative_to(pack).as_posix(): one.read_text("utf-8") for one in files}
    texts, earlier = first, [first]
    for _ in range(number):
        before, texts = texts, dict(texts)
        match random.randrange(10):
            case 0 | 1:
                texts = dict(first)
            case 2:
                texts = dict(random.choice(earlier))
            case n:
                for _ in range(1 if n < 9 else 2):
                    random.choice(_EDITS)(texts, random)
        earlier = [*earlier[-5:], before]
        yield {file: texts.get(file) for file in {**before, **texts}
               if before.get(file) != texts.get(file)}  # fmt: skip


def _file(texts: Texts, random: Random) -> str:
    return random.choice([one for one in sorted(texts) if one != "pack.yaml"])


def _replaced(pattern: re.Pattern[str], make: Callable[[str, Random], str]) -> Callable[..., None]:
    """An edit of a random part of a file that matches a pattern."""

    def edit(texts: Texts, random: Random) -> None:
        file = _file(texts, random)
        if found := [*pattern.finditer(texts[file])]:
            one, text = random.choice(found), texts[file]
            texts[file] = text[: one.start()] + make(one[0], random) + text[one.end() :]

    return edit


def _copies(entry: str, random: Random) -> str:
    """An entry and copies of it with other names."""
    name, copies = _NAME.search(entry), [entry]
    for at in range(random.choice([1, 1, 1, 2, 8, 40])) if name else ():
        end = name.end(1 if name[1] else 2)
        copies.append(f"{entry[:end]}-{'abcdefghij'[at % 10]}{at // 10 or ''}{entry[end:]}")
    return "".join(copies)


def _renamed(texts: Texts, random: Random) -> None:
    """A name is another one, at one place or at all."""
    file = _file(texts, random)
    if found := [*_NAME.finditer(texts[file])]:
        one = random.choice(found)
        old, text = one[1] or one[2], texts[file]
        new = random.choice([f"{old}-x", f"{old}s", f"the-{old}", _any_name(texts, random)])
        if random.random() < 0.5:
            texts[file] = text[: one.start()] + one[0].replace(old, new) + text[one.end() :]
            return
        for name in texts:
            texts[name] = re.sub(rf"(?<![\w-]){old}(?![\w-])", new, texts[name])


def _any_name(texts: Texts, random: Random) -> str:
    return random.choice([one[1] or one[2] for text in texts.values()
                          for one in _NAME.finditer(text)] or ["none"])  # fmt: skip


def _moved(texts: Texts, random: Random) -> None:
    """An entry moves to a file that is read before or after the others."""
    file = _file(texts, random)
    if found := [*_ENTRY.finditer(texts[file])]:
        one, text = random.choice(found), texts[file]
        section = re.findall(r"^[a-z][\w -]*:\n", text[: one.start()], re.M)[-1:]
        other = random.choice(["aa.yaml", "zz.yaml"])
        if section and file != other:
            texts[file] = text[: one.start()] + text[one.end() :]
            texts[other] = _with(texts.get(other, ""), section[0], one[0])


def _with(text: str, section: str, entry: str) -> str:
    """A text with an entry in a section."""
    if re.search(f"^{section}", text, re.M):
        return re.sub(f"^{section}", lambda found: found[0] + entry, text, count=1, flags=re.M)
    return f"{text}{section}{entry}"


def _added(texts: Texts, random: Random) -> None:
    file, names = _file(texts, random), [_any_name(texts, random) for _ in range(2)]
    new = random.choice(_NEW).format(a=names[0], b=names[1])
    section, entry = re.split(r"(?<=:\n)", new, maxsplit=1)
    texts[file] = _with(texts[file], section, entry)


def _gone(texts: Texts, random: Random) -> None:
    if len(texts) > 2:
        del texts[_file(texts, random)]


def _players(texts: Texts, random: Random) -> None:
    numbers = f"{random.choice([1, 2])}, {random.choice([2, 3, 4])}"
    texts["pack.yaml"] = _PLAYERS.sub(numbers, texts["pack.yaml"])


def _anything(texts: Texts, random: Random) -> None:
    file = random.choice(sorted(texts))
    texts[file] = _edited(texts[file], random)


def _mistaken(texts: Texts, random: Random) -> None:
    file = _file(texts, random)
    texts[file] = with_mistake(texts[file], random.choice([*MISTAKES]), random)


def _other_words(found: str, random: Random) -> str:
    """A list of words with one more or fewer, or in another order."""
    words = found.split(", ")
    match random.randrange(3):
        case 0:
            words.remove(random.choice(words))
        case 1:
            random.shuffle(words)
        case _:
            words.insert(random.randrange(len(words) + 1), random.choice(["silver", "pepper"]))
    return ", ".join(words)


def _other_word(texts: Texts, random: Random) -> None:
    name = _any_name(texts, random)
    _replaced(_WORD, lambda found, random: name)(texts, random)


_EDITS: tuple[Callable[[Texts, Random], None], ...] = (
    _replaced(_ENTRY, lambda found, random: ""),
    _replaced(_ENTRY, _copies),
    _replaced(_NUMBER, lambda found, random: str(random.choice([0, 1, 2, 8, 9, 64, 65]))),
    _replaced(_LIST, _other_words),
    _other_word, _renamed, _moved, _moved, _added, _added, _gone, _players, _anything, _mistaken,
)  # fmt: skip
