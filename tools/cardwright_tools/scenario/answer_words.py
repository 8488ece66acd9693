"""The words by which a step names answers to the question that is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardwright.language.inflection import spaced
from cardwright.program.decision_points import BranchPoint
from cardwright.runtime import naming, questions
from cardwright.runtime.game import Game
from cardwright.runtime.question_texts import branch_label
from cardwright.source.spelling import nearest
from cardwright_tools.scenario.terms import Terms

NOT_ASKED = "nothing is asked (a question with only one possible answer never is)"


def answers_named(words: str, game: Game) -> list[int]:
    """The answers with this name; if there are none, those with this title."""
    labels = [split_words(spaced(label.casefold())) for label in questions.labels(game)]
    read = [i for i, label in enumerate(labels) if label == split_words(spaced(words.casefold()))]
    return matching_answers(words, questions.answers(game)) or read


def meant(words: str, game: Game) -> str:
    """What misspelt words may mean: `red boat` for `rde boat`, of `red boat on dover`; "" if these
    are not the words of any answer with some typos."""
    names = [*questions.answers(game), *(label.casefold() for label in questions.labels(game))]
    known = {word for name in names for word in split_words(name)}
    near = [word if word in known else nearest(word, known) for word in split_words(words)]
    said = " ".join(word for word in near if word)
    return said if all(near) and answers_named(said, game) else ""


def begins_a_label(words: str, game: Game) -> bool:
    """Whether a label begins with these words, as `Hang it up` does in `Hang it up of Oil Jar`."""
    begun = f"{words.casefold()} "
    return any(label.casefold().startswith(begun) for label in questions.labels(game))


def differ_in_number(names: Sequence[str]) -> bool:
    """Whether names differ only by numbers, as `jar` and `jar (2)` do, so that any will do."""
    return len({*map(unnumbered, names)}) == 1


def unnumbered(name: str) -> str:
    """`jar` for `jar (2)`."""
    return re.sub(r" \([0-9]+\)$", "", name)


def matching_answers(words: str, offered: Sequence[str]) -> list[int]:
    """The answers with all these words; an answer with no other words is preferred."""
    words_of = split_words(words)
    same = [i for i, name in enumerate(offered) if split_words(name) == words_of]
    if same:
        return same
    return [i for i, name in enumerate(offered) if set(words_of) <= set(split_words(name))]


def split_words(words: str) -> list[str]:
    return re.findall(r"[^\s,]+", words)


def describe_question(game: Game) -> str:
    """A line that says who is asked and what is offered."""
    if game.question is None:
        return "nothing is asked"
    who = naming.player_name(game.program, game.question.player)
    return f"{who} is asked ({questions.prompt(game)}): " + ", ".join(questions.answers(game))


def answer_words(terms: Terms) -> set[str]:
    """Every word that can be in the name of an answer."""
    program = terms.program
    words = answer_ids(terms) | {"on", "in", "of", "supply"}
    for item in program.layout.items:
        words.update(split_words(terms.name(item.id)), split_words(item.name), (item.kind,))
    for kind in program.board.kinds.values():
        words.update((kind.name, *(f.name for f in kind.fields.values() if not f.printed)))
    return words


def is_title(words: str, terms: Terms) -> bool:
    """Whether players may see this as an answer; values in a label may be anything."""
    sites = [site for site in terms.program.points if isinstance(site, BranchPoint)]
    labels = [branch.label for site in sites for branch in site.statement.branches]
    parts = (label.filled("\0" for _ in label.values).split("\0") for label in labels if label)
    patterns = [".+".join(map(re.escape, part)) for part in parts]
    fits = any(re.fullmatch(pattern, words, re.IGNORECASE) for pattern in patterns)
    return fits or words.casefold() in answer_titles(terms)


def answer_titles(terms: Terms) -> set[str]:
    """The titles that players see for options, branches and passes, in lower case."""
    program = terms.program
    declared = program.checked.declared
    found = {o.title or naming.as_title(o.id) for o in declared.options}
    found |= {menu.passing for menu in declared.menus.values()}
    for site in program.points:
        if isinstance(site, BranchPoint):
            numbers = range(len(site.ids))
            found.update(branch_label(program, site, n) for n in numbers)
    return {label.casefold() for label in found}


def answer_ids(terms: Terms) -> set[str]:
    """The ids of answers: of things, options, branches, words."""
    program = terms.program
    names = {"done", "pass", "yes", "no", "none", "nothing"}
    names.update(item.thing.id for item in program.layout.items if item.thing)
    for enum in program.board.enums.values():
        names.update(enum.values)
    names.update(o.id for o in program.checked.declared.options)
    for site in program.points:
        names.update(site.ids if isinstance(site, BranchPoint) else ())
    return names
