"""Generated English contains every word of an author's text, in one of the word's forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import cardwright
from cardwright.board.model import Board, plural
from cardwright.language.active import active_name
from cardwright.language.core import Expr
from cardwright.language.english.generate import EVENT_NAMES
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.inflection import spaced, units
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span

from ..all_packs import PACKS, rules_of
from ..broken.broken_packs import Case, write

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
TEXTS = Path(__file__).parent / "every_word.yaml"
Said = tuple[Node, list[str]]

OTHERWISE = {
    "you": (
        "this",  # on the mat of a player
        "your",
        "yours",
        "their",
        "opposing",
        "the player who does it",
        "take",
        "takes",
        "another player",
    ),
    "actor": ("the player who does it", "you do it", "another player does it"),
    "friendly": ("your", "yours"),
    "not": ("non",),
    "owner": ("your", "yours", "opposing", "player"),
    "it": ("its", "that"),
    "place": ("location", "base", "town", "spot", "orbital", "cell"),
    "supply": ("unplaced",),
    "copies": ("copy",),
}
"""Built-in words with other forms: pronouns, owners, and a place by its kind."""


def names_of(ability: CheckedAbility, rules: cardwright.Rules) -> list[str]:
    found = rules.declared.rules.get(ability.event.name)
    return [*EVENT_NAMES, *(spaced(p.name) for p in (found.takes if found else ()))]


def said(rules: cardwright.Rules) -> Iterator[Said]:
    """Each text of a game with its English."""
    declared, checked, english = rules.declared, rules.checked, english_of(rules.checked)
    for rule in declared.rules.values():
        names = ["you", *(spaced(p.name) for p in rule.takes)]
        yield effect(rule.body), english.routine(checked.rules[rule.name], names)
    for found in declared.effects:
        made = checked.effects[found.bearer.kind, found.bearer.id, found.slot]
        takes = declared.taken_by(found.bearer.kind, found.slot)
        names = ["you", "this", *(spaced(p.name) for p in takes)]
        yield effect(found.body), english.routine(made, names)
    for option in checked.options:
        yield effect(option.declared.body), english.routine(option.routine, ["you", "this"])
        if option.test is not None and option.declared.condition:
            line = english.sentence(option.test, ["you", "this"])
            yield expression(option.declared.condition), [line]
    for ability in checked.abilities:
        names = names_of(ability, rules)
        if ability.declared.body:
            yield effect(ability.declared.body), english.routine(ability.routine, names)
        if ability.test is not None and ability.declared.condition:
            yield expression(ability.declared.condition), [english.sentence(ability.test, names)]
    for name, own in declared.definitions.items():
        function = checked.functions[name]
        line = english.sentence(function.hir or function.body,
                                parameters=[spaced(p.name) for p in own.takes])  # fmt: skip
        if not own.keyword:
            yield expression(own.body), [line]
    for kind in declared.board.kinds.values():
        if kind.active_while is not None:
            test = checked.functions[active_name(kind.name)].hir
            assert isinstance(test, Expr)
            line = english.sentence(test, parameters=[spaced(kind.name)])
            yield expression(kind.active_while), [line]
    for modifier in (one for some in checked.modifiers.values() for one in some):
        if modifier.whom is not None:
            text = modifier.declared.body or modifier.declared.pattern
            line = english.sentence(modifier.whom, parameters=["it", "you", "this"])
            yield expression(text), [line]


def effect(text: Span) -> Node:
    found = Parser(VERBS).effect(text, Report())
    assert found is not None
    return found


def expression(text: Span) -> Node:
    found = Parser(VERBS).expression(text, Report())
    assert found is not None
    return found


def words(tree: Node) -> Iterator[Word]:
    """The author's words, without ids and without names of members, which English replaces by their
    kind."""
    silent: set[str] = set()
    ids = []
    for node in tree.walk():
        if isinstance(node, ast.NounPhrase) and node.alias is not None:
            silent.add(node.alias.text)
        if isinstance(node, ast.OptionId):
            ids.append(node.word.span)
    for word in tree.own_words():
        if word.kind in ("NAME", "INT") and word.text not in silent and word.span not in ids:
            yield word


def forms(word: str, board: Board, rules: cardwright.Rules) -> set[str]:
    """The forms that a word may have in English: the singular or the plural, its title, or *it*."""
    found = {word, spaced(word), spaced(plural(word)), units("1", spaced(word)).removeprefix("1 ")}
    if word.startswith("un"):  # `unswift`: does not have swift
        found.add(spaced(word.removeprefix("un")))
    if word.startswith("must-"):
        found.add(f"need not {spaced(word.removeprefix('must-'))}")
    if noun := board.noun(word):
        kind = board.kinds[noun[0]]
        found |= {kind.title, spaced(kind.name), spaced(kind.plural), "it", "its"}
    if enum := board.enum_noun(word):
        found |= {spaced(enum), spaced(plural(enum))}
    found |= {thing.title.removeprefix("The ") for thing in board.things_named(word)}
    menu = rules.declared.menus.get(word)
    found |= {menu.title if menu else "", *OTHERWISE.get(word, ())}
    return {form.lower() for form in found if form}


def dropped(tree: Node, lines: Sequence[str], rules: cardwright.Rules) -> list[str]:
    """The author's words that are missing from the English."""
    board, text = rules.declared.board, " ".join(lines).lower()
    return [
        word.text for word in words(tree) if not is_implied(word, tree, board)
        if not any(re.search(rf"(?<![a-z0-9]){re.escape(form)}(?![a-z0-9])", text)
                   for form in forms(word.text, board, rules))
    ]  # fmt: skip


def is_implied(word: Word, tree: Node, board: Board) -> bool:
    """Whether a word may be missing: in `1 rocket` for a single thing, in `0 - x`, in a property of
    a value with the same name, and `you` as a subject, since English uses the imperative."""
    before = tree.span.text[: word.span.start - tree.span.start].rstrip(" ")
    if word.text in ("0", "1") or (word.text == "you" and (not before or before[-1] in "\n:")):
        return True
    after = tree.span.source.text[word.span.end :]
    value = re.match(r" ([a-z][\w-]*)", after)
    if value and word.text in board.enums and value[1] in board.enums[word.text].values:
        return True  # `face energy`: the word of the enum, which English calls by its name
    return word.text in board.enums and re.match(r" of [\w -]+? is ", after) is not None


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_of_our_packs_no_word_is_dropped(pack: Path) -> None:
    rules = rules_of(pack)
    for tree, lines in said(rules):
        assert not dropped(tree, lines, rules), f"{tree.span.text}\n" + "\n".join(lines)


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> tuple[cardwright.Rules, list[Said]]:
    folder = tmp_path_factory.mktemp("words")
    rules = cardwright.load(*write(Case("words", "", more=TEXTS.read_text("utf-8")), folder))
    return rules, list(said(rules))


def test_of_the_examples_no_word_is_dropped(examples: tuple[cardwright.Rules, list[Said]]) -> None:
    rules, texts = examples
    for tree, lines in texts:
        assert not dropped(tree, lines, rules), f"{tree.span.text}\n" + "\n".join(lines)


def test_the_texts_have_every_production(examples: tuple[cardwright.Rules, list[Said]]) -> None:
    texts = [*examples[1], *(s for pack in PACKS for s in said(rules_of(pack)))]
    found = {type(node) for tree, _ in texts for node in tree.walk()}
    bases = (ast.Expression, ast.Statement, ast.Quantifier, ast.Postmodifier, ast.Limit, ast.Order)
    wanted = {c for c in vars(ast).values() if isinstance(c, type) and issubclass(c, bases)}
    abstract = {c for c in wanted if c.__subclasses__()}
    assert wanted - abstract - found - {ast.Ambiguous, ast.Reading, ast.UnreadStatement} == set()


def test_a_dropped_word_is_found(examples: tuple[cardwright.Rules, list[Said]]) -> None:
    rules, texts = examples
    tree, lines = next(one for one in texts if "highest load" in one[0].span.text)
    assert dropped(tree, [line.replace("load", "size") for line in lines], rules)
