"""Why something is not among the answers of a question.

Takes the statement that asks, goes over what it chooses from, and tells for each thing left
out which part of the condition does not hold. Says nothing of what the player can't see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from cardwright.board.types import PLAYER, Type, thing
from cardwright.language import core
from cardwright.language.checker import CheckedOption
from cardwright.language.core import Expr
from cardwright.language.described import conjuncts
from cardwright.language.nounwords import spaced
from cardwright.language.payments import payable
from cardwright.language.uses import nodes
from cardwright.language.wording import Words
from cardwright.machine import naming, sight
from cardwright.machine.evaluate import Env, evaluate, items, number
from cardwright.machine.game import DONE, FRAME, Game, Question
from cardwright.machine.sites import BranchSite, ChooseSite, MenuSite, OptionRow, Site
from cardwright.machine.why import Asking, Here, Tree
from cardwright_tools.elsewhere import Asked, elsewhere

SHOWN = 12
DEPTH = 3
NOTHING = "Nothing more is known that could stand on the list."


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is no answer now, and why; `test` is what does not hold, there `here`."""

    name: str
    reason: str
    test: Expr | None = None
    here: Here | None = None


def missing(game: Game, player: int | None = None) -> list[Missing]:
    """What could be thought of as an answer and is none, each with its first reason.

    A player is told what that player may know; without one all is told.
    """
    return _Question(game, game.question, player).missing() if game.question else []


def told(game: Game, words: str = "", player: int | None = None) -> list[str]:
    """Lines for a person; only what has these words in its name, when there are any."""
    found = missing(game, player)
    if words:
        found = [m for m in found if words.casefold() in m.name.casefold()]
    if not found:
        return [NOTHING]
    reasons: dict[str, list[str]] = {}
    for one in found:
        reasons.setdefault(one.reason, []).append(one.name)
    return [f"{_listed(names)}: {reason}" for reason, names in reasons.items()]


def trees(game: Game, words: str, player: int | None = None, depth: int = DEPTH) -> list[Tree]:
    """Why the answer of this name is not on the list; the part of a condition that fails.

    A player is told what that player may know; without one all is told.
    """
    question = game.question
    if question is None:
        return [Tree("nothing is asked: the game is over, or the scenario asks no more")]
    if player not in (None, question.player):
        return [Tree(f"nothing is asked of you; {_title(game, question.player)} is asked")]
    offered = _offered(game, words)
    if offered:
        return [Tree(f"{name} is on the list: answer {number}") for number, name in offered]
    asked = _Question(game, question, player)
    found = [m for m in asked.missing() if words.casefold() in m.name.casefold()]
    exact = [m for m in found if m.name.casefold() == words.casefold()]
    if found:
        return _merged(asked.tree(m, depth) for m in (exact or found)[:SHOWN])
    return [Tree(line) for line in elsewhere(Asked(game, question.site, player), words)]


def named(game: Game, words: str, player: int | None = None) -> bool:
    """Whether something that is no answer now has these words in its name."""
    return any(words.casefold() in m.name.casefold() for m in missing(game, player))


def _offered(game: Game, words: str) -> list[tuple[int, str]]:
    """The answers that are called so, by name or by title."""
    names = zip(naming.answers(game), naming.labels(game), strict=True)
    wanted = words.casefold()
    return [
        (number, label)
        for number, (name, label) in enumerate(names, 1)
        if wanted in (name.casefold(), label.casefold())
    ]


def _merged(trees: Iterable[Tree]) -> list[Tree]:
    return list(dict.fromkeys(trees))


def _listed(names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return ", ".join(known[:SHOWN]) + more


def _title(game: Game, item: int) -> str:
    return naming.title(game.program, item)


@dataclass(slots=True)
class _Question:
    """A question, seen by the player who is asked; with `player` None by nobody in particular."""

    game: Game
    question: Question
    player: int | None
    asking: Asking = field(init=False)  # one: what it notes as hidden, it is asked for

    def __post_init__(self) -> None:
        self.asking = Asking(self.game, self.player)

    @property
    def site(self) -> Site:
        return self.game.program.sites[self.question.site]

    def missing(self) -> list[Missing]:
        site = self.site
        if isinstance(site, ChooseSite):
            return list(self._unchosen(site))
        if isinstance(site, MenuSite):
            return list(self._options(site))
        return list(self._branches(site)) if isinstance(site, BranchSite) else []

    # ------------------------------------------------------------------------ positions

    def _env(self) -> Env:
        return Env(self.game.program, self.game.s, self.game.z, tuple(self._frame()))

    def _frame(self) -> list[int]:
        return self.game.frames[-1][FRAME:]

    def _here(self, statements: Iterable[object]) -> Here:
        """The registers of the running effect, called as their authors do."""
        types, secret = _registers(statements, self.question.player)
        values = {i: ("", value) for i, value in enumerate(self._frame())}
        you = {0: ("you", self._frame()[0])} if self._frame() else {}
        known = {i: type for i, type in types.items() if i not in secret}
        return self.asking.here({**values, **you}, known)

    def _words(self) -> Words:
        return Words(self.game.program.checked.declared, {0: "you"})

    def _body(self) -> list[object]:
        """All nodes of the effect that asks."""
        checked, site = self.game.program.checked, self.site
        routines = [*checked.rules.values(), *checked.effects.values()]
        routines += [option.routine for option in checked.options]
        routines += [ability.routine for ability in checked.abilities]
        same = [r for r in routines if r.name == site.routine]
        bodies = [list(nodes(r.body)) for r in same]
        asking = [b for b in bodies if any(getattr(n, "span", None) == site.span for n in b)]
        return asking[0] if asking else []

    # -------------------------------------------------------------------------- choices

    def _unchosen(self, site: ChooseSite) -> Iterator[Missing]:
        body = self._body()
        statement = _statement(site, body)
        if statement is None:
            return
        here, offered = self._here(body), set(self.question.answers)
        looks = {self._look(item) for item in offered if item != DONE}
        for item in _root(statement.source, self._env()):
            if item in offered or not self._visible(site, item):
                continue
            found = self._reason(site, statement, item, here)
            if found and (not site.alike or self._look(item) not in looks):
                yield replace(found, name=self._name(site, item))

    def _visible(self, site: ChooseSite, item: int) -> bool:
        return site.type.base != "thing" or sight.sees(self.game, item, self.question.player)

    def _name(self, site: ChooseSite, item: int) -> str:
        if site.type.base == "thing" and item:
            return naming.title(self.game.program, item, self.game)
        return naming.value(self.game.program, site.type, item)

    def _look(self, item: int) -> object:
        looks = self.game.program.looks
        if not 0 <= item < len(looks) or looks[item] is None:
            return item
        return self.game.program.alike(())(self.game.s, item)

    def _reason(
        self, site: ChooseSite, statement: core.Choose, item: int, here: Here
    ) -> Missing | None:
        failed = self._failed(statement.source, item, here)
        if failed is not None:
            test, var = failed
            inner = here.bind(var, item, self._name(site, item))
            return Missing("", self._said(test, var, item, here), test, inner)
        chosen: Sequence[int] = self.game.frames[-1][site.chosen]  # type: ignore[assignment]
        if item in chosen and not site.again:
            return Missing("", "it is chosen already")
        env = self._env()
        for limit in statement.limits:
            most = number(limit.number, env)
            groups = [evaluate(limit.key, env.bind(limit.var, x)) for x in chosen]
            if groups.count(evaluate(limit.key, env.bind(limit.var, item))) >= most:
                return Missing("", f"at most {most} per {spaced(limit.key.type.of or 'kind')}")
        return None

    def _failed(self, source: Expr, item: int, here: Here) -> tuple[Expr, int] | None:
        """The first part of a condition that does not hold for the item, and its variable."""
        filters: list[core.Filter] = []
        while isinstance(source, core.Filter):
            filters.append(source)
            source = source.source
        env = self._env()
        if all(evaluate(f.test, env.bind(f.var, item)) for f in filters):
            return None
        for found in reversed(filters):
            for test in conjuncts(found.test):
                # What is hidden could be the reason: the parts after it would give it away.
                value, hidden = self.asking.look(test, here.env.bind(found.var, item))
                if hidden or not value:
                    return test, found.var
        return None

    def _said(self, test: Expr, var: int, item: int, here: Here) -> str:
        words = self._words().bound(var, "it")
        if hidden := self.asking.look(test, here.env.bind(var, item))[1]:
            return f"it depends on {hidden}"
        if isinstance(test, core.Not) and isinstance(test.of, core.Forbidden):
            asked = self._prohibitions(test.of, here.bind(var, item, "it"), -1)
            return " and ".join(tree.words for tree in asked)
        return words.condition(_negated(test))

    def _prohibitions(self, e: core.Forbidden, here: Here, depth: int) -> tuple[Tree, ...]:
        item, actor = number(e.item, here.env), number(e.actor, here.env)
        return tuple(self.asking.prohibitions(e, item, actor, here.env, depth))

    # ------------------------------------------------------------------------------ trees

    def tree(self, found: Missing, depth: int) -> Tree:
        """`Dover is no answer: there are carts on it`, and what stands behind that."""
        head = Tree(f"{found.name} is no answer: {found.reason}")
        if found.test is None or found.here is None:
            return head
        inner = found.test.of if isinstance(found.test, core.Not) else found.test
        if self.asking.look(found.test, found.here.env)[1]:
            return head  # it says that it depends on something hidden
        if isinstance(inner, core.Forbidden):
            return replace(head, children=self._prohibitions(inner, found.here, depth))
        made = self.asking.of(found.test, found.here, depth)
        return replace(head, span=found.test.span, children=(made,))

    # ------------------------------------------------------------------- menus, branches

    def _options(self, site: MenuSite) -> Iterator[Missing]:
        you = self.question.player
        for index, row in enumerate(site.rows):
            if index in self.question.answers:
                continue
            owner = self.game.program.owner_of(self.game.s, row.this)
            if row.this and owner != you:
                continue  # it is somebody else's
            title = row.declared.title or naming.plain(row.declared.id)
            yield replace(self._refusal(row, you), name=title)

    def _refusal(self, row: OptionRow, you: int) -> Missing:
        game, program = self.game, self.game.program
        if row.this and not program.is_active(game.s, row.this):
            return Missing("", f"{_title(game, row.this)} does not count now")
        if row.limit_cell >= 0 and game.s[row.limit_cell + you]:
            return Missing("", f"it was used already: only once per {spaced(row.declared.limit)}")
        option = next(o for o in program.checked.options if o.declared is row.declared)
        here = self.asking.here(
            {0: ("you", you), 1: (_title(game, row.this) if row.this else "", row.this)}
        )
        found = self._closed(option.test, here)
        if found is not None:
            return found
        if option.cost is not None:
            return self._unpaid(option, option.cost, here)
        return Missing("", "it is not offered now")

    def _unpaid(self, option: CheckedOption, cost: core.Change, here: Here) -> Missing:
        price, test = number(cost.value, here.env), payable(cost, self.game.program.board)
        assert isinstance(test, core.Compare)
        if hidden := self.asking.look(test, here.env)[1]:
            return Missing("", f"it depends on {hidden}")
        held = max(0, number(test.left, here.env))
        reason = f"it costs {price} {spaced(cost.field.name)}, and you have {held}"
        stand_ins = [spaced(c.name) for c in self.game.program.board.stand_ins(cost.field)]
        return Missing("", f"{reason} with {' and '.join(stand_ins)}" if stand_ins else reason)

    def _branches(self, site: BranchSite) -> Iterator[Missing]:
        body = self._body()
        here = self._here(body)
        for node in body:
            if isinstance(node, core.OneOf) and node.span == site.span:
                for branch in node.branches:
                    found = self._closed(branch.test, here)
                    if found is not None:
                        yield replace(found, name=branch.label)
                return

    def _closed(self, test: Expr | None, here: Here) -> Missing | None:
        """The condition of an option that does not hold."""
        if test is None:
            return None
        value, hidden = self.asking.look(test, here.env)
        if value:
            return None
        reason = f"it depends on {hidden}" if hidden else here.words.condition(_negated(test))
        return Missing("", reason, test, here)


def _registers(body: Iterable[object], player: int) -> tuple[dict[int, Type], set[int]]:
    """The types of an effect's registers, and those that hold what was chosen in secret."""
    types: dict[int, Type] = {0: PLAYER, 1: thing("thing")}
    secret: set[int] = set()
    for node in body:
        if isinstance(node, core.Reg):
            types[node.index] = node.type
        elif isinstance(node, core.Choose) and node.secret:
            secret.add(node.reg)
    return types, secret


def _statement(site: ChooseSite, body: Iterable[object]) -> core.Choose | None:
    """The checked statement behind a choice; none for the pieces of a `place`."""
    for node in body:
        found = isinstance(node, core.Choose) and node.span == site.span
        if found and isinstance(node, core.Choose) and node.source.type.one() == site.type:
            return node
    return None


def _root(source: Expr, env: Env) -> Sequence[int]:
    """All things that the conditions of a set were asked of."""
    while isinstance(source, core.Filter):
        source = source.source
    return items(source, env)


def _negated(test: Expr) -> Expr:
    return test.of if isinstance(test, core.Not) else core.Not(test.type, test.span, test)
