"""`new module`: an optional part of a pack, with a first rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.pack.files.pack_files import FILE
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright_tools.new.files import pack_report, print_written, write_files
from cardwright_tools.new.names import title_of, valid_name, valid_title
from cardwright_tools.new.yaml_edit import (
    EditableFile,
    effect_lines,
    log_effect,
    open_for_edit,
    scalar,
)
from cardwright_tools.output import FAILED, Stop
from cardwright_tools.packs import load_packs, require_pack

LONG = 100
AFTER = ("requires", "players", "title", "version", "id")  # `modules` goes after the first found


def new_module(pack: Path, name: str, title: str) -> int:
    valid_name(name, "module")
    require_pack(pack)
    rules, title = load_packs([pack]), valid_title(title, title_of(name))
    manifest = open_for_edit(pack / FILE)
    if name in dict(manifest.top.items_of("modules")):
        raise Stop(f"the pack already has a module `{name}`; nothing was written", FAILED)
    if (pack / name).exists():
        raise Stop(f"{pack / name} already exists; nothing was written", FAILED)
    new = {pack / name / "rules.yaml": _first(title, rules.declared.main)}
    changed = {manifest.path: with_module(manifest, name, title)}
    write_files(new, changed, lambda: pack_report(pack))
    print_written(new, changed, f"cardwright sim {pack} --modules {name} --games 20")
    return 0


def _first(title: str, main: str) -> str:
    """A trigger that shows, in any game, that the module is on."""
    lines = [
        f"# {title}: the files in this folder apply only when the module is on.",
        "# It may add definitions, and rules that react to others; this one is a trigger.",
        "",
        "abilities:",
        f"  - title: {scalar(title)}",
        f"    when: before {main}  # the rule that plays the game",
        *(f"    {line}" for line in effect_lines("do", log_effect(f"{title} is played"))),
    ]
    return "\n".join(lines) + "\n"


def with_module(manifest: EditableFile, name: str, title: str) -> str:
    """The text of pack.yaml with another entry under `modules`."""
    line = f"{name}: {scalar({'title': title, 'adds': name})}"
    entry = [line] if len(line) < LONG else [f"{name}:", f"  title: {scalar(title)}",
                                             f"  adds: {name}"]  # fmt: skip
    node = manifest.top.get("modules")
    if node is None:
        return _new_key(manifest, entry)
    if not node.span.text.startswith("{"):
        last = [item for _, item in node.items()][-1]
        indent = manifest.indent(last.key_span.start)
        lines = [indent + each for each in entry]
        return manifest.insert(manifest.line_after(last.span.end), lines)
    if not node.value:
        return _filled(manifest, node, entry)
    end = node.span.end - 1
    inner = node.span.text[:-1].rstrip(" \r\n")
    at = node.span.start + len(inner)
    return manifest.replace(at, end if "\n" not in node.span.text else at, f", {line}")


def _new_key(manifest: EditableFile, entry: Sequence[str]) -> str:
    before = next(key for key in AFTER if manifest.top.get(key))
    node = manifest.top.get(before)
    assert node is not None
    lines = ["modules:", *(f"  {line}" for line in entry)]
    return manifest.insert(manifest.line_after(node.span.end), lines)


def _filled(manifest: EditableFile, node: YamlNode, entry: Sequence[str]) -> str:
    """Turns `modules: {}` into a block; a comment after it stays on its line."""
    end = manifest.line_after(node.span.end)
    source = manifest.document.source.text
    rest = source[node.span.end : end].rstrip("\r\n")
    text = manifest.newline.join([rest.rstrip(), *(f"  {line}" for line in entry)])
    start = node.span.start - (source[node.span.start - 1] == " ")
    return manifest.replace(start, node.span.end + len(rest), text)
