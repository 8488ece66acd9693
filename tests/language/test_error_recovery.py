"""Which errors are reported beside an unknown name, and which are held back as cascading."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

import cardwright

from ..broken.broken_packs import Case, write

_CHOICE = "choose one:\n  a: gain 1 gold\n  b:\n"
TOO_DEEP = "".join(indent(_CHOICE, " " * 4 * n) for n in range(30)) + " " * 120 + "gain 1 gold"


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("choose 1 twn, as x\nplace 1 boat on x\nif good of x is salt: x gains 1 gold", ["twn"]),
        ("choose 1 twn, as x\nremove 1 bot on x", ["twn", "bot"]),
        ("choose 1 twn, as x\nfor each boat as x: remove 1 bot from town of x", ["twn", "bot"]),
        ("choose 1 twn, as x\nchoose 1 boat, as x\nset size of x to 3", ["twn", "size of x"]),
        ("for each frob as f: gain 1 gld", ["frob", "gld"]),
        ("for each frob as f: f gains 1 gld", ["frob", "gld"]),
        ("choose 1 twn, as x\nplace 1 boat on x, then move 1 boat to skarra", ["twn", "skarra"]),
        ("remove 1 bot from twn", ["bot", "twn"]),
        ("if good of tonw is slat: gain 1 gold", ["tonw", "slat"]),
        ("place 1 boat on a town where twn of town is slat", ["twn", "slat"]),
        ("for each boat as x on tonw with size of x: gain 1 gold", ["tonw"]),
        ("let much be 1 + nosuch\ngain 2 glod, at most 1 per much", ["nosuch", "glod"]),
        ("let many be nosuch\nfor each many as one-of: one-of gains 1 gold", ["nosuch"]),
        # Statements beside one with a syntax error.
        ("remov 1 boat\ngain 1 gold\nplac 1 boat on a town", ["remov", "plac"]),
        ("remov 1 boat\ngain 1 glod", ["remov", "glod"]),
        ("gain 1 glod\nremov 1 boat", ["glod", "remov"]),
        (
            "for each town:\n  remov 1 boat\n  plac 1 boat on it\ngain 1 glod",
            ["remov", "plac", "glod"],
        ),
        (
            "repeat 2 times:\n  for each town:\n    remov it\n    remov it\n  gian 1 gold",
            ["remov", "remov", "gian"],
        ),
        (
            "if you have 1 gold:\n  remov 1 boat\n  gain 1 gold\notherwise:\n  gain 2 gold",
            ["remov"],
        ),
        # A name given within a block is not one of those that its first line gives.
        (
            "for each town:\n  let big be size of town\n  remov big boats\n  place 1 boat on town",
            ["remov"],
        ),
        # Each branch of a choice, and each line of a ranking.
        ("choose one:\n  first: remov 1 boat\n  second: gian 1 gold", ["remov", "gian"]),
        ("choose one:\n  first: gain 1 glod\n  second: gian 1 gold", ["glod", "gian"]),
        (
            'choose one:\n  first "Go":\n    gain 1 gold\n    remov 1 boat\n    plac 1 boat\n'
            "  second:\n    gian 1 gold\n    gain 1 glod\n  third: gain 1 gold",
            ["remov", "plac", "gian", "glod"],
        ),
        ("choose one:\n  first gain 1 gold\n  second: gian 1 gold", ["gain", "gian"]),
        (
            "choose one:\n  first: may:\n    gian 1 gold\n  second: repeat 2 times: stpo",
            ["gian", "stpo"],
        ),
        (
            "choose one:\n  first: choose 1 twon, as x\n  second: remov 1 boat\nremove x",
            ["twon", "remov"],
        ),
        (
            "rank players by gold of player, ties take the next place:\n  first: gian 1 gold\n"
            "  second and third: lsoe 1 gold",
            ["gian", "lsoe"],
        ),
        ("for each town:\n  remov 1 boat on it\ngain 1 glod", ["remov", "glod"]),
        (
            "# first\nchose 1 town, as x\n# then\nplace 1 boat on x\nplace 1 boat on y",
            ["chose", "y"],
        ),
        ("move 2 boats as x and y to a towns x\nremove x\nremove y\nremove z", ["as", "z"]),
        ('note "as z" forever\nremove z', ["note", "z"]),
        ("let x by 3\ngain (x) gold\ngain 2 glod", ["by", "glod"]),
        ("lte x be 3\ngain (x) gold\ngain 2 glod", ["lte", "glod"]),
        ("tarrget 1 boat\nremove boat\nremove 1 bot", ["tarrget", "bot"]),
        # A name that is a word of the language, or that is missing.
        ("choose 1 town of, as again\nremove all boats on again\ngain 1 glod", [",", "glod"]),
        ("choose 2 towns on, as first and second\nremove first\nremove second", [","]),
        ("gian 1 gold\nchoose 1 town, as each\nremove each\ngain 1 glod", ["gian", "each", "glod"]),
        ("choose 1 town, as each\nremove each\ngian 1 gold", ["each", "gian"]),
        ("for each town as :\n  remove all boats on dead\n  remove 1 boat on dead", [":"]),
        ("choose 1 town, as\nremove 1 boat on dead\nif dead is burnt: gain 1 glod", ["s", "glod"]),
        (
            "choose 1 town, as\nchoose 1 boat, as lost\nremove lost\nremove 1 boat on dead\n"
            "remove z",
            ["s", "z"],
        ),
        # What a statement with an error would have named, by its kind.
        ("choose 1 boat with nosuch\nremove boat\ngain 1 glod", ["nosuch", "glod"]),
        ("target 1 boat with nosuch\nremove boat", ["nosuch"]),
        ("choose 1 twn\nif good of town is salt: gain 1 gold\nplace 1 boat on town", ["twn"]),
        ("for each twn:\n  place 1 boat on town\n  set size of town to 3", ["twn", "size"]),
        (
            "let lost be nosuch of skara\nfor each lost: place 1 boat on town\ngain 1 glod",
            ["nosuch", "glod"],
        ),
        ("secretly choose 1 twn, as x\nplace 1 boat on x", ["twn"]),
        (
            "choose 1 xyzzy\nplace 1 boat on town\nset size of town to 3\ngain 1 glod",
            ["xyzzy", "glod"],
        ),
        # A misspelt word of the language: what is around it looks like one phrase.
        ("for each boat onn town:\n  remove boat\n  gain 1 glod", ["onn", "glod"]),
        ("choose 1 boat onn town\nremove boat", ["onn"]),
        ("choose 1 town sa x\nplace 1 boat on x", ["sa"]),
        ("for each players asq p:\n  p gains 1 gold\n  each player gains 1 glod", ["asq", "glod"]),
        ("each player secrety chooses a number from 0 to 3, as their bid", ["secrety"]),
        ("erch player secretly chooses a number from 0 to 3, as their bid", ["erch"]),
        # A choice that is too deep is one error, whatever its branches are.
        (TOO_DEEP, ["choose one:"]),
        # A word is reported once, unless it is a misspelt word of the game.
        ("let x be sum of n * n over numbers from 1 to m as k", ["n", "m"]),
        ("gain (nosuch + nosuch) gold\nlose (nosuch) gold", ["nosuch"]),
        (
            "choose 1 other player as goul\ngoul gains 1 gold\nif goul is you: gain 1 gld",
            ["goul", "gld"],
        ),
        (
            "choose 1 other player, as goul\nghoul gains 1 gold\nghoul loses 1 gold\n"
            "if ghoul is you:\n  ghoul gains 1 glod",
            ["ghoul", "glod"],
        ),
        ("if nosuch > 1: gain (nosuch) gold\nlose (nosuch) gold", ["nosuch"]),
        ("place 1 boat on skarra\nremove 1 boat on skarra", ["skarra", "skarra"]),
        # What is below a line with a syntax error, or beside one.
        ("if you have 1 gold\n  gain 1 glod\n  gian 1 gold", ["d", "glod", "gian"]),
        ("for each town\n  place 1 boat on town\n  gain 1 glod", ["n", "glod"]),
        ("for each twon\n  place 1 boat on town\n  gain 1 glod", ["n", "glod"]),
        ("for each boat as x\n  remove x\n  remove boat", ["x", "boat"]),
        ("may:\n  gian 1 gold\n  gain 1 glod", ["gian", "glod"]),
        ("repeat 2 tmies:\n  gain 1 glod\n  gian 1 gold", ["tmies", "glod", "gian"]),
        # What is below a line with an error.
        ("if nosuch is 3:\n  gain 1 glod\notherwise:\n  gain 1 gld", ["nosuch", "glod", "gld"]),
        ("if you have 1 glod: gain 1 gld", ["glod", "gld"]),
        ("repeat (nosuch) times:\n  gain 1 glod", ["nosuch", "glod"]),
        ("repeat until nosuch:\n  gain 1 glod", ["nosuch", "glod"]),
        ("choose 1 twn, as x\nif good of x is salt:\n  gain 1 glod", ["twn", "glod"]),
        ("choose 1 town, as x\nif x is bot:\n  set size of x to 3\n  gain 1 glod", ["bot", "glod"]),
        # A statement that may include the lines after it, which are not indented.
        ("for each town:\nplace 1 boat on it\ngain 1 glod", ["place", "it", "glod"]),
        ('gain 1 glod\nmay "Go":\ngain 1 gold', ["glod", "gain"]),
        ("for each town:\nplace 1 boat on town\nplace 1 boat on town", ["place"]),
        ("for each town as x:\nplace 1 boat on x\nchoose 1 boat, as y\nremove y", ["place"]),
        ("if you have 1 gold:\nchoose 1 town, as x\nplace 1 boat on x", ["choose"]),
        ("repeat 2 times:\ngain 1 gold\nif you have 1 gold: stop", ["gain"]),
        ("if you have 1 gold:\ngain 1 gold\notherwise: gain 2 gold\ngain 1 glod", ["gain"]),
    ],
)
def test_cascading_errors_are_held_back(effect: str, expected: list[str], tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in effect.splitlines())
    packs = write(Case("", "", more=f"rules:\n  much: |\n{lines}"), tmp_path)
    _, report = cardwright.examine(*packs)
    assert [d.span.text for d in report.diagnostics if d.span] == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("rulse:\n  much: gian 1 gold\n  more: do much\n", ["rulse", "gian"]),
        ("optoins:\n  - {id: rest, menu: acts, do: gian 1 gold}\n", ["optoins", "gian"]),
        ("rulse:\n  much: gain 1 gold\nmenus: {more: {}}\noptions:\n"
         "  - {id: rest, menu: more, do: do much}\n", ["rulse"]),
        ("optoins:\n  - {id: rest, worth: 1, event: gian 1 gold}\n", ["optoins"]),  # cards
    ],
)  # fmt: skip
def test_errors_in_a_misspelt_section(more: str, expected: list[str], tmp_path: Path) -> None:
    _, report = cardwright.examine(*write(Case("", "", more=more), tmp_path))
    assert [d.span.text for d in report.diagnostics if d.span] == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (
            "options:\n  - {id: send, title: Send, menu: acts, if: gold of playr > 1, cost: 1 cion,"
            " limit: once per trun, do: place 1 bot on a town}\n",
            ["playr", "cion", "trun", "bot"],
        ),
        (
            "options: [{id: send, title: Send, menu: actz, if: gold of playr > 1,"
            " do: gain 1 glod}]\n",
            ["actz", "playr", "glod"],
        ),
        (
            "abilities: [{when: after placng boat, if: it is nosuch and good of there is salt,"
            " do: gain 1 glod}]\n",
            ["placng", "nosuch", "glod"],
        ),
        # What an event, a menu or a definition would have named is not known.
        ("abilities: [{when: after placng boat, do: place 1 boat on a town}]\n", ["placng"]),
        (
            "abilities: [{when: after placng boat, if: there is town, do: remove boat}]\n",
            ["placng"],
        ),
        (
            "options: [{id: send, title: Send, menu: actz, if: town is burnt,"
            " do: place 1 boat on town}]\n",
            ["actz"],
        ),
        ("abilities: [{modify: nosuch of town, add: 1 + foo, if: town is burnd}]\n",
         ["nosuch of town", "foo", "burnd"]),
        ("abilities: [{window: after placng boat, menu: actz, asks: playrs}]\n",
         ["placng", "actz", "playrs"]),
        ("options:\n  - {id: rest, menu: acts, if: ruond is 3, cost: 1 glod, do: gain 1 gld}\n",
         ["ruond", "glod", "gld"]),
        ("abilities:\n  - {when: after removing boat, if: ruond is 3, do: gain 1 glod}\n",
         ["ruond", "glod"]),
        ("abilities:\n  - {modify: size of boat, if: boat is on twn, add: ruond}\n",
         ["twn", "ruond"]),
        ("abilities:\n"
         "  - {window: after removing boat, if: ruond is 3, asks: plyers, menu: acts}\n",
         ["ruond", "plyers"]),
        ("deeds:\n"
         "  - {id: raid, worth: 1, event: {cost: 1 glod, do: remove 1 bot}, provenance: x}\n",
         ["glod", "bot"]),
        ("abilities:\n  - {window: after removing boat, asks: plyers with bots, menu: acts}\n",
         ["plyers", "bots"]),
        ("players:\n  - {id: flock, players: [3], provenance: x}\n"
         "automata: {flock: {answers: {town: by number of bots on twn}}}\n",
         ["bots", "twn"]),
        ("definitions:\n  much: nosuch + 1\noptions:\n"
         "  - {id: rest, menu: acts, if: much is 3, do: gain 1 glod}\n", ["nosuch", "glod"]),
    ],
)  # fmt: skip
def test_the_errors_of_all_keys_are_reported(
    more: str, expected: list[str], tmp_path: Path
) -> None:
    _, report = cardwright.examine(*write(Case("", "", more=more), tmp_path))
    assert sorted(d.span.text for d in report.diagnostics if d.span) == sorted(expected)


def test_help_for_it_sees_another_in_the_same_line(tmp_path: Path) -> None:
    effect = "remove another boat, then gain (number of boats on it) gold"
    more = f"rules:\n  much: {{takes: {{x: town}}, do: '{effect}'}}\n"
    _, report = cardwright.examine(*write(Case("", "", more=more), tmp_path))
    helps = {d.span.text: d.help for d in report.diagnostics if d.span}
    assert helps["it"] == "write `a` instead of `another`"
