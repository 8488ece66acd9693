"""Dataclasses that are cheap to create: there are hundreds, and each adds to start-up time.

To type checkers this is `dataclasses.dataclass`. At run time, a class compares, hashes and prints
with methods that are not compiled for it; its `__init__` is made with its first instance, and
compiled once for all classes whose fields are of the same sorts; the texts of its annotations are
not searched for special meanings; and `frozen` only adds a hash: the type checker prevents
assignment, so neither classes nor instances pay for a guard (docs/decisions/0006 has the figures).
Everything else about dataclasses is unchanged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from dataclasses import _FIELD, MISSING, Field, field, fields
    from dataclasses import dataclass as _dataclass
    from functools import cache
    from inspect import get_annotations
    from operator import attrgetter
    from types import FunctionType

    _SPECIAL = re.compile("ClassVar|InitVar|KW_ONLY")

    @_dataclass(init=False, repr=False, eq=False)
    class _Empty:
        """Nothing but what `dataclasses` adds."""

    _PARAMETERS = _Empty.__dataclass_params__

    def dataclass(cls=None, /, *, frozen=False, eq=True, **options):
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, **options)
        # else dataclass formats the signature, which is slow
        cls.__doc__ = cls.__doc__ or cls.__name__
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _repr
        made = _with_fields(cls, options)
        if "__init__" not in cls.__dict__:
            _initialize_later(made)
        if eq:
            _compare_by_value(made, frozen)
        return made

    def _with_fields(cls, options):
        """The class with its fields. `dataclasses` looks for `ClassVar` and the like in each text
        of an annotation, three times, and prepares for methods that are not made: so it is only
        asked if there are such words, or if instances have a `__dict__`.
        """
        own = get_annotations(cls)
        if options != {"slots": True} or _SPECIAL.search(" ".join(map(str, own.values()))):
            return _dataclass(init=False, repr=False, eq=False, **options)(cls)
        bases = cls.__mro__[-2:0:-1]
        found = {}
        for base in bases:
            found |= base.__dict__.get("__dataclass_fields__", {})
        found |= {name: _field(cls, name, type) for name, type in own.items()}
        slots = {slot for base in bases for slot in base.__dict__.get("__slots__", ())}
        taken = [one.name for one in found.values() if one.init and not one.kw_only]
        kept = cls.__dict__.keys() - own.keys() - {"__dict__", "__weakref__"}
        body = {name: value for name, value in cls.__dict__.items() if name in kept} | {
            "__slots__": tuple(name for name in found if name not in slots),
            "__dataclass_fields__": found,
            "__dataclass_params__": _PARAMETERS,
            "__match_args__": tuple(taken),
        }
        made = type(cls)(cls.__name__, cls.__bases__, body)
        made.__qualname__ = cls.__qualname__
        return made

    def _field(cls, name, type):
        given = cls.__dict__.get(name, MISSING)
        made = given if isinstance(given, Field) else field(default=given)
        made.name, made.type, made._field_type = name, type, _FIELD
        made.kw_only = made.kw_only is True
        if made.default.__class__.__hash__ is None:
            raise ValueError(f"the default of {cls.__qualname__}.{name} can change")
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

    def _initialize_later(cls):
        """Makes the `__init__` of a class with its first instance: most runs use few of them."""

        def __init__(self, *given, **named):
            cls.__init__ = made = _initializer(cls)
            made(self, *given, **named)

        cls.__init__ = __init__

    def _initializer(cls):
        """The `__init__` of a class: the code for fields of these sorts, with the names of its own
        fields.
        """
        own = sorted(fields(cls), key=attrgetter("kw_only"))
        values = [*map(_value, own)]
        pairs = zip(own, values, strict=True)
        taken = [(field, value is not MISSING) for field, value in pairs if field.init]
        named = [field.name for field, _ in taken if field.kw_only]
        by_place = [is_optional for field, is_optional in taken if not field.kw_only]
        if by_place != sorted(by_place):
            raise TypeError(f"a field of {cls.__qualname__} without a default follows one with it")
        code = _code(tuple(map(_setting, own)), hasattr(cls, "__post_init__"))
        code = code.replace(
            co_argcount=1 + len(by_place),
            co_kwonlyargcount=len(named),
            co_names=tuple([_named(name, own) for name in code.co_names]),
            co_varnames=tuple([_named(name, own) for name in code.co_varnames]),
            co_qualname=f"{cls.__qualname__}.__init__",
        )
        given = {f"d{at}": value for at, value in enumerate(values) if value is not MISSING}
        made = FunctionType(code, given | {"MISSING": MISSING})
        optional = [field for field, is_optional in taken if is_optional]
        made.__defaults__ = tuple([one.default for one in optional if not one.kw_only])
        made.__kwdefaults__ = {one.name: one.default for one in optional if one.kw_only}
        return made

    def _named(name, own):
        """The name that code for these fields has in place of `p1` or `f1`."""
        return own[int(name[1:])].name if name[0] in "pf" and name[1:].isdigit() else name

    def _setting(field):
        """What the code for a field depends on. Whether a parameter has a default makes no
        difference, unless it has to be called, nor does whether it can only be given by name.
        """
        is_called = field.default_factory is not MISSING
        has_value = is_called or (not field.init and field.default is not MISSING)
        return field.init, ("call" if is_called else "value") if has_value else ""

    def _value(field):
        return field.default if field.default_factory is MISSING else field.default_factory

    @cache
    def _code(sorts, is_completed):
        """The code for parameters `p0`, `p1`, ..., fields `f0`, ... and defaults or default
        factories `d0`, ...
        """
        taken = [f"p{at}" for at, (is_taken, _) in enumerate(sorts) if is_taken]
        lines = [_assignment(at, is_taken, made) for at, (is_taken, made) in enumerate(sorts)]
        lines += ["self.__post_init__()"] if is_completed else ["pass"]
        found = {}
        exec(f"def __init__({', '.join(['self', *taken])}):\n " + "\n ".join(lines), found)
        return found["__init__"].__code__

    def _assignment(at, is_taken, made):
        if is_taken:
            own = f"d{at}() if p{at} is MISSING else p{at}" if made == "call" else f"p{at}"
            return f"self.f{at} = {own}"
        return f"self.f{at} = d{at}{'()' if made == 'call' else ''}" if made else "pass"
