"""What `show`, `why` and `play` print about keywords: their texts, and what grants or takes one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = str(Path(__file__).parents[1] / "packs" / "keywords")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command prints of the pack."""

    def run(command: str, *words: str) -> str:
        assert invoke([command, PACK, *words]) == 0
        return capsys.readouterr().out

    return run


def test_a_thing_is_shown_with_its_keywords_and_their_texts(said: Callable[..., str]) -> None:
    shown = said("show", "griffin")
    assert "flying: Only flying creatures can strike it." in shown
    assert "tough 1: It takes that much less damage." in shown


def test_a_keyword_is_shown_with_what_grants_and_takes_it(
    said: Callable[..., str],
) -> None:
    shown = said("show", "tough")
    assert "A keyword of creatures. Its numbers add up." in shown
    assert "Smith: your creatures other than this have tough 1." in shown
    assert "Netted: creatures of the victim lose tough 1." in shown
    assert "Hushed" not in shown  # what takes all keywords is described with itself only


def test_english_says_has_of_a_keyword(said: Callable[..., str]) -> None:
    assert "The other creature does not have flying or the creature has flying." in said(
        "show", "reach"
    )


def test_why_names_what_grants_a_keyword(said: Callable[..., str]) -> None:
    found = said("why", "tough of griffin", "--scenario", "Numbers that add up")
    assert found.startswith("tough number of Griffin = 2 (1 by itself: printed tough of Griffin)")
    assert "after Smith (grants tough 1) = 2" in found


def test_why_an_option_of_a_thing_does_not_count(said: Callable[..., str]) -> None:
    found = said("why", "--answers", "summon,1,1", "--not", "boast")
    assert "is not active now: Wolf is not awake" in found
