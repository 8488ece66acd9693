"""Sets as noun phrases: the tests of a filter become adjectives and what follows the noun.

`bases where resource of base is iron and there are miners of you on base` is said as it
was written: `iron bases with your miners`. What has no such form is said after `where`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.nounwords import Noun, spaced
from cardwright.language.wording import YOU, Words


def noun(words: Words, e: Expr) -> Noun:
    """The words of a set; of anything else, its own words as they are."""
    match e:
        case core.Domain():
            found = words.kind(e.kind)
            found.after += ["in supply"] if e.supply else []
            return found
        case core.Values():
            return words.kind(e.enum)
        case core.Contents():
            found = words.kind(e.type.of)
            found.after.append(f"in {words(e.zone)}")
            return found
        case core.Filter():
            found = noun(words, e.source)
            for test in conjuncts(e.test):
                _describe(found, e.var, test, words)
            return found
        case _:
            return _narrowed(words, e)


def _narrowed(words: Words, e: Expr) -> Noun:
    match e:
        case core.Best():
            found = noun(words, e.source)
            body = words.bound(e.var, f"the {found.kind or 'one'}")(e.body)
            found.after.append(f"with the {e.op} value of {body}")
        case core.Arranged():
            found = noun(words, e.source)
            found.after.append(f"in order of {words.bound(e.var, f'the {found.kind}')(e.body)}")
        case core.Rotated():
            found = noun(words, e.source)
            found.after.append(f"starting with {words(e.start)}")
        case core.Difference():
            found = noun(words, e.left)
            found.after.append(f"without {words(e.right)}")
        case core.Joined():
            found = Noun(fixed=f"{noun(words, e.left).plural} and {words(e.right)}")
        case _:
            found = Noun(fixed=words(e))
    return found


def conjuncts(test: Expr) -> Iterator[Expr]:
    """The parts of a test that all have to hold."""
    if isinstance(test, core.Logic) and test.op == "and":
        yield from conjuncts(test.left)
        yield from conjuncts(test.right)
    else:
        yield test


def rooted(e: Expr, var: int) -> bool:
    """Whether an expression is a property of the variable, however far along."""
    while isinstance(e, core.Get | core.At | core.AsKind | core.Owner) and e.of is not None:
        e = e.of
    return isinstance(e, core.Var) and e.index == var


def _describe(found: Noun, var: int, test: Expr, words: Words) -> None:
    if isinstance(test, core.Not) and isinstance(test.of, core.Forbidden):
        return
    if isinstance(test, core.Compare) and test.op == ">" and _is_rank(test.left):
        return  # that there is something to be near to
    for way in (_kind, _adjective, _whose, _located, _having, _near):
        if way(found, var, test, words):
            return
    name = f"the {found.kind}" if found.kind else "it"
    found.where.append(words.bound(var, name).condition(test))


def _kind(found: Noun, var: int, test: Expr, words: Words) -> bool:
    if not isinstance(test, core.IsKind) or not _itself(test.of, var):
        return False
    narrower = words.kind(test.kind)
    found.kind, found.many = narrower.kind, narrower.many
    return True


def _itself(e: Expr, var: int) -> bool:
    return isinstance(e, core.Var) and e.index == var


def _adjective(found: Noun, var: int, test: Expr, words: Words) -> bool:
    said = adjective(test, var, words)
    if said:
        found.before.append(said)
    return bool(said)


def adjective(test: Expr, var: int, words: Words) -> str:
    """`damaged`, `not damaged`, `iron`, `hill or outer`; empty where there is none."""
    match test:
        case core.Get() if rooted(test, var) and test.type.base == "flag":
            return spaced(test.field.name)
        case core.Call() if len(test.args) == 1 and _itself(test.args[0], var):
            return spaced(test.name)
        case core.Not():
            said = adjective(test.of, var, words)
            return f"not {said}" if said else ""
        case core.Compare(op="==", left=left, right=core.Named() as value) if rooted(left, var):
            return words(value).removeprefix("The ")
        case core.Logic(op="or"):
            parts = [adjective(part, var, words) for part in (test.left, test.right)]
            return " or ".join(parts) if all(parts) else ""
        case _:
            return ""


def _whose(found: Noun, var: int, test: Expr, words: Words) -> bool:
    """`your`, `opposing`, `other`, `of the player`."""
    if not isinstance(test, core.Compare) or test.op not in ("==", "!="):
        return False
    owned = isinstance(test.left, core.Owner) and _itself(test.left.of, var)
    if test.op == "!=" and (owned or _itself(test.left, var)):
        if not (isinstance(test.right, core.Lit) and owned):
            _unlike(found, words(test.right), owned)
        return True
    if test.op == "==" and owned:
        _owned_by(found, words(test.right))
        return True
    return False


def _unlike(found: Noun, who: str, owned: bool) -> None:
    if who == YOU:
        found.before.insert(0, "opposing" if owned else "other")
    else:
        found.after.append(f"not of {who}" if owned else f"other than {who}")


def _owned_by(found: Noun, who: str) -> None:
    if who == YOU:
        found.whose = "your"
    else:
        found.after.insert(0, f"of {who}")


def _located(found: Noun, var: int, test: Expr, words: Words) -> bool:
    """`on the base`, `in the town`: where it is, or what it belongs to."""
    match test:
        case core.Compare(op="==") if rooted(test.left, var):
            where, has = test.right, test.left
        case core.Member() if rooted(test.item, var):
            where, has = test.source, test.item
        case _:
            return False
    if _itself(has, var):
        found.after.append(f"among {words(where)}")
    elif isinstance(where, core.Lit) and isinstance(has, core.At):
        found.after.append("in supply")
    elif _by_place(has) or not isinstance(has, core.Get) or has.field.name == where.type.of:
        found.after.append(f"{'on' if _by_place(has) else 'of'} {words(where)}")
    else:
        found.after.append(f"whose {spaced(has.field.name)} is {words(where)}")
    return True


def _by_place(e: Expr) -> bool:
    while isinstance(e, core.Get | core.At | core.AsKind | core.Owner) and e.of is not None:
        if isinstance(e, core.At):
            return True
        e = e.of
    return False


def _having(found: Noun, var: int, test: Expr, words: Words) -> bool:
    """`with your miners`, `with no carts`, `with 3 or more carts`."""
    match test:
        case core.Exists(source=core.Filter() as held):
            number = "{}"
        case core.Not(of=core.Exists(source=core.Filter() as held)):
            number = "no {}"
        case core.Compare(op=op, left=core.Count(source=core.Filter() as held)) if op in _COUNTS:
            number = _COUNTS[op].format(words(test.right)) + " {}"
        case _:
            return False
    if not _linked(held, var):
        return False
    found.after.append("with " + number.format(noun(words, held.source).plural))
    return True


_COUNTS = {">=": "{} or more", "==": "{}", "<=": "at most {}"}


def _linked(held: core.Filter, var: int) -> bool:
    """Whether the filter's own test says just that these belong to the variable."""
    test = held.test
    if isinstance(test, core.Compare) and test.op == "==":
        return rooted(test.left, held.var) and _itself(test.right, var)
    if not isinstance(test, core.Member):
        return False
    return _itself(test.item, var) and rooted(test.source, held.var)


def _near(found: Noun, var: int, test: Expr, words: Words) -> bool:
    """`within 1 region of the cart`, `next to the cell`."""
    match test:
        case core.Compare(
            op="<=", left=core.Arith(op="max", left=core.Arith(op="-", left=near, right=far))
        ) if rooted(near, var):
            unit, origin = _unit(far)
            found.after.append(f"within {words(test.right)} {unit} of {words(origin)}")
            return True
        case core.Member(item=item, source=core.Get(of=Expr() as other)) if _itself(item, var):
            found.after.append(f"next to {words(other)}")
            return True
        case _:
            return False


def _is_rank(e: Expr) -> bool:
    return isinstance(e, core.Get) and e.field.name == "order"


def _unit(rank: Expr) -> tuple[str, Expr]:
    """The kind that is counted in, and the thing that it is counted from."""
    if isinstance(rank, core.Get) and rank.of is not None:
        unit, origin = rank.of.type.of, rank.of
        while isinstance(origin, core.Get | core.At | core.AsKind) and origin.of is not None:
            origin = origin.of
        return spaced(unit), origin
    return spaced(rank.type.of), rank
