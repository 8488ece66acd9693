"""Log lines that say the same about several things are folded into one; others never are."""

import pytest

from cardwright.runtime.log_phrases import Choice, Payment, Sentence
from cardwright_tools.play.log_folding import fold_lines


def moved(*things: str, who: str = "Ann takes ", where: str = " from box") -> list[str]:
    return [Sentence(who, thing, where) for thing in things]


def carts(number: int) -> list[str]:
    return [Sentence("Ann takes ", "a cart", " from box", "carts")] * number


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ([], []),
        (["a b c"], ["a b c"]),
        (["a b c", "a b c"], ["a b c (2 times)"]),
        (["Ann takes red from box", "Ann takes blue from box"],
         ["Ann takes red from box", "Ann takes blue from box"]),
        (moved("red"), ["Ann takes red from box"]),
        (moved("red", "red"), ["Ann takes red from box (2 times)"]),
        (moved("Ten of Cups", "Two of Cups"), ["Ann takes Ten of Cups and Two of Cups from box"]),
        (moved("a cart", "a cart", "a van"), ["Ann takes a cart (2 times) and a van from box"]),
        ([*carts(2), *moved("a van"), *carts(1)],
         ["Ann takes 2 carts, a van and a cart from box"]),
        (carts(3), ["Ann takes 3 carts from box"]),
        (carts(1), ["Ann takes a cart from box"]),
        ([*moved("red"), *moved("red", who="Bob takes ")],
         ["Ann takes red from box", "Bob takes red from box"]),
        ([*moved("red"), *moved("red", where=" from cup")],
         ["Ann takes red from box", "Ann takes red from cup"]),
        (moved(*"012345678"), ["Ann takes 0, 1, 2, 3, 4, 5 and 3 more from box"]),
    ],
)  # fmt: skip
def test_folding(lines: list[str], shown: list[str]) -> None:
    assert list(fold_lines(lines)) == shown


@pytest.mark.parametrize(
    ("choices", "line", "kept"),
    [
        (["Rome"], "Ann moves a cart from Bath to Rome", 0),
        (["an Ann cart", "Rome"], "Ann moves a cart from Bath to Rome", 0),
        (["a Bob cart"], "Ann moves a cart from Bath to Rome", 1),
        (["a die (oats)"], "Ann takes oats", 0),
        (["a die (6)"], "Ann gains 6 gold", 1),
        (["Rome"], "Bob moves a cart from Bath to Rome", 1),
        (["Rome"], "Ann burns Romeo", 1),
        (["Rome", "Bath"], "Ann burns Rome", 1),
    ],
)  # fmt: skip
def test_a_choice_that_the_next_line_names_is_left_out(
    choices: list[str], line: str, kept: int
) -> None:
    told = [Choice("Ann", chosen) for chosen in choices]
    assert list(fold_lines([*told, line])) == [*told[len(told) - kept :], line]
    assert list(fold_lines(told)) == told


def test_a_payment_in_between_does_not_hide_that_the_next_line_names_the_choice() -> None:
    buy, town = Choice("Ann", "Storm"), Choice("Ann", "Rome")
    paid, played = Payment("Ann pays 2 gold"), "Ann moves Storm from row to table"
    assert list(fold_lines([buy, paid, played])) == [paid, played]
    assert list(fold_lines([buy, paid, "Bob passes"])) == [buy, paid, "Bob passes"]
    assert list(fold_lines([buy, paid, town, played])) == [paid, town, played]
    toll = Payment("Ann pays 1 gold from Rome")
    assert list(fold_lines([town, toll, played])) == [toll, played]


def test_a_sentence_is_a_text() -> None:
    assert moved("red") == ["Ann takes red from box"]
