"""Valid packs whose games would run forever or fill the memory, as data.

Each case is the content of `more.yaml`, which is added to the small pack of `tests/broken`; its
main rule is `hostile`. A game of it ends with the code. `python -m dev.hostile sim` measures the
time and memory of all cases.
"""

from __future__ import annotations

from pathlib import Path

from tests.broken.broken_packs import Case, write

PACK = "id: base\nversion: 1.0.0\ntitle: T\nplayers: [2, 3]\nmain: hostile\nscore: gold\n" \
       "winners: top players by gold of player\n"  # fmt: skip


def hostile(body: str, rest: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"provenance: x\n{rest}rules:\n  hostile: |\n{lines}"


def _doubling(steps: int) -> str:
    """Definitions, each of which takes twice the work of the one before it."""
    more = (f"  d{i}: d{i - 1} + d{i - 1}\n" for i in range(1, steps))
    return "definitions:\n  d0: round + number of burnt towns\n" + "".join(more)


def _carried(steps: int) -> str:
    """Definitions, each of which is modified by many pieces, by the value of the one before it."""
    names = "".join(f"  d{i}: 1\n" for i in range(steps))
    more = "".join(f"{{modify: d{i}, add: d{i - 1}}}, " for i in range(1, steps))
    carried = f"{{modify: d0, if: there are burnt towns, add: 1}}, {more}"
    return f"definitions:\n{names}kinds:\n  imp: {{is: piece, on: town, each player: 100, " \
        f"abilities: [{carried}]}}\n"  # fmt: skip


def _long_modifiers(terms: int, cards: int) -> str:
    """A modifier of one definition that is printed once for each card of a kind."""
    names = "".join(f"  - {{id: s{i}, provenance: x}}\n" for i in range(cards))
    value = " + ".join(["number of burnt towns"] * terms)
    kind = f"  spell: {{is: card, abilities: [{{modify: d0, add: {value}}}]}}\n"
    return f"definitions:\n  d0: 1\nkinds:\n{kind}spells:\n{names}"


def _cards(number: int, copies: int, ability: str) -> str:
    rest = f"worth: 1, copies: {copies}, event: do nothing, provenance: x, {ability}"
    cards = (f"  - {{id: c{i}, {rest}}}\n" for i in range(number))
    return "deeds:\n" + "".join(cards)


def nested(modifiers: int, deep: int) -> str:
    """Definitions nested through modifiers, and one that calls itself."""
    names = "".join(f"  d{i}: 1\n" for i in range(modifiers))
    own = "  own from n:\n    takes: {n: number}\n"
    own += "    is: if n < 1 then d0 else 1 + own from (n - 1)\n"
    more = "".join(f"  - {{modify: d{i}, add: d{i + 1}}}\n" for i in range(modifiers - 1))
    return hostile(
        f"ann gains (own from ({deep - 1}) - {deep}) gold\nend the game",
        f"definitions:\n{names}{own}    max depth: {deep}\nabilities:\n{more}",
    )


def in_a_line(rules: int) -> str:
    """Rules, each of which runs the next one; the last one ends the game."""
    more = "".join(f"  r{i}: do r{i + 1}\n" for i in range(rules))
    return hostile("do r0") + f"{more}  r{rules}: end the game\n"


LOOP = "repeat 1000 times:\n  repeat 1000 times:\n    repeat 1000 times:\n      "
CASES: dict[str, tuple[str, str]] = {
    "many numbers at random": ("CW401", hostile(
        LOOP + "choose 1000 numbers from 1 to 1000 at random, as luck")),
    "numbers at random": ("CW401", hostile(
        LOOP + "choose a number from 1 to 1000 at random, as luck")),
    "doubling definitions": ("CW401", hostile(LOOP + "add (d19) to round", _doubling(20))),
    "light doubling definitions": ("CW401", hostile(LOOP + "add (d9) to round", _doubling(10))),
    "sums of sums": ("CW401", hostile(
        LOOP + "add (sums) to round",
        "definitions:\n  inner: sum of n * round over numbers from 1 to 900 as n\n"
        "  sums: sum of n * inner over numbers from 1 to 900 as n\n")),
    "a log of millions of lines": ("CW401", hostile(LOOP + 'say "{round} and {round}"')),
    "changes without end": ("CW401", hostile(LOOP + "add 1 to round")),
    "empty rounds": ("CW401", hostile("repeat while yes: do nothing")),
    "rounds of nothing": ("CW401", hostile("repeat 1000000000 times: do nothing")),
    "modifiers that many pieces carry": ("CW401", hostile(
        LOOP + "add (d2) to round", _carried(3))),
    "lines of the log with many values": ("CW401", hostile(
        LOOP + 'say "' + "{round} " * 900 + '"')),
    "a rule in a loop": ("CW401", hostile(LOOP + "do other") + "  other: add 1 to round\n"),
    "shuffles of a large deck": ("CW401", hostile(
        "move each deed in supply to deck\n" + LOOP + "shuffle deck",
        _cards(20, 200, "title: T"))),
    "moves of a large deck": ("CW401", hostile(
        "move each deed in supply to deck\n" + LOOP + "move top of deck to the bottom of deck",
        _cards(20, 200, "title: T"))),
    "answers without end": ("CW401", hostile(
        "repeat while yes:\n  for each player: player gains 1 gold, or player loses 1 gold\n"
        '  repeat 1000 times: say "x"')),
    "an option that costs nothing, in a loop": ("CW401", hostile(
        LOOP + "if there are towns where keeper of town is none: add 1 to round")),
}  # fmt: skip
LARGE: dict[str, tuple[str, str]] = {
    "cards with many copies": ("CW303", hostile(
        "move each deed in supply to deck", _cards(500, 200, "abilities: [{when: after removing "
        "boat, do: you gains 1 gold}]"))),
}  # fmt: skip


PROGRAMS: dict[str, tuple[str, str]] = {
    "long modifiers that many cards carry": ("CW401", hostile(
        "ann gains (d0) gold", _long_modifiers(70, 4_900))),
}  # fmt: skip
"""Programs that are too large to be made."""


def write_play_case(name: str, folder: Path) -> Path:
    return write_more({**CASES, **LARGE, **PROGRAMS}[name][1], folder)


def write_more(more: str, folder: Path) -> Path:
    (base,) = write(Case("hostile", ""), folder)
    (base / "pack.yaml").write_text(PACK, "utf-8")
    (base / "more.yaml").write_text(more, "utf-8")
    return base
