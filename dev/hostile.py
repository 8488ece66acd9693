"""How much time and memory hostile packs take: `python -m dev.hostile [COMMAND] [WORD...]`.

Responsible for measuring; the packs are those of `tests/hostile`, for `sim` those whose games would
never end. Each runs in a separate process with limited time and memory, so that none can exhaust
the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from tests.hostile.cases import CASES, FOLDERS, write_case, write_folder_case
from tests.hostile.play_cases import CASES as PLAYED
from tests.hostile.play_cases import LARGE, PROGRAMS, write_play_case

SECONDS, MEMORY = 40, 3_000_000_000
LIMITED = Path(__file__).with_name("run_limited.py")
COMMAND = "import sys; from cardwright_tools.cli import main; sys.exit(main())"
COMMANDS = ("check", "fmt", "test", "show", "diff", "sim", "cover")
_ARGUMENTS = {"fmt": ["--check"], "sim": ["--games", "1"], "cover": ["--sim", "1"]}


def measure(command: str, pack: Path) -> tuple[float, float, int, str]:
    """Seconds of work, megabytes, the exit code and the last words of output of a command."""
    words = [command, str(pack), *([str(pack)] if command == "diff" else ()),
             *_ARGUMENTS.get(command, [])]  # fmt: skip
    limited = [sys.executable, str(LIMITED), str(SECONDS), str(MEMORY), "--"]
    with tempfile.TemporaryFile() as out:
        run = subprocess.run([*limited, sys.executable, "-c", COMMAND, *words], check=True,
                             stdout=subprocess.PIPE, stderr=out)  # fmt: skip
        out.seek(max(0, out.seek(0, 2) - 300))
        words = out.read().decode("utf-8", "replace").split("\n")
    return *json.loads(run.stdout), ascii("|".join(filter(None, words))[-160:])


def _write(name: str, folder: Path) -> Path:
    if name in {**PLAYED, **LARGE, **PROGRAMS}:
        return write_play_case(name, folder)
    return (write_case if name in CASES else write_folder_case)(name, folder)


@click.command(help=__doc__)
@click.argument("words", nargs=-1)
def main(words: tuple[str, ...]) -> None:
    command = words[0] if words and words[0] in COMMANDS else "check"
    words = words[words[:1] == (command,) :]
    found = [*PLAYED, *LARGE, *PROGRAMS] if command == "sim" else [*CASES, *FOLDERS]
    names = [name for name in found if not words or any(word in name for word in words)]
    for name in names:
        folder = Path(tempfile.mkdtemp(prefix="hostile-"))
        try:
            pack = _write(name, folder)
            seconds, megabytes, code, said = measure(command, pack)
            print(f"{seconds:6.1f} s {megabytes:5.0f} MB  {code:3}  {name:45} {said}", flush=True)
        finally:
            subprocess.run(["rm", "-rf", str(folder)], check=False)


if __name__ == "__main__":
    main()
