"""What is shown at a key of the language."""

from __future__ import annotations

import pytest

from cardwright.source.text import Source
from cardwright_tools.language_service.key_help import key_help
from cardwright_tools.language_service.schemas import schema_for
from tests.language_server.offers import EXPANSE, checked


def shown(text: str, file: str) -> tuple[str, str] | None:
    """The key at `|`, and its help."""
    schema, at = schema_for(checked(EXPANSE), EXPANSE / file), text.index("|")
    assert schema is not None
    found = key_help(schema, Source(file, text.replace("|", "", 1)), at)
    return found and (found[0].text, found[1])


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("techs:\n- id: x\n  co|pies: 2", "copies", "How many copies there are."),
        ("lasting:\n  x: {un|til: end of turn}", "until", "When it ends, as in `end of turn`"),
        ("abilities:\n- {forb|id: turn, if: x}", "forbid", "What can't happen."),
        ("abilities:\n- {forbid: turn, |if: x}", "if", "The condition under which it applies."),
        ("abilities:\n- when: after turn\n  |do: x", "do", "What it does."),
        ("zones:\n  x:\n    seen |by: owner", "seen by", "Who "),
        ("zones: {x: {|ordered: yes}}", "ordered", ""),
        ("|lasting:\n  x: 1", "lasting", "Lasting effects that rules begin."),
    ],
)
def test_a_key_is_described(text: str, key: str, says: str) -> None:
    found = shown(text, "new.yaml")
    assert found
    assert found[0] == key
    assert found[1].startswith(f"**{key}**: {says}")


@pytest.mark.parametrize("key", ["given", "perform", "offers only", "players"])
def test_a_key_of_a_scenario_is_described(key: str) -> None:
    inside = {"offers only": "expect: {", "players": "given: {"}.get(key, "")
    found = shown(f"- {inside}|{key}: x", "scenarios/new.yaml")
    assert found
    assert found[0] == key


@pytest.mark.parametrize(
    "text",
    ["rules:\n  |turn: x", "rules:\n  x:\n    do: >\n      i|f: y", "rules:\n  x: >\n    d|o: y"],
)
def test_names_and_texts_are_no_keys_of_the_language(text: str) -> None:
    assert shown(text, "new.yaml") is None
