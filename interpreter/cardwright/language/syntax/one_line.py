"""The words of a tree, and their canonical spelling on one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardwright.language.syntax.nodes import Node, Part, Word

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
"""Tokens that are line ends and indentation, and no words."""
_VALUES = frozenset({"NAME", "INT", "RPAR", "RSQB", "YES", "NO_WORD", "NONE", "STRING", "TEXT_END"})
"""What a minus can be taken from; after anything else it is a sign."""
TEXTS = frozenset({"STRING", "TEXT_START", "TEXT_MIDDLE", "TEXT_END"})
_OPENING = frozenset({"LPAR", "LSQB", "TEXT_START", "TEXT_MIDDLE"})
_CLOSING = frozenset({"RPAR", "RSQB", "COLON", "TEXT_MIDDLE", "TEXT_END"})
_SPELLING = {
    "_NEXT_TO": (("adjacent to", "next to"),),
    "COMPARE_FEWER": (("less than", "fewer than"),),
}
"""Of two words for one thing, the one that stays: by the kind of token."""


def words(part: Part) -> Iterator[Word]:
    """The tokens, except line ends and indentation."""
    tokens = part.tokens() if isinstance(part, Node) else iter([part])
    return (token for token in tokens if token.kind not in LAYOUT)


def written(parts: Iterable[Part]) -> str:
    """Nodes and words on one line."""
    return joined([word for part in parts for word in words(part)])


def spelled(token: Word) -> str:
    """A word with the canonical spelling and whitespace."""
    kind = token.kind
    if kind in TEXTS:
        return token.text
    words = " ".join(token.text.split())
    if kind in ("INT", "RANGE"):
        return " ".join(str(int(w)) if w.isdigit() else w for w in words.split())
    if words.startswith(",") and len(words) > 1:
        words = ", " + words[1:].strip()
    for one, other in _SPELLING.get(kind, ()):
        words = words.replace(one, other)
    return words


def joined(tokens: Sequence[Word]) -> str:
    """Words on one line."""
    text = ""
    for index, token in enumerate(tokens):
        word = spelled(token)
        if token.kind == "A" and index + 1 < len(tokens):
            word = _article(word, tokens[index + 1].text)
        apart = index and tokens[index - 1].kind not in _OPENING
        apart = apart and not word.startswith(",") and token.kind not in _CLOSING
        text += (" " if apart and not _is_sign(tokens, index - 1) else "") + word
    return text


def _article(word: str, following: str) -> str:
    """*an* before a vowel, *a* before a consonant; before *u* and *h* as the author wrote it."""
    if following[:1] in "uh":
        return word
    return "an" if following[:1] in "aeio" else "a"


def _is_sign(tokens: Sequence[Word], index: int) -> bool:
    """Whether this is the minus sign of a number."""
    if tokens[index].text != "-":
        return False
    return index == 0 or tokens[index - 1].kind not in _VALUES
