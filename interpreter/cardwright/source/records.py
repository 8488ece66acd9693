"""Dataclasses that are cheap to create: there are hundreds, and each adds to start-up time.

To type checkers this is `dataclasses.dataclass`. At run time `frozen` only adds a hash: the type
checker prevents assignment, so that neither classes nor instances pay for a guard
(docs/decisions/0006 has the figures). Owns nothing else of what a dataclass is.
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
        cls.__doc__ = cls.__doc__ or cls.__name__  # else dataclass formats the signature, slowly
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _shown
        return _dataclass(repr=False, unsafe_hash=frozen, **options)(cls)

    def _shown(self) -> str:
        values = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
        return f"{type(self).__qualname__}({', '.join(values)})"
