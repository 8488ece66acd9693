"""Hostile packs as data: each case writes a pack of a given size, up to what a file can hold.

A case is a function of a number that returns the files of a pack as texts or bytes, in addition to
those of the small pack in `tests/broken/base`. Its `size` is the most that a file of 2 MB, or a
pack, can hold. `python -m dev.hostile` measures the time and the memory that all of them take.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.broken.broken_packs import Case, write

Files = Mapping[str, str | bytes]
CASES: dict[str, tuple[Callable[[int], Files], int]] = {}


def case(size: int) -> Callable[[Callable[[int], Files]], Callable[[int], Files]]:
    def register(generate: Callable[[int], Files]) -> Callable[[int], Files]:
        CASES[generate.__name__.replace("_", " ")] = generate, size
        return generate

    return register


def write_case(name: str, folder: Path, size: int = 0) -> Path:
    """Writes the pack of a case; returns its folder."""
    generate, largest = CASES[name]
    (base,) = write(Case(name, ""), folder)
    for file, text in generate(size or largest).items():
        path = base / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return base


def _more(text: str) -> Files:
    return {"more.yaml": text}


# One file of YAML


@case(200_000)
def anchors(n: int) -> Files:
    return _more("enums: {x: [" + ", ".join(f"&a{i} b" for i in range(n // 2)) + "]}\n")


@case(600_000)
def bare_anchors(n: int) -> Files:
    return _more("- &a\n" * (n // 2))


@case(300_000)
def aliases(n: int) -> Files:
    return _more("enums: {x: [&a b" + ", *a" * n + "]}\n")


@case(300_000)
def tags(n: int) -> Files:
    return _more("enums: {x: [" + "!a b, " * n + "]}\n")


@case(1_900_000)
def opening_braces(n: int) -> Files:
    return _more("{" * n)


@case(950_000)
def question_marks(n: int) -> Files:
    return _more("? " * n)


@case(900_000)
def dashes(n: int) -> Files:
    return _more("- " * n)


@case(4_500)
def lines_of_dashes(n: int) -> Files:
    return _more("".join(f"- - - - - - - - - - {i}\n" for i in range(n)))


@case(1_900_000)
def colons(n: int) -> Files:
    return _more(":" * n)


@case(49_000)
def empty_mappings(n: int) -> Files:
    return _more("enums: [" + "{}," * n + "]\n")


@case(49_000)
def empty_lists_in_a_definition(n: int) -> Files:
    return _more("rules: {much: [" + "[]," * n + "]}\n")


@case(8_000)
def nested_mappings(n: int) -> Files:
    return _more("enums: [" + ("{a: " * 30 + "1" + "}" * 30 + ",") * (n // 10) + "]\n")


@case(400_000)
def merge_keys(n: int) -> Files:
    return _more("a:\n" + " <<: 1\n" * (n // 2))


@case(400_000)
def duplicate_keys(n: int) -> Files:
    return _more("rules:\n" + "  a: 1\n" * (n // 2))


@case(180_000)
def duplicate_keys_of_two(n: int) -> Files:
    return _more("rules:\n" + "  aa: 1\n  bb: 2\n" * (n // 2))


@case(200_000)
def duplicates_in_items(n: int) -> Files:
    return _more("towns:\n" + "  - {id: a, id: b}\n" * (n // 2))


@case(900_000)
def quotes(n: int) -> Files:
    return _more("a: " + '"' * n + "\n")


@case(400_000)
def unknown_escapes(n: int) -> Files:
    return _more("a: [" + '"\\q",' * (n // 2) + "]\n")


@case(600_000)
def large_numbers(n: int) -> Files:
    return _more("a: [" + "9999999999, " * (n // 4) + "]\n")


@case(1_900_000)
def a_number_of_many_digits(n: int) -> Files:
    return _more("definitions: {a: " + "9" * n + "}\n")


@case(4_000)
def a_printed_number_of_many_digits(n: int) -> Files:
    return _more("definitions: {much: 1 + " + "9" * n + "}\n")


@case(4_000)
def a_number_after_many_zeros(n: int) -> Files:
    return _more("definitions: {much: 1 + " + "0" * n + "1}\n")


@case(95)
def long_printed_texts(n: int) -> Files:
    """Texts of more digits than Python reads as a number, and of words that are compared with
    rules."""
    text = "9" * 5_000 + " Gain 2 gold, or up to 3 boats each." * 400
    return _more("deeds:\n" + "".join(
        f"  - {{id: d{i}, worth: 1, event: gain 2 gold, provenance: p, text: '{text}'}}\n"
        for i in range(n)))  # fmt: skip


@case(1_900_000)
def one_long_word(n: int) -> Files:
    return _more("a" * n + ": {}\n")


@case(1_900_000)
def one_long_value(n: int) -> Files:
    return _more("menus: {a: {title: " + "x" * n + "}}\n")


@case(1_900_000)
def tabs(n: int) -> Files:
    return _more("a:\n" + "\t" * n + "b\n")


@case(1_900_000)
def blanks(n: int) -> Files:
    return _more("a:" + " " * n + "b: c\n")


@case(1_900_000)
def line_ends(n: int) -> Files:
    return _more("a: 'b" + "\n" * n + "c\n")


@case(900_000)
def comments(n: int) -> Files:
    return _more("#\n" * n + "a: [")


@case(600_000)
def directives(n: int) -> Files:
    return _more("---\n" * (n // 2))


@case(1_900_000)
def pipes(n: int) -> Files:
    return _more("a: " + "|" * n)


@case(900_000)
def nothing_but_nul(n: int) -> Files:
    return {"more.yaml": b"\0" * n}


@case(900_000)
def bytes_that_are_no_text(n: int) -> Files:
    return {"more.yaml": b"\xff\xfe" * n}


# What a pack says


@case(24_500)
def unknown_keys(n: int) -> Files:
    keys = ", ".join(f"keyz{i}: 1" for i in range(n))
    return _more(f"towns:\n  - {{id: a, {keys}}}\n")


@case(24_500)
def unknown_keys_of_a_rule(n: int) -> Files:
    return _more("rules:\n  much:\n" + "".join(f"    dx{i}: 1\n" for i in range(n)))


@case(4_500)
def items_with_unknown_keys(n: int) -> Files:
    return _more("towns:\n" + "".join(f"  - {{id: t{i}, isl: a, god: b, provenanc: c, e: 1}}\n"
                                      for i in range(n)))  # fmt: skip


@case(24_500)
def unknown_sections(n: int) -> Files:
    return _more("".join(f"townz{i}: 1\n" for i in range(n)))


@case(49_000)
def a_set_of_words(n: int) -> Files:
    return _more("state:\n  s: {type: set of good, start: [" + "a, " * n + "]}\n")


@case(49_000)
def an_enum_of_words(n: int) -> Files:
    return _more("enums:\n  e: [" + ", ".join(f"w{i}" for i in range(n)) + "]\n")


@case(49_000)
def an_enum_of_one_word(n: int) -> Files:
    return _more("enums:\n  e: [" + "aa, " * n + "]\n")


@case(49_000)
def an_enum_of_wrong_words(n: int) -> Files:
    return _more("enums:\n  e: [" + ", ".join(f"W{i}" for i in range(n)) + "]\n")


@case(49_000)
def values_of_an_unknown_word(n: int) -> Files:
    return _more("kinds:\n  fox: {is: card, fields: {likes: {type: set of good}}}\n"
                 "foxes:\n  - {id: a, provenance: x, likes: ["
                 + ", ".join(f"salz{i}" for i in range(n)) + "]}\n")  # fmt: skip


@case(5_500)
def unknown_words(n: int) -> Files:
    towns = "".join(f"  - {{id: t{i}, isle: nort{i}, good: sald{i}, provenance: x}}\n"
                    for i in range(n))  # fmt: skip
    return _more(f"towns:\n{towns}")


@case(4_900)
def unknown_names_in_texts(n: int) -> Files:
    return _more("definitions:\n" + "".join(f"  d{i}: fleed{i} of player on town\n"
                                            for i in range(n)))  # fmt: skip


@case(4_900)
def unknown_rules_in_texts(n: int) -> Files:
    return _more("rules:\n" + "".join(f"  r{i}: do gamm{i}\n" for i in range(n)))


@case(4_900)
def texts_that_do_not_parse(n: int) -> Files:
    return _more("rules:\n" + "".join(f"  r{i}: gain gain {i} gold gold the\n" for i in range(n)))


@case(150)
def long_texts_that_do_not_parse(n: int) -> Files:
    return _more("rules:\n" + "".join(f"  r{i}: |\n" + "    gain gain 1 gold\n" * 500
                                      for i in range(n)))  # fmt: skip


@case(4_900)
def different_good_definitions(n: int) -> Files:
    return _more("definitions:\n" + "".join(f"  d{i}: {i} + number of burnt towns\n"
                                            for i in range(n)))  # fmt: skip


@case(3_330)
def different_good_effects(n: int) -> Files:
    """Effects of some 350 characters each, no two of them alike."""
    words = random.Random(n)
    return _more("rules:\n" + "".join(f"  r{i}: |\n" + "".join(
        f"    {words.choice(EFFECTS)(words)}\n" for _ in range(8)) for i in range(n)))  # fmt: skip


def _sum(words: random.Random, depth: int = 5) -> str:
    sort = words.choice(("{0}", "round", "gold of ann", "number of burnt towns", "({1} + {2})",
                         "(if {3} then {1} else {2})")[: 6 if depth else 4])  # fmt: skip
    later = [_sum(words, depth - 1), _sum(words, depth - 1)] if "{1}" in sort else ["", ""]
    return sort.format(words.randrange(90), *later, _test(words))


def _test(words: random.Random) -> str:
    sort = words.choice(("round > {0}", "skara is burnt", "gold of bob is {0}", "round > {0} and "
                         "birka is burnt", "gold of ann > {0} or skara is burnt"))  # fmt: skip
    return sort.format(words.randrange(9))


GOODS = ("salt", "silk")
EFFECTS: tuple[Callable[[random.Random], str], ...] = (
    lambda words: f"gain {words.randrange(1, 9)} gold",
    lambda words: f"if {_test(words)}: gain {words.randrange(1, 9)} gold",
    lambda words: (
        f"remove up to {words.randrange(1, 9)} boats on {words.choice(('salt', 'silk'))} towns"
    ),
    lambda words: f"gain 1 gold per {words.choice(GOODS)} town with your boats",
    lambda words: f"set round to {_sum(words)}",
    lambda words: f"for each burnt town: add (1 + {_sum(words)}) to round",
)


@case(4_900)
def definitions_that_take_a_thing(n: int) -> Files:
    return _more("definitions:\n" + "".join(f"  d{i} of town: number of boats on town + {i}\n"
                                            for i in range(n)))  # fmt: skip


@case(60)
def long_conditions(n: int) -> Files:
    return _more("definitions:\n" + "".join(f"  d{i}: if {'round > 1 or ' * 1_500}round > 2 "
                                            "then 1 else 0\n" for i in range(n)))  # fmt: skip


@case(5_500)
def cards_with_effects(n: int) -> Files:
    return _more("deeds:\n" + "".join(f"  - {{id: c{i}, worth: 1, event: gain {i + 1} gold, "
                                      "provenance: x}\n" for i in range(n)))  # fmt: skip


@case(3_000)
def cards_that_react_to_statements(n: int) -> Files:
    rules = "".join(f"  r{i}: |\n" + "    remove 1 boat\n" * 40 for i in range(n // 25))
    return _more(f"rules:\n{rules}  r: remove 1 boat\ndeeds:\n" + "".join(
        f"  - {{id: c{i}, worth: 1, event: do nothing, provenance: x, abilities: "
        "[{when: after removing boat, do: ann gains 1 gold}]}\n" for i in range(n)))  # fmt: skip


@case(5_500)
def names_used_twice(n: int) -> Files:
    return _more("towns:\n" + "  - {id: skara, isle: north, good: salt, provenance: x}\n" * n)


@case(4_900)
def nested_parentheses_in_many_texts(n: int) -> Files:
    return _more("definitions:\n" + "".join(f"  d{i}: {'(' * 90}1{')' * 90}\n" for i in range(n)))


@case(1_900_000)
def a_pack_file_of_one_word(n: int) -> Files:
    return {"pack.yaml": "x" * n}


@case(24_500)
def unknown_keys_of_the_pack(n: int) -> Files:
    return {"pack.yaml": "id: base\n" + "".join(f"titel{i}: 1\n" for i in range(n))}


@case(16_000)
def modules(n: int) -> Files:
    return {"pack.yaml": "id: base\nversion: 1.0.0\ntitle: T\nplayers: [2, 3]\nmodules:\n"
            + "".join(f"  m{i}: {{}}\n" for i in range(n))}  # fmt: skip


@case(24_000)
def required_packs(n: int) -> Files:
    return {"pack.yaml": "id: base\nversion: 1.0.0\ntitle: T\nplayers: [2, 3]\nrequires:\n"
            + "".join(f"  bass{i}: '*'\n" for i in range(n))}  # fmt: skip


@case(1_900_000)
def a_version_of_many_digits(n: int) -> Files:
    return {"pack.yaml": f"id: base\nversion: 1.{'1' * n}\ntitle: T\nplayers: [2, 3]\n"
            f"requires: {{base: '>={'1' * 5000}'}}\n"}  # fmt: skip


@case(5_000)
def a_required_version_of_many_digits(n: int) -> Files:
    return {"pack.yaml": f"id: base\nversion: 1.0.0\ntitle: T\nplayers: [2, 3]\n"
            f"requires: {{other: '>={'1' * n}'}}\n",
            "../other/pack.yaml": f"id: other\nversion: 1.{'1' * n}\ntitle: T\n"}  # fmt: skip


@case(1)
def digits_of_other_alphabets(n: int) -> Files:
    return _more("definitions: {a: \u0663 + \u0664, b: \u00b2, c: 1\u0664}\nkinds:\n"
                 "  dx: {is: die, sides: '\u0661-\u0666'}\n  dy: {is: die, sides: \u00b2}\n"
                 "state:\n  x: {type: number, start: \u0663}\n"
                 "towns:\n  - {id: t\u0661, isle: north, good: salt, copies: '\u00b2', "
                 "provenance: x}\n")  # fmt: skip


# Whole packs


@case(24)
def files_of_nested_braces(n: int) -> Files:
    text = "enums: [" + "{a: [1,2,3]}, " * 140_000 + "]\n"
    return {f"more{i}.yaml": text for i in range(n)}


@case(24)
def files_of_duplicate_keys(n: int) -> Files:
    return {f"more{i}.yaml": "rules:\n" + "  a: 1\n" * 200_000 for i in range(n)}


@case(24)
def files_of_anchors(n: int) -> Files:
    return {f"more{i}.yaml": "- &a 1\n" * 200_000 for i in range(n)}


@case(24)
def files_of_unknown_keys(n: int) -> Files:
    keys = "".join(f"    kx{i}: 1\n" for i in range(100_000))
    return {f"more{i}.yaml": f"rules:\n  m{i}:\n{keys}" for i in range(n)}


@case(24)
def files_of_good_words(n: int) -> Files:
    return {f"more{i}.yaml": "provenance: x\nenums:\n" + "".join(
        f"  e{i}-{k}: [" + ", ".join(f"w{j}" for j in range(30)) + "]\n" for k in range(800))
        for i in range(n)}  # fmt: skip


@case(24)
def files_of_long_texts(n: int) -> Files:
    text = "    gain 1 gold\n" * 600
    return {f"more{i}.yaml": "rules:\n" + "".join(f"  r{i}-{k}: |\n{text}" for k in range(200))
            for i in range(n)}  # fmt: skip


@case(1_900)
def many_files(n: int) -> Files:
    return {f"more{i}.yaml": f"rules: {{r{i}: gain 1 gold}}\n" for i in range(n)}


@case(1_900)
def many_broken_files(n: int) -> Files:
    return {f"more{i}.yaml": "rules: {" for i in range(n)}


# Depth


@case(4_900)
def a_chain_of_definitions(n: int) -> Files:
    return _more("definitions:\n  d0: 1\n"
                 + "".join(f"  d{i}: d{i - 1} + 1\n" for i in range(1, n)))  # fmt: skip


@case(4_900)
def a_chain_of_definitions_from_its_end(n: int) -> Files:
    return _more("definitions:\n" + "".join(f"  d{i}: d{i + 1} + 1\n" for i in range(n))
                 + f"  d{n}: 1\n")  # fmt: skip


@case(4_900)
def a_chain_of_rules(n: int) -> Files:
    return _more("rules:\n" + "".join(f"  r{i}: do r{i + 1}\n" for i in range(n))
                 + f"  r{n}: gain 1 gold\n")  # fmt: skip


@case(4_900)
def a_chain_of_rules_in_a_circle(n: int) -> Files:
    return _more("rules:\n" + "".join(f"  r{i}: do r{(i + 1) % n}\n" for i in range(n)))


@case(1_900)
def a_chain_of_modifiers(n: int) -> Files:
    return _more("definitions:\n" + "".join(f"  d{i}: 1\n" for i in range(n)) + "abilities:\n"
                 + "".join(f"  - {{modify: d{i}, add: d{i + 1}}}\n"
                           for i in range(n - 1)))  # fmt: skip


@case(1_000)
def definitions_that_double(n: int) -> Files:
    return _more("definitions:\n  d0: 1\n"
                 + "".join(f"  d{i}: d{i - 1} + d{i - 1}\n" for i in range(1, n)))  # fmt: skip


@case(4_900)
def definitions_that_need_many_others(n: int) -> Files:
    """In 24 layers; each definition is a sum of some in the layer before."""
    words, width = random.Random(n), n // 24
    layers = ((i, k, (words.randrange(width) for _ in range(20)))
              for i in range(1, 24) for k in range(width))  # fmt: skip
    return _more("definitions:\n" + "".join(f"  d0x{k}: 1\n" for k in range(width)) + "".join(
        f"  d{i}x{k}: {' + '.join(f'd{i - 1}x{one}' for one in needed)}\n"
        for i, k, needed in layers))  # fmt: skip


@case(60)
def chained_replacements(n: int) -> Files:
    return _more("abilities:\n" + "".join(
        "  - {instead of: removing boat, do: remove it}\n" for i in range(n)))  # fmt: skip


@case(60)
def chained_replacements_by_kind(n: int) -> Files:
    kinds = "".join(f"  k{i}: {{is: piece, each player: 1}}\n" for i in range(n + 1))
    rules = (f"  - {{instead of: removing k{i}, do: remove all k{i + 1}s}}\n" for i in range(n))
    return _more(f"kinds:\n{kinds}abilities:\n{''.join(rules)}")


@case(150)
def nested_repeats_through_rules(n: int) -> Files:
    return _more("rules:\n" + "".join(
        f"  r{i}: |\n    repeat 2 times:\n      repeat 2 times:\n        do r{i + 1}\n"
        for i in range(n)) + f"  r{n}: gain 1 gold\n")  # fmt: skip


@case(150)
def nested_rules_with_the_main_rule(n: int) -> Files:
    return {**nested_repeats_through_rules(n), "pack.yaml":
            "id: base\nversion: 1.0.0\ntitle: T\nplayers: [2, 3]\nmain: r0\nscore: gold\n"
            "winners: top players by gold of player\n"}  # fmt: skip


@case(1_000)
def an_expression_nested_through_definitions(n: int) -> Files:
    each = (f"  e{i} of town: number of towns where e{i - 1} of town > 0\n" for i in range(1, n))
    return _more("definitions:\n  e0 of town: 1\n" + "".join(each))


@case(200)
def conditions_nested_through_definitions(n: int) -> Files:
    long = " + 1" * 20
    return _more("definitions:\n  e0: 1\n" + "".join(
        f"  e{i}: if round = {i} then e{i - 1}{long} else e{i - 1}\n"
        for i in range(1, n)))  # fmt: skip


@case(5_000)
def a_chain_of_kinds(n: int) -> Files:
    return _more("kinds:\n  k0: {is: card}\n" + "".join(
        f"  k{i}: {{is: k{i - 1}}}\n" for i in range(1, n)))  # fmt: skip


@case(4_500)
def a_chain_of_places(n: int) -> Files:
    return _more("towns:\n" + "".join(
        f"  - {{id: t{i}, isle: north, good: salt, place: t{i + 1}, provenance: x}}\n"
        for i in range(n)))  # fmt: skip


@case(9_900)
def triggers(n: int) -> Files:
    return _more("abilities:\n" + "  - {when: after removing boat, do: gain 1 gold}\n" * n)


@case(24)
def files_of_triggers(n: int) -> Files:
    text = "abilities:\n" + "  - {when: after removing boat, do: gain 1 gold}\n" * (19_000 // n)
    return {f"more{i}.yaml": text for i in range(n)}


@case(24)
def files_of_cards_with_effects(n: int) -> Files:
    return {f"more{i}.yaml": "deeds:\n" + "".join(
        f"  - {{id: c{i}-{k}, worth: 1, event: gain {i} gold, provenance: x}}\n"
        for k in range(790)) for i in range(n)}  # fmt: skip


@case(3_000)
def triggers_that_chain(n: int) -> Files:
    kinds = "".join(f"  k{i}: {{is: piece, each player: 1}}\n" for i in range(n + 1))
    rules = (f"  - {{when: after removing k{i}, do: remove all k{i + 1}s}}\n" for i in range(n))
    return _more(f"kinds:\n{kinds}abilities:\n{''.join(rules)}")


# Scenarios


@case(16_000)
def scenarios(n: int) -> Files:
    return {"scenarios/a.yaml": "- scenario: x\n" * n}


@case(4_900)
def good_scenarios(n: int) -> Files:
    return {"scenarios/a.yaml": "".join(
        f"- {{scenario: s{i}, as: ann, do: gain 1 gold, expect: {{gold: 4}}}}\n"
        for i in range(n))}  # fmt: skip


@case(2_000)
def scenario_files(n: int) -> Files:
    return {f"scenarios/a{i}.yaml": "- scenario: x\n" for i in range(n)}


# Things that are not text files


def deep_folders(base: Path, n: int) -> None:
    here = os.getcwd()
    try:
        os.chdir(base)
        for _ in range(n):
            os.mkdir("d")
            os.chdir("d")
        Path("more.yaml").write_text("rules: {}\n")
    finally:
        os.chdir(here)


def a_loop_of_links(base: Path, n: int) -> None:
    (base / "a.yaml").symlink_to("b.yaml")
    (base / "b.yaml").symlink_to("a.yaml")


def a_loop_of_folders(base: Path, n: int) -> None:
    (base / "sub").mkdir()
    (base / "sub" / "again").symlink_to(base)
    (base / "scenarios").mkdir()
    (base / "scenarios" / "again").symlink_to(base)
    (base / "scenarios" / "x.yaml").symlink_to(base / "scenarios" / "x.yaml")


def a_manifest_that_links_to_itself(base: Path, n: int) -> None:
    (base / "pack.yaml").unlink()
    (base / "pack.yaml").symlink_to("pack.yaml")


def a_sparse_file(base: Path, n: int) -> None:
    with (base / "more.yaml").open("wb") as file:
        file.truncate(n)


def a_sparse_manifest(base: Path, n: int) -> None:
    with (base / "pack.yaml").open("wb") as file:
        file.truncate(n)


def a_sparse_scenario(base: Path, n: int) -> None:
    (base / "scenarios").mkdir()
    with (base / "scenarios" / "a.yaml").open("wb") as file:
        file.truncate(n)


def names_that_are_not_utf8(base: Path, n: int) -> None:
    for number in range(n):
        folder = base / os.fsdecode(b"\xff\xfe%d" % number)
        folder.mkdir()
        (folder / "a.yaml").write_text("rules: {}\n")
    (base / "scenarios").mkdir()
    (base / "scenarios" / os.fsdecode(b"s\xff.yaml")).write_text("- scenario: x\n")
    (base / os.fsdecode(b"s\xff.yaml.txt")).write_text("- scenario: x\n")


def names_that_steer_a_terminal(base: Path, n: int) -> None:
    for name in ("a\x1b[2Jb", "c\nd", "e\u202ef", "::error::x"):
        (base / name).mkdir()
        (base / name / "a.yaml").write_text("rules: {}\n")
    (base / "scenarios").mkdir()
    (base / "scenarios" / "s\x1b[2J.yaml").write_text("- scenario: x\n")


def a_pipe_for_a_scenario(base: Path, n: int) -> None:
    (base / "scenarios").mkdir()
    os.mkfifo(base / "scenarios" / "a.yaml")


def folders_without_files(base: Path, n: int) -> None:
    for i in range(n // 100):
        for k in range(100):
            (base / f"d{i}" / f"e{k}").mkdir(parents=True)


def files_that_are_not_read(base: Path, n: int) -> None:
    for i in range(n):
        (base / f"a{i}.yamll").touch()


FOLDERS: dict[str, tuple[Callable[[Path, int], None], int]] = {
    made.__name__.replace("_", " "): (made, size)
    for made, size in (
        (deep_folders, 1_500), (a_loop_of_links, 0), (a_loop_of_folders, 0),
        (a_manifest_that_links_to_itself, 0), (a_sparse_file, 3_000_000_000),
        (a_sparse_manifest, 3_000_000_000), (a_sparse_scenario, 3_000_000_000),
        (names_that_are_not_utf8, 200), (names_that_steer_a_terminal, 0),
        (a_pipe_for_a_scenario, 0), (folders_without_files, 20_000),
        (files_that_are_not_read, 20_000),
    )
}  # fmt: skip


def write_folder_case(name: str, folder: Path, size: int = 0) -> Path:
    make, largest = FOLDERS[name]
    (base,) = write(Case(name, ""), folder)
    make(base, size or largest)
    return base
