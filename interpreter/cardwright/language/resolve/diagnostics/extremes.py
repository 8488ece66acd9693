"""Help for the smallest or largest number of several: `min gold of players`."""

from __future__ import annotations

from cardwright.language.resolve.diagnostics.word_context import WordContext

_ENDS = dict.fromkeys(("min", "minimum", "lowest", "smallest", "least"), "lowest")
_ENDS |= dict.fromkeys(("max", "maximum", "highest", "largest", "biggest"), "highest")


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
