"""Help for the smallest or largest number of several: `min gold of players`, `minimum of gold of
players`.
"""

from __future__ import annotations

from cardwright.language.resolve.diagnostics.word_context import WordContext

_LOW = ("min", "minimum", "lowest", "smallest", "least", "lower", "smaller", "lesser")
_HIGH = ("max", "maximum", "highest", "largest", "biggest", "higher", "larger", "bigger", "greater")
_ENDS = dict.fromkeys(_LOW, "lowest") | dict.fromkeys(_HIGH, "highest")


def extreme_of(near: WordContext) -> str:
    """Help for `min gold of players`."""
    noun = near.noun
    if noun is None or noun.of is None:
        return ""
    (first, *rest), known = noun.words.names, near.board.noun(noun.of.argument.extent.text)
    if first.text not in _ENDS or not rest or known is None:
        return ""
    what, kind = " ".join(word.text for word in rest), near.board.kinds[known[0]]
    return f"write `{_ENDS[first.text]} {what} of {kind.name} over {kind.plural}`"


def extreme_over(near: WordContext) -> str:
    """Help for `minimum of gold of players`, at *gold*."""
    noun, whole = near.noun, near.owned
    if noun is None or noun.of is None or whole is None or len(whole.words.names) != 1:
        return ""
    end, known = _ENDS.get(whole.words.noun.text), near.board.noun(noun.of.argument.extent.text)
    if end is None or known is None:
        return ""
    kind = near.board.kinds[known[0]]
    return f"write `{end} {near.text} of {kind.name} over {kind.plural}`"


def extreme_of_two(word: str) -> str:
    """Help for `minimum of (x) and y`, which is read as a property of a number."""
    end = {"lowest": "min", "highest": "max"}.get(_ENDS.get(word, ""))
    return f"of two numbers, write `{end} of x, y`" if end else ""
