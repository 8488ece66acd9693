"""Sets by their noun, with adjectives, an owner, postmodifiers and a name for a member."""

from __future__ import annotations

from cardwright.board.types import FLAG, Type, design, thing
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.resolve import names
from cardwright.language.resolve.ambiguities.bare_singulars import refuse_singular
from cardwright.language.resolve.diagnostics.name_errors import instead_of_adjective, unknown_name
from cardwright.language.resolve.diagnostics.owners import whose_help
from cardwright.language.resolve.diagnostics.property_errors import no_property
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.adjectives import adjective
from cardwright.language.resolve.nouns.connections import is_declared
from cardwright.language.resolve.nouns.designs import copied, is_one_of
from cardwright.language.resolve.nouns.narrowing import Test, as_set, narrowed
from cardwright.language.resolve.nouns.postmodifiers import related
from cardwright.language.resolve.nouns.steps import across
from cardwright.language.resolve.nouns.things import one_thing
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span


def names_copies(node: ast.NounPhrase, scope: Scope) -> bool:
    """`copies of x`, `other copies of griffin in hand of you`."""
    last = node.words.noun.text
    return node.of is not None and last in ("copy", "copies") and not is_declared(last, scope)


def copies(node: ast.NounPhrase, groups: list[list[Word]], scope: Scope) -> Expr:
    assert node.of is not None
    of, span = copied(node.of.argument, "", scope), node.span
    if of.type.base not in ("thing", "design") or of.type.many:
        message = f"expected one thing, or a definition; found {of.type}"
        raise CheckError("CW220", message, node.of.argument.span)
    tests: list[Test] = [lambda item, s: hir.IsCopy(FLAG, span, item, of)]
    adjectives = groups[:-1]
    if [[w.text for w in g] for g in adjectives[:1]] == [["other"]] and of.type.base == "thing":
        tests.append(lambda item, s: core.Compare(FLAG, span, "!=", item, of))
        adjectives = adjectives[1:]
    tests += _determiner_tests(node.determiner, of.type.of)
    tests += _adjective_tests(adjectives, of.type.of)
    supply, mods = _in_supply(node.postmodifiers)
    source = core.Domain(thing(of.type.of).set(), span, of.type.of, supply)
    return narrowed(source, of.type.of, mods, scope, span, tests, _alias(node))


def _head(word: Word, *, alone: bool, scope: Scope) -> tuple[str, list[Test]] | None:
    """The kind that a noun names, and its other conditions: for a definition with copies, or a
    face.
    """
    board, text, span = scope.context.board, word.text, word.span
    if (found := board.noun(text)) is not None:
        return found[0], []
    if (thing := scope.context.copied(text)) is not None:
        return thing.kind, [lambda item, s: is_one_of(item, thing, span)]
    shown = board.face_noun(text) if alone else None
    return (shown[0], [_showing(Word(word.kind, shown[1], span), shown[0])]) if shown else None


def noun_set(node: ast.NounPhrase, scope: Scope) -> Expr:
    groups = node.words.groups
    word = groups[-1][-1]
    head = _head(word, alone=len(groups[-1]) == 1, scope=scope)
    if head is None:
        return _values_or_contents(node, groups, scope)
    kind, tests = head
    adjectives, distinct = _without_different(groups[:-1], kind, scope)
    _refuse_yours_of_others(node, adjectives, kind, scope)
    tests = _determiner_tests(node.determiner, kind) + _adjective_tests(adjectives, kind) + tests
    if len(groups[-1]) > 1:
        message = "only adjectives can be joined by `or` here"
        raise CheckError("CW214", message, groups[-1][0].span)
    if node.of is not None:
        tests.append(_of_test(node.of, kind, scope))
    supply, mods = _in_supply(node.postmodifiers)
    if supply and scope.context.board.root(kind) in ("player", "place"):
        help = "only pieces and cards are; remove `in supply`"
        raise CheckError("CW237", f"{article(kind)} is never in supply", node.span, help)
    source: Expr = core.Domain(thing(kind).set(), node.span, kind, supply)
    if (rays := across(node, kind, scope)) is not None:
        source, mods = rays
        if kind != source.type.of:
            tests.append(lambda item, s: hir.OfKind(FLAG, node.span, item, kind))
    members = narrowed(source, kind, mods, scope, node.span, tests, _alias(node))
    return _each_different(members, node.span, scope) if distinct else members


def _refuse_yours_of_others(
    node: ast.NounPhrase, adjectives: list[list[Word]], kind: str, scope: Scope
) -> None:
    """Raises CheckError for `your other carts`: *other* carts are those that are not yours."""
    board = scope.context.board
    found = [g[0] for g in adjectives if len(g) == 1 and g[0].text in ("other", "opposing")]
    if not found or kind == "player" or not board.has_owner(kind):
        return
    if node.determiner is not None:
        who = whose(node.determiner, scope)
    elif node.of is not None:
        who = expression(node.of.argument, scope)
    else:
        return
    if scope.chooser is not None and core.same(who, scope.chooser):
        word, several = found[0], board.kinds[kind].plural
        message = f"`{word.text}` {several} are those that are not yours: none of them is"
        help = f"for all but a named one, write `your {several} without x`"
        raise CheckError("CW237", message, word.span, help)


def _without_different(
    groups: list[list[Word]], kind: str, scope: Scope
) -> tuple[list[list[Word]], bool]:
    """The adjectives without *different*, unless the pack has such an adjective."""
    first = groups[0][0].text if groups and len(groups[0]) == 1 else ""
    if first != "different" or scope.context.by_word(kind, first):
        return groups, False
    return groups[1:], True


def _each_different(members: Expr, span: Span, scope: Scope) -> Expr:
    """`different cards in hand of you`: one of each design."""
    _, var = scope.with_variable((), members.type.one(), span)
    key = core.DesignOf(design(members.type.of), span, var)
    return core.Distinct(members.type, span, var.index, members, key)


def _alias(node: ast.NounPhrase) -> tuple[str, ...]:
    return () if node.alias is None else (node.alias.text,)


def _determiner_tests(determiner: Word | None, kind: str) -> list[Test]:
    if determiner is None:
        return []
    word = determiner

    def owned(item: Expr, scope: Scope) -> Expr:
        who = whose(word, scope)
        return hir.Owned(FLAG, word.span, names.owner(item, kind, scope, word.span), who)

    return [owned]


def whose(determiner: Word, scope: Scope) -> Expr:
    """The player or thing that *your*, *their* or *its* refers to."""
    if determiner.text == "your" and "you" in scope.names:
        return scope.names["you"]
    if determiner.text == "their" and scope.subject is not None:
        return scope.subject
    if determiner.text == "its" and "it" in scope.names:
        return scope.names["it"]
    message = f"`{determiner.text}` has nothing to refer to here"
    raise CheckError("CW213", message, determiner.span, whose_help(determiner, scope))


def _adjective_tests(groups: list[list[Word]], kind: str) -> list[Test]:
    """One test for each adjective; `not` negates the next one."""
    tests: list[Test] = []
    turned = False
    for group in groups:
        if group[0].text == "not" and len(group) == 1 and not turned:
            turned = True
            continue
        test = _any_of(group, kind)
        tests.append(_turned(test) if turned else test)
        turned = False
    return tests


def _showing(face: Word, kind: str) -> Test:
    """The test of `hits`, a noun for dice that show this face."""

    def test(item: Expr, scope: Scope) -> Expr:
        shown = adjective(face, item, kind, scope)
        return hir.Shows(FLAG, face.span, face.text, shown.test)

    return test


def _turned(test: Test) -> Test:
    def opposite(item: Expr, scope: Scope) -> Expr:
        found = test(item, scope)
        return core.Not(FLAG, found.span, found)

    return opposite


def _any_of(group: list[Word], kind: str) -> Test:
    def test(item: Expr, scope: Scope) -> Expr:
        result: Expr = adjective(group[0], item, kind, scope)
        for word in group[1:]:
            more = adjective(word, item, kind, scope)
            result = core.Logic(FLAG, word.span, "or", result, more)
        return result

    return test


def _of_test(of: ast.Of, kind: str, scope: Scope) -> Test:
    value = expression(of.argument, scope)
    refuse_singular(of.argument, value, scope)
    return lambda item, s: related(item, kind, value, of.span, s, of.argument)


def _in_supply(mods: tuple[ast.Postmodifier, ...]) -> tuple[bool, tuple[ast.Postmodifier, ...]]:
    for mod in mods:
        noun = mod.location if isinstance(mod, ast.Located) else None
        if isinstance(noun, ast.NounPhrase) and [w.text for w in noun.words.parts] == ["supply"]:
            return True, tuple(m for m in mods if m is not mod)
    return False, mods


def qualified(groups: list[list[Word]], scope: Scope) -> Expr | None:
    """`town river`: the kind says which `river` is meant."""
    kind, word = groups[0][0], groups[1][0]
    board = scope.context.board
    if len(groups[0]) + len(groups[1]) > 2:
        return None
    if kind.text in board.enums:
        return names.literal(word.text, word.span, scope, Type("enum", kind.text))
    if kind.text in board.kinds and not board.noun(word.text):
        return names.literal(word.text, word.span, scope, thing(kind.text))
    return None


def _values_or_contents(node: ast.NounPhrase, groups: list[list[Word]], scope: Scope) -> Expr:
    word, of, mods = groups[-1][-1], node.of, node.postmodifiers
    enum = scope.context.board.enum_noun(word.text)
    if enum and len(groups) == 1 and of is None and node.determiner is None:
        source: Expr = core.Values(Type("enum", enum, True), node.span, enum)
        return narrowed(source, enum, mods, scope, node.span, names=_alias(node))
    if node.determiner is not None and len(groups) == 1 and of is None:
        return _whose_property(node, node.determiner, word, scope)
    if node.alias is not None or mods:
        named = qualified(groups[-2:], scope) if groups[1:] and of is None else None
        adjectives = groups[: -2 if named is not None else -1]
        plain = named or (_only_thing_named(word, mods, scope) if of is None else None)
        if plain is None and of is not None:
            plain = one_thing(word, of, (), scope, None, node.span)
        if plain is not None:
            return _some_of(as_set(plain, node.span), node, adjectives, scope)
    for before in (w for group in groups[:-1] for w in group):
        if help := instead_of_adjective(before, scope):
            raise CheckError(
                "CW214", f"`{before.text}` is not an adjective here", before.span, help
            )
    raise unknown_name(word, scope)


def _only_thing_named(word: Word, mods: tuple[ast.Postmodifier, ...], scope: Scope) -> Expr | None:
    """The meaning of a name: the thing, if it is said to be somewhere, as no word of an enum is."""
    found = scope.context.board.things_named(word.text)
    located = any(isinstance(mod, ast.Located) for mod in mods)
    expect = thing(found[0].kind) if located and len(found) == 1 else None
    return names.name(word, scope, expect)


def _some_of(source: Expr, node: ast.NounPhrase, groups: list[list[Word]], scope: Scope) -> Expr:
    """`salt harbours where ...`, if a definition, a name or a property is a set."""
    kind = source.type.of
    adjectives, distinct = _without_different(groups, kind, scope)
    tests = _determiner_tests(node.determiner, kind) + _adjective_tests(adjectives, kind)
    mods, span = node.postmodifiers, node.span
    members = narrowed(source, kind, mods, scope, span, tests, _alias(node))
    return _each_different(members, span, scope) if distinct else members


def _whose_property(node: ast.NounPhrase, determiner: Word, word: Word, scope: Scope) -> Expr:
    """`your hand`, `their gold`."""
    who, span = whose(determiner, scope), node.span
    found = names.property_of(word.text, who, scope, span)
    if found is None:
        raise no_property(word, who, scope)
    if node.alias is None and not node.postmodifiers:
        return found
    source, kind = as_set(found, span), found.type.of
    return narrowed(source, kind, node.postmodifiers, scope, span, names=_alias(node))
