"""Stepping through a game that was played, statement by statement, and explaining its values."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.source.text import Span
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.state import Studio
from cardwright_tools.studio.stepping import Moment, Stepper
from tests.studio.sockets import HOST, browser, client_of, told

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[1] / "packs" / "push-your-luck"


@pytest.fixture
def studio() -> Studio:
    return Studio(EditedPack(PACK), frozenset({HOST}))


def played(socket: Any, answers: int) -> dict[str, Any]:
    socket.send_json({"do": "new game", "players": 2, "seed": 1})
    shown: dict[str, Any] = told(socket, "position")
    for number in range(answers):
        option = shown["options"][number % 2]["id"]
        socket.send_json({"do": "answer", "option": option})
        shown = told(socket, "position")
    return shown


def stepped(socket: Any, **how: bool) -> dict[str, Any]:
    socket.send_json({"do": "step", **how})
    found: dict[str, Any] = told(socket, "position")
    return found


@pytest.mark.parametrize(("pack", "players"), [(str(PACK), 3), ("expanse", 2)])
def test_a_game_that_is_stepped_through_is_the_game(pack: str, players: int) -> None:
    rules = cardwright.load(pack)
    game, chance, seen = rules.new_game(players, 3), random.Random(1), list[Span]()
    stepper = Stepper(game.position.program)

    def visit(position: object, moment: Moment) -> bool:
        seen.append(moment.span)
        return False

    assert stepper.begin(3, visit).state() == game.position.state()
    while game.turn and len(seen) < 1500:
        before, index = game.position, chance.randrange(len(game.options))
        game.apply(game.options[index])
        after = stepper.answer(before, index, visit)
        assert (after.state(), after.log) == (game.position.state(), game.position.log)
    assert len({span.lines[0] for span in seen}) > 10


def test_statements_go_back_to_the_start_and_forth_again(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        shown = played(socket, 2)
        places = []
        while shown["answered"] or "paused" not in shown or shown["paused"]["moment"]:
            shown = stepped(socket, back=True)
            places.append((shown.get("paused"), shown["view"]))
        assert shown["paused"]["part"] == 0
        socket.send_json({"do": "step", "back": True})
        assert "begins here" in told(socket, "refused")["why"]
        for place in places[-2::-1]:
            shown = stepped(socket)
            assert (shown.get("paused"), shown["view"]) == place
        assert stepped(socket)["answered"] == 2
        socket.send_json({"do": "step"})
        assert "nothing was answered" in told(socket, "refused")["why"]


def test_a_game_stops_at_a_line_with_what_runs_there(studio: Studio) -> None:
    text = (PACK / "game.yaml").read_text("utf-8").splitlines()
    line = next(n for n, one in enumerate(text, 1) if "shuffle deck" in one)
    with browser(studio, studio.key) as socket:
        played(socket, 3)
        socket.send_json({"do": "breakpoints", "lines": [{"file": "game.yaml", "line": line}]})
        paused = stepped(socket, back=True, run=True)["paused"]
        assert (paused["file"], paused["line"], paused["part"]) == ("game.yaml", line, 0)
        assert "shuffle deck" in paused["text"]
        assert paused["frames"][0]["variables"][0]["name"] == "you"
        assert stepped(socket, run=True)["answered"] == 3


def test_a_game_stops_at_conditions_and_events_while_it_is_played(studio: Studio) -> None:
    with client_of(studio) as client, browser(studio, studio.key, client=client) as socket:
        played(socket, 0)
        wanted = {"conditions": ["number of cards in deck"], "words": ["reveals"]}
        socket.send_json({"do": "breakpoints", **wanted})
        shown, reasons = played_on(socket), set[str]()
        assert studio.table is not None
        with browser(studio, next(iter(studio.table.keys)), client=client) as seat:
            assert "paused" not in told(seat, "position")
        while "paused" in shown:
            reasons.add(shown["paused"]["reason"])
            shown = stepped(socket, run=True)
        assert any("number of cards in deck: " in one for one in reasons)
        socket.send_json({"do": "breakpoints", "conditions": ["number of"]})
        assert "condition:1" in told(socket, "refused")["why"]
        wanted = {"conditions": ["number of"], "events": ["after dig"]}
        socket.send_json({"do": "breakpoints", **wanted})
        assert told(socket, "refused")["why"].count("condition:1") == 1
        assert [*studio.table.debugger.wanted.events] == ["after dig"]  # the valid one is set


def test_expressions_are_stepped_through_with_their_values(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        played(socket, 2)
        shown, forth = stepped(socket, back=True), list[Any]()
        while shown["answered"] or "paused" not in shown or shown["paused"]["moment"]:
            shown = stepped(socket, back=True)
        while "paused" in shown or not shown["answered"]:
            forth.append(shown.get("paused"))
            shown = stepped(socket, fine=True)
        back = list[Any]()
        for _ in forth:
            shown = stepped(socket, back=True, fine=True)
            back.append(shown.get("paused"))
        assert back[::-1] == forth
        values = {one["value"] for one in forth if one}
        assert {"there are cards in the deck: yes", "there are no cards in the deck: no"} <= values
        assert any(one.startswith("the top of the deck: ") for one in values)
        statement = None
        for one in filter(None, forth):  # each is a part of its statement's text
            if one["value"]:
                assert statement["start"] <= one["start"] < one["end"] <= statement["end"]
            else:
                statement = one


def test_a_value_is_that_of_its_expression_and_not_of_another_with_the_same_text() -> None:
    rules = cardwright.load(str(PACK.parent / "causeways"))
    game, chance, found = rules.new_game(2, 3), random.Random(1), list[Moment]()

    def visit(position: object, moment: Moment) -> bool:
        found.append(moment)
        return False

    stepper = Stepper(game.position.program)
    while game.turn and len(found) < 1500:
        index = chance.randrange(len(game.options))
        stepper.answer(game.position, index, visit)
        game.apply(game.options[index])
    of_you = [one.expression.type for one in found if one.expression and one.span.text == "you"]
    assert {type.of for type in of_you} == {"player"}


@pytest.mark.parametrize(
    ("event", "at"),
    [
        ("before dig", "dig"),
        ("after dig", "player does dig"),
        ("after moving card", "doomed:"),
        ("before moving card", "move top of deck to trail"),
        ("after shuffling deck", None),
    ],
)
def test_a_game_stops_at_an_event(studio: Studio, event: str, at: str | None) -> None:
    with browser(studio, studio.key) as socket:
        played(socket, 3)
        socket.send_json({"do": "breakpoints", "events": [event]})
        if at is None:
            socket.send_json({"do": "go to", "number": 0})
            assert "is not an event" in told(socket, "refused")["why"]
            return
        paused = stepped(socket, back=True, run=True)["paused"]
        assert paused["reason"] == event
        assert at in paused["text"]


OFFER = """
id: offer
version: 1.0.0
title: Offer
players: [2, 2]
main: game
"""
COINS = """
kinds:
  player: {state: {coins: number}}
players:
  - {id: red, title: Red, provenance: fixture}
  - {id: blue, title: Blue, provenance: fixture}
rules:
  game: |
    EFFECT
    end the game
"""


@pytest.mark.parametrize(
    ("effect", "answers", "stops"),
    [
        ("may gain 1 coins", ["yes"], ["gain 1 coins"]),
        ("may gain 1 coins", ["no"], []),  # the question has the text of what it asks about
        ("each player gains 1 coins", [], ["each player gains 1 coins"] * 2),
    ],
)
def test_a_game_stops_before_each_event_but_not_before_a_question_about_one(
    tmp_path: Path, effect: str, answers: list[str], stops: list[str]
) -> None:
    (tmp_path / "pack.yaml").write_text(OFFER, "utf-8")
    (tmp_path / "game.yaml").write_text(COINS.replace("EFFECT", effect), "utf-8")
    studio = Studio(EditedPack(tmp_path), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        for answer in answers:
            socket.send_json({"do": "answer", "option": answer})
            told(socket, "position")
        socket.send_json({"do": "breakpoints", "events": ["before changing coins"]})
        found = []
        while "paused" in (shown := stepped(socket, back=True, run=True)):
            if not shown["paused"]["reason"]:
                break
            found.append(shown["paused"]["text"])
        assert found == stops


STATEMENTS = """if coins of red is 0: gain 1 coins
    otherwise: do more
    for each player: player gains 2 coins
    move each card in supply to pile
    secretly choose 1 card in pile, as picked
    perform event of picked

  more: gain 1 coins"""
CARDS = """
kinds:
  player: {state: {coins: number}}
  trick: {is: card, rules: {event: {title: Event}}}
zones: {pile: {holds: card}}
tricks:
  - {id: dove, event: gain 1 coins, copies: 2, provenance: fixture}
"""


def test_a_statement_is_shown_from_its_first_word(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(OFFER, "utf-8")
    game = COINS.replace("EFFECT\n    end the game", STATEMENTS)
    (tmp_path / "game.yaml").write_text(CARDS + game[game.index("players:") :], "utf-8")
    studio = Studio(EditedPack(tmp_path), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        socket.send_json({"do": "new game", "players": 2, "seed": 1})
        shown, texts, marked = told(socket, "position"), list[str](), list[str]()
        while shown["options"]:
            socket.send_json({"do": "answer", "option": shown["options"][0]["id"]})
            shown = told(socket, "position")
        text = (tmp_path / "game.yaml").read_text("utf-8")
        while shown["answered"] or "paused" not in shown or shown["paused"]["moment"]:
            shown = stepped(socket, back=True)
            if paused := shown.get("paused"):
                texts.insert(0, paused["text"])
                marked.insert(0, text[paused["start"] : paused["end"]])
    loop = "for each player: player gains 2 coins"
    assert texts == [
        "game", "if coins of red is 0: gain 1 coins\notherwise: do more", "gain 1 coins", loop,
        "player gains 2 coins", loop, "player gains 2 coins", loop,
        "move each card in supply to pile", "move each card in supply to pile",
        "secretly choose 1 card in pile, as picked", "perform event of picked", "gain 1 coins",
        "game",
    ]  # fmt: skip
    assert (marked[3], marked[11]) == (loop, "perform event of picked")


EVERYWHERE = """
kinds:
  player: {state: {coins: {type: number, start: 3, min: 0}, fame: number}}
  trick: {is: card, active in: hand}
zones:
  pile: {holds: trick, ordered: true}
  hand: {holds: trick, each player: true}
players:
  - {id: red, title: Red, provenance: fixture}
  - {id: blue, title: Blue, provenance: fixture}
tricks:
  - {id: dove, provenance: fixture}
  - id: hawk
    title: Sharp Hawk
    provenance: fixture
    abilities:
      - when: after changing fame
        do: |
          let reward be 1
          owner of this gains (reward) coins  # reaction
menus:
  acts: {title: Acts}
  replies: {title: Replies}
options:
  - id: sell
    menu: acts
    do: |
      let prize be 2
      gain (prize) fame  # option
    provenance: fixture
  - {id: rest, menu: acts, do: do nothing, provenance: fixture}
  - {id: save, menu: replies, do: cancel it, provenance: fixture}  # reply
abilities:
  - {window: before boast, menu: replies}
  - {when: after moving trick, do: blue gains 1 coins}  # about it
rules:
  game: |
    move each trick in supply to pile
    for each player as who:
      let top-card be top of pile
      move top-card to hand of who  # setup loop
    open acts
    all at once:
      let pot be 4
      for each player as lucky:
        lucky gains (pot) coins  # all at once
    if coins of red > 0:
      let bonus be 5
      red gains (bonus) coins  # in an if
    blue gains 1 coins  # after it
    red does boast
    end the game
  boast: gain 7 fame
"""


@pytest.mark.parametrize(
    ("words", "rules", "variables"),
    [
        ("setup loop", ["game"], {"who": "Red", "top-card": "Dove"}),
        ("option", ["sell", "game"], {"prize": "2"}),
        ("reaction", ["hawk/when", "sell", "game"], {"reward": "1"}),
        ("about it", ["when", "game"], {"it": "Dove"}),
        ("all at once", ["game"], {"pot": "4", "lucky": "Red"}),
        ("in an if", ["game"], {"bonus": "5"}),
        ("after it", ["game"], {}),
        ("reply", ["save", "window", "boast", "game"], {}),
    ],
)
def test_a_line_of_any_part_of_the_rules_stops_a_game(
    tmp_path: Path, words: str, rules: list[str], variables: dict[str, str]
) -> None:
    (tmp_path / "pack.yaml").write_text(OFFER, "utf-8")
    (tmp_path / "game.yaml").write_text(EVERYWHERE, "utf-8")
    line = EVERYWHERE[: EVERYWHERE.index(f"# {words}\n")].count("\n") + 1
    studio = Studio(EditedPack(tmp_path), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        for option in ("sell", "save"):
            assert studio.table is not None
            studio.table.answer(str(studio.table.game.turn), option)
        wanted = [{"file": "game.yaml", "line": line}]
        socket.send_json({"do": "breakpoints", "lines": wanted})
        paused = stepped(socket, back=True, run=True)["paused"]
        assert paused["line"] == line
        assert [frame["name"] for frame in paused["frames"]] == rules
        shown = {one["name"]: one["value"] for one in paused["frames"][0]["variables"]}
        own = {"you", "the player who does it", "this", "it", "there"} - variables.keys()
        assert {name: value for name, value in shown.items() if name not in own} == variables


ONCE = """each other player gains 2 coins
    choose 1 other player, as rival, then rival gains 2 coins
    may gain 1 coins
    for each player: gain 1 coins
    choose one:
      more "More": gain 1 coins
      less "Less": do nothing
    for each player:
      player gains 1 coins
    if coins of red > 0: gain 1 coins
    do more
    end the game

  more: each player may gain 3 coins"""


def test_a_line_stops_a_game_once_each_time_it_runs(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(OFFER, "utf-8")
    text = COINS.replace("EFFECT\n    end the game", ONCE)
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    studio = Studio(EditedPack(tmp_path), frozenset({HOST}))
    first = text[: text.index("game: |")].count("\n") + 2
    last = text.count("\n")
    with browser(studio, studio.key) as socket:
        shown = played(socket, 0)
        while shown["options"]:
            socket.send_json({"do": "answer", "option": shown["options"][0]["id"]})
            shown = told(socket, "position")
        lines = [{"file": "game.yaml", "line": one} for one in range(first, last + 1)]
        socket.send_json({"do": "breakpoints", "lines": lines})
        found = list[int]()
        while paused := stepped(socket, back=True, run=True).get("paused"):
            assert not paused["reason"]
            assert not paused["ends"]
            found.insert(0, paused["line"] - first)
    # Blocks stop before each round; a choice stops before its question, and before its branch.
    assert found == [0, 1, 2, 3, 4, 5, 7, 8, 8, 9, 10, 13, 11]


def test_breakpoints_move_to_statements_or_go(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(OFFER, "utf-8")
    text = COINS.replace("EFFECT", "# a comment\n    gain 1 coins")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    studio = Studio(EditedPack(tmp_path), frozenset({HOST}))
    lines = text.split("\n")
    rules, comment, gain = (
        next(n for n, one in enumerate(lines, 1) if words in one)
        for words in ("rules:", "# a comment", "gain 1")
    )
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        wanted = [{"file": "game.yaml", "line": one} for one in (1, rules, comment, gain)]
        socket.send_json({"do": "breakpoints", "lines": wanted})
        moved = {one["line"]: one["to"] for one in told(socket, "breakpoints")["moved"]}
        assert moved == {1: None, rules: rules + 1, comment: gain}
        assert studio.table is not None
        assert sorted(n for _, n in studio.table.debugger.wanted.lines) == [rules + 1, gain]
        socket.send_json({"do": "edit", "file": "game.yaml", "text": f"# new\n{text}"})
        told(socket, "diagnostics")
        socket.send_json({"do": "breakpoints", "lines": wanted})
        assert told(socket, "breakpoints")["moved"] == []  # as lines are those of another text


def test_a_rule_that_ends_is_named(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        shown, ends = played(socket, 1), list[str]()
        while shown["answered"]:
            shown = stepped(socket, back=True)
            if shown.get("paused", {}).get("ends"):
                ends.append(shown["paused"]["frames"][0]["name"])
        assert "dig" in ends


def test_what_a_rule_has_filled_is_shown_until_it_is_over(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(OFFER, "utf-8")
    (tmp_path / "game.yaml").write_text(EVERYWHERE, "utf-8")
    studio = Studio(EditedPack(tmp_path), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        socket.send_json({"do": "answer", "option": "sell"})
        found = list[tuple[str, dict[str, str]]]()
        while (shown := stepped(socket, back=True))["answered"] or "paused" in shown:
            paused = shown.get("paused")
            if paused and paused["frames"][0]["name"] == "sell":
                found.append((paused["text"], _variables(paused)["sell"]))
        names = [(text, "prize" in known) for text, known in found[::-1]]
        gain = "gain (prize) fame"
        assert names == [("sell", False), ("let prize be 2", False), (gain, True), ("sell", True)]


LOOPS = """for each player: gain 1 coins
    repeat 2 times:
      let pot be number of players
      for each player:
        player does turn
        if pot = 9: stop

  turn: |
    may gain 1 coins"""
ORDER = ("Blue", "Red")  # with this seed


def test_only_variables_of_the_loops_that_are_running_are_shown(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(OFFER, "utf-8")
    (tmp_path / "game.yaml").write_text(COINS.replace("EFFECT\n    end the game", LOOPS), "utf-8")
    studio = Studio(EditedPack(tmp_path), frozenset({HOST}))
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        socket.send_json({"do": "answer", "option": "yes"})
        told(socket, "position")
        names: list[dict[str, dict[str, str]]] = []
        while (shown := stepped(socket, back=True)).get("paused", {}).get("moment") != 0:
            if "paused" in shown:
                names.append(_variables(shown["paused"]))
    first, second = ({"you": ORDER[0], "player": one} for one in ORDER)
    pot = {"you": ORDER[0], "pot": "2"}
    assert names[0]["game"] == {**pot, **second}  # asked for the second time
    games = [one["game"] for one in names]
    assert [one for n, one in enumerate(games) if one not in games[:n]] == [
        {**pot, **second},
        pot,  # at the loop itself, before its second round
        {**pot, **first},
    ]


def _variables(paused: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {frame["name"]: {one["name"]: one["value"] for one in frame["variables"]}
            for frame in paused["frames"]}  # fmt: skip


def test_what_happened_before_an_answer_does_not_stop_a_game_in_it(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        played(socket, 5)
        for wanted in ({"words": ["shuffle"]}, {"events": ["before score-badges"]}):
            socket.send_json({"do": "go to", "number": 5})
            told(socket, "position")
            socket.send_json({"do": "breakpoints", **wanted})
            shown = stepped(socket, back=True, run=True)
            assert shown.get("paused", {}).get("part", 0) == 0


def test_breakpoints_stay_when_rules_are_saved_or_another_game_begins(
    studio: Studio, tmp_path: Path
) -> None:
    studio.edited_pack = EditedPack(Path(shutil.copytree(PACK, tmp_path / PACK.name)))
    with browser(studio, studio.key) as socket:
        played(socket, 1)
        conditions = ["number of cards in deck", "number of players > 1"]
        socket.send_json({"do": "breakpoints", "conditions": conditions, "words": ["relic"]})
        socket.send_json({"do": "save", "file": "game.yaml"})
        told(socket, "position")
        assert studio.table is not None
        assert [*studio.table.debugger.wanted.conditions] == conditions
        played(socket, 0)
        assert [*studio.table.debugger.wanted.conditions] == conditions
        assert studio.table.debugger.wanted.words == ("relic",)


def test_an_answer_holds_where_looking_for_breakpoints_takes_too_long(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        socket.send_json({"do": "breakpoints", "words": ["reveals"]})
        monkeypatch.setattr("cardwright_tools.studio.debugger.PATIENCE", -1.0)
        shown = played_on(socket)
        assert shown["answered"] == 1
        assert "takes too long" in shown["notice"]


@pytest.mark.parametrize(
    "line",
    ['{"file": "game.yaml", "line": Infinity}', r'{"file": "g\ud800.yaml", "line": 3}',
     r'{"file": "g\u0000.yaml", "line": 3}', '{"file": 3, "line": 3}', '{"line": 3}'],
)  # fmt: skip
def test_a_breakpoint_that_no_file_can_have_is_refused(studio: Studio, line: str) -> None:
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        socket.send_text(f'{{"do": "breakpoints", "lines": [{line}]}}')
        with pytest.raises(AssertionError, match="are objects"):
            told(socket, "nothing")


def played_on(socket: Any) -> dict[str, Any]:
    socket.send_json({"do": "watch", "player": ""})
    option = told(socket, "position")["options"][0]["id"]
    socket.send_json({"do": "answer", "option": option})
    found: dict[str, Any] = told(socket, "position")
    return found


def test_what_several_unknown_words_have_in_common_is_said_once(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        played(socket, 0)
        socket.send_json({"do": "why", "expression": "who is winning"})
        why = told(socket, "refused")["why"]
        assert why.startswith("there is no `who` here; there is no `winning` here; values of this ")
        assert why.count("values of this game") == 1


def test_a_number_says_which_answers_changed_it(studio: Studio) -> None:
    with browser(studio, studio.key) as socket:
        shown = played(socket, 6)
        player, state = next((p, s["state"]) for p, s in shown["view"]["players"].items())
        field = next(name for name, value in state.items() if isinstance(value, int))
        about = {"kind": "player", "name": player, "field": field, "value": state[field]}
        socket.send_json({"do": "why", **about})
        found = told(socket, "why")
        assert found["trees"][0]["value"] == str(state[field])
        assert all(1 <= one["number"] <= 6 and "→" in one["words"] for one in found["since"])
        socket.send_json({"do": "why", **about, "field": "nothing"})
        assert "nothing here has" in told(socket, "refused")["why"]
