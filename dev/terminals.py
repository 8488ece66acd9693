"""What a match of a terminal's pattern begins with: the words, or the letters."""

from __future__ import annotations

import re

_CLASSES = {"[0-9]": "0123456789", "[a-z]": "abcdefghijklmnopqrstuvwxyz", "[ \t]": " \t"}
_TOKEN = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|.", re.S)
_QUANTIFIER = re.compile(r"^[?*][?+]?")  # including lazy and possessive ones
_WORD = re.compile(r"((?:[a-z]\??)+)(.*)", re.S)
_REPEATS = tuple("?*+{")
_LETTERS = "abcdefghijklmnopqrstuvwxyz?"
_BLANK = r"\s+"
WORD_ENDS = r"(?![\w-])"
_ENDS = (WORD_ENDS, _BLANK, r"(?=\s+", r"(?=[ \t]+")
"""What a word of a pattern is followed by: no further letter, or a blank."""


def first_words(pattern: str, after: str = "") -> frozenset[str]:
    """The whole words, one of which each match begins with; empty if it may begin otherwise.

    `after` is the pattern that follows this one.
    """
    found = [_words(branch, after) for branch in _branches(pattern)]
    return frozenset().union(*found) if all(found) else frozenset()


def _words(branch: str, after: str) -> frozenset[str]:
    if (inner := _group(branch)) is not None:
        rest = inner[1] + after
        return first_words(inner[0], rest) if rest[:1] not in _REPEATS else frozenset()
    match = _WORD.fullmatch(branch + after)
    if match is None or not match[2].startswith(_ENDS):
        return frozenset()
    letters = re.findall(r"[a-z]\??", match[1])
    words = [""]
    for letter in letters:
        words = [
            word + one for word in words for one in ({letter[0], ""} if letter[1:] else letter)
        ]
    return frozenset(words)


def phrases(pattern: str, after: str = "") -> frozenset[str]:
    """All texts of a pattern that are just words, with a space for each blank; empty if there are
    others.

    `after` is the pattern that follows this one.
    """
    found = [_phrases(branch, after) for branch in _branches(pattern)]
    return frozenset().union(*found) if all(found) else frozenset()


def _phrases(branch: str, after: str) -> frozenset[str]:
    if (inner := _group(branch)) is not None:
        rest = inner[1] + after
        return phrases(inner[0], rest) if rest[:1] not in _REPEATS else frozenset()
    words, rest = first_words(branch, after), (branch + after).lstrip(_LETTERS)
    if not words or rest == WORD_ENDS:
        return words
    later = phrases(rest.removeprefix(_BLANK)) if rest.startswith(_BLANK) else ()
    return frozenset(f"{word} {more}" for word in words for more in later)


def first_letters(pattern: str) -> frozenset[str] | None:
    """The letters that a match of a pattern can begin with; None if any letter is possible."""
    found: frozenset[str] = frozenset()
    for branch in _branches(pattern):
        letters = _of_branch(branch)
        if letters is None:
            return None
        found |= letters
    return found


def _group(branch: str) -> tuple[str, str] | None:
    """The inside of the group that a branch begins with, and what follows it."""
    part = _first_part(branch)
    is_group = part.startswith("(") and not part.startswith("(?")
    return (part[1:-1], branch[len(part) :]) if is_group else None


def _branches(pattern: str) -> list[str]:
    """The top-level alternatives of a pattern, outside of parentheses."""
    found, depth = [""], 0
    for token in _TOKEN.findall(pattern):
        depth += (token == "(") - (token == ")")
        if token == "|" and not depth:
            found.append("")
        else:
            found[-1] += token
    return found


def _of_branch(branch: str) -> frozenset[str] | None:
    token = _first_part(branch)
    rest = branch[len(token) :]
    if token[:2] == "(?" or not token:
        return None
    if token[0] == "(":
        letters = first_letters(token[1:-1])
    elif token[0] == "[":
        letters = frozenset(_CLASSES[token]) if token in _CLASSES else None
    elif token[0] == "\\":
        letters = frozenset(token[1]) if not token[1].isalnum() else None
    else:
        letters = frozenset(token) if token not in ".^$" else None
    if letters is None or rest[:1] not in ("?", "*", "{"):
        return letters
    after = _of_branch(_QUANTIFIER.sub("", rest)) if rest[0] != "{" else None
    return letters | after if after is not None else None


def _first_part(branch: str) -> str:
    """The first token of a branch, or the parenthesized group it begins with."""
    part, depth = "", 0
    for token in _TOKEN.findall(branch):
        part, depth = part + token, depth + (token == "(") - (token == ")")
        if not depth:
            break
    return part
