"""Rows of a run, in parts: one row per game and, on request, one per card and player or per
decision.

Responsible for the files in the folder of a run: `run.json` describes its setup, and each other
file has the rows of the games from one index on. The rows of games are written last, so if they
exist, the other rows of that part do too. Except for a single game with many rows, no file has more
rows than the limit for reading. The format is Parquet, or JSON lines if pyarrow is not installed.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path

from cardwright.players import RANDOM
from cardwright.source import bounded_files
from cardwright.source.bounded_files import file_bytes, file_text
from cardwright.source.plain_json import json_value
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.output import BROKEN, Stop, make_folder
from cardwright_tools.sim.distribute import runner_at
from cardwright_tools.sim.games import Failure, GameSetup, Outcome, game_seed
from cardwright_tools.sim.playout import GameRunner
from cardwright_tools.sim.tally import Tally
from cardwright_tools.sinks import parquet_text

GAMES, CARDS, DECISIONS = "games", "cards", "decisions"
LINES, PARQUET = "jsonl", "parquet"
RUN = "run.json"
MAX_ROWS, MAX_COLUMNS = 10_000, 1_000  # limits for reading a file
SECONDS = 60  # after which finished games are written, so that they can't be lost
AT_ONCE = 16  # rows unpacked before their size is checked
Row = dict[str, int | str | None]
NUMBERS = {"game", "seed", "turns", "rounds", "decisions", "number", "options", "offered", "taken",
           "used", "held", "kept"}  # fmt: skip
SCORE, DECK, BY = "score ", "deck ", "by "


@dataclass(frozen=True, slots=True)
class RowFiles:
    """Where the rows of a run are written: `sorts` are the sorts of rows besides games."""

    folder: str
    form: str
    sorts: tuple[str, ...] = ()

    run: str = ""  # the text of `run.json` for a new run

    def begin(self) -> None:
        """Makes the folder of a new run. Raises Stop if that fails."""
        if self.run:
            make_folder("--rows", self.folder)
            write_atomically(Path(self.folder) / RUN, self.run.encode())

    def path(self, sort: str, first: int) -> Path:
        return Path(self.folder) / f"{sort}-{first + 1:012}.{self.form}"

    def write(self, sort: str, first: int, rows: Sequence[Row]) -> None:
        data = _parquet(rows) if self.form == PARQUET else _lines(rows)
        write_atomically(self.path(sort, first), data, read_again=sort == GAMES)

    def read(self, sort: str, first: int) -> list[Row]:
        """The rows of a part. Raises Stop if the file can't be read."""
        path = self.path(sort, first)
        try:
            if self.form == PARQUET:
                return _rows(file_bytes(path))
            found = [json_value(line) for line in file_text(path).splitlines()]
            if not all(isinstance(row, dict) for row in found):
                raise ValueError("this file has no rows of games")
            return found
        except (OSError, ValueError) as error:
            raise _unread(path, error) from None

    def outcomes(self, first: int) -> list[Outcome | Failure]:
        """The results of the games of a part. Raises Stop if the file can't be read."""
        rows = self.read(GAMES, first)
        try:
            return [_outcome_of(row) for row in rows]
        except (ValueError, KeyError, TypeError):
            raise _unread(self.path(GAMES, first), "this file has no rows of games") from None


def _unread(path: Path, why: object) -> Stop:
    return Stop(f"{path}: {why}; remove it, and its games are played again", BROKEN)


def _lines(rows: Sequence[Row]) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def _rows(data: bytes) -> list[Row]:
    """Raises ValueError if the data isn't Parquet, or would unpack to more than the limit."""
    file, rows = import_module("pyarrow.parquet").ParquetFile(io.BytesIO(data)), list[Row]()
    groups = (file.metadata.row_group(n) for n in range(file.num_row_groups))
    size, what = sum(group.total_byte_size for group in groups), file.metadata
    if what.num_rows > MAX_ROWS or what.num_columns > MAX_COLUMNS or size > bounded_files.MAX_BYTES:
        raise ValueError("it has more rows, columns or bytes than a part of a run")
    for batch in file.iter_batches(AT_ONCE):
        size += batch.nbytes  # in the file, equal values are stored only once
        if size > bounded_files.MAX_BYTES:
            raise ValueError(f"it unpacks to more than {bounded_files.MAX_BYTES:,} bytes")
        rows += batch.to_pylist()
    return rows


def _parquet(rows: Sequence[Row]) -> bytes:
    arrow, buffer = import_module("pyarrow"), io.BytesIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    types = {True: arrow.int64(), False: arrow.string()}
    schema = arrow.schema([(n, types[n in NUMBERS or n.startswith(SCORE)]) for n in names])
    plain = [{n: parquet_text(v) if isinstance(v, str) else v for n, v in r.items()} for r in rows]
    import_module("pyarrow.parquet").write_table(arrow.Table.from_pylist(plain, schema), buffer)
    return buffer.getvalue()


# ------------------------------------------------------------------------------- playing


class _RowBuffer:
    """Rows that are not written yet, of the games from one index on."""

    def __init__(self, files: RowFiles, first: int) -> None:
        self._files, self._first, self._began = files, first, time.monotonic()
        self._rows: dict[str, list[Row]] = {sort: [] for sort in (*files.sorts, GAMES)}

    def add(self, rows: Mapping[str, Sequence[Row]]) -> _RowBuffer:
        """Adds the rows of a game; returns the buffer to which to add the next ones."""
        full = any(len(self._rows[sort]) + len(found) > MAX_ROWS for sort, found in rows.items())
        at = self.written() if full else self
        for sort, found in rows.items():
            at._rows[sort] += found
        return at if time.monotonic() < at._began + SECONDS else at.written()

    def written(self) -> _RowBuffer:
        """Writes the rows; returns a buffer for those of the following games."""
        games = len(self._rows[GAMES])
        for sort, found in self._rows.items() if games else ():
            self._files.write(sort, self._first, found)
        return _RowBuffer(self._files, self._first + games)


def play_rows(files: RowFiles, setup: GameSetup, first: int, end: int) -> Tally:
    """Plays the games whose rows don't exist yet and writes these rows; after Ctrl-C, writes
    those of the games that have finished."""
    tally, at, buffer = Tally(), first, _RowBuffer(files, first)
    try:
        while at < end:
            if files.path(GAMES, at).exists() and (known := files.outcomes(at)):
                buffer.written()
                for done in known[: end - at]:
                    tally.add(done)
                at += len(known)
                buffer = _RowBuffer(files, at)
            else:
                done, rows = _play_row(files, setup, at)
                tally.add(done)
                buffer, at = buffer.add(rows), at + 1
    except KeyboardInterrupt:
        tally.stopped = True
    buffer.written()
    return tally


def _play_row(
    files: RowFiles, setup: GameSetup, index: int
) -> tuple[Outcome | Failure, Mapping[str, Sequence[Row]]]:
    runner = runner_at(setup, index)
    if runner.watch is not None:
        runner.watch.answers = [] if DECISIONS in files.sorts else None
    done, _ = runner.play(index)
    makers = {CARDS: card_rows, DECISIONS: decision_rows}
    rows = {sort: [*makers[sort](done, runner)] for sort in files.sorts}
    return done, {**rows, GAMES: [game_row(done, setup.seed, runner)]}


# ----------------------------------------------------------------------------- the rows


def game_row(done: Outcome | Failure, seed: int, runner: GameRunner) -> Row:
    """The row of a game; if the game failed, the row only says where and why."""
    row: Row = {"game": done.index + 1, "seed": game_seed(seed, done.index)}
    good = done if isinstance(done, Outcome) else None
    for key in ("turns", "rounds", "decisions", "reason", "group", "digest"):
        row[key] = getattr(good, key) if good else None
    row["winners"] = ",".join(good.shares) if good else None
    row["winning seats"] = ",".join(map(str, good.seats)) if good else None
    for name in runner.names.values():
        row[SCORE + name] = good.scores[name] if good else None
    for name in runner.decks:
        row[DECK + name] = runner.decks[name]
    for name in runner.names.values() if runner.by != RANDOM else ():
        row[BY + name] = good.by.get(name) if good else None
    bad = done if isinstance(done, Failure) else None
    for key in ("code", "message", "place"):
        row[key] = getattr(bad, key) if bad else None
    row["where"] = json.dumps(bad.where) if bad else None
    return row


def _outcome_of(row: Row) -> Outcome | Failure:
    """The result that a row stores."""
    if row["code"] is not None:
        where = tuple(json_value(str(row["where"])))
        return Failure(_number(row, "game") - 1, _number(row, "seed"), str(row["code"]),
                       str(row["message"]), where, str(row["place"]))  # fmt: skip
    winners = [name for name in str(row["winners"]).split(",") if name]
    seats = [int(seat) for seat in str(row["winning seats"]).split(",") if seat]
    share = Fraction(1, len(winners) or 1)
    scores, decks, by = (
        {k.removeprefix(what): v for k, v in row.items() if k.startswith(what)}
        for what in (SCORE, DECK, BY)
    )
    return Outcome(
        _number(row, "game") - 1, _number(row, "turns"), _number(row, "decisions"), 0.0,
        str(row["digest"]), {k: v if isinstance(v, int) else None for k, v in scores.items()},
        dict.fromkeys(winners, share), dict.fromkeys(seats, share), _number(row, "rounds"),
        str(row["reason"]), str(row["group"]),
        {k: str(v) for k, v in decks.items()},
        by={k: str(v) for k, v in by.items() if v is not None},
    )  # fmt: skip


def _number(row: Row, key: str) -> int:
    found = row[key]
    return found if isinstance(found, int) else 0


def card_rows(done: Outcome | Failure, runner: GameRunner) -> Iterator[Row]:
    """A row for each player and each card, option or way that the player had anything to do
    with."""
    if isinstance(done, Failure) or done.seen is None or runner.watch is None:
        return
    names, subjects = [*runner.names.values()], runner.watch.subjects.all
    for (number, place), counts in done.seen.uses.items():
        one = subjects[number]
        row: Row = {"game": done.index + 1, "player": names[place], "sort": one.sort, "id": one.id}
        yield row | dict(zip(("offered", "taken", "used", "held", "kept"), counts, strict=True))


def decision_rows(done: Outcome | Failure, runner: GameRunner) -> Iterator[Row]:
    answers = (runner.watch.answers if runner.watch else None) or ()
    for number, (player, question, options, answer) in enumerate(answers, 1):
        yield {"game": done.index + 1, "number": number, "player": runner.names[player],
               "question": question, "options": options, "answer": answer}  # fmt: skip
