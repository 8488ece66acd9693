"""A program as files that other programs use: C with its header, a shared library, WebAssembly.

Each has the functions of `cardwright.h`. Owns what is written for each target.
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
    OPTIMISED,
    ZIG,
    NoCompiler,
    compile_to,
    compiler,
    has_zig,
)
from cardwright.backends.native.names import quoted
from cardwright.backends.native.printer import runtime, text_of
from cardwright.program.program import Program

Target = Literal["c", "native", "wasm"]
HEADER = "cardwright.h"
_FUNCTION = re.compile(r"^\w+ (cw_\w+)\(", re.M)
_WASM = ("-target", "wasm32-freestanding", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing",
         "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--export=__heap_base")  # fmt: skip
_HEAD = """/* {title}: a game as C; what it offers is in cardwright.h. Compile it with
   -std=gnu11 -fwrapv -fno-strict-aliasing. */
"""


def files(program: Program, target: Target, name: str) -> dict[str, bytes]:
    """The files of a target by their names. Raises NoCompiler or Unsupported."""
    return dict(_MADE[target](name, _HEAD.format(title=quoted(name)) + text_of(program)))


_Files = Iterator[tuple[str, bytes]]


def _c(name: str, text: str) -> _Files:
    yield f"{name}.c", text.encode()
    yield _header()


def _native(name: str, text: str) -> _Files:
    yield f"{name}{ENDING}", _compiled(text, ENDING, [*compiler(), *FLAGS, *OPTIMISED])
    yield _header()


def _wasm(name: str, text: str) -> _Files:
    if not has_zig():
        raise NoCompiler("`pip install 'cardwright[native]'` has the compiler for WebAssembly")
    exports = (f"-Wl,--export={one}" for one in _FUNCTION.findall(runtime(HEADER)))
    yield f"{name}.wasm", _compiled(text, ".wasm", [*ZIG, *_WASM, *exports, *OPTIMISED])


def _compiled(text: str, suffix: str, command: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"made{suffix}"
        compile_to(path, text, command)
        return path.read_bytes()


def _header() -> tuple[str, bytes]:
    return HEADER, runtime(HEADER).encode()


_MADE: Mapping[Target, Callable[[str, str], _Files]] = {"c": _c, "native": _native, "wasm": _wasm}
