"""Names that fit the expected type come first in a completion."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.language_service.fitting import misfits
from cardwright_tools.language_service.project import Project

PACK = Path(__file__).parents[1] / "packs" / "push-your-luck"


@pytest.fixture(scope="module")
def project() -> Project:
    found = Project(PACK)
    found.check({})
    return found


@pytest.mark.parametrize(
    ("before", "start", "fits", "others"),
    [
        ("gain 2 ", "effect_text", {"points"}, {"worth", "deck", "sun", "relic"}),
        ("shuffle ", "effect_text", {"deck", "lost"}, {"points", "sun", "dig"}),
        ("do ", "effect_text", {"dig", "score-badges"}, {"deck", "doomed"}),
        ("move top of deck to ", "effect_text", {"trail", "kept"}, {"badge", "points", "dig"}),
        ("most of ", "expression_text", {"sun", "star"}, {"deck", "flood"}),
        # What somebody has fits where it does with an owner.
        ("add 1 to ", "effect_text", {"points"}, {"worth", "deck", "sun", "dig"}),
        # An adjective fits where its noun does.
        ("number of ", "expression_text", {"relics", "sun", "flood"}, {"dig", "doomed"}),
        # An error that comes before it says nothing about it.
        ("gain 2 glod, then shuffle ", "effect_text", {"deck"}, {"points"}),
    ],
)
def test_names_are_tried_where_they_would_be_written(
    project: Project, before: str, start: str, fits: set[str], others: set[str]
) -> None:
    wrong = misfits(project.rules[PACK], before, start, project.names.by_word)
    assert fits.isdisjoint(wrong)
    assert others <= wrong
