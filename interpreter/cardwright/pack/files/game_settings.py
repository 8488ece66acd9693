"""The settings of a game that manifests state: main rule, score, evaluation, winners, seats.

Decides which pack's statement counts, and checks the names in it. Knows nothing about files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from cardwright.board.types import NONE, NUMBER, UNKNOWN
from cardwright.pack.builder import AUTOMATA, PackBuilder
from cardwright.pack.files.manifest import Manifest, Module
from cardwright.pack.files.modules import is_whole, with_needed
from cardwright.pack.files.requires import all_required
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.numerals import whole_number
from cardwright.source.records import dataclass

SETTING_KEYS = ("main", "score", "evaluate", "winners")


def apply_settings(
    packs: Sequence[Manifest], modules: Collection[str], builder: PackBuilder
) -> None:
    """Takes each setting from the last pack that states it.

    A pack may override a statement of a pack that it requires; two unrelated packs conflict
    (CW309).
    """
    declared = builder.declared
    by_key = {key: _last_stated(key, packs, builder) for key in SETTING_KEYS}
    if main := by_key["main"]:
        declared.main, declared.main_span = main.main, main.main_span
    elif packs:
        span = packs[0].span
        message = "no pack sets `main`, the rule that plays the game"
        builder.defer_unknown(
            "manifests", "main", "CW310", message, span, help="add `main: RULE` to a pack.yaml"
        )
    if score := by_key["score"]:
        declared.score = score.score
        _check_property("score", score.score, score, builder)
    if rated := by_key["evaluate"]:
        declared.evaluate = rated.evaluate
        _check_property("evaluate", rated.evaluate, rated, builder)
    if winners := by_key["winners"]:
        declared.winners = winners.winners
    _settle_seats(packs, modules, builder)


def _last_stated(key: str, packs: Sequence[Manifest], builder: PackBuilder) -> Manifest | None:
    stating = [p for p in packs if p.node and p.node.get(key)]
    by_id = {p.id: p for p in packs}
    for first, later in pairwise(stating):
        if first.id not in all_required(later, by_id):
            message = f"`{later.id}` and `{first.id}` both set `{key}`"
            notes = ((first.value_span(key), "first set here"),)
            help = "make one of them require the other"
            builder.error("CW309", message, later.value_span(key), help, notes)
    return stating[-1] if stating else None


def _check_property(key: str, name: str, pack: Manifest, builder: PackBuilder) -> None:
    """Reports a name that is not a number of a player."""
    declared, place = builder.declared, pack.value_span(key)
    found = declared.board.field("player", name)
    definition = declared.definitions.get(name)
    if found is not None and found.type not in (NUMBER, NONE, UNKNOWN):
        builder.error("CW348", f"`{name}` is not a number", place)
    elif definition is not None and [str(p.type) for p in definition.takes] != ["player"]:
        message = f"`{name}` is not a property of a player"
        help = f"define it as `{name} of player`, so that each player has a value of their own"
        builder.error("CW348", message, place, help)
    elif found is None and definition is None and "player" not in builder.incomplete_kinds:
        fields = declared.board.fields("player").values()
        known = [f.name for f in fields if f.type == NUMBER and f.name != "order"]
        known += [n for n, d in declared.definitions.items() if len(d.takes) == 1]
        message = f"players have no property `{name}`"
        builder.defer_unknown("types", name, "CW348", message, place, known)


# Seats


@dataclass(frozen=True, slots=True)
class _Stated:
    """The seats that a pack or its module states for a number; `name` is the module's, if any."""

    pack: Manifest
    module: Module | None
    number: int
    players: tuple[str, ...]
    node: YamlNode

    @property
    def name(self) -> str:
        return self.module.name if self.module else self.pack.id


def _settle_seats(
    packs: Sequence[Manifest], modules: Collection[str], builder: PackBuilder
) -> None:
    """Seats the players for each number of players: as stated, else the first ones defined."""
    default = packs and not any(pack.seats for pack in packs)
    seats = _default_seats(packs, builder) if default else {}
    last: dict[int, _Stated] = {}
    for stated in _stated_seats(packs, modules):
        earlier = last.setdefault(stated.number, stated)
        if earlier.players != stated.players and not _has_last_word(stated, earlier, packs):
            message = f"`{stated.name}` and `{earlier.name}` both set the seats for {stated.number}"
            help = f"make one {'need' if stated.module else 'require'} the other"
            notes = ((earlier.node.span, "first set here"),)
            builder.error("CW309", message, stated.node.span, help, notes)
        if _check_seats(stated.number, stated.node, builder):
            seats[stated.number] = stated.players
        last[stated.number] = stated
    _check_numbers(packs, {*seats, *last}, builder)
    builder.declared.seats = dict(sorted(seats.items()))


def _stated_seats(packs: Sequence[Manifest], modules: Collection[str]) -> Iterator[_Stated]:
    """The seats of each pack, then those of its enabled modules, each after those that it needs."""
    for pack in packs:
        found = (m for m in pack.switched_on(modules) if is_whole(m, packs, modules))
        on = {module.name: module for module in found}
        in_order = sorted(on.values(), key=lambda one: len(with_needed([one.name], on)))
        for module in (None, *in_order):
            stating = module or pack
            for key, node in stating.node.items_of("seats") if stating.node else ():
                if (number := whole_number(key)) in stating.seats and number is not None:
                    yield _Stated(pack, module, number, stating.seats[number], node)


def _has_last_word(later: _Stated, earlier: _Stated, packs: Sequence[Manifest]) -> bool:
    """Whether the later statement is meant for games that have the earlier one."""
    if later.pack.id != earlier.pack.id:
        return earlier.pack.id in all_required(later.pack, {pack.id: pack for pack in packs})
    needed = with_needed([later.name], later.pack.modules)
    return earlier.module is None or earlier.name in needed


def _check_seats(number: int, node: YamlNode, builder: PackBuilder) -> bool:
    players = builder.board.things.get("player", {})
    seen: set[str] = set()
    for item in node.elements():
        if item.word in seen:
            builder.error("CW328", f"`{item.word}` has two seats", item.span)
            return False
        seen.add(item.word)
        if item.word not in players:
            message = f"there is no player `{item.word}`"
            builder.defer_unknown("things", item.word, "CW343", message, item.span, players)
        elif players[item.word].players and number not in players[item.word].players:
            message = f"`{item.word}` is not in games with {number} players"
            builder.error("CW347", message, item.span)
    people = [name for name in seen if not _is_automaton(name, number, builder)]
    if not seen <= players.keys():
        return False
    if number in (len(seen), len(people)) or any(map(builder.is_incomplete, ("things", AUTOMATA))):
        return True  # an unread part may declare it an automaton
    needed = f"{number} players need {number} seats" if number > 1 else "1 player needs 1 seat"
    message = f"{needed}; {len(seen)} are listed"
    help = "only automata can take part besides" if len(seen) > number else ""
    builder.error("CW347", message, node.span, help)
    return False


def _is_automaton(name: str, number: int, builder: PackBuilder) -> bool:
    """Whether a player is an automaton in games for this number, and so need not be counted."""
    found = builder.declared.automata.get(name)
    return found is not None and (not found.players or number in found.players)


def _default_seats(packs: Sequence[Manifest], builder: PackBuilder) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    players = builder.board.things.get("player", {}).values()
    for pack in packs:
        for number in range(pack.players[0], pack.players[1] + 1):
            there = [p.id for p in players if not p.players or number in p.players]
            if len(there) >= number:
                found[number] = tuple(there[:number])
    return found


def _check_numbers(packs: Sequence[Manifest], stated: set[int], builder: PackBuilder) -> None:
    """Checks that each number of players has seats; wrong seats are reported at their position."""
    for pack in packs:
        if pack.node is None or not pack.node.get("players"):
            continue
        numbers = range(pack.players[0], pack.players[1] + 1)
        left = next((number for number in numbers if number not in stated), 0)
        if left:
            message = f"no seats are given for {left} player{'s' if left > 1 else ''}"
            place = pack.value_span("seats" if pack.seats else "players")
            help = _seats_help(pack, [number for number in numbers if number in stated])
            builder.defer_unknown("things", str(left), "CW347", message, place, help=help)


def _seats_help(pack: Manifest, seated: Sequence[int]) -> str:
    """How each number of players of a pack gets its seats; `seated` are the numbers that have
    them.
    """
    add = "add them to `seats`" if pack.seats else "define that many players"
    one_run = seated and seated[-1] - seated[0] == len(seated) - 1
    return f"{add}, or write `players: [{seated[0]}, {seated[-1]}]`" if one_run else add
