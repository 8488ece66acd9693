"""Mutations of texts for `dev.fuzz`: of bytes, of tokens, and of the structure of lines.

Each takes a text and a random number generator and returns another text. Mutated packs find most if
they can nearly be played, so most mutations are small.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

Mutation = Callable[[bytes, random.Random], bytes]
HOSTILE = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\t", "\u2028".encode(), "\u202e".encode(),
    "\N{ARABIC-INDIC DIGIT THREE}".encode(), b"9" * 50, b"-1", b"0x10", b"1e9", b"&a ", b"*a ",
    b"!!python/object:x ", b"<<: ", b"? ", b"{", b"}", b"[", b"]", b"'", b'"', b"|", b">", b"#",
    b": ", b"- ", b"---\n", b"...\n", b"()", b"((((", b"not not ", b"%s", b"{you}", b"null", b"~",
)  # fmt: skip
WORDS = (
    b"each", b"all", b"any", b"up to 3", b"player", b"players", b"you", b"it", b"this", b"none",
    b"choose", b"gain", b"lose", b"move", b"if", b"repeat 2 times", b"then", b"may", b"as x",
    b"number of", b"sum of", b"of", b"where", b"and", b"or", b"not", b"top of", b"do nothing",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 10**400, 0.5, 1e308, float("inf"), float("nan"), "",
    " ", "a", "\x1b[2J", "\ud800", "\0", "../../x", "/", "1", "9" * 50, [], {}, [[]], {"": ""},
    [None], {"a": [1]}, "\u202e", "x" * 300,
)  # fmt: skip
_TOKEN = re.compile(rb"[A-Za-z_-]+|[0-9]+|[^\sA-Za-z0-9]")


def mutated(data: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    """A text after some mutations, which may insert parts of `others`."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if rng.random() < 0.15:
            data = _spliced(data, rng.choice(others), rng)
        else:
            data = rng.choice(MUTATIONS)(data, rng)
    return data


def mutated_values(data: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    """One or more lines of JSON, in which some values, keys or lines were exchanged."""
    whole = _json(data)
    lines = [whole] if whole is not None else [*map(_json, data.split(b"\n"))]
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        if len(lines) > 1 and rng.random() < 0.2:
            lines.insert(rng.randrange(len(lines)), lines.pop(at))
        elif isinstance(lines[at], dict | list):
            _exchange(lines[at], others, rng)
    seat = [b"@" if one.startswith(b"@") else b"" for one in data.split(b"\n")]
    made = [json.dumps(line).encode() for line in lines]
    return b"\n".join(one + line for one, line in zip(seat, made, strict=False))


def _json(data: bytes) -> Any:
    try:
        return json.loads(data.removeprefix(b"@"))
    except ValueError:
        return None


def _exchange(value: Any, others: Sequence[bytes], rng: random.Random) -> None:
    """Somewhere in a list or mapping, replaces or removes a value, or replaces a key."""
    inside = value
    while keys := [*inside] if isinstance(inside, dict) else [*range(len(inside))]:
        key = rng.choice(keys)
        if isinstance(inside[key], dict | list) and inside[key] and rng.random() < 0.8:
            inside = inside[key]
            continue
        match rng.randrange(8):
            case 0:
                del inside[key]
            case 1 if isinstance(inside, dict):
                inside[rng.choice(["", "a", "x" * 50, "\ud800", key + "s"])] = inside.pop(key)
            case 1 | 2 if isinstance(inside, list):
                inside.insert(key, deepcopy(inside[key]))
            case 3 if isinstance(inside[key], int):
                inside[key] += rng.choice((-1, 1, 100))
            case 4 if isinstance(inside[key], str):
                text = inside[key].encode("utf-8", "surrogatepass")
                inside[key] = mutated(text, others, rng).decode("utf-8", "surrogateescape")
            case 5:
                inside[key] = _json(rng.choice(others))
            case _:
                inside[key] = deepcopy(rng.choice(VALUES))
        return


def _flip(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(HOSTILE) + data[at:]


def _cut(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 2, 5, 40)) :]


def _other_token(data: bytes, rng: random.Random) -> bytes:
    """Replaces a word by another one from the file or the language."""
    found = [*_TOKEN.finditer(data)]
    if not found:
        return data
    one = rng.choice(found)
    new = rng.choice((rng.choice(found)[0], rng.choice(WORDS), rng.choice(HOSTILE)))
    return data[: one.start()] + new + data[one.end() :]


def _no_token(data: bytes, rng: random.Random) -> bytes:
    found = [*_TOKEN.finditer(data)]
    one = rng.choice(found) if found else None
    return data[: one.start()] + data[one.end() :] if one else data


def _twice_token(data: bytes, rng: random.Random) -> bytes:
    found = [*_TOKEN.finditer(data)]
    one = rng.choice(found) if found else None
    return data[: one.end()] + b" " + data[one.start() :] if one else data


def _lines(change: Callable[[list[bytes], int, random.Random], None]) -> Mutation:
    def mutation(data: bytes, rng: random.Random) -> bytes:
        lines = data.split(b"\n")
        change(lines, rng.randrange(len(lines)), rng)
        return b"\n".join(lines)

    return mutation


def _moved(lines: list[bytes], at: int, rng: random.Random) -> None:
    line = lines.pop(at)
    lines.insert(rng.randrange(len(lines) + 1), line)


def _doubled(lines: list[bytes], at: int, rng: random.Random) -> None:
    end = at + rng.randint(1, 5)
    lines[at:at] = lines[at:end]


def _deleted(lines: list[bytes], at: int, rng: random.Random) -> None:
    del lines[at : at + rng.randint(1, 4)]


def _indented(lines: list[bytes], at: int, rng: random.Random) -> None:
    lines[at] = b" " * rng.randint(0, 9) + lines[at].lstrip()


def _flowed(lines: list[bytes], at: int, rng: random.Random) -> None:
    """Puts the value of a key in brackets, or changes its quotes."""
    key, colon, value = lines[at].partition(b": ")
    if colon:
        left, right = rng.choice(((b"[", b"]"), (b"{", b"}"), (b'"', b'"'), (b"'", b"'")))
        lines[at] = key + colon + left + value + right


def _spliced(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """Inserts some lines of another file."""
    lines = other.split(b"\n")
    start = rng.randrange(len(lines))
    more = b"\n".join(lines[start : start + rng.randint(1, 12)])
    at = data.find(b"\n", rng.randrange(len(data) + 1)) + 1
    return data[:at] + more + b"\n" + data[at:]


MUTATIONS: tuple[Mutation, ...] = (
    _flip, _insert, _cut, _other_token, _other_token, _other_token, _no_token, _twice_token,
    _lines(_moved), _lines(_doubled), _lines(_deleted), _lines(_indented), _lines(_flowed),
)  # fmt: skip
