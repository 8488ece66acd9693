"""Dataclasses that are cheap to create: there are hundreds, and each adds to start-up time.

To type checkers this is `dataclasses.dataclass`. At run time a class compares, hashes and prints
by methods that are not compiled for it, and `frozen` only adds a hash: the type checker prevents
assignment, so that neither classes nor instances pay for a guard (docs/decisions/0006 has the
figures). Owns nothing else of what a dataclass is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from dataclasses import dataclass as _dataclass
    from dataclasses import fields
    from operator import attrgetter

    def dataclass(cls=None, /, *, frozen=False, eq=True, **options):
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, **options)
        cls.__doc__ = cls.__doc__ or cls.__name__  # else dataclass formats the signature, slowly
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _repr
        made = _dataclass(repr=False, eq=False, **options)(cls)
        if eq:
            _compare_by_value(made, frozen)
        return made

    def _repr(self) -> str:
        values = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
        return f"{type(self).__qualname__}({', '.join(values)})"

    def _compare_by_value(cls, hashed) -> None:
        names = [field.name for field in fields(cls) if field.compare]
        values = attrgetter(*names) if names else lambda self: ()

        def __eq__(self, other):
            return values(self) == values(other) if type(other) is type(self) else NotImplemented

        def __hash__(self):
            return hash(values(self))

        if "__eq__" not in cls.__dict__:
            cls.__eq__ = __eq__
        if "__hash__" not in cls.__dict__ or cls.__hash__ is None:
            cls.__hash__ = __hash__ if hashed else None
