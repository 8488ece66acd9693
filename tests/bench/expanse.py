"""A few definitions of content/expanse as a person would write them in Python.

`make bench` compares the compiled definitions with these; a test checks that both mean the same.
They read the same flat state, and use what the pack's author knows: the pieces of each player never
change, and which techs count where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.program.program import Program

PACK = "content/expanse"
Hand = Callable[..., int]
State = Sequence[int]


def might(program: Program) -> Hand:
    layout = program.layout
    damaged = layout.cells[("fleet", "damaged")]
    owner = layout.owner
    strength = layout.printed(layout.board.kinds["fleet"].fields["strength"])
    fleets = tuple((fleet, strength[fleet]) for fleet in layout.kind("fleet"))

    def might(s: State, z: object, player: int, orbital: int) -> int:
        total = 0
        for fleet, power in fleets:
            if s[fleet] == orbital and s[owner + fleet] == player:
                total += power // 2 if s[damaged + fleet] else power
        return total

    return might


def holder(program: Program) -> Hand:
    layout = program.layout
    damaged = layout.cells[("fleet", "damaged")]
    owner = layout.owner
    strength = layout.printed(layout.board.kinds["fleet"].fields["strength"])
    fleets = tuple((fleet, strength[fleet]) for fleet in layout.kind("fleet"))
    dominance = layout.named("tech", "dominance")
    mats = _techs(program)

    def holder(s: State, z: object, orbital: int) -> int:
        claims: dict[int, int] = {}
        for fleet, power in fleets:
            if s[fleet] == orbital:
                who = s[owner + fleet]
                claims[who] = claims.get(who, 0) + (power // 2 if s[damaged + fleet] else power) * 2
        edge = mats.get(s[dominance], 0)
        if edge in claims:
            claims[edge] += 1
        most = max(claims.values(), default=0)
        top = [who for who, claim in claims.items() if claim == most]
        return top[0] if len(top) == 1 else 0

    return holder


def presence(program: Program) -> Hand:
    layout = program.layout
    diplomats = set(layout.kind("diplomat"))
    pieces = {p: _pieces(program, p, "influence") for p in layout.kind("player")}
    orbitals = layout.printed(layout.board.kinds["base"].fields["orbital"])
    tech, mats = layout.named("tech", "diplomats"), _techs(program)
    held_by = holder(program)

    def presence(s: State, z: object, player: int, base: int) -> int:
        there = [piece for piece in pieces[player] if s[piece] == base]
        if not there:
            return 0
        total = len(there)
        if s[tech] in mats:
            total += sum(1 for piece in there if piece in diplomats)
        return total + (held_by(s, z, orbitals[base]) == player)

    return presence


def _techs(program: Program) -> dict[int, int]:
    """The mats where techs count, with their owners."""
    players = program.layout.kind("player")
    return {program.layout.zone_id("techs", player): player for player in players}


def _pieces(program: Program, player: int, kind: str) -> tuple[int, ...]:
    items = program.layout.items
    return tuple(i for i in program.layout.kind(kind) if items[i].owner == player)


HANDS: dict[str, Callable[[Program], Hand]] = {
    "might": might,
    "holder": holder,
    "presence": presence,
}
