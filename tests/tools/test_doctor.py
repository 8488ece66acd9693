"""`doctor`: what it checks, and that each problem is reported with exit code 1."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from cardwright.language.syntax import parser_tables
from cardwright.pack.files import pack_search
from cardwright.source import yaml_events
from cardwright_tools import doctor
from cardwright_tools.cli import invoke

Patch = pytest.MonkeyPatch


def test_a_good_installation(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["doctor"]) == 0
    output = capsys.readouterr().out
    for word in ("Python", "cardwright", "click", "libyaml", "content", "schemas", "git"):
        assert word in output
    assert "wrong" not in output


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["doctor", "--json"]) == 0
    found = {one["what"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["Python"]["state"] == "good"
    assert found["click"]["found"] == metadata.version("click")


def _no_parser(patch: Patch) -> None:
    patch.setattr(yaml_events, "HAVE_LIBYAML", False)


def _old_python(patch: Patch) -> None:
    patch.setattr(doctor, "OLDEST", (9, 9))


def _no_content(patch: Patch) -> None:
    patch.setattr(pack_search, "shipped", lambda: None)


def _no_schemas(patch: Patch) -> None:
    patch.setattr(doctor, "schema_folder", lambda: None)


def _old_schemas(patch: Patch) -> None:
    patch.setattr(doctor, "schema_folder", lambda: Path(__file__).parent)


def _old_tables(patch: Patch) -> None:
    patch.setattr(parser_tables, "mark", lambda grammar: "another grammar")


def _no_tables(patch: Patch) -> None:
    patch.setattr(parser_tables, "FILE", Path("gone.json"))


def _needs(*wanted: str) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(metadata, "requires", lambda _: list(wanted))


def _not_installed(patch: Patch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    patch.setattr(metadata, "version", missing)


@pytest.mark.parametrize(
    ("breaks", "expected"),
    [
        (_no_parser, "pip install 'ruamel.yaml[oldlibyaml]'"),
        (_old_python, "needs Python 9.9"),
        (_no_content, "not found"),
        (_no_schemas, "run `cardwright schema` to write them"),
        (_old_schemas, "out of date: pack.schema.json"),
        (_old_tables, "out of date"),
        (_no_tables, "gone.json"),
        (_needs("click<8.1,>=8.0"), "pip install 'click<8.1,>=8.0'"),
        (_needs("no-such-thing>=1"), "not installed"),
        (_not_installed, "not installed"),
    ],
)
def test_problems(
    breaks: Callable[[Patch], None], expected: str, monkeypatch: Patch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    breaks(monkeypatch)
    assert invoke(["doctor"]) == 1
    assert expected in capsys.readouterr().out


def test_notes(monkeypatch: Patch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr("cardwright.backends.native.compile.has_zig", lambda: False)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    found = {one.what: one for one in doctor.findings()}
    assert [found[what].state for what in ("git", "terminal", "engine")] == ["note"] * 3
    assert found["engine"].found == "Python"
    assert doctor.run_doctor(in_json=False) == 0
    monkeypatch.setattr("cardwright.backends.native.compile.has_zig", lambda: True)
    monkeypatch.setattr(doctor, "try_out", lambda: None)
    assert doctor._engine().found == "native, with the compiler of ziglang"


def test_the_use_of_each_extra_is_known() -> None:
    extras = metadata.metadata("cardwright").get_all("Provides-Extra")
    assert sorted(doctor.USES) == sorted(extras or [])


def test_extras_that_are_not_installed(
    monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = metadata.requires("cardwright") or []
    gone = [text.replace("pygls", "no-such-thing") for text in known]
    monkeypatch.setattr(metadata, "requires", lambda _: gone)
    assert invoke(["doctor"]) == 0
    output = capsys.readouterr().out
    assert re.search(r"^extras not installed +lsp ", output, re.MULTILINE)
    assert "add one with `pip install 'cardwright[lsp]'`: `lsp` is for `cardwright lsp`" in output


@pytest.mark.parametrize(
    ("compiler", "said"),
    [("false", "`false` of `CC` failed: it ended with exit code 1"),
     ("no-such-compiler", "and there is no such program: unset it, or name a C compiler"),
     ("cc -include no-such-file", "no-such-file")],
)  # fmt: skip
def test_a_compiler_that_does_not_work_is_reported(
    compiler: str, said: str, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("CC", compiler)
    found = doctor._engine()
    assert (found.found, found.state) == ("Python", "note")
    assert said in found.fix


@pytest.mark.parametrize(
    ("requirement", "name", "range"),
    [
        ("click<9,>=8.1.7", "click", "<9,>=8.1.7"),
        ("ruamel.yaml[oldlibyaml]<0.20,>=0.19.1", "ruamel.yaml", "<0.20,>=0.19.1"),
        ('lark (>=1.3) ; python_version > "3"', "lark", ">=1.3"),
        ("rich", "rich", ""),
    ],
)
def test_requirements(requirement: str, name: str, range: str) -> None:
    assert doctor.requirement_of(requirement) == (name, range)


@pytest.mark.parametrize(
    ("version", "range", "fits"),
    [
        ("8.1.7", "<9,>=8.1.7", True), ("9.0", "<9,>=8.1.7", False), ("8.1.6", ">=8.1.7", False),
        ("0.19.1.post2", "<0.20,>=0.19.1", True), ("1.3rc2", ">=1.3", True), ("7", "", True),
    ],
)  # fmt: skip
def test_ranges(version: str, range: str, fits: bool) -> None:
    assert doctor.in_range(version, range) is fits
