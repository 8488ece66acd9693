"""Comparisons and counts as English clauses: `the load is at least 3`, `there are no carts`."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english.clauses import HERE, YOU, Clause, has, is_
from cardwright.language.english.noun_phrases import ACTOR, OWNERS, Quantity, The, bare, is_the
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import article, is_several, spaced
from cardwright.source.patterns import lazy_pattern

_COMPARED = {"==": "", "!=": "", "<": "less than", "<=": "at most",
             ">": "more than", ">=": "at least"}  # fmt: skip


def field_name(e: Expr) -> str:
    """The name of a property that is a field; "" for all others."""
    match as_written(e):
        case core.Get(field=field) | hir.Path(steps=(*_, Field() as field)):
            return field.name
    return ""


def numbered_keyword(words: Phrasing, e: Expr) -> core.Call | None:
    """The keyword in a test of whether a thing has it with any number: more than 0."""
    match e:
        case core.Compare(op=">", left=core.Call(args=(_,)) as found, right=core.Lit(value=0)):
            return found if found.name in words.declared.board.keywords else None
    return None


def compare(words: Phrasing, e: core.Compare) -> str:
    if (keyword := numbered_keyword(words, e)) is not None:
        return has(words(keyword.args[0]), spaced(keyword.name))
    if is_none(e):
        return there_is(words, e.left, "no" if e.op == "==" else "")
    if (some := _some_or_none(e)) is not None:
        return there_are(words, e.left.source, some) if isinstance(e.left, core.Count) else ""
    if e.op in ("==", "!=") and words(e.right) == YOU:
        return _is_you(words, e)
    said, several = words(e.left), is_plural(property_name(e.left))
    verb = "are" if several and said != YOU else ""
    return is_(said, compared(words, e), verb, denied=e.op == "!=")


def is_none(e: Expr) -> bool:
    """Whether a comparison asks if there is something at all."""
    return (
        isinstance(e, core.Compare)
        and e.op in ("==", "!=")
        and isinstance(e.right, core.Lit)
        and e.right.type.base == "none"
    )


def there_is(words: Phrasing, e: Expr, no: str) -> str:
    """`there is no winner`, `the town has a holder`, `you have no mandate`."""
    match as_written(e):
        case core.Get(of=Expr() as of, field=field):
            name = spaced(field.name)
        case core.Call(args=(of,), name=name):
            name = spaced(name)
        case _:
            said = words(e)
            if said in HERE:
                return is_(said, "nowhere" if no else "somewhere")
            if not is_the(said):
                return is_(said, "none" if no else "something")
            name = bare(said)
            return f"there {'are' if is_plural(name) else 'is'} {no_or_a(name, no)}"
    return has(words(of), no_or_a(name, no))


def no_or_a(name: str, no: str) -> str:
    if no:
        return f"{no} {name}"
    return name if is_plural(name) else article(name)


def _some_or_none(e: core.Compare) -> str | None:
    """The quantity that a comparison of a number with none or one asks for: `""`, `no`."""
    if not isinstance(e.left, core.Count) or not isinstance(e.right, core.Lit):
        return None
    return _NUMBERS.get((e.op, e.right.value))


_NUMBERS: dict[tuple[str, object], str] = {
    (">", 0): "", (">=", 1): "", ("!=", 0): "", ("==", 0): "no", ("<", 1): "no", ("<=", 0): "no"
}  # fmt: skip


def property_name(e: Expr) -> str:
    match as_written(e):
        case core.Call(name=name):
            return spaced(name)
    return spaced(field_name(e))


def is_plural(name: str) -> bool:
    """Whether a name reads as a plural: `coins`, `times chosen`, `cards drawn`."""
    words = name.split(" ")
    if len(words) > 1 and _DONE.search(words[-1]):
        words.pop()
    return is_several(words[-1])


_DONE = lazy_pattern(r"(ed|en|wn|on|eld|old|eft|ost|ent|ought|aid)$")


def _is_you(words: Phrasing, e: core.Compare) -> str:
    """`the cart is yours`, `you are the holder of the town`."""
    left, denied = as_written(e.left), e.op == "!="
    said = words(left)
    if said == ACTOR:
        own = Clause("you do it", "another player does it")
        return own.negated if denied else own
    if isinstance(left, core.Owner):
        return is_(words(left.of), "yours", denied=denied)
    subject, what = (YOU, said) if is_the(said) else (said, YOU)
    return is_(subject, what, denied=denied)


def compared(words: Phrasing, e: core.Compare) -> str:
    """The complement of *is*, or of *is not*: `at least 3`, `the cart`."""
    return f"{_COMPARED[e.op]} {words(e.right)}".strip()


def how_many(words: Phrasing, e: hir.HowMany) -> str:
    return there(words, e, number(words, e))


def number(words: Phrasing, e: hir.HowMany) -> str:
    """`no`, `2 or more`, `2 to 3`; "" if one is enough."""
    if e.low is None:
        return "no" if e.none else ""
    return Quantity(words(e.low), None if e.high is None else words(e.high))


def there(words: Phrasing, e: core.Exists | hir.HowMany, number: str = "") -> str:
    """`there are carts`, `there is no ore`, `you have 2 or more carts`."""
    return there_are(words, e.source, number)


def there_are(words: Phrasing, source: Expr, number: str = "") -> str:
    noun, many = words.noun(source), f"{number} " if number else ""
    source = as_written(source)
    lasting = words.declared.lasting.get(source.kind) if isinstance(source, core.Domain) else None
    if lasting is not None and number in ("", "no"):
        return f"“{lasting.thing.title}” is {'not ' * bool(number)}in effect"
    if noun.whose == "your":
        return has(YOU, f"{many}{noun.several}")
    if noun.fixed and isinstance(source, core.Reg | core.Var):
        name = bare(noun.plural)
        some = "none" if number == "no" else number or "any"
        return f"there are {f'{many}{name}' if is_plural(name) else f'{some} of {noun.plural}'}"
    if isinstance(source, core.Call) and isinstance(said := noun.plural, The):
        if said.whose:
            return has(OWNERS[said.whose], f"{many}{said.bare}")
        return f"there are {many}{said.bare}"
    return f"there {'is' if noun.many == noun.kind != '' else 'are'} {many}{noun.plural}"
