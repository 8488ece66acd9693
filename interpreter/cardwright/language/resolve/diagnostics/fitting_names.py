"""Names that are known at a position, for help texts that say what to write there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cardwright.board.types import UNKNOWN, Type
from cardwright.language.declared import Parameter, TypeName
from cardwright.language.resolve import names
from cardwright.language.resolve.scope import Scope


def fitting_name(expect: Type, scope: Scope, taken: Collection[str] = ()) -> str:
    """The name, of those bound last, of one thing or value of this type; "" if there is none."""
    wanted = TypeName(expect.of or expect.base)
    for name, bound in reversed(scope.names.items()):
        single = bound.type != UNKNOWN and not bound.type.many and name not in taken
        if single and bound.type.base == expect.base and names.fits(bound.type, wanted, scope):
            return name
    return ""


def wrong_number(name: str, takes: Sequence[Parameter], given: int) -> str:
    """`harm` takes boat, foe; 1 is given."""
    wanted = ", ".join(parameter.name for parameter in takes) or "nothing"
    said = ["nothing is", "1 is"][given] if given < 2 else f"{given} are"
    return f"`{name}` takes {wanted}; {said} given"


def arguments_for(takes: Sequence[Parameter], scope: Scope) -> str:
    """`boat, SUM`: for each parameter a known name of its type, or else its own, in capitals."""
    return ", ".join(_arguments(takes, scope))


def _arguments(takes: Sequence[Parameter], scope: Scope) -> Iterator[str]:
    taken = list[str]()
    for parameter in takes:
        expect = names.type_of(parameter, scope)
        bound = scope.names.get(parameter.name)
        own = parameter.name if bound is not None and bound.type == expect else ""
        name = own or ("" if expect.many else fitting_name(expect, scope, taken))
        taken.append(name)
        yield name or parameter.name.upper()
