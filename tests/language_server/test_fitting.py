"""Names that fit the expected type come first in a completion."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.language.registry.keywords import KEYWORDS
from cardwright.language.syntax.continuations import continuations
from cardwright.language.syntax.expected_words import forms
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.syntax.parser_tables import STARTS
from cardwright.language.vocabulary.verbs import VERBS
from cardwright_tools.language_service.code_completion import in_code
from cardwright_tools.language_service.name_filter import NEVER, fits_of_names
from cardwright_tools.language_service.names_in_scope import scope_at
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.yaml_cursor import YamlCursor

PACKS = Path(__file__).parents[1] / "packs"
PACK = PACKS / "push-your-luck"
EXPANSE = Path(__file__).parents[2] / "content" / "expanse"


@pytest.fixture(scope="module")
def project() -> Project:
    return checked(PACK)


@pytest.fixture(scope="module")
def expanse() -> Project:
    return checked(EXPANSE)


def checked(pack: Path) -> Project:
    found = Project(pack)
    found.check({})
    return found


@pytest.mark.parametrize(
    ("before", "start", "fits", "others"),
    [
        ("gain 2 ", "effect_text", {"points"}, {"worth", "deck", "sun", "relic"}),
        ("shuffle ", "effect_text", {"deck"}, {"points", "sun", "dig", "lost"}),
        ("do ", "effect_text", {"dig", "score-badges"}, {"deck", "doomed"}),
        ("move top of deck to ", "effect_text", {"trail", "kept"}, {"badge", "points", "dig"}),
        ("most of ", "expression_text", {"sun", "star"}, {"deck", "flood"}),
        # A property of an owner fits wherever it fits with the owner.
        ("add 1 to ", "effect_text", {"points"}, {"worth", "deck", "sun", "dig"}),
        # An adjective fits where its noun does.
        ("number of ", "expression_text", {"relics", "sun", "flood"}, {"dig", "doomed"}),
        # In the middle of a phrase, its end is not there yet.
        ("if ", "effect_text", {"doomed"}, {"deck", "dig"}),
        ("move top of ", "effect_text", {"deck"}, {"badge", "dig", "trail"}),
        ("repeat (", "effect_text", {"points"}, {"deck", "sun"}),
        # A statement that can't be read yet begins with its verb, after those before it.
        ("gain 2 points\nadd 1 to ", "effect_text", {"points"}, {"worth", "deck", "sun", "dig"}),
        # The other lines of a statement of several are as far in as its first one.
        (
            "\n  gain 2 points\n  if doomed:\n    shuffle deck\n  otherwise:\n    gain 2 ",
            "effect_text",
            {"points"},
            {"worth", "deck"},
        ),
        # An error before the cursor makes no difference.
        ("gain 2 glod, then shuffle ", "effect_text", {"deck"}, {"points"}),
    ],
)
def test_names_are_tried_where_they_would_be_written(
    project: Project, before: str, start: str, fits: set[str], others: set[str]
) -> None:
    found = fits_of_names(project.rules[PACK], before, start, project.names.by_word)
    wrong = {word for word, fit in found.items() if fit == NEVER}
    assert fits.isdisjoint(wrong)
    assert others <= wrong


def test_a_word_that_describes_things_in_two_ways_does_not_fit_alone() -> None:
    pack = checked(PACKS / "sealed-bids")  # where two words of players are signs
    names = pack.names.by_word
    found = fits_of_names(pack.rules[PACKS / "sealed-bids"], "for each ", "effect_text", names)
    assert found["player"] < found["rock"]


@pytest.mark.parametrize(
    ("before", "fits", "others"),
    [
        # The statement can be read as it is, but what must follow is missing.
        ("place 1 ", {"fleet", "influence"}, {"un", "deck", "cp", "sector", "orbitals"}),
        ("gain 1 cp, then place 1 of your ", {"fleets"}, {"deck", "cp", "orbitals"}),
        # What a kind of thing may be used for is not the same for all kinds.
        ("move 1 of your ", {"fleets"}, {"sector", "sectors", "cp"}),
        ("place 1 influence on ", {"base", "bases", "luna"}, {"deck", "cp", "fleets"}),
        ("swap ", {"miller"}, {"cp", "luna"}),
    ],
)
def test_names_are_tried_with_what_must_follow_them(
    expanse: Project, before: str, fits: set[str], others: set[str]
) -> None:
    names = expanse.names.by_word
    found = fits_of_names(expanse.rules[EXPANSE], before, "effect_text", names)
    wrong = {word for word, fit in found.items() if fit == NEVER}
    assert fits.isdisjoint(wrong)
    assert others <= wrong


@pytest.mark.parametrize(
    ("path", "before", "own"),
    [
        (("rules", "second-most", "do"), "let next be ", {"badge", "most"}),
        (("rules", "second-most", "do"), "if ", {"badge", "most"}),
        (("rules", "dig"), "choose a relic in trail, as first\nmove ", {"first"}),
        (("rules", "dig"), "choose 2 relics in trail, as old and new\nmove ", {"old", "new"}),
        (("rules", "dig"), "choose a relic in trail, as first, then move ", {"first"}),
        (("rules", "dig"), "let most be 3\ngain (", {"most"}),
        (
            ("definitions", "tally of player in badge"),
            "number of relics in kept of ",
            {"badge", "player"},
        ),
    ],
)
def test_names_that_a_text_knows_come_first(
    project: Project, path: tuple[str, ...], before: str, own: set[str]
) -> None:
    rules = project.rules[PACK]
    start = "expression_text" if path[0] == "definitions" else "effect_text"
    found = in_code(
        before, start, project.names, rules, scope_at(YamlCursor(path, before, False), rules)
    )
    names = [one.text for one in found if one.sort == "name"]
    assert {*names[: len(own)]} == own


@pytest.mark.parametrize(
    ("before", "name", "at"),
    [("place 1 ", "influence", 9), ("move 1 of your ", "fleets", 12), ("remove 1 ", "fleet", 11),
     ("place 1 influence on ", "base", 1), ("place 1 influence on ", "ceres", 5),
     ("give 1 ", "cp", 4), ("take 1 ", "cp", 3)],
)  # fmt: skip
def test_kinds_come_first_and_names_that_fit_alone_come_before_adjectives(
    expanse: Project, before: str, name: str, at: int
) -> None:
    found = in_code(before, "effect_text", expanse.names, expanse.rules[EXPANSE])
    assert name in [one.text for one in found if one.sort == "name"][:at]


BEGUN = (
    "", "if ", "if you ", "each player ", "gain ", "gain 2 ", "repeat 3 ", "for each ",
    "number of ",
)  # fmt: skip


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("before", BEGUN)
def test_what_is_offered_is_plain_words(before: str, start: str) -> None:
    found = continuations(shared_parser(VERBS), before, start)
    words = [*found.words, *found.verbs, *found.first]
    assert [word for word in words if not word.replace(" ", "").replace("-", "").isalpha()] == []


def test_every_form_of_a_keyword_is_plain_words() -> None:
    written = [form for pattern in KEYWORDS.values() for form in forms(pattern)]
    assert [form for form in written if not form.replace(" ", "").isalpha()] == []
    assert {"there is", "there are", "has", "have"} <= {*written}


@pytest.mark.parametrize(
    ("before", "first", "absent"),
    [("if you ", ["have"], "has"), ("if ", ["you"], "then")],
)
def test_words_for_you_come_first(
    project: Project, before: str, first: list[str], absent: str
) -> None:
    found = [one.text for one in in_code(before, "effect_text", project.names, project.rules[PACK])]
    assert found[: len(first)] == first
    assert absent not in found
