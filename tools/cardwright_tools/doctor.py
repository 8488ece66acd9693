"""`cardwright doctor`: what is installed, where, and any problems with it.

Each finding is good, a note, or a problem; only problems give exit code 1.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from cardwright.backends.native.compile import ZIG, NoCompiler, compiler, try_out
from cardwright.backends.native.library_cache import library_folder
from cardwright.language.syntax import parser_tables
from cardwright.language.syntax.parser import grammar
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.files import pack_search
from cardwright.pack.files.manifest import satisfies
from cardwright.pack.files.pack_files import FILE
from cardwright.source import yaml_events
from cardwright_tools.output import CLEAN, FAILED, format_table, say
from cardwright_tools.schema import published
from cardwright_tools.sinks import json_text

OLDEST = (3, 11)
GOOD, NOTE, WRONG = "good", "note", "wrong"
LIBYAML = "ruamel.yaml[oldlibyaml]"
USES = {
    "studio": "`cardwright studio`",
    "lsp": "`cardwright lsp`",
    "native": "a C compiler of its own, and `build --to wasm`",
    "stats": "rows of simulations as Parquet",
    "cluster": "simulations on a cluster",
    "rating": "the ratings of `tournament`",
    "learn": "`Rules.batch`",
    "pettingzoo": "games as environments of PettingZoo",
    "openspiel": "games of OpenSpiel",
}
"""The extras of Cardwright, and what each is for."""
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?\s*\(?([^;)]*)\)?")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, the result, whether that is good, and how to fix it."""

    what: str
    found: str
    state: str = GOOD
    fix: str = ""


def run_doctor(in_json: bool) -> int:
    found = list(findings())
    if in_json:
        say(json_text([asdict(f) for f in found]))
    else:
        rows = [(f.what, f.found, f.state) for f in found]
        say("\n".join(format_table(("what", "found", ""), rows)))
        for finding in found:
            if finding.fix:
                say(f"\n{finding.what}: {finding.fix}")
    return FAILED if any(f.state == WRONG for f in found) else CLEAN


def findings() -> Iterator[Finding]:
    yield _python()
    yield from _packages()
    yield from _extras()
    yield _parser()
    yield _tables()
    yield _content()
    yield _schemas()
    yield _encoding()
    yield _git()
    yield _engine()


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    wrong = sys.version_info[:2] < OLDEST
    fix = f"Cardwright needs Python {'.'.join(map(str, OLDEST))} or newer" if wrong else ""
    return Finding("Python", f"{version} ({sys.executable})", WRONG if wrong else GOOD, fix)


# ---------------------------------------------------------------------------- packages


def _packages() -> Iterator[Finding]:
    """Cardwright and its dependencies, each with the accepted versions."""
    try:
        own, required = metadata.version("cardwright"), metadata.requires("cardwright") or []
    except metadata.PackageNotFoundError:
        fix = "install it: `pip install -e .` in its folder, or `make setup`"
        yield Finding("cardwright", "not installed, only on the path", WRONG, fix)
        return
    yield Finding("cardwright", own)
    yield from (_package(text) for text in required if "extra ==" not in text)


def _package(requirement: str) -> Finding:
    name, range = requirement_of(requirement)
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(name, "not installed", WRONG, f"`pip install '{name}{range}'`")
    if not in_range(version, range):
        return Finding(name, f"{version}, not {range}", WRONG,
                       f"`pip install '{name}{range}'`")  # fmt: skip
    return Finding(name, version)


def _extras() -> Iterator[Finding]:
    """The extras of Cardwright that are installed, and the others."""
    have = [name for name in USES if is_installed(name)]
    if have:
        yield Finding("extras", ", ".join(have))
    missing = [name for name in USES if name not in have]
    if missing:
        uses = "; ".join(f"`{name}` is for {USES[name]}" for name in missing)
        fix = f"add one with `pip install 'cardwright[{missing[0]}]'`: {uses}"
        yield Finding("extras not installed", ", ".join(missing), NOTE, fix)


def is_installed(extra: str) -> bool:
    """Whether everything that an extra of Cardwright requires is installed."""
    try:
        required = metadata.requires("cardwright") or []
    except metadata.PackageNotFoundError:
        return False
    own = [text for text in required if re.search(rf"extra == ['\"]{extra}['\"]", text)]
    return bool(own) and all(_package(text).state == GOOD for text in own)


def requirement_of(text: str) -> tuple[str, str]:
    """The name and the range of `click<9,>=8.1`."""
    match = _REQUIREMENT.match(text)
    assert match is not None
    return match[1], match[2].strip()


def in_range(version: str, range: str) -> bool:
    """Whether a release is in a range; a part like `1rc2` counts as 1."""
    numbers = [m[0] for part in version.split(".")[:3] if (m := re.match(r"\d+", part))]
    return satisfies(".".join(numbers), range or "*")


def _parser() -> Finding:
    if yaml_events.HAVE_LIBYAML:
        return Finding("YAML parser", "in C (libyaml)")
    fix = (
        f"packs are read many times slower than necessary; `pip install '{LIBYAML}'` adds the C "
        "parser"
    )
    return Finding("YAML parser", "in Python", WRONG, fix)


def _tables() -> Finding:
    """The parser tables, without which no text can be read."""
    try:
        parser_tables.load(grammar(VERBS))
    except (RuntimeError, OSError) as error:
        return Finding("parser tables", f"{error}", WRONG, "install Cardwright again")
    return Finding("parser tables", "current")


# ------------------------------------------------------------------- what comes with it


def _content() -> Finding:
    home = pack_search.shipped()
    if home is None:
        fix = "packs that require a pack shipped with Cardwright won't find it"
        return Finding("content", "not found", WRONG, fix)
    packs = sorted(path.parent.name for path in home.glob(f"*/{FILE}"))
    return Finding("content", f"{home}: {', '.join(packs)}")


def schema_folder() -> Path | None:
    """The schemas that come with Cardwright: in its repository, or in the installed data."""
    here = Path(__file__).resolve()
    ways = (here.parents[2] / "schemas", here.parent / "data" / "schemas")
    return next((way for way in ways if way.is_dir()), None)


def _schemas() -> Finding:
    folder = schema_folder()
    if folder is None:
        return Finding("schemas", "not found", WRONG, "run `cardwright schema` to write them")
    now = published.schema_texts()
    old = [name for name in now if not _same(folder / name, now[name])]
    if old:
        fix = f"run `cardwright schema --no-settings --out {folder}` to rewrite them"
        return Finding("schemas", f"{folder}: out of date: {', '.join(old)}", WRONG, fix)
    return Finding("schemas", f"{folder}")


def _same(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text("utf-8") == text


# --------------------------------------------------------------------------- around it


def _encoding() -> Finding:
    name = (sys.stdout.encoding or "unknown").lower()
    if name.replace("-", "").replace("_", "") in ("utf8", "cp65001"):
        return Finding("terminal", name)
    fix = "characters it lacks are shown as `?`; set PYTHONUTF8=1 or a UTF-8 locale"
    return Finding("terminal", name, NOTE, fix)


def _engine() -> Finding:
    """The fastest available engine: the native one needs a C compiler."""
    try:
        command = compiler()
        try_out()
        library_folder()
    except NoCompiler as error:
        return Finding("engine", "Python", NOTE, str(error))
    which = "the compiler of ziglang" if command == ZIG else shutil.which(command[0])
    return Finding("engine", f"native, with {which}")


def _git() -> Finding:
    """Git, which is only needed to compare with earlier versions."""
    way = shutil.which("git")
    if way is None:
        return Finding("git", "not installed", NOTE, "`diff` and `--changed-only` need it")
    said = subprocess.run([way, "--version"], capture_output=True, text=True, check=False)
    return Finding("git", said.stdout.strip().removeprefix("git version "))
