"""Statements whose subject a reader would take from the one before: `..., then loses 1 gold`."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.language.registry.keywords import KEYWORDS
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.expected_words import plain
from cardwright.language.syntax.nodes import Node, Word


def refuse_omitted(node: ast.Statement, scope: Scope) -> None:
    """Raises CheckError for `each player gains 1 gold, then loses 1 fame`.

    Without a subject, *you* would lose it, but the *s* says that it is somebody else.
    """
    word = node.clause.word if isinstance(node, ast.Act) else next(node.tokens())
    verb = word.text.split()[0]
    if (imperative := _without_s(verb, word.kind, scope)) is not None:
        said = ("secretly " if scope.secret else "") + _first_line(node)
        mine = said.replace(verb, imperative, 1)
        message = "this statement has no subject"
        raise _unclear(message, word, f"{_subject_before(word, scope)} {said}", mine)


def refuse_continued(statements: Sequence[ast.Statement], scope: Scope) -> None:
    """Raises CheckError for `all players gain 1 gold, then lose 1 fame`: their fame, or yours?"""
    subject: ast.Phrase | None = None
    for act in (one for one in statements if isinstance(one, ast.Act)):
        if act.subject is None and subject is not None and _leaves_open(subject, act, scope):
            said = _first_line(act)
            theirs, mine = f"{subject.extent.text} {said}", f"you {said}"
            raise _unclear("it is unclear who does this", act.clause.word, theirs, mine)
        subject = act.subject or subject


def refuse_chooser(node: ast.Alternatives) -> None:
    """Raises CheckError for `rival gains 1 gold, or loses 1 fame`: does the rival choose, or do
    you?
    """
    first = node.statements[0]
    subject = first.subject if isinstance(first, ast.Acting) else None
    if subject is None or subject.extent.text == "you":
        return
    who = subject.extent.text
    all_do = isinstance(subject.quantifier, ast.Every) and subject.quantifier.word.kind == "ALL"
    theirs = f"{who} {'choose' if all_do else 'chooses'} one:"
    help = f"write `{theirs}` or, if you choose, `choose one:`, "
    help += "and a line with a name for each below it, as in `first: ...`"
    raise CheckError("CW213", "it is unclear who chooses one of these", subject.span, help)


def _unclear(message: str, where: Word, theirs: str, mine: str) -> CheckError:
    help = f"write `{theirs}` or, if you mean *you*, `{mine}`"
    return CheckError("CW213", message, where.span, help)


def _leaves_open(subject: ast.Phrase, act: ast.Act, scope: Scope) -> bool:
    """Whether the next act may be theirs, and whose it is makes a difference."""
    quantifier = subject.quantifier
    of_all = isinstance(quantifier, ast.Every) and quantifier.word.kind == "ALL"
    verb = scope.context.parser.verbs.by_form[act.clause.word.text]
    is_theirs = any(word.text == "their" for word in act.tokens())
    return of_all and (is_theirs or not verb.impersonal)


def _first_line(node: Node) -> str:
    return node.extent.text.split("\n")[0]


def _without_s(verb: str, terminal: str, scope: Scope) -> str | None:
    """`lose` for `loses`; None for a verb without an *s*."""
    known = scope.context.parser.verbs.by_form.get(verb)
    if known is not None:
        return known.name if verb == known.third else None
    own = plain(KEYWORDS.get(terminal, "")).split(" ")[0]
    return own if verb == f"{own}s" else None


def _subject_before(word: Word, scope: Scope) -> str:
    """The last subject before a word in its text; below `each player may:`, that is `player`."""
    tree = scope.context.tree_at(word.span)
    found: ast.Acting | None = None
    for part in tree.walk() if tree is not None else ():
        if any(own is word for own in part.layout):
            break
        if isinstance(part, ast.Acting) and part.subject is not None:
            found = part
    if found is None or found.subject is None:
        return "PLAYER"
    is_each = isinstance(found.subject.quantifier, ast.Every) and found.path_to(word)
    return "player" if is_each else found.subject.extent.text
