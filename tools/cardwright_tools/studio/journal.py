"""Games as they are kept on disk: what was answered outlives the server.

A file for each game, in a folder for each pack: a line says how the game began, and each other one
is an answer, written before anybody is told of it, or says by which rules the game goes on. Owns
the form of these files.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path

from cardwright.source.bounded_files import check_room, file_bytes, file_text
from cardwright.source.plain_json import json_value
from cardwright.source.real_paths import real
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.saved_games import Answer
from cardwright_tools.studio.messages import (
    BadMessage,
    Message,
    number_of,
    read_object,
    texts_of,
    words_of,
)

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover: Windows has none
    fcntl = None  # type: ignore[assignment]

KEY, LOCK = "key", "lock"


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins: `bots` and `decks` by seat."""

    players: int
    seed: int
    bots: Mapping[str, str] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    decks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ByRules:
    """By which copy of the rules a game is played, and whether it keeps them when others are
    saved."""

    copy: str = ""
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it was kept, with the keys of its seats."""

    path: Path
    setup: Setup
    keys: Mapping[str, str]
    answers: list[Answer]
    rules: ByRules


def folder_of(pack: Path) -> Path:
    """Where the games of a pack are kept: in the user's own folder for such things."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    name = hashlib.sha256(os.fsencode(real(pack))).hexdigest()[:24]
    return Path(base) / "cardwright" / "studio" / name


@dataclass(slots=True)
class Journals:
    """The folder with the games of a pack; it opens only for its user."""

    folder: Path
    _held: int | None = None

    def hold(self) -> None:
        """Nobody else keeps games here until this process ends. Raises BlockingIOError."""
        if fcntl is not None:
            self._held = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def key(self) -> str:
        """The author's key, the same each time, so that pages find the studio again."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / KEY
        if not path.is_file() or not file_text(path).strip():  # killed as it was made
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(16))
        return file_text(path).strip()

    def begin(self, setup: Setup, keys: Mapping[str, str], answers: Sequence[Answer] = ()) -> Path:
        """The file of a game that begins with these answers. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / f"{secrets.token_hex(8)}.jsonl"
        head = _line({**asdict(setup), "keys": keys})
        write_atomically(path, head + _lines(_numbered(0, answers)), read_again=True)
        return path

    def kept(self) -> Iterator[Kept]:
        """All games that were kept, oldest first; what can't be read is left alone."""
        files = self.folder.glob("*.jsonl") if self.folder.is_dir() else ()
        for path in sorted(files, key=lambda one: one.stat().st_mtime):
            try:
                yield _read(path)
            except (OSError, ValueError, BadMessage):
                continue


def write(path: Path, number: int, *answers: Answer) -> None:
    """Adds answers, after so many; those that were taken back are gone then. Raises OSError."""
    _add(path, _numbered(number, answers))


def write_rules(path: Path, rules: ByRules) -> None:
    """Adds by which rules the game goes on. Raises OSError."""
    _add(path, [asdict(rules)])


def _numbered(first: int, answers: Sequence[Answer]) -> Iterator[object]:
    return ([number, *astuple(one)] for number, one in enumerate(answers, first))


def _add(path: Path, values: Iterable[object]) -> None:
    """Begins a line of its own: the one before may have been left half written."""
    lines = b"\n" + _lines(values)
    with path.open("ab") as file:
        check_room(lines, path, file.tell())
        file.write(lines)


def _lines(values: Iterable[object]) -> bytes:
    return b"".join(map(_line, values))


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def setup_of(message: Message) -> Setup:
    """What a message, or the first line of a journal, says of how a game begins.

    Raises BadMessage.
    """
    return Setup(
        number_of(message, "players"), number_of(message, "seed"), texts_of(message, "bots"),
        words_of(message, "modules"), texts_of(message, "decks"),
    )  # fmt: skip


def _read(path: Path) -> Kept:
    """Raises OSError, ValueError, BadMessage."""
    first, *lines = file_bytes(path).splitlines() or [b""]
    head, answers, rules = read_object(first.decode()), list[Answer](), ByRules()
    for line in lines:
        try:
            said = json_value(line)
        except ValueError:
            continue  # half written, and nobody was told of it; or nothing at all
        match said:
            case [int(number), str(player), str(option), str(title)] if 0 <= number <= len(answers):
                answers[number:] = [Answer(player, option, title)]
            case {"copy": str(copy), "keeps": bool(keeps)}:
                rules = ByRules(copy, keeps)
            case _:
                raise BadMessage("this is not an answer")
    return Kept(path, setup_of(head), texts_of(head, "keys"), answers, rules)
