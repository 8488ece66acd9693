"""The script that tests the extension for Visual Studio Code; `make vscode` runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_where_packages_cannot_be_had_it_says_so_and_nothing_fails(tmp_path: Path) -> None:
    nobody = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_cache": str(tmp_path)}
    ran = subprocess.run(
        ["bash", ROOT / "tools" / "vscode.sh"], env={**os.environ, **nobody}, check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert ran.stdout == "vscode: not tested: its packages can't be had (code ECONNREFUSED)\n"
