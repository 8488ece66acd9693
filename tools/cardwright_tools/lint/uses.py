"""What the rules of a game read, run, open and name, and where.

Responsible for the graph of uses: a definition, rule, menu, zone, field, enum value or kind is a
`Key`, with edges to the keys that its own text uses. Knows nothing about what is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import chain
from typing import Any, Literal, NamedTuple

from cardwright.board.declarations import Field, Thing, Value
from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.checked_packs import CheckedPacks
from cardwright.language import core, hir
from cardwright.language.active import active_name
from cardwright.language.core import Expr
from cardwright.language.graph_walks import reachable
from cardwright.source.records import dataclass
from cardwright_tools.lint.rule_trees import NodeIndex, Owner, Part, body, node_index, owners

Sort = Literal[
    "root", "definition", "rule", "menu", "lasting", "slot", "zone", "kind", "field", "value",
    "values", "read", "taken", "sought", "owned", "change", "move", "end", "transfer", "cancel",
    "filled", "drawn", "shuffled",
]  # fmt: skip
"""What a key stands for. `read`: a zone whose contents are used. `taken`, `sought`: a kind,
taken out of supply or looked for elsewhere. `owned`: a kind, looked for among what players own.
`values`, `value`: all words of an enum, or one.
`transfer`: that a thing may get another owner. `cancel`: the event that is replied to.
`filled`, `drawn`, `shuffled`: a zone into which things are moved, from whose top or bottom things
are taken, or which is shuffled."""


class Key(NamedTuple):
    """A declaration, or an action on it.

    `of`: the kind of a field or of the thing moved, or the enum of a word. `to`: the kind of place
    or the zone to which a verb moves things; with `filled`, ALL if all things of the kind in supply
    are moved at once.
    """

    sort: Sort
    name: str = ""
    of: str = ""
    to: str = ""


ROOT, CANCELS = Key("root"), Key("cancel")
ANYWHERE = "anywhere"
"""The destination of a move to an unknown kind of place."""
ALL = "all"


@dataclass(slots=True)
class Uses:
    """The keys that each key uses; unconditional uses are under ROOT."""

    of: dict[Key, set[Key]] = field(default_factory=dict)
    _used: frozenset[Key] | None = field(default=None, compare=False, repr=False)
    _live: frozenset[Key] | None = field(default=None, compare=False, repr=False)

    def add(self, user: Key, used: Iterable[Key]) -> None:
        self.of.setdefault(user, set()).update(used)
        self._used = self._live = None

    def update(self, other: Uses) -> None:
        """Adds all uses of another graph."""
        for user, used in other.of.items():
            self.add(user, iter(used))

    def used(self) -> frozenset[Key]:
        if self._used is None:
            self._used = frozenset().union(*self.of.values())
        return self._used

    def pairs(self) -> Iterator[tuple[Key, Key]]:
        """Each user with each key that it uses."""
        return ((user, key) for user, keys in self.of.items() for key in keys)

    def live(self) -> frozenset[Key]:
        """Everything that can be reached from ROOT."""
        if self._live is None:
            self._live = frozenset(reachable((ROOT,), lambda key: self.of.get(key, ())))
        return self._live


def game_uses(rules: CheckedPacks, printed: frozenset[Key] | None = None) -> Uses:
    """The graph of a game. `printed`: the keys used by printed values, if they are known."""
    board = rules.declared.board
    found = uses_of(owners(rules.checked), board)
    found.add(ROOT, _by_declaration(rules))
    found.add(ROOT, all_printed(board) if printed is None else printed)
    found.add(ROOT, _by_single_expressions(rules))
    bearers = [one.bearer for one in rules.declared.abilities]
    bearers += [one.bearer for one in rules.declared.options]
    found.add(ROOT, (Key("definition", one.keyword) for one in bearers if one and one.keyword))
    for ability in rules.checked.abilities:
        sort, name, kind = ability.event
        if sort == "change":
            found.add(ROOT, iter([Key("field", name, kind)]))
        found.add(ROOT, iter([Key("kind", kind)]))
    return found


def uses_of(among: Iterable[tuple[Owner, tuple[Part, ...]]], board: Board) -> Uses:
    """The uses of these texts."""
    found = Uses()
    for owner, parts in among:
        for part in parts:
            index = node_index(body(part))
            if index.uses is None:
                index.uses = frozenset(_named(body(part), board))
            found.add(_user(owner), index.uses)
    return found


def printed_uses(thing: Thing, board: Board) -> set[Key]:
    """The keys that a definition uses by existing, and by its printed values."""
    return {Key("kind", thing.kind), *_of_thing(board, thing, _shown(board, thing.kind))}


_USERS: Mapping[str, Sort] = {
    "definition": "definition", "modifier": "definition", "rule": "rule", "effect": "slot",
}  # fmt: skip


def _user(owner: Owner) -> Key:
    """The user of a key; options, abilities and the winners are always in use."""
    sort = _USERS.get(owner.what)
    return Key(sort, owner.name) if sort else ROOT


# Names in texts


def _named(tree: object, board: Board) -> Iterator[Key]:
    found = node_index(tree)
    for type, key in _KEYS.items():
        yield from map(key, found.of_types(type))
    for node in found.of_types(core.Get):
        yield from _field(node.field, board)
    yield from (Key("kind", kind) for kind in found.kinds)
    yield from map(_moved, found.of_types(core.Move))
    yield from _in_zones(found)
    yield from (Key("taken", kind) for kind in _taken_from_supply(found))
    yield from (Key("sought", one.kind) for one in sought_things(found))
    yield from (Key("owned", kind) for kind, _ in owned_kinds(found))
    yield from (Key("read", zone) for zone in _zones_read(found))
    for change in found.of_types(core.Assign):
        for cell in (change.field, *board.substitutes(change.field)):
            yield Key("change", cell.state, cell.kind)
    for roll in found.of_types(core.Roll):
        for face in roll.faces:
            yield Key("change", face.name, face.kind)
            yield Key("values", face.type.of)


def sought_things(tree: NodeIndex) -> Iterator[core.Domain]:
    """The sets of things outside of supply, except those that a verb implies for any kind."""
    every = tree.of_types(core.Domain)
    return (one for one in every if not one.supply and one.type.of == one.kind)


def owned_kinds(tree: NodeIndex) -> Iterator[tuple[str, core.Compare]]:
    """The kinds of things that are looked for among what players own, with the tests for that."""
    for test in tree.of_types(core.Compare):
        kind = test.left.of.type.of if isinstance(test.left, core.Owner) else ""
        if kind and isinstance(test.origin, hir.Owned):
            yield kind, test


def _zones_read(tree: NodeIndex) -> Iterator[str]:
    """The zones whose contents some text looks at or takes."""
    ends = [act.to for act in tree.of_types(core.Move)] + [
        s.zone for s in tree.of_types(core.Shuffle)
    ]
    filled = {id(end) for end in ends}
    filled |= {id(side) for c in tree.of_types(core.Compare) for side in _where_it_goes(c)}
    yield from (one.zone for one in tree.of_types(core.ZoneOf) if id(one) not in filled)


def _where_it_goes(test: core.Compare) -> tuple[Expr, ...]:
    """The zone in `there is hand of you`: its contents are not used, and CW519 covers that."""
    return (test.left, test.right) if isinstance(test.left, core.Reg) else ()


def _taken_from_supply(tree: NodeIndex) -> Iterator[str]:
    """The kinds of things that may come from supply: found there, named, created or printed."""
    yield from (one.kind for one in tree.of_types(core.Domain) if one.supply)
    yield from (one.kind for one in tree.of_types(core.Become))
    yield from (one.kind for one in tree.of_types(core.Move) if one.movement.creates)
    asked = [*tree.of_types(core.Compare, core.Member)]  # `if it is ada` doesn't take anything
    only_asked = {id(part) for one in asked for part in core.children(one)}
    yield from (one.owner for one in tree.of_types(core.Named) if id(one) not in only_asked)
    yield from (one.field.type.of for one in tree.of_types(core.Get) if one.field.printed)


def _in_zones(tree: NodeIndex) -> Iterator[Key]:
    """How zones are filled, drawn from and shuffled."""
    yield from (Key("drawn", one.zone.type.of) for one in tree.of_types(core.TopOf))
    yield from (Key("shuffled", one.zone.type.of) for one in tree.of_types(core.Shuffle))
    of_all = {*_moves_of_all_in_supply(tree)}
    for act in tree.of_types(core.Move):
        if act.to is not None and act.to.type.base == "zone":
            yield Key("filled", act.to.type.of, act.kind, ALL if id(act) in of_all else "")


def _moves_of_all_in_supply(tree: NodeIndex) -> Iterator[int]:
    """The ids of the moves in `move all deeds in supply to deck`, or in such a loop."""
    values = {one.reg: one.value for one in tree.of_types(core.Let)}
    for loop in tree.of_types(core.ForEach):
        source = values.get(loop.source.index) if isinstance(loop.source, core.Reg) else loop.source
        if isinstance(source, core.Filter) and _is_implied_test(source.test):
            source = source.source
        if isinstance(source, core.Domain) and source.supply:
            yield from (id(one) for one in loop.body if _moves(one, loop.reg))


def _is_implied_test(test: Expr) -> bool:
    """Whether members are left out only because something forbids what is done to them."""
    return isinstance(test, core.Not) and isinstance(test.of, core.Forbidden)


def _moves(act: core.Stmt, register: int) -> bool:
    item = act.item if isinstance(act, core.Move) else None
    return isinstance(item, core.Reg) and item.index == register


def _moved(act: core.Move) -> Key:
    """The verb, the kind of thing that is moved, and the destination."""
    to = act.to.type.of if act.to is not None else ""
    return Key("move", act.movement.verb, act.kind, ANYWHERE if to == "thing" else to)


_KEYS: dict[type, Callable[[Any], Key]] = {
    core.Call: lambda node: Key("definition", node.name),
    core.CallRule: lambda node: Key("rule", node.rule),
    core.OpenMenu: lambda node: Key("menu", node.menu),
    core.Begin: lambda node: Key("lasting", node.effect),
    core.Perform: lambda node: Key("slot", node.slot),
    core.Cancel: lambda node: CANCELS,
    core.ZoneOf: lambda node: Key("zone", node.zone),
    core.End: lambda node: Key("end", node.item.type.of),
    core.Values: lambda node: Key("values", node.enum),
    core.Nth: lambda node: Key("values", node.type.of),  # the next word of an enum
    core.Named: lambda node: Key("value", node.name, node.owner),
    **dict.fromkeys(
        (
            core.IsKind,
            core.AsKind,
            core.Domain,
            core.Move,
            core.Become,
            core.LongestLine,
            core.Step,
            core.Ray,
            core.Connection,
        ),
        lambda node: Key("kind", node.kind),
    ),
}


def _field(read: Field, board: Board) -> Iterator[Key]:
    """A cell that is read, and the counters that may be spent instead of it."""
    yield Key("field", read.state, read.kind)
    for other in board.substitutes(read):
        yield Key("field", other.state, other.kind)


def _type(type: Type) -> Iterator[Key]:
    if type.base == "thing":
        yield Key("kind", type.of)


# Names in declarations


def _by_single_expressions(rules: CheckedPacks) -> Iterator[Key]:
    """The keys read by rules for lists, answers of automata, hints and costs."""
    for rule in rules.checked.list_rules:
        yield from _named(rule.test, rules.declared.board)
    for part in (part for answer in rules.checked.answers for part in answer.parts):
        yield from _named(part, rules.declared.board)
    for cost in (option.cost for option in rules.checked.options if option.cost):
        yield from _named(cost.test, rules.declared.board)


def _by_declaration(rules: CheckedPacks) -> Iterator[Key]:
    declared = rules.declared
    yield Key("rule", declared.main)
    for name in (declared.score, declared.evaluate):
        yield Key("field", name, "player")
        yield Key("definition", name)
    for kind in declared.board.kinds.values():
        yield Key("zone", kind.active_in)
        yield Key("definition", active_name(kind.name))
        yield from (Key("kind", on) for on in kind.active_on)
        yield from (Key("kind", on) for on in kind.on)
        if kind.lists is not None:
            yield Key("kind", kind.lists.of)
            yield Key("field", kind.name, "player")
        for cell in kind.fields.values():
            yield from _type(cell.type)
            if kind.lists is not None and declared.board.brought(cell):
                yield Key("field", cell.name, kind.name)
            if cell.pays_for or cell.name in (
                kind.gone_when, kind.length, kind.face_down_when, kind.hides_when
            ):  # fmt: skip
                yield Key("field", cell.state, kind.name)
            if cell.out_of:
                yield Key("field", cell.out_of, kind.name)
                yield Key("definition", cell.out_of)
            yield from _words(cell.start, cell.type)
            yield from _words(cell.default, cell.type)
    for zone in declared.board.zones.values():
        yield Key("kind", zone.holds)
    taken = [made.takes for made in declared.definitions.values()]
    taken += [rule.takes for rule in declared.rules.values()]
    taken += declared.printed_takes.values()
    taken += [lasting.takes for lasting in declared.lasting.values()]
    yield from (Key("kind", parameter.type.name) for takes in taken for parameter in takes)


def all_printed(board: Board, only: Iterable[Thing] | None = None) -> frozenset[Key]:
    """The kinds that have things, and the words printed on these, or `only` on some."""
    groups = (group.values() for group in board.things.values())
    things = chain.from_iterable(groups) if only is None else only
    return frozenset((*_by_kind(board), *_on_things(board, things)))


def _on_things(board: Board, things: Iterable[Thing]) -> Iterator[Key]:
    shown = {kind: _shown(board, kind) for kind in board.kinds}
    for thing in things:
        if thing.values or thing.pieces or thing.by_players:  # unlike thousands of stubs
            yield from _of_thing(board, thing, shown[thing.kind])


def _by_kind(board: Board) -> Iterator[Key]:
    for kind in board.kinds.values():
        if board.has_things(kind.name):
            yield from (Key("kind", up) for up in board.ancestors(kind.name))
        for name, value in kind.values.items():
            yield from _words_of(board, kind.name, name, value)


def _shown(board: Board, kind: str) -> dict[str, Type]:
    """The printed values of a kind that are words, and their types."""
    fields = board.fields(kind).values()
    return {one.name: one.type for one in fields if one.type.base == "enum"}


def _of_thing(board: Board, thing: Thing, shown: Mapping[str, Type]) -> Iterator[Key]:
    """The kind and the words of a thing. `shown`: which of its values are words."""
    for piece in thing.pieces:
        yield from (Key("kind", up) for up in board.ancestors(piece))
    for name, type in shown.items():
        if name in thing.values:
            yield from _words(thing.values[name], type)
    for name, by_number in thing.by_players.items():
        for value in by_number.values():
            yield from _words_of(board, thing.kind, name, value)


def _words_of(board: Board, kind: str, name: str, value: Value) -> Iterator[Key]:
    found = board.field(kind, name)
    return _words(value, found.type) if found else iter(())


def _words(value: Value, type: Type) -> Iterator[Key]:
    if type.base == "enum":
        for word in value if isinstance(value, tuple) else (value,):
            yield Key("value", str(word), type.of)
