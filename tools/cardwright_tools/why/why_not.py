"""Explains why something is not among the answers to a question.

Walks the set that the asking statement chooses from and, for each thing left out, finds the part of
the condition that fails. Reveals nothing that the player can't see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint
from cardwright.runtime import questions
from cardwright.runtime.explanation import Tree
from cardwright.runtime.game import Game
from cardwright_tools.why.choices import missing_choices
from cardwright_tools.why.forbidden import forbidding
from cardwright_tools.why.options import missing_branches, missing_options, others_options
from cardwright_tools.why.options import names as option_names
from cardwright_tools.why.question import MissingAnswer, QuestionView, title
from cardwright_tools.why.unknown_names import explain_name

SHOWN = 12
DEPTH = 3
NOTHING = "This question offers everything that it can."


def missing_answers(game: Game, player: int | None = None) -> list[MissingAnswer]:
    """The plausible answers that are not offered, each with the first reason found.

    With a player, only what that player may know is shown; otherwise everything.
    """
    return _all_missing(QuestionView(game, game.question, player)) if game.question else []


def missing_lines(game: Game, words: str = "", player: int | None = None) -> list[str]:
    """The reasons as lines; if there are words, only for names that contain them."""
    found = missing_answers(game, player)
    if words:
        found = [m for m in found if m.has(words)]
    if not found:
        return [NOTHING]
    reasons: dict[str, list[str]] = {}
    for one in found:
        reasons.setdefault(one.reason, []).append(one.name)
    return [f"{_listed(names)}: {reason}" for reason, names in reasons.items()]


def why_not_trees(
    game: Game, words: str, player: int | None = None, depth: int = DEPTH
) -> list[Tree]:
    """Why the answer with this name is not offered: the part of a condition that fails.

    With a player, only what that player may know is shown; otherwise everything.
    """
    question = game.question
    if question is None:
        return [Tree("there is no question: the game is over, or the scenario asks nothing more")]
    if player not in (None, question.player):
        return [Tree(f"this question is for {title(game, question.player)}, not for you")]
    view = QuestionView(game, question, player)
    if found := _answer_trees(view, words, depth):
        return found
    if found := _answer_trees(view, _without_kind(view, words), depth):
        return found
    return [Tree(line) for line in explain_name(view, words)]


def _answer_trees(view: QuestionView, words: str, depth: int) -> list[Tree]:
    """Which answers on the list have this name, or why the possible ones are not on it."""
    if offered := offered_trees(view.game, words):
        return offered
    found = [m for m in _all_missing(view) if m.has(words)]
    found = found or [m for m in _of_others(view) if m.has(words)]
    exact = [m for m in found if m.called(words)]
    return list(dict.fromkeys(_tree(view, m, depth) for m in (exact or found)[:SHOWN]))


def _without_kind(view: QuestionView, words: str) -> str:
    """`dover` for `port dover`, as in expressions, if the question is about ports."""
    kind, _, name = words.partition(" ")
    site, board = view.site, view.game.program.board
    about = site.type.of if isinstance(site, ChoicePoint) else ""
    is_about = name and about in board.kinds and kind in board.kinds and board.is_a(about, kind)
    return name if is_about else words


def is_missing(game: Game, words: str, player: int | None = None) -> bool:
    """Whether a missing answer has these words in its name."""
    return any(m.has(words) for m in missing_answers(game, player))


def offered_trees(game: Game, words: str) -> list[Tree]:
    """The offered answers with this name or title."""
    searched = words.casefold()
    return [
        Tree(f"{label} is on the list: answer {number}")
        for number, (label, names) in enumerate(_answers(game) if game.question else (), 1)
        if searched in (name.casefold() for name in names)
    ]


def _answers(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each answer's title, with all its names."""
    question = game.question
    assert question is not None
    site = game.program.points[question.site]
    pairs = zip(question.answers, questions.answers(game), questions.labels(game), strict=True)
    for answer, name, label in pairs:
        more = (
            option_names(site.rows[answer]) if isinstance(site, MenuPoint) and answer >= 0 else ()
        )
        yield label, (name, label, *more)


def _listed(names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return ", ".join(known[:SHOWN]) + more


def _all_missing(view: QuestionView) -> list[MissingAnswer]:
    site = view.site
    if isinstance(site, ChoicePoint):
        return list(missing_choices(view, site))
    if isinstance(site, MenuPoint):
        return list(missing_options(view, site))
    return list(missing_branches(view, site)) if isinstance(site, BranchPoint) else []


def _of_others(view: QuestionView) -> list[MissingAnswer]:
    return list(others_options(view, view.site)) if isinstance(view.site, MenuPoint) else []


def _tree(view: QuestionView, found: MissingAnswer, depth: int) -> Tree:
    """`Dover is not an answer: there are carts on it`, with the explanation below it."""
    head = Tree(f"{found.name} is not an answer: {found.reason}")
    if found.test is None or found.here is None:
        return head
    if view.asking.read(found.test, found.here.env)[1]:
        return head  # it says that it depends on something hidden
    if forbidden := forbidding(view, found.test, found.here, depth):
        return replace(head, children=forbidden)
    made = view.asking.node(found.test, found.here, depth)
    return replace(head, span=found.test.span, children=(made,))
