"""Players from a Python file: `script:FILE` plays what its function `answer(seat)` returns.

The file is run anew for each game, so its variables last for one game. It is the user's own program
and may do whatever a program may; packs never name one.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from traceback import extract_tb

from cardwright.options import Option
from cardwright.players.seat import Player, Seat

ANSWER = "answer"


class PlayerError(Exception):
    """An error in a player's program, or in its answer."""


def from_script(file: str) -> Player:
    """The player of a file. Raises ValueError if it has none."""
    path = Path(file)
    if file in ("", "?"):
        raise ValueError("write which file, as in `script:mine.py`")
    if not path.is_file():
        raise ValueError(f"no file `{file}` was found; write `script:FILE`")
    try:
        found = runpy.run_path(str(path)).get(ANSWER)
    except Exception as error:
        raise ValueError(f"the file can't be run: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise ValueError(f"the file has no function `{ANSWER}(seat)`")

    def answer(seat: Seat) -> Option | str:
        try:
            return found(seat)  # type: ignore[no-any-return]
        except Exception as error:
            line = [at.lineno for at in extract_tb(error.__traceback__) if at.filename == str(path)]
            where = f"{file}:{line[-1]}" if line else file
            raise PlayerError(f"{where}: {type(error).__name__}: {error}") from error

    return answer
