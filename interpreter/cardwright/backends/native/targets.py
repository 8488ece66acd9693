"""A program as files that other programs use: C with its header, a shared library, WebAssembly.

Each has the functions of `cardwright.h`. Decides what is written for each target.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from cardwright.backends.native.compile import (
    ENDING,
    FLAGS,
    ZIG,
    NoCompiler,
    compile_to,
    compiler,
    has_zig,
)
from cardwright.backends.native.library_cache import OPTIMISED
from cardwright.backends.native.names import quoted
from cardwright.backends.native.printer import runtime

Target = Literal["c", "native", "wasm"]
HEADER, PREFIX = "cardwright.h", "cw_"
_FUNCTION = re.compile(r"^\w+ (\w+)\(", re.M)
_WASM = ("-target", "wasm32-freestanding", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing",
         "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--export=__heap_base")  # fmt: skip
_HEAD = """/* {title}: a game as C; what it offers is in {header}. Compile it with
   -std=gnu11 -fwrapv -fno-strict-aliasing. */
"""


def files(text: str, target: Target, name: str, prefix: str = PREFIX) -> dict[str, bytes]:
    """The files of a target by their names, made from a program's C. Raises NoCompiler.

    With a `prefix` of its own, a game has its own header, and can be linked with other games.
    """
    header = HEADER if prefix == PREFIX else f"{name}.h"
    head = _HEAD.format(title=quoted(name), header=quoted(header))
    text, offered = (_prefixed(of, prefix) for of in (text, runtime(HEADER)))
    found = dict(_MADE[target](name, head + text, offered))
    return found if target == "wasm" else {**found, header: offered.encode()}


def _prefixed(text: str, prefix: str) -> str:
    """The text with another prefix on all names that other files could also have."""
    if prefix == PREFIX:
        return text
    text = re.sub(rf"\b{PREFIX}", prefix, text)
    return re.sub(r"\bCARDWRIGHT_H\b", f"{prefix}CARDWRIGHT_H", text)


_Files = Iterator[tuple[str, bytes]]


def _c(name: str, text: str, _: str) -> _Files:
    yield f"{name}.c", text.encode()


def _native(name: str, text: str, _: str) -> _Files:
    yield f"{name}{ENDING}", _compiled(text, ENDING, [*compiler(), *FLAGS, *OPTIMISED])


def _wasm(name: str, text: str, header: str) -> _Files:
    if not has_zig():
        raise NoCompiler("`pip install 'cardwright[native]'` has the compiler for WebAssembly")
    exports = (f"-Wl,--export={one}" for one in _FUNCTION.findall(header))
    yield f"{name}.wasm", _compiled(text, ".wasm", [*ZIG, *_WASM, *exports, *OPTIMISED])


def _compiled(text: str, suffix: str, command: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"made{suffix}"
        compile_to(path, text, command)
        return path.read_bytes()


_MADE: Mapping[Target, Callable[[str, str, str], _Files]] = {
    "c": _c,
    "native": _native,
    "wasm": _wasm,
}
