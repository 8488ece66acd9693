"""Mistakes that no YAML file can contain: bytes that are not text, links, and very large or deep
files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

GENERATORS: dict[str, Callable[[Path], None]] = {}


def generator(generate: Callable[[Path], None]) -> Callable[[Path], None]:
    """Registers a generator under its function's name; it is called with the base's folder."""
    GENERATORS[generate.__name__.replace("_", " ")] = generate
    return generate


def _more(base: Path, text: str) -> None:
    (base / "more.yaml").write_text(text, encoding="utf-8")


@generator
def a_link_that_leaves(base: Path) -> None:
    (base.parent / "secret.yaml").write_text("rules: {}\n", encoding="utf-8")
    (base / "more.yaml").symlink_to(base.parent / "secret.yaml")


@generator
def a_linked_folder(base: Path) -> None:
    (base.parent / "secret").mkdir()
    (base / "more").symlink_to(base.parent / "secret")


@generator
def a_link_to_nothing(base: Path) -> None:
    (base / "more.yaml").symlink_to(base / "gone.yaml")


@generator
def a_manifest_that_leaves(base: Path) -> None:
    (base / "pack.yaml").rename(base.parent / "pack.yaml")
    (base / "pack.yaml").symlink_to(base.parent / "pack.yaml")


@generator
def a_name_that_is_not_utf8(base: Path) -> None:
    (base / os.fsdecode(b"h\xfffen.yaml")).write_text("rules: {}\n", encoding="utf-8")


@generator
def a_name_with_a_line_end(base: Path) -> None:
    (base / "two\nlines.yaml").write_text("rules: {}\n", encoding="utf-8")


@generator
def a_pipe(base: Path) -> None:
    os.mkfifo(base / "more.yaml")


@generator
def no_manifest(base: Path) -> None:
    (base / "pack.yaml").unlink()


@generator
def latin_1(base: Path) -> None:
    (base / "more.yaml").write_bytes("# Zürich\nrules: {}\n".encode("latin-1"))


@generator
def a_large_file(base: Path) -> None:
    _more(base, "# " + "x" * 2_000_000 + "\n")


@generator
def many_values(base: Path) -> None:
    _more(base, f"- [{'a, ' * 50_000}]\n")


@generator
def nested_definitions(base: Path) -> None:
    chain = "".join(f"  d{n}: d{n + 1} + 1\n" for n in range(3_000))
    _more(base, f"definitions:\n{chain}  d3000: 1\n")


@generator
def many_files(base: Path) -> None:
    for number in range(2_001):
        (base / f"m{number}.yaml").touch()


@generator
def many_definitions(base: Path) -> None:
    names = "".join(f"  n{number}: {number}\n" for number in range(20_001))
    _more(base, f"definitions:\n{names}")


@generator
def an_alias_bomb(base: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    _more(base, "\n".join(lines) + "\n")


@generator
def nested_lists(base: Path) -> None:
    _more(base, "rules: " + "[" * 10_000 + "]" * 10_000 + "\n")


@generator
def nested_lines(base: Path) -> None:
    _more(base, "\n".join(" " * n + f"a{n}:" for n in range(1_500)) + "\n")


@generator
def nested_brackets(base: Path) -> None:
    _more(base, f"definitions:\n  much: {'(' * 9_000}1{')' * 9_000}\n")


@generator
def nested_words(base: Path) -> None:
    _more(base, f"definitions:\n  much: {'not ' * 4_900}yes\n")


@generator
def nested_properties(base: Path) -> None:
    _more(base, f"definitions:\n  much of town: {'isle of ' * 2_000}town\n")


@generator
def nested_sums(base: Path) -> None:
    _more(base, f"definitions:\n  much: {'1 + ' * 4_900}1\n")


@generator
def nested_choices(base: Path) -> None:
    _more(base, f"definitions:\n  much: {'if yes then 1 else ' * 1_000}1\n")


@generator
def many_conditions(base: Path) -> None:
    _more(base, f"definitions:\n  much: number of towns {'where yes ' * 1_900}\n")


@generator
def many_adjectives(base: Path) -> None:
    _more(base, f"definitions:\n  much: number of {'salt ' * 3_900}towns\n")


@generator
def many_alternatives(base: Path) -> None:
    lines = "".join(f"    otherwise if round = {n}: end the game\n" for n in range(400))
    _more(base, f"rules:\n  much: |\n    if round = 1: end the game\n{lines}")


@generator
def nested_blocks(base: Path) -> None:
    lines = "".join("  " * n + "    repeat 2 times:\n" for n in range(100))
    _more(base, f"rules:\n  much: |\n{lines}{'  ' * 100}    add 1 to round\n")


@generator
def nested_statements(base: Path) -> None:
    _more(base, f"rules:\n  much: |\n    {'may ' * 4_900}end the game\n")


@generator
def a_long_text(base: Path) -> None:
    _more(base, "rules:\n  much: |\n" + "    add 1 to round\n" * 1_200)


@generator
def a_folder_for_a_manifest(base: Path) -> None:
    (base / "pack.yaml").unlink()
    (base / "pack.yaml").mkdir()


@generator
def large_picture(base: Path) -> None:
    (base / "boat.svg").write_text(f"<svg>{' ' * 200_000}</svg>", encoding="utf-8")
