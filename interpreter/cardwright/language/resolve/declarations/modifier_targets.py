"""What a modifier changes: a definition, or a printed field of a kind.

A modified field is read by a function of its own, which returns the printed value and is modified
like a definition; all other fields stay constants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import TEXT, thing
from cardwright.language import core
from cardwright.language.declared import Ability, Declared
from cardwright.language.resolve.diagnostics.modifier_errors import no_definition
from cardwright.language.resolve.diagnostics.name_examples import with_examples
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Context
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.spelling import did_you_mean

BUILT_IN = ("order", "title")
Key = tuple[str, str]


def function_of(field: Field) -> str:
    """The name of the function that reads a modified field; no definition has such a name."""
    return f"{field.name} of {field.kind}"


def modified_fields(context: Context) -> dict[Key, Field]:
    """The printed fields that modifiers of a game change; each error is reported."""
    found = dict[Key, Field]()
    for ability in context.declared.abilities:
        if ability.kind.pattern == "property" and _may_name_field(ability, context):
            try:
                field, _ = field_of(ability, context)
            except CheckError:
                continue
            found[field.full_name] = field
    return found


def names_field(ability: Ability, context: Context) -> bool:
    """Whether a modifier is about a printed field, and not a definition."""
    if not _may_name_field(ability, context):
        return False
    head, kind = _parts(ability, context)
    declared = context.declared.definitions.get(head.text)
    if declared is None:
        return any(head.text in kind.fields for kind in context.board.kinds.values())
    own = [parameter.name for parameter in declared.takes]
    return kind is not None and own != [kind.text] and _has(kind.text, head.text, context.board)


def _may_name_field(ability: Ability, context: Context) -> bool:
    """Whether it is not a definition with its parameters, as far as it can be read."""
    node = context.parser.property(ability.pattern)
    if not isinstance(node, ast.PropertyText):
        return True
    known = context.declared.definitions.get(node.name.text)
    own = [parameter.name.text for parameter in node.parameters]
    return known is None or [parameter.name for parameter in known.takes] != own


def _parts(ability: Ability, context: Context) -> tuple[Word, Word | None]:
    """The words of `cost of creature`; the second is None if there is no kind."""
    node = context.parser.property(ability.pattern)
    if not isinstance(node, ast.PropertyText):
        raise no_definition(node.name.text, ability.pattern, context)
    kinds = [parameter.name for parameter in node.parameters]
    return node.name, kinds[0] if len(kinds) == 1 else None


def _has(kind: str, name: str, board: Board) -> bool:
    found = board.field(kind, name) if kind in board.kinds else None
    return found is not None and found.printed


def field_of(ability: Ability, context: Context) -> tuple[Field, str]:
    """The printed field that a modifier changes, and the kind of things for which it is changed.

    Raises CheckError if there is none, or if it can't be modified.
    """
    board = context.board
    head, kind = _parts(ability, context)
    if kind is None or kind.text not in board.kinds:
        raise _no_kind(head, kind, context)
    found = board.field(kind.text, head.text)
    if found is None or not found.printed:
        raise no_definition(head.text, ability.pattern, context)
    if not is_modifiable(found):
        message = f"`{found.name}` of `{kind.text}` is fixed"
        help = "only fields that a pack declares, other than texts, can be modified"
        raise CheckError("CW226", message, ability.pattern, help)
    return found, kind.text


def is_modifiable(field: Field) -> bool:
    """Whether modifiers may change a printed field."""
    return field.type != TEXT and field.name not in BUILT_IN and field.span is not None


def modifier_patterns(declared: Declared) -> Iterator[str]:
    """What modifiers may change: `edge of player on base`, `cost of creature`."""
    yield from (one.signature for one in declared.definitions.values())
    for kind in declared.board.kinds:
        for field in declared.board.fields(kind).values():
            if field.printed and is_modifiable(field):
                yield f"{field.name} of {kind}"


def _no_kind(head: Word, kind: Word | None, context: Context) -> CheckError:
    kinds = [k.name for k in context.board.kinds.values() if _has(k.name, head.text, context.board)]
    if not kinds:
        return no_definition(head.text, head.span, context)
    options = {option.id for option in context.declared.options}
    if kind is not None and kind.text in options:
        help = f"let it name a definition, as in `{head.text}: ({kind.text}-{head.text} of you) "
        help += f"COUNTER`, and modify that: `modify: {kind.text}-{head.text} of player`"
        message = f"`{kind.text}` is an option, whose {head.text} can't be modified"
        return CheckError("CW226", message, kind.span, with_examples(help, context, kind.span))
    if kind is not None:
        help = did_you_mean(kind.text, kinds) or f"as in `{head.text} of {kinds[0]}`"
        return CheckError("CW211", f"there is no kind `{kind.text}`", kind.span, help)
    help = f"write `{head.text} of {kinds[0]}`"
    return CheckError("CW226", f"it is unclear which `{head.text}` is meant", head.span, help)


def field_functions(fields: Mapping[Key, Field]) -> Iterator[core.Function]:
    """The functions that read modified fields: each returns the printed value."""
    for field in fields.values():
        assert field.span is not None
        holder = thing(field.kind).maybe()
        printed = core.Get(field.type, field.span, field, core.Var(holder, field.span, 0))
        yield core.Function(function_of(field), (holder,), printed, field.span)
