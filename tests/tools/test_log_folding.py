"""Log lines that differ only in a thing's name are folded into one; others never are."""

import pytest

from cardwright_tools.play.log_folding import fold_lines


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ([], []),
        (["a b c"], ["a b c"]),
        (["a b c", "a b c"], ["a b c (2 times)"]),
        (["Ann takes red from box", "Ann takes blue from box"],
         ["Ann takes red from box", "Ann takes blue from box"]),
        (["Ann takes red from box", "Ann takes dark blue from box", "Ann takes gold from box"],
         ["Ann takes red, dark blue, gold from box"]),
        (["Ann takes red from box", "Bob takes red from box", "Cid takes red from box"],
         ["Ann takes red from box", "Bob takes red from box", "Cid takes red from box"]),
        (["The old king pays 2", "The old king moves a ship from x to y", "The old king sleeps"],
         ["The old king pays 2", "The old king moves a ship from x to y", "The old king sleeps"]),
        (["Ann moves a red die from pool to cup", "Ann moves a red die from cup to pool",
          "Ann moves a red die within cup"],
         ["Ann moves a red die from pool to cup", "Ann moves a red die from cup to pool",
          "Ann moves a red die within cup"]),
        ([f"Ann takes {n} from box" for n in range(9)],
         ["Ann takes 0, 1, 2, 3, 4, 5 and 3 more from box"]),
    ],
)  # fmt: skip
def test_folding(lines: list[str], shown: list[str]) -> None:
    assert list(fold_lines(lines)) == shown
