"""An installation from the wheel works without the repository, and finds its packs by name.

The wheel is installed in a new environment, which has what the wheel requires and nothing else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from email.parser import Parser
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

from cardwright_tools.sim.games import GameSetup
from cardwright_tools.sim.run import simulate

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
EXPANSE = str(ROOT / "content" / "expanse")
BY_ID = "import cardwright; print(cardwright.__file__, len(cardwright.load('expanse').packs))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = str(tmp_path_factory.mktemp("wheel"))
    return Path(next(WheelBuilder(str(ROOT)).build(directory=folder, versions=["standard"])))


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, installed by pip as a user would."""
    home = tmp_path_factory.mktemp("home")
    venv.create(home, symlinks=os.name != "nt")
    python = home / "bin" / "python"
    options = ["--no-deps", "--no-index", "--disable-pip-version-check", "--quiet"]
    options.append("--no-compile")  # most files are never imported here
    line = [sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(wheel)]
    subprocess.run(line, check=True, timeout=120)
    (site,) = home.glob("lib/python*/site-packages")
    for name in required(Requirement("cardwright")) - {"cardwright"}:
        link(distribution(name), site)
    return home


def required(wanted: Requirement) -> set[str]:
    """Everything that is installed with a distribution, and the distribution itself."""
    needs = [Requirement(line) for line in distribution(wanted.name).requires or ()]
    extras = [{"extra": extra} for extra in (*wanted.extras, "")]
    on = [n for n in needs if not n.marker or any(map(n.marker.evaluate, extras))]
    return {wanted.name}.union(*map(required, on))


def link(library: Distribution, site: Path) -> None:
    for name in {file.parts[0] for file in library.files or ()} - {".."}:
        if not (site / name).exists():
            (site / name).symlink_to(str(library.locate_file(name)))


def run(home: Path, program: str, *words: str) -> str:
    """The output of a program of the environment, run in an empty folder; it must succeed."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    environment["CARDWRIGHT_CACHE"] = ""
    done = subprocess.run(
        [str(home / "bin" / program), *words], cwd=home / "lib", input="quit\n", timeout=120,
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_metadata(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    fields = Parser().parsestr(archive.read(name).decode())
    assert fields["Author"] == "The Cardwright maintainers"
    assert len(fields.get_all("Project-URL") or []) == 1
    assert len(fields.get_all("Classifier") or []) > 8
    extras = {"cluster", "learn", "lsp", "native", "openspiel", "pettingzoo", "rating", "stats",
              "studio"}  # fmt: skip
    assert {*fields.get_all("Provides-Extra")} == extras  # the developers' tools are not an extra


def test_the_installed_library_loads_packs_by_id(home: Path) -> None:
    file, packs = run(home, "python", "-c", BY_ID).split()
    assert Path(file).is_relative_to(home)
    assert packs == "1"


def test_commands(home: Path) -> None:
    assert run(home, "cardwright", "check", "expanse") == "The Expanse: no problems\n"
    assert " 0 failed" in run(home, "cardwright", "test", "expanse", "-k", "julie mao")
    assert "1  " in run(home, "cardwright", "play", "expanse", "--players", "2")
    assert "1  " in run(home, "cardwright", "play", "tiny-epic-galaxies", "--players", "2")


def test_a_seeded_game_is_the_same_as_in_the_repository(home: Path) -> None:
    words = ["sim", "expanse", "--players", "2", "--games", "1", "--seed", "7", "--json", "-"]
    order = GameSetup((EXPANSE,), (), 2, 7)
    ours = simulate(order, 1).digest
    assert json.loads(run(home, "cardwright", *words))["digest"] == ours


def test_doctor_finds_nothing_wrong(home: Path) -> None:
    found = json.loads(run(home, "cardwright", "doctor", "--json"))
    assert [one for one in found if one["state"] == "wrong"] == []


def test_the_version_matches_the_project(home: Path) -> None:
    assert run(home, "cardwright", "--version").split()[-1] in (ROOT / "pyproject.toml").read_text()
