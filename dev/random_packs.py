"""Random small games that pass the check: a fixed board, and rules drawn from a grammar.

`write_pack(folder, seed)` writes one. Its sentences use most verbs, choices, loops, sets,
conditions and kinds of abilities of the language, in every order, so its games are used to compare
engines. Drawn rules may have errors; then all of them are drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cardwright
from cardwright import Rules

TRIES = 12  # attempts to draw a pack without errors
DEPTH = 3  # of nested sentences
SUITS = ("fish", "salt", "silk")
PORTS = ("york", "dover", "hull", "leith", "deal")

MANIFEST = """
id: random
version: 1.0.0
title: Random
players: [2, 3]
main: game
score: gold
winners: top players by gold of player
"""
BOARD = """
provenance: house
enums: {ware: [fish, salt, silk]}
players: [{id: red, title: Red}, {id: blue, title: Blue}, {id: white, title: White}]
kinds:
  player:
    state:
      gold: {type: number, start: 5, min: 0, max: 60}
      fame: {type: number, start: 1, min: -20, max: 20}
      haven: port
      wares: set of ware
  port:
    is: place
    ordered: true
    fields: {ware: ware, worth: number}
    state: {looted: flag, toll: {type: number, min: 0, max: 9}}
  boat:
    is: piece
    on: port
    each player: 4
    state: {damaged: flag, cargo: {type: number, min: 0, max: 5}}
  pirate: {is: piece, on: port}
  deed: {is: card, fields: {price: number}, rules: {event: {title: Event}}}
  sea-die: {is: die, plural: sea-dice, faces: [1, 2, 3, 4, 5, 6], each player: 2}
pieces: {pirate: 3}
zones:
  deck: {holds: deed, ordered: true, seen by: count}
  played: {holds: deed, ordered: true}
  hand: {holds: deed, each player: true, seen by: owner}
state:
  round: {type: number, start: 0, min: -50, max: 50}
  leader: player
menus:
  actions: {title: Your action, pass: Enough}
keywords:
  armed: {of: boat}
  fast: {of: boat, number: adds up}
"""

Words = Sequence[str]


@dataclass(slots=True)
class Grammar:
    """Draws sentences; `names` are the names given by choices so far, by kind."""

    rng: random.Random
    names: dict[str, list[str]] = field(default_factory=dict)
    rules: int = 0  # the number of rules that may be called
    count: int = 0
    looping: frozenset[str] = frozenset()  # the kinds of the enclosing loops

    def of(self, *ways: Callable[[], str]) -> str:
        return self.rng.choice(ways)()

    def word(self, *words: str) -> str:
        return self.rng.choice(words)

    def name(self, kind: str) -> str:
        self.count += 1
        return f"{kind}-{self.count}"

    # ------------------------------------------------------------------------------ values

    def number(self, depth: int = 2) -> str:
        plain: list[Callable[[], str]] = [
            lambda: str(self.rng.randint(1, 4)),
            lambda: "gold of you", lambda: "fame of you", lambda: "round",
            lambda: f"worth of {self.port()}", lambda: f"toll of {self.port()}",
            lambda: f"measure-{self.word('a', 'b')} of you",
        ]  # fmt: skip
        if depth <= 0:
            return self.of(*plain)
        low = depth - 1
        return self.of(
            *plain,
            lambda: f"number of {self.things(low)}",
            lambda: f"number of {self.things(low)}",
            lambda: f"sum of worth of port over {self.ports(low)}",
            lambda: f"{self.word('highest', 'lowest')} toll of port over {self.ports(low)}",
            lambda: f"highest gold of player over {self.players(low)}",
            lambda: f"sum of cargo of boat over {self.boats(low)}",
            lambda: f"({self.number(low)} {self.word('+', '-', '*')} {self.number(low)})",
            lambda: f"({self.number(low)}) / {self.rng.randint(1, 3)}",
            lambda: f"{self.word('min', 'max')} of {self.number(0)}, {self.number(0)}",
            lambda: f"(if {self.condition(low)} then {self.number(0)} else {self.number(0)})",
        )

    def small(self) -> str:
        """A small number of repetitions or things."""
        return self.of(lambda: str(self.rng.randint(1, 3)),
                       lambda: f"(min of 3, {self.number(1)})")  # fmt: skip

    def condition(self, depth: int = 2) -> str:
        low, sign = depth - 1, self.word(">", "<", ">=", "is", "is not")
        plain: list[Callable[[], str]] = [
            lambda: f"{self.number(low)} {sign} {self.number(low)}",
            lambda: f"there {self.word('are', 'are no')} {self.things(low)}",
            lambda: f"ware of {self.port()} is {self.word(*SUITS)}",
            lambda: f"{self.port()} is {self.word('', 'not ')}looted",
            lambda: f"you have {self.rng.randint(1, 3)} or more boats on ports",
            lambda: f"leader {self.word('is', 'is not')} you",
            lambda: f"haven of you is {self.word('none', 'not none', self.port())}",
            lambda: f"{self.word(*SUITS)} is in wares of you",
        ]
        if depth <= 0:
            return self.of(*plain)
        both = f"({self.condition(low)}) {self.word('and', 'or')} ({self.condition(low)})"
        return self.of(*plain, *plain, lambda: both, lambda: f"not ({self.condition(low)})")

    def port(self) -> str:
        return self.word(*PORTS, *self.names.get("port", ()), *self.names.get("port", ()))

    def things(self, depth: int) -> str:
        return self.of(lambda: self.ports(depth), lambda: self.boats(depth), self.deeds)

    def ports(self, depth: int = 1) -> str:
        low = depth - 1
        return self.of(
            lambda: "ports", lambda: f"{self.word(*SUITS)} ports", lambda: "unlooted ports",
            lambda: f"ports with {self.word('your', 'opposing')} boats",
            lambda: "ports with no boats", lambda: f"ports without {self.port()}",
            lambda: f"ports within {self.rng.randint(1, 3)} ports of {self.port()}",
            lambda: f"ports next to {self.port()}",
            lambda: f"ports where {self.condition(low)}",
            lambda: f"ports where number of boats on port {self.word('>', '<')} {self.number(0)}",
        )  # fmt: skip

    def boats(self, depth: int = 1) -> str:
        low = depth - 1
        return self.of(
            lambda: "your boats", lambda: "opposing boats", lambda: "damaged boats on ports",
            lambda: "your boats on ports", lambda: f"boats on {self.word(*SUITS)} ports",
            lambda: f"boats in {self.port()}", lambda: "your undamaged boats on ports",
            lambda: "armed boats on ports", lambda: "your boats in supply",
            lambda: f"your boats on {'ports' if depth < 1 else self.ports(low)}",
            lambda: f"boats on ports where cargo of boat {self.word('>', '<')} {self.number(0)}",
        )  # fmt: skip

    def afloat(self) -> str:
        """Ships that have a location."""
        owned = f"{self.word('your', 'opposing', 'damaged')} boats on ports"
        return self.word(owned, f"boats on {self.word(*SUITS)} ports", f"boats in {self.port()}")

    def deeds(self) -> str:
        priced = f"deeds in hand of you where price of deed > {self.rng.randint(0, 2)}"
        return self.word("deeds in deck", "deeds in hand of you", "deeds in played", priced)

    def players(self, depth: int = 1) -> str:
        return self.of(
            lambda: "players", lambda: "other players", lambda: "top players by gold of player",
            lambda: f"players with {self.rng.randint(1, 2)} or more boats on ports",
            lambda: f"players where gold of player > {self.number(min(depth, 0))}",
        )  # fmt: skip

    # --------------------------------------------------------------------------- sentences

    def block(self, depth: int, indent: str) -> list[str]:
        """Some sentences; the names that they define are known only in this block."""
        before = {kind: [*names] for kind, names in self.names.items()}
        found = [
            line for _ in range(self.rng.randint(1, 3)) for line in self.sentence(depth, indent)
        ]
        self.names = before
        return found

    def sentence(self, depth: int, indent: str) -> list[str]:
        if depth > 0 and self.rng.random() < 0.45:
            return self._nested(depth - 1, indent)
        return [indent + self._simple()]

    def _simple(self) -> str:
        following = f"player after {'player' if 'player' in self.looping else 'you'}"
        several = self.word("1", "2", "up to 2", "1 or more", "any number of", "all")
        return self.of(
            lambda: f"gain ({self.number()}) gold", lambda: f"lose ({self.number()}) gold",
            lambda: f"each player gains ({self.number(1)}) gold",
            lambda: f"set fame of you to {self.number()}",
            lambda: f"add ({self.number(1)}) to round", lambda: "subtract 1 from round",
            lambda: f"set leader to {self.word('you', 'none', following)}",
            lambda: f"set haven of you to {self.port()}",
            lambda: f"add {self.word(*SUITS)} to wares of you",
            lambda: f"set toll of {self.port()} to {self.number()}",
            lambda: f"set looted of {self.port()} to {self.word('yes', 'no')}",
            lambda: f"place 1 boat on {self.place()}",
            lambda: f"place {self.word('2', 'up to 2')} boats on {self.port()}",
            lambda: f"place 1 boat on each {self.word(*SUITS)} port",
            lambda: f"move 1 of your boats on ports to {self.place()}",
            lambda: f"move up to 2 of your boats on ports to {self.port()}",
            lambda: f"move 1 pirate to {self.place()}",
            lambda: f"remove {several} of {self.afloat()}",
            lambda: f"remove {self.rng.randint(1, 2)} of {self.afloat()} at random",
            lambda: f"move top {self.rng.randint(1, 2)} of deck to hand of you",
            lambda: "move top of deck to played",
            lambda: "move 1 of deeds in hand of you to played",
            lambda: "move all deeds in played to deck, then shuffle deck",
            lambda: "roll all your sea-dice", lambda: "shuffle deck",
            lambda: "gain (sum of face of sea-die over your sea-dice) gold",
            lambda: "open actions", lambda: "open actions or gain 1 gold",
            lambda: self._choice(), lambda: self._choice(),
            lambda: f"do rule-{self.rng.randrange(self.rules)}" if self.rules else "gain 1 gold",
            lambda: self._rival(),
        )  # fmt: skip

    def _rival(self) -> str:
        name = self.name("player")
        return f"choose 1 other player, as {name}, then take 1 gold from {name}"

    def place(self) -> str:
        return self.word("a port", self.port(), f"a port of ware {self.word(*SUITS)}",
                         "a port with no boats")  # fmt: skip

    def _choice(self) -> str:
        """A choice, and an action on the chosen thing."""
        kind = self.word("port", "boat", "number", "deed")
        name, chance = self.name(kind), self.word("", "", " at random")
        if kind == "port":
            of = self.word(self.ports(1), self.ports(1), "top ports by worth of port")
            chosen = f"choose 1 of {of}{chance}, as {name}"
            self.names.setdefault("port", []).append(name)
            return f"{chosen}, then add 1 to toll of {name}"
        if kind == "boat":
            chosen = f"choose 1 of {self.boats(1)}{chance}, as {name}"
            then = self.word(f"set damaged of {name} to yes", f"add 2 to cargo of {name}",
                             f"remove {name}", f"move {name} to {self.port()}")  # fmt: skip
            return f"{chosen}, then {then}"
        if kind == "number":
            last = self.of(
                lambda: str(self.rng.randint(1, 4)), lambda: f"(min of 5, {self.number(0)})"
            )
            return f"choose a number from 0 to {last}{chance}, as {name}, then gain ({name}) gold"
        deeds = self.deeds()
        chance = " at random" if deeds == "deeds in deck" else chance  # nobody sees those
        return f"choose 1 of {deeds}{chance}, as {name}, then perform event of {name}"

    def _nested(self, depth: int, indent: str) -> list[str]:
        inner = indent + "  "
        kind = self.word("player", "port")
        if kind not in self.looping and self.rng.random() < 0.3:
            return self._loop(kind, depth, indent)
        head = self.of(
            lambda: f"if {self.condition()}:", lambda: f"if {self.condition()}:",
            lambda: f"repeat {self.small()} times:",
            lambda: "may:", lambda: "choose one:", lambda: "all at once:",
        )  # fmt: skip
        if head == "choose one:":
            lines = [indent + head]
            for number in range(self.rng.randint(2, 3)):
                asked = self.of(lambda: "", lambda: f" if {self.condition(1)}")
                lines += [f"{inner}way-{'abc'[number]}{asked}:", *self.block(depth, inner + "  ")]
            return lines
        made = [indent + head, *self.block(depth, inner)]
        if head[:2] in ("if", "ma") and self.rng.random() < 0.4:
            made += [f"{indent}otherwise:", *self.block(depth, inner)]
        return made

    def _loop(self, kind: str, depth: int, indent: str) -> list[str]:
        order = f" in order of {self.word('worth', 'toll')} of port" if kind == "port" else ""
        before, self.looping = self.looping, self.looping | {kind}
        made = [f"{indent}for each {kind}{order}:", *self.block(depth, indent + "  ")]
        self.looping = before
        return made


# --------------------------------------------------------------------------------- packs


def write_pack(folder: Path, seed: int) -> Rules | None:
    """Writes a random pack and returns its rules; None if no attempt was free of errors."""
    for number in range(TRIES):
        _write(folder, random.Random(f"{seed} {number}"))
        rules, _ = cardwright.examine(folder)
        if rules is not None:
            return rules
    return None


def _write(folder: Path, rng: random.Random) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(MANIFEST.lstrip(), "utf-8")
    (folder / "board.yaml").write_text(BOARD.lstrip(), "utf-8")
    (folder / "rules.yaml").write_text("\n".join(_rules(rng)) + "\n", "utf-8")


def _rules(rng: random.Random) -> list[str]:
    grammar = Grammar(rng)
    ports = [
        f"  - {{id: {p}, ware: {rng.choice(SUITS)}, worth: {rng.randint(0, 4)}}}" for p in PORTS
    ]
    lines = ["provenance: house", "ports:", *ports, "deeds:"]
    for number in range(3):
        lines += [f"  - id: deed-{number}", f"    copies: {rng.randint(2, 4)}",
                  f"    price: {rng.randint(0, 3)}", "    event: |",
                  *grammar.block(1, "      ")]  # fmt: skip
    lines += ["definitions:"]
    lines += [f"  measure-a of player: number of boats of player on {rng.choice(SUITS)} ports"]
    lines += [f"  measure-b of player: sum of worth of port over ports where {_owned(rng)}"]
    lines += ["options:"]
    for number in range(3):
        lines += [f"  - id: option-{number}", "    menu: actions", f"    title: Option {number}",
                  "    limit: once per turn", f"    if: {grammar.condition(1)}", "    do: |",
                  *grammar.block(1, "      ")]  # fmt: skip
    lines += ["rules:", *GAME]
    for number in range(3):
        grammar.names = {}
        lines += [f"  rule-{number}: |", *grammar.block(DEPTH, "    ")]
        grammar.rules = number + 1
    lines += ["  turn: |", "    move top 1 of deck to hand of you", *grammar.block(DEPTH, "    "),
              *grammar.block(DEPTH, "    "), "    do rule-2"]  # fmt: skip
    grammar.rules = 0
    return [*lines, *_abilities(grammar)]


def _owned(rng: random.Random) -> str:
    return rng.choice(["there are boats of player on port", "port is looted and toll of port > 0",
                       "number of boats on port < 2 or gold of player > 4"])  # fmt: skip


GAME = """
  game: |
    move all deeds in supply to deck
    shuffle deck
    for each player: place 1 boat on a port
    repeat 4 times:
      add 1 to round
      for each player: player does turn
""".strip("\n").splitlines()


def _abilities(grammar: Grammar) -> list[str]:
    rng = grammar.rng
    event = rng.choice(["placing boat", "removing boat", "moving boat", "changing gold", "rule-0"])
    effect = rng.choice(["add 1 to round", "set leader to none", "add 1 to toll of york"])
    made = [
        f"  - {{modify: measure-a of player, if: gold of player > {rng.randint(0, 9)}, add: 1}}",
        f"  - {{modify: worth of port, if: port is looted, {rng.choice(['add', 'multiply'])}: 2}}",
        f"  - {{when: {rng.choice(['after', 'before'])} {event}, do: {effect}}}",
        "  - {instead of: removing boat, if: boat is armed and boat is not damaged, "
        "do: set damaged of it to yes}",
        f"  - {{forbid: moving boat, if: cargo of boat > {rng.randint(0, 4)}}}",
        f"  - {{grant: armed, to: boats on {rng.choice(SUITS)} ports}}",
        "  - {lose: armed, from: damaged boats}",
    ]
    return ["abilities:", *rng.sample(made, rng.randint(2, len(made)))]
