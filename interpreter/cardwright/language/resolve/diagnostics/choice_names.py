"""Help for names that a text introduces: with `as` for what it chooses, with `let` for a value."""

from __future__ import annotations

from cardwright.language.resolve.diagnostics.known_names import all_names, given_names
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.spelling import did_you_mean, may_search, nearest


def like_given(near: WordContext) -> str:
    """Help for a misspelt name that the same text introduces."""
    given = may_search() and nearest(near.text, given_names(near.scope))
    return did_you_mean(near.text, all_names(near.scope)) if given else ""


def named_before(near: WordContext) -> str:
    """Help for a name that was introduced earlier, but without a comma."""
    before = {id(word) for word in near.tokens_before()}
    nodes = near.tree.walk() if near.tree is not None else ()
    names = [node.alias for node in nodes
             if isinstance(node, ast.NounPhrase | ast.LoopSet | ast.NumbersFrom)]  # fmt: skip
    given = [one for one in names if one and one.text == near.text and id(one) in before]
    if not given:
        return ""
    if near.is_loop_variable(given[-1]):
        return f"`{near.text}` is known only in the loop that introduces it: use it there"
    if near.in_statement(given[-1]):
        return f"`as {near.text}` is known only where its own noun is narrowed: use it there"
    return f"put a comma before `as`: `, as {near.text}`"


def unnamed_choice(near: WordContext) -> str:
    """Help for the name of a choice above to which no name is given, and which nothing is about."""
    choice, kind = _choice_above(near)
    after = [one.text for one in near.tokens_after()]
    things = near.board.things.get(kind, ())
    if choice is None or kind in after or (may_search() and nearest(near.text, things)):
        return ""
    said = " ".join(choice.extent.text.split())
    return f"give this name to the choice above: `{said}, as {near.text}`"


def _choice_above(near: WordContext) -> tuple[ast.Act | None, str]:
    """The last statement before a word if that is a choice without a name, and the kind."""
    before, tree = {id(word) for word in near.tokens_before()}, near.tree
    acts = [node for node in (tree.walk() if tree is not None else ()) if isinstance(node, ast.Act)]
    done = [act for act in acts if all(id(word) in before for word in act.tokens())]
    act, verbs = done[-1] if done else None, near.scope.context.parser.verbs.by_form
    if act is None or act.names or verbs[act.clause.word.text].name != "choose":
        return None, ""
    phrase = next((part for part in act.clause.layout if isinstance(part, ast.Phrase)), None)
    noun = phrase.value if phrase is not None else None
    known = near.board.noun(noun.words.noun.text) if isinstance(noun, ast.NounPhrase) else None
    return (act, known[0]) if known else (None, "")


def named_later(near: WordContext) -> str:
    """Help for a name that the same text introduces, but only below."""
    after = {id(word) for word in near.tokens_after()}
    given = _bindings(near)
    if not given or not all(id(word) in after for word in given):
        return ""
    return f"it is known only after the statement that introduces it: use `{near.text}` below that"


def named_in_other_text(near: WordContext) -> str:
    """Help for a name that another block or effect introduces for something it chooses."""
    word, context = near.text, near.scope.context
    if not may_search(context.trees):
        return ""
    before = {id(one) for one in near.tokens_before()}
    if any(id(name) in before for name in _bindings(near)):
        return (
            f"`{word}` is known only until the end of the block that introduces it: use it "
            f"there, in each block that introduces it, as in `do RULE with {word}`"
        )
    rules = context.declared.rules.values()
    taken = any(one.name == word for rule in rules for one in rule.takes)
    elsewhere = any(word in context.bound_names(text) for text in context.trees)
    return _passed_on(near) if taken or elsewhere else ""


def _passed_on(near: WordContext) -> str:
    """How a text can get a value that another one has named: from the text that runs or offers
    it.
    """
    declared, trees = near.scope.context.declared, near.scope.context.trees
    known = "a name is known only in the effect that introduces it"
    text = next((span for span, tree in trees.items() if tree is near.tree), None)
    for option in declared.options:
        if text in (option.body, option.condition, option.cost):
            offer = f"`open {option.menu} with {near.text}`"
            return f"{known}; let the menu take it (`takes`): {offer}"
    for rule in declared.rules.values():
        if text == rule.body:
            return f"{known}; let the rule take it (`takes`): `do {rule.name} with {near.text}`"
    return f"{known}; keep it in the state"


def _bindings(near: WordContext) -> list[Word]:
    """The words of the same text that introduce this name."""
    given = near.tree.bound_names() if near.tree is not None else ()
    return [name for name in given if name.text == near.text]
