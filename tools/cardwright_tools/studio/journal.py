"""Games on disk, so that answers survive the server.

There is a file for each game, in a folder for each pack: its first line says how the game began,
and each further line is an answer, written before anybody is informed of it, or the rules with
which the game continues. Defines the format of these files.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path

from cardwright.source.bounded_files import check_size, file_bytes, file_text
from cardwright.source.plain_json import json_value
from cardwright.source.real_paths import real_path
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.saved_games import Answer
from cardwright_tools.studio.messages import (
    BadMessage,
    Message,
    named_texts_of,
    number_of,
    read_object,
    words_of,
)

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover: not available on Windows
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
    """The copy of the rules with which a game is played, and whether it stays with them when
    others are saved."""

    copy: str = ""
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game, with the keys of its seats."""

    path: Path
    setup: Setup
    keys: Mapping[str, str]
    answers: list[Answer]
    rules: ByRules


def folder_of(pack: Path) -> Path:
    """The folder for the games of a pack, in the user's state folder."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    name = hashlib.sha256(os.fsencode(real_path(pack))).hexdigest()[:24]
    return Path(base) / "cardwright" / "studio" / name


@dataclass(slots=True)
class Journals:
    """The folder with the games of a pack; only its user can open it."""

    folder: Path
    _held: int | None = None

    def hold(self) -> None:
        """Locks the folder until this process ends. Raises BlockingIOError."""
        if fcntl is not None:
            self._held = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def key(self) -> str:
        """The author's key, always the same, so that pages find the studio again."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / KEY
        if not path.is_file() or not file_text(path).strip():  # killed while writing it
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(16))
        return file_text(path).strip()

    def begin(self, setup: Setup, keys: Mapping[str, str], answers: Sequence[Answer] = ()) -> Path:
        """Creates the file of a game that begins with these answers. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / f"{secrets.token_hex(8)}.jsonl"
        head = _line({**asdict(setup), "keys": keys})
        write_atomically(path, head + _lines(_numbered(0, answers)), read_again=True)
        return path

    def stored_games(self) -> Iterator[StoredGame]:
        """All stored games, oldest first; files that can't be read are ignored."""
        files = self.folder.glob("*.jsonl") if self.folder.is_dir() else ()
        for path in sorted(files, key=lambda one: one.stat().st_mtime):
            try:
                yield _read(path)
            except (OSError, ValueError, BadMessage):
                continue


def write(path: Path, number: int, *answers: Answer) -> None:
    """Adds answers after `number`, which discards those taken back. Raises OSError."""
    _add(path, _numbered(number, answers))


def write_rules(path: Path, rules: ByRules) -> None:
    """Adds the rules with which the game continues. Raises OSError."""
    _add(path, [asdict(rules)])


def _numbered(first: int, answers: Sequence[Answer]) -> Iterator[object]:
    return ([number, *astuple(one)] for number, one in enumerate(answers, first))


def _add(path: Path, values: Iterable[object]) -> None:
    """Starts with a new line, since the last one may be incomplete."""
    lines = b"\n" + _lines(values)
    with path.open("ab") as file:
        check_size(lines, path, file.tell())
        file.write(lines)


def _lines(values: Iterable[object]) -> bytes:
    return b"".join(map(_line, values))


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def setup_of(message: Message) -> Setup:
    """The setup in a message or in the first line of a journal.

    Raises BadMessage.
    """
    return Setup(
        number_of(message, "players"), number_of(message, "seed"), named_texts_of(message, "bots"),
        words_of(message, "modules"), named_texts_of(message, "decks"),
    )  # fmt: skip


def _read(path: Path) -> StoredGame:
    """Raises OSError, ValueError, BadMessage."""
    first, *lines = file_bytes(path).splitlines() or [b""]
    head, answers, rules = read_object(first.decode()), list[Answer](), ByRules()
    for line in lines:
        try:
            said = json_value(line)
        except ValueError:
            continue  # incomplete, so nobody was informed of it; or empty
        match said:
            case [int(number), str(player), str(option), str(title)] if 0 <= number <= len(answers):
                answers[number:] = [Answer(player, option, title)]
            case {"copy": str(copy), "keeps": bool(keeps)}:
                rules = ByRules(copy, keeps)
            case _:
                raise BadMessage("this is not an answer")
    return StoredGame(path, setup_of(head), named_texts_of(head, "keys"), answers, rules)
