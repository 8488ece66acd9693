"""How places are connected: `group of x in SET`, `border of SET`, `distance of x from y`.

These words have this meaning only if the pack declares no such word itself. Places are connected by
steps in a grid or along an ordered kind, or by the edges of a network: a set of edges stands for
the places that it joins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.registry.keywords import CONNECTIONS
from cardwright.language.resolve.dispatch import expression, type_name
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.narrowing import narrowed
from cardwright.language.resolve.nouns.networks import network_of
from cardwright.language.resolve.nouns.postmodifiers import location
from cardwright.language.resolve.nouns.steps import property_of, require_one
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.source.records import dataclass
from cardwright.source.text import Span


def connection(node: ast.NounPhrase, scope: Scope) -> Expr | None:
    """The meaning of a phrase about connected places; None for any other phrase."""
    if any(len(group) != 1 for group in node.words.groups) or node.determiner is not None:
        return None
    words = [word.text for word in node.words.names]
    rule = _RULES.get(" ".join(words))
    if rule is None or is_declared(words[-1], scope) or not (node.of or node.postmodifiers):
        return None
    return rule(ConnectionPhrase(node, scope))


def is_declared(word: str, scope: Scope) -> bool:
    """Whether a pack or a text gives the word a meaning of its own."""
    declared, board = scope.context.declared, scope.context.board
    return (
        word in scope.names or word in declared.definitions or word in board.zones
        or word in board.state or board.noun(word) is not None or board.enum_noun(word) != ""
        or any(word in kind.fields for kind in board.kinds.values())
    )  # fmt: skip


@dataclass(slots=True)
class ConnectionPhrase:
    """A phrase about connected places, taken apart."""

    node: ast.NounPhrase
    scope: Scope

    @property
    def span(self) -> Span:
        return self.node.span

    def of(self, form: str) -> ast.Expression:
        """The expression after `of`."""
        if self.node.of is None or self.node.of.each is not None:
            raise CheckError("CW218", f"write it as `{form}`", self.span)
        return self.node.of.argument

    def located(self, *prepositions: str) -> ast.Located | None:
        mods = self.node.postmodifiers
        return next((mod for mod in mods if isinstance(mod, ast.Located)
                     and mod.preposition.kind in prepositions), None)  # fmt: skip

    def within(self) -> Expr | None:
        """The set after `in`."""
        mod = self.located("IN", "ON")
        if mod is None:
            return None
        noun = mod.location
        if isinstance(noun, ast.NounPhrase) and self._has_edges(noun):
            mod = replace(mod, location=_without_end(noun)[0])
        return a_set(location(mod, self.scope), mod.span)

    def _has_edges(self, noun: ast.NounPhrase) -> bool:
        """Whether a phrase is about edges: then `without cities` at its end is about the path."""
        board = self.scope.context.board
        kind = board.noun(noun.words.noun.text)
        return kind is not None and board.joined_by(kind[0]) != ""

    def _without(self) -> ast.Without | None:
        found = [mod for mod in self.node.postmodifiers if isinstance(mod, ast.Without)]
        if not found and (mod := self.located("IN", "ON")):
            noun = mod.location
            if isinstance(noun, ast.NounPhrase) and self._has_edges(noun):
                return _without_end(noun)[1]
        return found[0] if found else None

    def closed(self, joined: str) -> Expr | None:
        """The places that a path can't go through: after `without`."""
        mod = self._without()
        if mod is None:
            return None
        closed, board = location(mod, self.scope), self.scope.context.board
        if not closed.type.many:
            closed = core.SetOf(closed.type.set(), closed.span, (closed,))
        if closed.type.base != "thing" or not board.related(closed.type.of, joined):
            several = board.kinds[joined].plural
            message = f"expected {several}, found {type_name(closed.type)}"
            raise CheckError("CW220", message, mod.span)
        return closed

    def rest(self, *used: str) -> Sequence[ast.Postmodifier]:
        """The phrases that describe the members of the result."""
        mods = self.node.postmodifiers
        taken = {id(self.located(*part.split())) for part in used}
        return [mod for mod in mods if id(mod) not in taken and not isinstance(mod, ast.Without)]

    def narrowed(self, found: Expr, *used: str) -> Expr:
        mods, kind = self.rest(*used), found.type.of
        alias = (self.node.alias.text,) if self.node.alias else ()
        if not mods and not alias:
            return found
        return narrowed(found, kind, mods, self.scope, self.span, (), alias)

    def only_these(self, *used: str) -> None:
        """Raises CheckError if more follows than belongs to the phrase."""
        for mod in self.rest(*used):
            raise CheckError("CW217", "this is a number, not a set", mod.span)


def _without_end(noun: ast.NounPhrase) -> tuple[ast.NounPhrase, ast.Without | None]:
    """A phrase without a `without` at its end, and that `without`, however deep it is."""
    if not noun.postmodifiers:
        return noun, None
    *mods, last = noun.postmodifiers
    if isinstance(last, ast.Without):
        return replace(noun, postmodifiers=tuple(mods)), last
    if not isinstance(last, ast.WithSome | ast.WithNo):
        return noun, None
    inner, end = _without_end(last.noun)
    return replace(noun, postmodifiers=(*mods, replace(last, noun=inner))), end


def a_set(found: Expr, span: Span) -> Expr:
    if not found.type.many or found.type.base != "thing":
        raise CheckError("CW217", f"expected a set of places, found {type_name(found.type)}", span)
    return found


# ------------------------------------------------------------------------ one place


def _place(node: ast.Expression, within: Expr | None, scope: Scope) -> Expr:
    """A place; for a piece, the place that it is on."""
    board = scope.context.board
    kind = within.type.of if within is not None else ""
    expected = board.joined_by(kind) or kind
    found = require_one(node, scope, thing(expected) if expected else None)
    if found.type.base != "thing" or found.type.of not in board.kinds:
        raise CheckError("CW220", f"expected a place, found {type_name(found.type)}", found.span)
    if not expected or board.root(found.type.of) == "place":
        if expected and not board.related(found.type.of, expected):
            message = f"expected {article(expected)}, found {type_name(found.type)}"
            raise CheckError("CW220", message, found.span)
        return found
    return property_of(expected, found, found.span, scope)


# ------------------------------------------------------------------------ the phrases


def _group(phrase: ConnectionPhrase) -> Expr:
    if phrase.node.of is None:
        return _groups(phrase)
    within = phrase.within()
    place = _place(phrase.of("group of PLACE in SET"), within, phrase.scope)
    net = network_of(place.type.of, within, phrase.span, phrase.scope)
    closed = phrase.closed(net.kind) if net.edges is not None else None
    type = thing(net.kind).set()
    found = core.Connection(
        type, phrase.span, "group", net.kind, (place,), net.within, net.edges, closed
    )
    return phrase.narrowed(found, "IN ON")


def _groups(phrase: ConnectionPhrase) -> Expr:
    return phrase.narrowed(_all_groups(phrase, "groups in SET"), "IN ON")


def _all_groups(phrase: ConnectionPhrase, form: str) -> core.Connection:
    """One member of each group."""
    within = phrase.within()
    if within is None:
        raise CheckError("CW218", f"write it as `{form}`", phrase.span)
    net = network_of(within.type.of, within, phrase.span, phrase.scope)
    type = thing(net.kind).set()
    return core.Connection(type, phrase.span, "groups", net.kind, (), net.within, net.edges)


def _largest(phrase: ConnectionPhrase) -> Expr:
    groups = _all_groups(phrase, "largest group in SET")
    _, var = phrase.scope.with_variable((), groups.type.one(), phrase.span)
    group = core.Connection(
        groups.type, phrase.span, "group", groups.kind, (var,), groups.within, groups.edges
    )
    found = hir.LargestGroup(groups.type, phrase.span, var.index, groups, group)
    return phrase.narrowed(found, "IN ON")


def _border(phrase: ConnectionPhrase) -> Expr:
    node = phrase.of("border of SET")
    within = a_set(expression(node, phrase.scope), node.span)
    net = network_of(within.type.of, within, phrase.span, phrase.scope)
    if net.within is None:
        raise CheckError("CW220", f"expected places, found {type_name(within.type)}", node.span)
    edge = core.Connection(within.type, phrase.span, "border", net.kind, (), within, net.edges)
    # Only things in the game can be beside it.
    everything = core.Domain(within.type, phrase.span, net.kind)
    _, var = phrase.scope.with_variable((), within.type.one(), phrase.span)
    test = core.Member(FLAG, phrase.span, var, everything)
    if any(phrase.scope.context.board.gone_when(kind)
           for kind in phrase.scope.context.board.below(net.kind)):  # fmt: skip
        return phrase.narrowed(core.Filter(within.type, phrase.span, var.index, edge, test))
    return phrase.narrowed(edge)


def _distance(phrase: ConnectionPhrase) -> Expr:
    form = "distance of x from y"
    start = phrase.located("FROM")
    if start is None:
        raise CheckError("CW218", f"write it as `{form}`", phrase.span)
    within = phrase.within()
    to = _place(phrase.of(form), within, phrase.scope)
    place = _place_after(start, within, phrase.scope)
    board = phrase.scope.context.board
    if board.root(to.type.of) != "place" and board.root(place.type.of) == "place":
        to = property_of(place.type.of, to, to.span, phrase.scope)
    elif board.root(place.type.of) != "place":
        place = property_of(to.type.of, place, place.span, phrase.scope)
    net = network_of(to.type.of, within, phrase.span, phrase.scope)
    closed = phrase.closed(net.kind) if net.edges is not None else None
    phrase.only_these("FROM", "IN ON")
    return core.Connection(
        NUMBER, phrase.span, "distance", net.kind, (to, place), net.within, net.edges, closed
    )


def _place_after(mod: ast.Located, within: Expr | None, scope: Scope) -> Expr:
    if isinstance(mod.location, ast.Quantified):
        raise CheckError("CW219", "specify from which one", mod.span, "choose one first")
    return _place(mod.location, within, scope)


def _longest_path(phrase: ConnectionPhrase) -> Expr:
    within, board = phrase.within(), phrase.scope.context.board
    if within is None:
        raise CheckError("CW218", "write it as `longest path in SET`", phrase.span)
    joined = board.joined_by(within.type.of)
    if not joined:
        message = f"{board.kinds[within.type.of].plural} join nothing"
        help = "declare what such things join, as in `road: {is: place, joins: city}`"
        raise CheckError("CW212", message, within.span, help)
    phrase.only_these("IN ON")
    closed = phrase.closed(joined)
    return core.Connection(NUMBER, phrase.span, "path", joined, (), None, within, closed)


_RULES: dict[str, Callable[[ConnectionPhrase], Expr]] = dict(
    zip(CONNECTIONS, (_group, _groups, _largest, _border, _distance, _longest_path), strict=True)
)
