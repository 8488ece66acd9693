"""The core tree: typed, resolved expressions and the few statements that all others lower to.

What checker, evaluator, compiler and generated English share. Names are gone: there are
registers of a frame (`Reg`), variables of an expression (`Var`), and declared things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, fields
from operator import attrgetter
from typing import Any, TypeVar

from cardwright.board.model import Field, Thing
from cardwright.board.types import NONE, NUMBER, Type
from cardwright.language.declared import Ability
from cardwright.language.registry.operation import Operation
from cardwright.source.records import dataclass
from cardwright.source.text import Span


class Node:
    """A node of the tree: expressions, statements and parts of these."""

    __slots__ = ()


Some = TypeVar("Some", bound=Node)


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """`origin` is the HIR node it was lowered from, if that says more."""

    type: Type
    span: Span
    origin: object = field(default=None, kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Lit(Expr):
    """A number, a flag, or 0 for none."""

    value: int


@dataclass(frozen=True, slots=True)
class Named(Expr):
    """A value of an enum, or a thing that a pack defines."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class ZoneOf(Expr):
    zone: str
    player: Expr | None


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Reg(Expr):
    """A register of the frame; `word` is the author's name for it here."""

    index: int
    word: str = field(default="", kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """A variable of an expression; `word` is the author's name for it here."""

    index: int
    word: str = field(default="", kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Get(Expr):
    """A printed fact or a cell of state; `of` is None for the game's own."""

    field: Field
    of: Expr | None


@dataclass(frozen=True, slots=True)
class LocationOf(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Owner(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class DesignOf(Expr):
    """What a thing is a copy of: its definition or, without one, its kind."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Position(Expr):
    """From 1, the top; `zone` None: wherever the thing is."""

    of: Expr
    zone: Expr | None = None


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """The value of a definition, or of a printed field that modifiers change: `cost of card`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    op: str  # + - * / mod min max
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    op: str  # == != < <= > >=
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Expr):
    op: str  # and or
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Cond(Expr):
    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Member(Expr):
    item: Expr
    source: Expr


@dataclass(frozen=True, slots=True)
class IsKind(Expr):
    of: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class AsKind(Expr):
    """The thing itself if it is of the kind, else none."""

    of: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Domain(Expr):
    """All things of a kind that are in the game; pieces and cards: only those somewhere.

    In `supply`: those that are nowhere, without tokens unless the kind is one of tokens.
    """

    kind: str
    supply: bool = False


@dataclass(frozen=True, slots=True)
class Values(Expr):
    """All values of an enum."""

    enum: str


@dataclass(frozen=True, slots=True)
class Numbers(Expr):
    """All whole numbers from `low` to `high`; none if `high` is lower."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Places(Expr):
    """The places of the members of a set, one for each member."""

    source: Expr


@dataclass(frozen=True, slots=True)
class Contents(Expr):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Filter(Expr):
    var: int
    source: Expr
    test: Expr


@dataclass(frozen=True, slots=True)
class Reduce(Expr):
    op: str  # sum highest lowest
    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class ArgMax(Expr):
    """All members with the highest (or lowest) value; with `one`, only the first."""

    op: str  # highest lowest
    var: int
    source: Expr
    body: Expr
    one: bool = False


@dataclass(frozen=True, slots=True)
class Distinct(Expr):
    """The first member for each value of `body`."""

    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class SortBy(Expr):
    """In ascending order of `body`; ties keep their order."""

    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class StartFrom(Expr):
    source: Expr
    start: Expr


@dataclass(frozen=True, slots=True)
class Only(Expr):
    source: Expr


@dataclass(frozen=True, slots=True)
class Count(Expr):
    source: Expr


@dataclass(frozen=True, slots=True)
class Exists(Expr):
    source: Expr


@dataclass(frozen=True, slots=True)
class TopOf(Expr):
    """The top (or bottom) of a zone: one thing or none, or `number` of them.

    `zone` may also be an ordered set, of which the first are the top.
    """

    zone: Expr
    bottom: bool
    number: Expr | None


@dataclass(frozen=True, slots=True)
class ElementAt(Expr):
    """One member of a set, counted from 1; none if the set is smaller."""

    source: Expr
    position: Expr


@dataclass(frozen=True, slots=True)
class After(Expr):
    """The player who is next; with `back`, the one before."""

    of: Expr
    back: bool = False


@dataclass(frozen=True, slots=True)
class Step(Expr):
    """What is one step from `of` in a direction, along a grid or an ordered kind; or none.

    `way` is a value of the grid's directions; of an ordered kind, 1 is after and 2 before.
    """

    kind: str
    of: Expr
    way: Expr


@dataclass(frozen=True, slots=True)
class Ray(Expr):
    """All that one comes to from `of` in a direction, the nearest first."""

    kind: str
    of: Expr
    way: Expr


@dataclass(frozen=True, slots=True)
class TakeWhile(Expr):
    """The members before the first that fails the test; with `last`, that one too."""

    var: int
    source: Expr
    test: Expr
    last: bool


@dataclass(frozen=True, slots=True)
class FlatMap(Expr):
    """The sets that `body` is for each member, one after the other."""

    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Connection(Expr):
    """How places of a kind are connected: by steps or, with `edges`, by those.

    `op`: `beside`, what is one step from `args[0]`; `group`, all that is connected to it;
    `groups`, one member of each group of the set; `border`, what is beside the set; `distance`, of
    `args[0]` from `args[1]`; `path`, the longest one along edges. `within` is the set that one
    goes through. One can come to the places of `closed`, and not go on.
    """

    op: str
    kind: str
    args: tuple[Expr, ...]
    within: Expr | None = None
    edges: Expr | None = None
    closed: Expr | None = None


@dataclass(frozen=True, slots=True)
class LongestLine(Expr):
    """Length of the longest straight run of cells in `source` through `cell`."""

    source: Expr
    cell: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    index: Expr
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Difference(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Union(Expr):
    """A set and one more member (or a second set)."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Forbidden(Expr):
    """Whether a prohibition keeps `actor` from doing the verb to `item`, or from running a rule.

    `to` is where the item would go. Without it, prohibitions that ask where do not count, unless
    the item goes to supply: then they ask where it is.
    """

    verb: str
    item: Expr
    actor: Expr
    kind: str
    to: Expr | None = None
    args: tuple[Expr, ...] = ()  # of a rule


@dataclass(frozen=True, slots=True)
class AllForbidden(Expr):
    """Whether a set has members, and prohibitions rule out each of them.

    The members are the things that may go somewhere, or the places where something may go.
    """

    var: int
    source: Expr
    test: Forbidden

    def expanded(self) -> Expr:
        """The same with plain sets."""
        free = Not(self.type, self.span, self.test)
        left = Filter(self.source.type, self.span, self.var, self.source, free)
        none_left = Not(self.type, self.span, Exists(self.type, self.span, left))
        some = Exists(self.type, self.span, self.source)
        return Logic(self.type, self.span, "and", some, none_left)


@dataclass(frozen=True, slots=True)
class Replaceable(Expr):
    """Whether any ability may do something instead of the verb on such things."""

    verb: str
    kind: str


@dataclass(frozen=True, slots=True)
class CanChange(Expr):
    """Whether an effect that may be declined could change anything: if `of` is true.

    Also if `of` looks at what may be hidden, since being asked would tell it.
    """

    of: Expr


# ------------------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """`origin` is the HIR statement it was lowered from."""

    span: Span
    origin: object = field(default=None, kw_only=True, compare=False, repr=False)


Block = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    reg: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """At most `number` of the chosen may share the value of `key`.

    `implied`: the author did not write it, and `number` is another for each item, as room is.
    """

    number: Expr
    var: int
    key: Expr
    implied: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """Ask `chooser` for `low` to `high` members of `source`, one after the other.

    The answer lands in `reg`: a set when `many`, else one member or none. `again`: a member
    may be taken more than once (destinations of several pieces). `ordered`: which is first
    matters, so that even all of them are asked for one by one.
    """

    reg: int
    chooser: Expr
    source: Expr
    low: Expr
    high: Expr | None
    many: bool
    limits: tuple[Limit, ...] = ()
    again: bool = False
    secret: bool = False
    random: bool = False
    ordered: bool = False
    needed: Expr | None = None  # how many are needed, where this choice will be made again
    spent: int | None = None  # register of the limits' keys taken by earlier choices
    prompt: str = ""  # what is asked, in words of its own
    about: int | None = None  # register of a thing with whose name the prompt ends


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    reg: int
    source: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    number: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class If(Stmt):
    test: Expr
    then: Block
    other: Block


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """An option of a `choose one`: its id, label ("" for none), condition and effect."""

    id: str
    label: str
    test: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class OneOf(Stmt):
    chooser: Expr
    label: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class CallRule(Stmt):
    """Of `needed`, which are some of the arguments, none may be none: the rule is not run then."""

    rule: str
    you: Expr
    args: tuple[Expr, ...]
    needed: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Perform(Stmt):
    slot: str
    of: Expr
    you: Expr


@dataclass(frozen=True, slots=True)
class OpenMenu(Stmt):
    """`args` are what its options know by name; it offers nothing if one of `needed` is none.

    `always`: who can do nothing is asked too, so that silence tells nothing.
    """

    menu: str
    chooser: Expr
    other: Block | None
    args: tuple[Expr, ...] = ()
    needed: tuple[Expr, ...] = ()
    always: bool = False


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class EndGame(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class AtOnce(Stmt):
    """What happens in the body happens together: what reacts waits until it is over.

    `chooser` chooses the order of what reacts; without one it is that of the events.
    """

    body: Block
    chooser: Expr | None


@dataclass(frozen=True, slots=True)
class Cancel(Stmt):
    """Keep what is replied to from happening: the event before which the nearest window opened."""

    actor: Expr


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """A verb on one item: place, create, move, remove, give.

    `to` is where it goes (None: back to its supply). When `place` has no item yet (`item` is
    a Domain of the supply), one is taken from there; interchangeable pieces are not distinguished.
    `at` is its position in an ordered zone: `TOP` when it is None.
    `result` is the register that holds the item afterwards. `half`: with the next statement it is
    one change, so that nothing ends in between. What is created is a copy of `form` and belongs
    to `owner`, if these are given; otherwise to the actor.
    """

    verb: str
    item: Expr
    kind: str
    to: Expr | None
    actor: Expr
    at: Expr | None = None
    result: int | None = None
    half: bool = False
    form: Expr | None = None
    owner: Expr | None = None


@dataclass(frozen=True, slots=True)
class Begin(Stmt):
    """Bring a lasting effect into effect for `actor`, with these values of what it takes.

    `result` is the register that holds it afterwards; none if a value is none.
    """

    effect: str
    values: tuple[Expr, ...]
    actor: Expr
    result: int


@dataclass(frozen=True, slots=True)
class End(Stmt):
    """Take a lasting effect out of effect."""

    item: Expr
    actor: Expr


@dataclass(frozen=True, slots=True)
class Become(Stmt):
    """Give a thing another design: `form`, or its own again if that is None.

    It stays the same thing: its state, its owner, its place and what is on it are kept. `kind` is
    the one that it becomes.
    """

    item: Expr
    form: Expr | None
    kind: str
    actor: Expr


@dataclass(frozen=True, slots=True)
class Assign(Stmt):
    """Set, raise or lower a cell; `op` is = + - or pay.

    `partner` is the player who gets what this one loses, or loses what this one gets.
    """

    verb: str
    field: Field
    of: Expr | None
    op: str
    value: Expr
    actor: Expr
    partner: Expr | None = None


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """Rolls one die; `faces` are those that it may have, of dice of one kind or several."""

    die: Expr
    faces: tuple[Field, ...]
    actor: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    item: Expr


@dataclass(frozen=True, slots=True)
class Say(Stmt):
    text: str
    actor: Expr | None = None


# -------------------------------------------------------------------------------- checked


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """What a game must know of the frames of a window: the registers of whether its event is
    cancelled, of where to go on then (None if it can't be), of what is replied to, and of who did
    that; the event in words; and how many windows may be open at once."""

    cancelled: int
    goes_on: int | None
    about: int | None
    actor: int | None
    event: str
    deep: int


@dataclass(frozen=True, slots=True)
class Routine:
    """A checked effect: `takes` registers are filled by the caller (0 is *you*)."""

    name: str
    takes: int
    registers: int
    body: Block
    span: Span
    hir: Block = field(default=(), compare=False, repr=False)  # the HIR it was lowered from
    source: int | None = None  # the register for the source of the event that sets it off
    window: WindowFrame | None = None  # if it asks for replies


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier of a definition, with the ability that declares it.

    `of_kind`: of a printed field, the kind of things for which it changes it.
    """

    declared: Ability
    operation: Operation
    test: Expr | None
    value: Expr
    of_kind: str = ""
    whom: Expr | None = field(default=None, compare=False, repr=False)  # whose keyword it changes
    number: Expr | None = field(default=None, compare=False, repr=False)  # of the keyword
    condition: Expr | None = field(default=None, compare=False, repr=False)  # that is written

    @property
    def bearer(self) -> Thing | None:
        """The definition that carries it; None for the pack's own."""
        return self.declared.bearer


@dataclass(frozen=True, slots=True)
class Function:
    """A checked definition; parameters are variables 0..n-1."""

    name: str
    takes: tuple[Type, ...]
    body: Expr
    span: Span
    hir: Expr | None = field(default=None, compare=False, repr=False)  # the HIR of the body


def lit(value: int, span: Span) -> Lit:
    """A number."""
    return Lit(NUMBER, span, value)


def none(span: Span) -> Lit:
    """Nothing, of whatever type is expected."""
    return Lit(NONE, span, 0)


def statements(block: Block) -> Iterator[Stmt]:
    """Every statement of a block, including nested ones."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from statements(inner)


def blocks(statement: Stmt) -> tuple[Block, ...]:
    """The blocks directly inside a statement."""
    if isinstance(statement, If):
        return statement.then, statement.other
    if isinstance(statement, ForEach | Repeat | AtOnce):
        return (statement.body,)
    if isinstance(statement, OneOf):
        return tuple(branch.body for branch in statement.branches)
    return (statement.other or (),) if isinstance(statement, OpenMenu) else ()


def same(one: object, other: object) -> bool:
    """Whether two parts of the tree are equal, ignoring spans."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if not isinstance(one, Expr) or type(one) is not type(other):
        return one == other
    return all(same(getattr(one, name), getattr(other, name)) for name in names(type(one)))


_ABOUT = ("type", "span", "origin", "word")
_LEAVES = frozenset(
    {"str", "int", "bool", "int | None", "Field", "Verb", "tuple[Step, ...]", "tuple[Field, ...]"}
)
_Reader = Callable[[Any], tuple[Any, ...]]
_NAMES: dict[type, tuple[str, ...]] = {}
_PARTS: dict[type, tuple[str, ...]] = {}
_READERS: dict[type, _Reader] = {}


def names(kind: type) -> tuple[str, ...]:
    """The fields of a class of node that carry its content: not its type and span."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind) if field.name not in _ABOUT)
    return _NAMES[kind]


def parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of node that hold other nodes, tuples of them, or None."""
    if kind not in _PARTS:
        types = {field.name: str(field.type) for field in fields(kind)}
        _PARTS[kind] = tuple(name for name in names(kind) if types[name] not in _LEAVES)
    return _PARTS[kind]


def _reader(kind: type) -> _Reader:
    """A getter for the parts of such a node, in order."""
    if kind not in _READERS:
        found = parts(kind)
        one: _Reader = (lambda node: (getattr(node, found[0]),)) if found else (lambda _: ())
        _READERS[kind] = attrgetter(*found) if len(found) > 1 else one
    return _READERS[kind]


def children(node: Node) -> list[Any]:
    """The child nodes of a node, in the order of its fields."""
    found: list[Any] = []
    for part in _reader(type(node))(node):
        if type(part) is tuple:
            found += part
        elif part is not None:
            found.append(part)
    return found


def walk(tree: object) -> Iterator[Any]:
    """All nodes of one or several trees, in pre-order."""
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if type(node) is tuple:
            waiting += node[::-1]
        elif isinstance(node, Node):
            yield node
            waiting += _reader(type(node))(node)[::-1]


def mapped(node: Some, change: Callable[[Any], Any]) -> Some:
    """The node with each part changed; the node itself if no part changes."""
    changed = {}
    for name in parts(type(node)):
        value = getattr(node, name)
        made = change(value)
        if made is not value:
            changed[name] = made
    if not changed:
        return node
    about = (name for name in _ABOUT if hasattr(node, name))
    kept = {name: getattr(node, name) for name in (*about, *names(type(node)))}
    return type(node)(**{**kept, **changed})


def rewritten(tree: Some, rule: Callable[[Any], Node | None]) -> Some:
    """A tree with each node replaced for which the rule gives another, from the outside in."""

    def change(part: Any) -> Any:
        if isinstance(part, tuple):
            made = tuple(map(change, part))
            return part if all(a is b for a, b in zip(made, part, strict=True)) else made
        if not isinstance(part, Node):
            return part
        return rule(part) or mapped(part, change)

    found: Some = change(tree)
    return found


def replaced(tree: Some, old: Expr, new: Expr) -> Some:
    """A tree with each occurrence of an expression in it replaced."""
    return rewritten(tree, lambda part: new if same(part, old) else None)


def inside(expr: Expr) -> Iterator[Expr]:
    """An expression and all expressions in it."""
    return (node for node in walk(expr) if isinstance(node, Expr))
