"""`schema`: schemas are valid, accept our packs, and reject misspelt words."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardwright.pack.files.pack_files import content_files
from cardwright.source import yaml_reader
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span
from cardwright_tools.cli import invoke
from cardwright_tools.schema import editor_settings, published
from cardwright_tools.schema.comments import comment_beside
from cardwright_tools.schema.pack_schemas import schemas_of

from ..all_packs import PACKS, sample

ROOT = Path(__file__).parents[2]
MARKET = ROOT / "tests/packs/market"
Files = dict[str, Any]
OF_ALL: Files = {
    name.split(".")[0]: json.loads(text) for name, text in published.schema_texts().items()
}


def made(pack: Path) -> Files:
    found, report = schemas_of(pack)
    assert found is not None
    assert not report.failed
    return dict(found)


def read(file: Path) -> Any:
    document = yaml_reader.load(file, file.name, Report())
    assert document is not None
    return document.value


def errors(schema: Any, value: object) -> list[str]:
    found = Draft202012Validator(schema).iter_errors(value)
    return [f"{'/'.join(map(str, e.path))}: {e.message[:200]}" for e in found]


def kinds(pack: Path) -> Iterator[tuple[str, Path]]:
    yield "pack", pack / "pack.yaml"
    yield from (("content", pack / path) for path in content_files(pack, Report()))
    yield from (("scenarios", path) for path in sorted(pack.glob("scenarios/*.yaml")))


@pytest.mark.parametrize("pack", sample(PACKS, 6))
def test_a_pack_fits_its_schemas_and_those_of_all(pack: Path) -> None:
    own = made(pack)
    for schema in own.values():
        Draft202012Validator.check_schema(schema)
    files = [(kind, f.name, read(f)) for kind, f in kinds(pack)]
    for found in (own, OF_ALL):
        wrong = [(name, errors(found[kind], value)) for kind, name, value in files]
        assert [one for one in wrong if one[1]] == []


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("tiles", {"colour": "purple"}),  # no word of the enum
        ("tiles", {"colour": ["red"]}),
        ("tiles", {"nonsense": 1}),
        ("tiles", {"id": 3}),
        ("nonsenses", {}),
    ],
)
def test_a_mistake_does_not_fit(section: str, change: dict[str, object], tmp_path: Path) -> None:
    pack = tmp_path / "tiny"
    pack.mkdir()
    _tiny(pack)
    schema = made(pack)["content"]
    good = {"tiles": [{"id": "a", "colour": "red", "provenance": "house"}]}
    assert errors(schema, good) == []
    assert errors(schema, {section: [{**good["tiles"][0], **change}]})


def _tiny(pack: Path, more: str = "") -> None:
    (pack / "pack.yaml").write_text(
        "id: tiny\nversion: 1.0.0\ntitle: Tiny\nplayers: [1, 1]\nmain: game\n", "utf-8"
    )
    (pack / "rules.yaml").write_text(
        "enums:\n  shade: [red, blue]\n"
        "kinds:\n  tile:\n    is: card\n    fields:\n"
        "      colour: shade  # what is seen from afar\n"
        "      next: {type: tile, optional: true}\n"
        "zones: {bag: {holds: tile}}\n"
        "tiles: [{id: one, colour: red, provenance: house}]\n"
        "players: [{id: ann, provenance: house}]\n"
        f"rules:\n  game: end the game\n{more}",
        "utf-8",
    )


def test_fields_offer_words_and_show_comments(tmp_path: Path) -> None:
    _tiny(tmp_path)
    found = made(tmp_path)
    tile = found["content"]["$defs"]["kind-tile"]["properties"]
    assert tile["colour"]["else"]["enum"] == ["red", "blue"]
    assert tile["colour"]["description"] == "Shade. What is seen from afar."
    assert tile["next"]["else"]["enum"] == ["one"]
    holds = found["content"]["$defs"]["zone"]["properties"]["holds"]["enum"]
    assert {"tile", "player", "thing"} <= set(holds)
    assert "set of shade" in found["content"]["$defs"]["field"]["properties"]["type"]["enum"]
    assert found["pack"]["properties"]["main"]["enum"] == ["game"]
    step = found["scenarios"]["items"]["properties"]
    assert step["as"]["enum"] == ["ann"]
    assert "bag" in step["given"]["properties"]


def test_every_key_of_the_language_has_a_help_text() -> None:
    def lacking(schema: Any, way: str) -> Iterator[str]:
        for key, value in schema.get("properties", {}).items():
            if "description" not in value:
                yield f"{way}.{key}"

    for name, schema in OF_ALL.items():
        Draft202012Validator.check_schema(schema)
        assert list(lacking(schema, name)) == []
        for output_format, inner in schema.get("$defs", {}).items():
            assert list(lacking(inner, output_format)) == []


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        ("  home: place  # where it begins", "home", "Where it begins."),
        ("  home: place", "home", ""),
        ("  {home: place, away: place}  # both", "away", ""),
        ("  home: place  # done.", "home", "Done."),
        ("  home: place  # cardwright: allow CW506 because later", "home", ""),
        ("  home: place  # of all #cardwright: allow CW506 because later", "home", "Of all."),
        ("  home: place  # cardwright does not read it", "home", "Cardwright does not read it."),
    ],
)
def test_comments(line: str, word: str, expected: str) -> None:
    source = Source("x", line)
    start = line.index(word)
    assert comment_beside(Span(source, start, start + len(word))) == expected


def test_a_pack_with_mistakes_has_schemas_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _tiny(tmp_path, "  wrong: remove nonsense\nnonsense: 3\n")
    assert invoke(["schema", "."]) == 0
    assert "has errors" in capsys.readouterr().err
    assert (tmp_path / ".schemas/content.schema.json").is_file()
    # The folder of the schemas is not part of the pack.
    assert [p.as_posix() for p in content_files(tmp_path, Report())] == ["rules.yaml"]


@pytest.mark.parametrize("inner", ["", "content.schema.json"])
def test_nothing_is_written_through_a_link_out_of_the_pack(
    inner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack, home = tmp_path / "market", tmp_path / "home"
    shutil.copytree(MARKET, pack)
    home.mkdir()
    (home / "content.schema.json").write_text("mine")
    link = pack / ".schemas" / inner
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(home / inner)
    assert invoke(["schema", str(pack), "--no-settings"]) == 1
    assert f"{link.as_posix()} links to outside the pack" in capsys.readouterr().err
    assert [(p.name, p.read_text()) for p in home.iterdir()] == [("content.schema.json", "mine")]


def test_a_missing_pack(tmp_path: Path) -> None:
    assert invoke(["schema", str(tmp_path)]) == 3
    assert list(tmp_path.iterdir()) == []


# ----------------------------------------------------------------------------- editor


def matched(pattern: str, file: str) -> bool:
    """Matches as editors do: a star matches slashes too, and a pattern may begin anywhere."""
    return bool(re.search("(^|/)" + re.escape(pattern).replace(r"\*", ".*") + "$", file))


@pytest.mark.parametrize("pack", PACKS, ids=lambda p: p.name)
def test_each_file_has_one_schema(pack: Path) -> None:
    mapped = editor_settings.schema_mapping([pack], ROOT / "schemas", ROOT)
    for kind, path in kinds(pack):
        file = path.relative_to(ROOT).as_posix()
        found = [name for name, group in mapped.items() for p in group if matched(p, file)]
        assert found == [f"./schemas/{kind}.schema.json"], file


def test_other_settings_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(MARKET, "market")
    Path(".vscode").mkdir()
    before = {"a": 1, "yaml.schemas": {"old": ["market/pack.yaml", "other.yaml"], "b": "c.yaml"}}
    editor_settings.SETTINGS.write_text(json.dumps(before), "utf-8")
    assert invoke(["schema", "market", "--out", "out"]) == 0
    found = json.loads(editor_settings.SETTINGS.read_text("utf-8"))
    assert found["a"] == 1
    assert found["yaml.schemas"]["old"] == ["other.yaml"]
    assert found["yaml.schemas"]["b"] == "c.yaml"
    assert found["yaml.schemas"]["./out/pack.schema.json"] == ["market/pack.yaml"]
    assert "# yaml-language-server: $schema=../out/pack.schema.json" in capsys.readouterr().out
    text = editor_settings.SETTINGS.read_bytes()
    assert invoke(["schema", "market", "--out", "out"]) == 0
    assert editor_settings.SETTINGS.read_bytes() == text


@pytest.mark.parametrize("text", ['{"a": 1, // mine\n}', "[]", '{"yaml.schemas": 3}'])
def test_settings_with_comments_are_left_alone(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(MARKET, "market")
    Path(".vscode").mkdir()
    editor_settings.SETTINGS.write_text(text, "utf-8")
    assert invoke(["schema", "market"]) == 1
    assert "yaml.schemas" in capsys.readouterr().err
    assert editor_settings.SETTINGS.read_text("utf-8") == text


def test_without_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke(["schema", "--no-settings"]) == 0
    assert sorted(p.name for p in Path("schemas").iterdir()) == sorted(published.schema_texts())
    assert not Path(".vscode").exists()
