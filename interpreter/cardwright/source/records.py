"""Dataclasses that are cheap to make: there are hundreds, and a command pays for each at its start.

To type checkers this is `dataclasses.dataclass`. In a run `frozen` only gives a hash: what
must not be changed is held by the type checker, and neither making a class nor making one of
it pays for the guard (docs/decisions/0006 has the figures).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from dataclasses import dataclass as _dataclass
    from dataclasses import fields

    def dataclass(cls=None, /, *, frozen=False, **options):
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, **options)
        cls.__doc__ = cls.__doc__ or cls.__name__  # else a signature is worked out for it
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _shown
        return _dataclass(repr=False, unsafe_hash=frozen, **options)(cls)

    def _shown(self) -> str:
        values = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
        return f"{type(self).__qualname__}({', '.join(values)})"
