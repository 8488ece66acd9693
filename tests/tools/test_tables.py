"""Text tables: if every word has room, none is cut off."""

from cardwright_tools.output import format_table, table_fits

HEADS = ("", "against", "won", "95% interval")
ROWS = (
    ("greedy", "script:players/frugal.py", "1", "20.8% to 93.9%"),
    ("script:players/frugal.py", "拉法 random", "2", "9.5% to 90.5%"),
)


def test_no_width_at_which_all_words_fit_cuts_one() -> None:
    words = {word for row in (HEADS, *ROWS) for cell in row for word in cell.split()}
    fitting = [width for width in range(50, 100) if table_fits(HEADS, ROWS, width)]
    assert fitting == [*range(68, 100)]
    for width in fitting:
        assert words <= {word for line in format_table(HEADS, ROWS, width) for word in line.split()}
