"""The functions of a compiled program, as `runtime/cardwright.h` declares them, for ctypes."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator

from cardwright.backends.native.printer import runtime

_DECLARED = re.compile(r"^(\w+) (cw_\w+)\((.*)\);$", re.MULTILINE)
_TYPES: dict[str, type | None] = {
    "void": None, "int": ctypes.c_int, "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64,
    "int64_t *": ctypes.POINTER(ctypes.c_int64), "uint64_t *": ctypes.POINTER(ctypes.c_uint64),
}  # fmt: skip


def declare(dll: ctypes.CDLL) -> None:
    """Declares the argument and result types of each function. Raises AttributeError if one is
    missing.
    """
    for gives, name, takes in _DECLARED.findall(runtime("cardwright.h")):
        function = getattr(dll, name)
        function.restype, function.argtypes = _TYPES[gives], [*_taken(takes)]


def _taken(takes: str) -> Iterator[type | None]:
    """The types in `cw_work *w, int64_t most`: positions and similar types are addresses."""
    for one in takes.split(", ") if takes != "void" else ():
        yield _TYPES.get(re.sub(r"^const |\w+$", "", one).strip(), ctypes.c_void_p)
