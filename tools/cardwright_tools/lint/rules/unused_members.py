"""CW516: a loop that never mentions its member, so that every round is about the same.

In a loop over players, one player does everything; in a loop over towns with boats, the boats that
are removed can be in any town.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.front_end.checked import Checked
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.lint.loop_conditions import check_conditions
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import node_index, routines

HELP = "name the player, as in `player gains ...`, or write `repeat (number of players) times: ...`"


@rule(Effects, "CW516")
def check(effects: Effects) -> Iterator[Diagnostic]:
    for routine in routines(effects.owners):
        yield from _check_routine(routine, _Players(effects.rules.checked, routine.takes))


def _check_routine(routine: core.Routine, players: _Players) -> Iterator[Diagnostic]:
    yield from _check_ranks(routine.body, players)
    for loop in node_index(routine.body).of_types(core.ForEach):
        yield from _check_amounts(loop, players.checked.board)
        yield from check_conditions(loop, routine.takes, players.checked.board)
        if not _speaks_of(loop.body, loop.reg):
            yield from _check_players(loop, players)
            yield from _check_holders(loop, players.checked.board)


def _check_ranks(body: Block, players: _Players) -> Iterator[Diagnostic]:
    """Lines of rankings of players that are about somebody else."""
    for rank in {id(one.origin): one.origin for one in core.statements(body)}.values():
        if not isinstance(rank, hir.Rank) or rank.source.type.of != "player":
            continue
        for line in (*(line.body for line in rank.lines), rank.other):
            done = None if _speaks_of(line, rank.reg) else players.asked_or_changed(line)
            if done is not None:
                message = "nothing in this line of the ranking uses its player"
                notes = ((rank.source.span, "each of these does the line"),)
                yield diagnostic("CW516", message, done, HELP, notes)


def _check_players(loop: core.ForEach, players: _Players) -> Iterator[Diagnostic]:
    gone_through = _in_any_order(loop.source)
    if gone_through.type.of != "player" or _is_narrowed(gone_through):
        return
    if (done := players.acting(loop.body)) is not None:
        message = "nothing in this loop uses its player"
        notes = ((done, "the same player does this each time"),)
        yield diagnostic("CW516", message, gone_through.span, HELP, notes)


def _check_amounts(loop: core.ForEach, board: Board) -> Iterator[Diagnostic]:
    """`each player gains 1 gold per boat`: everybody's boats, though each player has their own."""
    for change in loop.body:
        if not isinstance(change, core.Assign) or not core.is_register(change.of, loop.reg):
            continue
        for counted in node_index(change.value).of_types(core.Count):
            kind = _of_all_players(counted.source, board)
            if kind:
                several = board.kinds[kind].plural
                message = f"each player gets the same: this counts the {several} of all players"
                help = f"write `their {kind}`, or `{several} of player`"
                yield diagnostic("CW516", message, counted.source.span, help)


def _of_all_players(counted: Expr, board: Board) -> str:
    """The kind of players' things that are counted, or that select what is counted, whosever they
    are: `boats` and `towns with boats`; else "".
    """
    nodes = [*core.walk(counted)]
    if any(isinstance(node, core.Owner | core.Reg | core.Contents) for node in nodes):
        return ""
    kinds = (node.kind for node in nodes if isinstance(node, core.Domain))
    return next((kind for kind in kinds if _belongs_to_players(kind, board)), "")


def _belongs_to_players(kind: str, board: Board) -> bool:
    return kind in board.kinds and board.kinds[kind].each_player > 0


def _check_holders(loop: core.ForEach, board: Board) -> Iterator[Diagnostic]:
    """Loops over what has some things, where the body takes such things from anywhere."""
    gone_through, kind = _in_any_order(loop.source), loop.source.type.of
    for taken in _taken(loop.body):
        of = taken.type.of
        if _selects_by(gone_through, of, board) and not _says_where(taken):
            several = board.kinds[of].plural
            message = f"nothing in this loop uses its {kind}"
            notes = ((taken.span, f"these {several} can be anywhere"),)
            by = f"{several} {'of' if kind == 'player' else 'on'} {kind}"
            help = f"name the {kind}, as in `{by}`"
            yield diagnostic("CW516", message, gone_through.span, help, notes)


def _taken(body: Block) -> Iterator[Expr]:
    """The sets that the statements of a block choose from, or take as a whole."""
    for statement in core.statements(body):
        match statement:
            case core.Stmt(origin=hir.ItemStatement(items=items)) if items.ask is not None:
                yield items.source
            case core.Choose(source=source) if source.type.base == "thing":
                yield source


def _selects_by(members: Expr, kind: str, board: Board) -> bool:
    """Whether a set is narrowed by the things of a kind that its members have, or is all places
    that may have some.
    """
    if isinstance(members, core.Domain):
        return any(board.related(members.kind, on) for on in board.lives_on(kind))
    found = (node for node in core.walk(members) if isinstance(node, core.Exists | core.Count))
    sets = (node for one in found for node in core.walk(one) if isinstance(node, core.Domain))
    return any(board.related(node.kind, kind) for node in sets)


def _says_where(taken: Expr) -> bool:
    place = core.LocationOf | core.Contents | core.TopOf | hir.Located
    return any(isinstance(node, place) for node in core.walk(taken))


def _in_any_order(source: Expr) -> Expr:
    ordered = isinstance(source, core.StartFrom | core.SortBy)
    return _in_any_order(source.source) if ordered else source  # type: ignore[attr-defined]


def _is_narrowed(source: Expr) -> bool:
    """Whether a condition selects the players: `for each player with boats` may count them.

    Neither all players nor all others count as selected.
    """
    match source:
        case core.Filter(test=core.Compare(op="!=", left=core.Var(), right=core.Reg())):
            return _is_narrowed(source.source)
        case _:
            return not isinstance(source, core.Domain)


def _speaks_of(body: Block, reg: int) -> bool:
    return any(node.index == reg for node in node_index(body).of_types(core.Reg))


@dataclass(frozen=True, slots=True)
class _Players:
    """The players given to a routine: *you*, and for some routines *actor*.

    Even if they only determine the object, as in `for each player: move top of deck to row`, the
    loop matters: a question to a player, or something of theirs, is about that player.
    """

    checked: Checked
    takes: int

    def acting(self, body: Block, above: tuple[str, ...] = ()) -> Span | None:
        """The span of the first statement that is about one of them."""
        found = (s.span for s in core.statements(body) if self.does(s, above))
        return next(found, None)

    def asked_or_changed(self, body: Block) -> Span | None:
        """The span of the first choice or change in an unlowered block that is about them."""
        for node in core.walk(body):
            match node:
                case core.Choose(chooser=who) | core.Assign(of=who) if who is not None:
                    if self.given(who):
                        return node.span
        return None

    def does(self, s: Stmt, above: tuple[str, ...]) -> bool:
        match s:
            case core.Choose(random=False) | core.OneOf() | core.OpenMenu():
                return self.given(s.chooser)
            case core.Perform():
                return self.given(s.you)
            case core.CallRule():
                return self.given(s.you) and self.rule_acts(s.rule, above)
            case core.Move():
                return self.spoken_of((s.item, s.to))
            case core.Assign():
                return self.spoken_of(s.of)
            case core.Let():
                return self.spoken_of(s.value)
            case core.ForEach() if s.source.type.of != "player":
                return self.spoken_of(s.source)
            case _:
                return False

    def given(self, who: Expr) -> bool:
        own = isinstance(who, core.Reg) and who.index < self.takes
        return own and who.type.of == "player"

    def spoken_of(self, tree: object) -> bool:
        return any(isinstance(node, core.Reg) and self.given(node) for node in core.walk(tree))

    def rule_acts(self, name: str, above: tuple[str, ...]) -> bool:
        rule = self.checked.rules.get(name)
        if rule is None or name in above:
            return False
        return _Players(self.checked, 1).acting(rule.body, (*above, name)) is not None
