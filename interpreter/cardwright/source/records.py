"""Dataclasses that are cheap to create: there are hundreds, and each adds to start-up time.

To type checkers this is `dataclasses.dataclass`. At run time, a class compares, hashes and prints
with methods that are not compiled for it; its `__init__` is compiled once for all classes whose
fields are of the same sorts; the texts of its annotations are not searched for special meanings;
and `frozen` only adds a hash: the type checker prevents assignment, so neither classes nor
instances pay for a guard (docs/decisions/0006 has the figures). Everything else about dataclasses
is unchanged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from dataclasses import MISSING, fields
    from dataclasses import dataclass as _dataclass
    from functools import cache
    from inspect import get_annotations
    from operator import attrgetter
    from types import FunctionType

    _SPECIAL = re.compile("ClassVar|InitVar|KW_ONLY")
    _ANY = object()

    def dataclass(cls=None, /, *, frozen=False, eq=True, **options):
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, **options)
        # else dataclass formats the signature, which is slow
        cls.__doc__ = cls.__doc__ or cls.__name__
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _repr
        made = _with_fields(cls, options)
        if "__init__" not in cls.__dict__:
            made.__init__ = _initializer(made)
        if eq:
            _compare_by_value(made, frozen)
        return made

    def _with_fields(cls, options):
        """The class with its fields. `dataclasses` looks for `ClassVar` and the like in each text
        of an annotation, three times; other objects it takes as they are.
        """
        own = get_annotations(cls)
        cls.__annotations__ = {
            name: _ANY if isinstance(type, str) and not _SPECIAL.search(type) else type
            for name, type in own.items()
        }
        made = _dataclass(init=False, repr=False, eq=False, **options)(cls)
        made.__annotations__ = own
        for name, type in own.items():
            if name in made.__dataclass_fields__:
                made.__dataclass_fields__[name].type = type
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

    def _initializer(cls):
        """The `__init__` of a class: the code for fields of these sorts, with the names of its own
        fields.
        """
        own = sorted(fields(cls), key=lambda field: field.kw_only)
        code = _code(tuple(map(_setting, own)), hasattr(cls, "__post_init__"))
        names = {f"{sign}{at}": field.name for at, field in enumerate(own) for sign in "pf"}
        made = FunctionType(
            code.replace(
                co_names=tuple(names.get(name, name) for name in code.co_names),
                co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
                co_qualname=f"{cls.__qualname__}.__init__",
            ),
            {f"d{at}": _value(field) for at, field in enumerate(own)} | {"MISSING": MISSING},
        )
        by_place = [bool(_sort(field)[-1]) for field in own if field.init and not field.kw_only]
        if by_place != sorted(by_place):
            raise TypeError(f"a field of {cls.__qualname__} without a default follows one with it")
        optional = [field for field in own if field.init and _sort(field)[-1]]
        made.__defaults__ = tuple(field.default for field in optional if not field.kw_only)
        made.__kwdefaults__ = {field.name: field.default for field in optional if field.kw_only}
        return made

    def _sort(field):
        made = "call" if field.default_factory is not MISSING else "value"
        return field.init, field.kw_only, made if _value(field) is not MISSING else ""

    def _setting(field):
        """What the code for a field depends on: whether a parameter has a default makes no
        difference, unless it has to be called.
        """
        taken, named, made = _sort(field)
        return taken, named, "" if taken and made == "value" else made

    def _value(field):
        return field.default if field.default_factory is MISSING else field.default_factory

    @cache
    def _code(sorts, is_completed):
        """The code for parameters `p0`, `p1`, ..., fields `f0`, ... and defaults or default
        factories `d0`, ...
        """
        taken = [at for at, (is_taken, _, _) in enumerate(sorts) if is_taken]
        parameters = [f"p{at}" for at in taken if not sorts[at][1]]
        if named := [f"p{at}" for at in taken if sorts[at][1]]:
            parameters += ["*", *named]
        lines = [_assignment(at, is_taken, made) for at, (is_taken, _, made) in enumerate(sorts)]
        lines += ["self.__post_init__()"] if is_completed else ["pass"]
        found = {}
        exec(f"def __init__({', '.join(['self', *parameters])}):\n " + "\n ".join(lines), found)
        return found["__init__"].__code__

    def _assignment(at, is_taken, made):
        if is_taken:
            own = f"d{at}() if p{at} is MISSING else p{at}" if made == "call" else f"p{at}"
            return f"self.f{at} = {own}"
        return f"self.f{at} = d{at}{'()' if made == 'call' else ''}" if made else "pass"
