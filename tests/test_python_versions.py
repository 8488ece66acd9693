"""What is found in a pack does not depend on which Python runs.

Regular expressions, for example, did match differently in 3.11.2. Where there is another Python of
the same minor version, which can load the same compiled packages, it checks the same packs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

from dev.bench.many import RECIPE, LargePack
from dev.bench.recipe import read_recipe

from .all_packs import PACKS, ROOT

NAME = "python{}.{}".format(*sys.version_info)
WHICH = "import sys; print(sys.version, sys.base_prefix)"
RUN = "from cardwright_tools.cli import main; main()"


def others() -> list[str]:
    """One path for each other Python."""
    folders = [*os.get_exec_path(), "/usr/bin", "/usr/local/bin"]
    paths = (Path(folder, NAME) for folder in folders)
    found = {said((str(path), "-c", WHICH)): str(path) for path in paths if path.is_file()}
    found.pop(said((sys.executable, "-c", WHICH)), None)
    return [path for identity, path in found.items() if identity[0] == 0]


def said(command: Sequence[str], cache: Path | None = None) -> tuple[int, str]:
    """The exit code of a command that uses our packages, and its output."""
    own = [str(ROOT / "interpreter"), str(ROOT / "tools")]
    path = os.pathsep.join([*own, *{sysconfig.get_path(one) for one in ("purelib", "platlib")}])
    environment = {**os.environ, "PYTHONPATH": path, "CARDWRIGHT_CACHE": str(cache or os.devnull)}
    ran = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=300
    )
    return ran.returncode, ran.stdout


def checked(python: str, pack: LargePack, folder: Path) -> list[tuple[int, str]]:
    """What `check` says about our packs, and about a large pack before and after an edit."""
    large, cache = folder / "large", folder / f"cache of {python.replace(os.sep, '-')}"
    check = (python, "-c", RUN, "check", "--format", "json")
    pack.write(large)
    found = [said((*check, *map(str, PACKS)), cache), said((*check, str(large)), cache)]
    pack.edit(large, 1)
    return [*found, said((*check, str(large)), cache)]


def test_each_python_finds_the_same_in_all_packs(tmp_path: Path) -> None:
    if not (pythons := others()):
        pytest.skip(f"there is no other {NAME}")
    pack = LargePack(read_recipe(RECIPE), cards=600, files=4)
    wanted = checked(sys.executable, pack, tmp_path)
    assert [code for code, _ in wanted] == [0, 0, 0]
    for python in pythons:
        assert checked(python, pack, tmp_path) == wanted, python
