"""Import layers: each layer may import the ones before it and none after it.

Reads the source with `ast` and runs none of it. The rule itself is tested on imports that must
fail.
"""

import ast
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]
LAYERS = ("source", "board", "language", "pack", "program", "backends", "runtime")
# `cardwright` itself, which collects what users import, comes after its layers.
LAYER_ORDER = (
    *(f"cardwright.{layer}" for layer in LAYERS),
    "cardwright",
    "cardwright.players",  # they play with what users import
    "cardwright.adapters",  # for other libraries
    "cardwright_tools",
    "dev",
)
SOURCE_ROOTS = ("interpreter", "tools")


def layer_index(module: str) -> int | None:
    """The index of a dotted module name in LAYER_ORDER, or None for any other module."""
    parts = module.split(".")
    for name in (".".join(parts[:2]), parts[0]):
        if name in LAYER_ORDER:
            return LAYER_ORDER.index(name)
    return None


def imports(text: str, package: str) -> Iterator[tuple[int, str]]:
    """The line and dotted name of each import in a file of this package, with relative ones
    resolved."""
    return imported(ast.walk(ast.parse(text)), package)


def imported(nodes: Iterable[ast.AST], package: str) -> Iterator[tuple[int, str]]:
    """The same of those of these nodes that are imports."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = [*above, node.module] if node.level else [node.module]
            base = ".".join(part for part in start if part)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


@cache
def tree_of(path: Path) -> ast.Module:
    """One of our files, which is parsed once."""
    return ast.parse(path.read_text("utf-8"))


@cache
def imports_of(path: Path, package: str) -> list[tuple[int, str]]:
    """The imports of one of our files."""
    return list(imported(ast.walk(tree_of(path)), package))


def violations(found: Iterable[tuple[int, str]], package: str) -> list[str]:
    """Those of these imports, in this package, that are from later layers."""
    here = layer_index(package)
    assert here is not None, f"{package} is in no layer"
    wrong = []
    for line, name in found:
        there = layer_index(name)
        if name.split(".")[0] in SOURCE_ROOTS or (there is not None and there > here):
            wrong.append(f"line {line}: {package} imports {name}")
    return wrong


def modules() -> Iterator[tuple[Path, str]]:
    """Each Python file under the source roots and in dev, with its dotted package."""
    for root in SOURCE_ROOTS:
        for path in sorted((ROOT / root).rglob("*.py")):
            yield path, ".".join(path.relative_to(ROOT / root).parent.parts)
    for path in sorted((ROOT / "dev").rglob("*.py")):
        yield path, ".".join(path.relative_to(ROOT).parent.parts)


def test_imports_follow_the_layers() -> None:
    files = list(modules())
    assert files
    assert [
        f"{path.relative_to(ROOT)} {offence}"
        for path, package in files
        for offence in violations(imports_of(path, package), package)
    ] == []


def test_backends_do_not_import_each_other() -> None:
    files = [(path, package) for path, package in modules() if ".backends." in package]
    backends = {package.split(".")[2] for _, package in files}
    assert backends >= {"python", "reference", "core", "native"}
    assert [
        f"{path.relative_to(ROOT)} line {line} imports {name}"
        for path, package in files
        for line, name in imports_of(path, package)
        for other in backends
        if other != package.split(".")[2] and name.startswith(f"cardwright.backends.{other}")
    ] == []


def test_each_package_has_a_layer() -> None:
    packages = {package for _, package in modules()}
    assert packages >= {"cardwright", "cardwright_tools"}
    layers = {package.split(".")[1] for package in packages if package.startswith("cardwright.")}
    assert layers <= {*LAYERS, "players", "adapters"}


@pytest.mark.parametrize(
    ("package", "text"),
    [
        ("cardwright.source", "import cardwright.board"),
        ("cardwright.board", "from cardwright.language import tree"),
        ("cardwright.board", "from cardwright import language"),
        ("cardwright.board", "from .. import pack"),
        ("cardwright.board", "from ..runtime.steps import run"),
        ("cardwright.board.state", "from ...runtime import steps"),
        ("cardwright.language", "def late():\n    from ..pack import link"),
        ("cardwright.language", "import os, cardwright.runtime as r"),
        ("cardwright.program", "from ..backends.python import program"),
        ("cardwright.backends.reference", "from ...runtime.game import Game"),
        ("cardwright.runtime", "import cardwright"),
        ("cardwright.runtime", "from .. import something_public"),
        ("cardwright", "import cardwright_tools"),
        ("cardwright", "from cardwright.players import Seat"),
        ("cardwright_tools", "from dev import soak"),
        ("cardwright.runtime", "from cardwright_tools.cli import main"),
        ("cardwright_tools", "from interpreter.cardwright import source"),
        ("cardwright_tools", "import tools.cardwright_tools"),
    ],
)
def test_an_import_from_a_later_layer_is_found(package: str, text: str) -> None:
    assert len(violations(imports(text, package), package)) == 1


@pytest.mark.parametrize(
    ("package", "text"),
    [
        ("cardwright.source", "import json\nfrom . import spans\nfrom .spans import Span"),
        ("cardwright.language", "from ..source import spans\nfrom cardwright.board import places"),
        ("cardwright.runtime", "from ..pack.link import link\nfrom .steps import run"),
        ("cardwright", "from .runtime import steps\nfrom .source.spans import Span"),
        ("cardwright_tools", "import cardwright\nfrom cardwright.runtime import steps"),
    ],
)
def test_an_import_from_an_earlier_layer_is_allowed(package: str, text: str) -> None:
    assert violations(imports(text, package), package) == []


def test_source_roots_are_not_packages() -> None:
    assert [root for root in SOURCE_ROOTS if (ROOT / root / "__init__.py").exists()] == []


def test_the_wheel_installs_two_packages_and_the_data(tmp_path: Path) -> None:
    wheel = next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "cardwright",
        "cardwright_tools",
    }
    for folder in ("cardwright/data/content", "cardwright_tools/data/schemas"):
        assert any(name.startswith(f"{folder}/") for name in names)


def dotted(path: Path) -> str:
    relative = path.relative_to(ROOT / "interpreter").with_suffix("")
    return ".".join(relative.parts).removesuffix(".__init__")


def test_no_files_import_each_other() -> None:
    """Late imports, and imports for types alone, count, too."""
    packages = dict(modules())
    names = {path: f"{package}.{path.stem}" for path, package in packages.items()}
    known = {name.removesuffix(".__init__"): path for path, name in names.items()}
    uses = {
        own: {
            found
            for _, name in imports_of(path, packages[path])
            for found in (name if name in known else name.rpartition(".")[0],)
            if found in known and found != own
        }
        for own, path in known.items()
    }
    assert not (circle := in_circles(uses)), f"these import each other: {circle}"


def in_circles(uses: dict[str, set[str]]) -> list[str]:
    """Those of these names that use each other, or names that do."""
    while free := {own for own, used in uses.items() if not used & uses.keys()}:
        uses = {own: used for own, used in uses.items() if own not in free}
    return sorted(uses)


@pytest.mark.parametrize("package", ["cardwright.pack", "cardwright.language.resolve"])
def test_no_folders_of_a_package_import_each_other(package: str) -> None:
    """A file that is in no folder of the package counts as one."""
    uses: dict[str, set[str]] = {}
    for path in sorted((ROOT / "interpreter" / package.replace(".", "/")).rglob("*.py")):
        name = dotted(path)
        own = folder_within(package, name)
        names = (name for _, name in imports_of(path, name.rpartition(".")[0]))
        ours = {folder_within(package, name) for name in names if name.startswith(f"{package}.")}
        uses.setdefault(own, set()).update(ours - {own})
    assert len(uses) > 1
    assert in_circles(uses) == []


def folder_within(package: str, module: str) -> str:
    return module.removeprefix(package).strip(".").split(".")[0]


Names = dict[str, set[str]]
"""By module, the modules that it imports."""


def imports_when() -> tuple[Names, Names]:
    """What modules import when they are imported, and what their functions import when they run."""
    at_once, late = Names(), Names()
    packages = dict(modules())
    names = {path: f"{package}.{path.stem}" for path, package in packages.items()}
    known = {name.removesuffix(".__init__"): path for path, name in names.items()}

    def of(nodes: Iterable[ast.AST], package: str) -> set[str]:
        found = (name for _, name in imported(nodes, package))
        ours = {name if name in known else name.rpartition(".")[0] for name in found}
        return ours & known.keys()

    for own, path in known.items():
        tree = tree_of(path)
        functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
        inner = (n for function in functions for n in ast.walk(function))
        at_once[own] = of(tree.body, packages[path])
        late[own] = of(inner, packages[path])
    return at_once, late


def test_functions_import_only_what_is_not_there_already() -> None:
    """To start more quickly, or to do without an optional package; all other imports are at the
    top."""
    at_once, late = imports_when()
    needless = []
    for own, names in late.items():
        there, waiting = set[str](), [own]
        while waiting:
            if (one := waiting.pop()) not in there:
                there.add(one)
                waiting += at_once[one]
        needless += [f"{own} imports {name}" for name in names & there]
    assert not needless


# Within the language

LANGUAGE_STEPS = (
    ("registry", "inflection", "graph_walks", "traced_numbers"),
    ("declared", "core", "hir", "active"),
    ("example_values",),
    ("syntax",),
    ("resolve",),
    ("lower", "english"),
    ("vocabulary",),
    ("keyword_effects",),
    ("front_end",),
    ("external_texts", "analysis"),
)
"""The steps of the language: each may import from earlier ones, but not from its siblings."""


def step_of(module: str) -> int | None:
    """The step that a dotted module of the language belongs to."""
    parts = module.removeprefix("cardwright.language").strip(".").split(".")
    return next((at for at, names in enumerate(LANGUAGE_STEPS) if parts[0] in names), None)


def language_files() -> list[Path]:
    folder = ROOT / "interpreter" / "cardwright" / "language"
    return [path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]


def test_imports_within_language_follow_its_steps() -> None:
    wrong = []
    for path in language_files():
        own = dotted(path)
        here = step_of(own)
        assert here is not None, f"{own} has no step"
        for line, name in imports_of(path, own.rpartition(".")[0]):
            there = step_of(name) if name.startswith("cardwright.language.") else None
            side = name.split(".")[2] != own.split(".")[2] if there == here else False
            if there is not None and (there > here or (side and here != 1)):
                wrong.append(f"{own}:{line} imports {name}")
    assert not wrong


def test_the_language_has_no_late_imports() -> None:
    late = [
        f"{dotted(path)}:{inner.lineno}"
        for path in language_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert not late
