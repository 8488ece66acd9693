"""Sets as noun phrases: the tests of a filter become adjectives and what follows the noun.

`bases where resource of base is iron and there are miners of you on base` is said as it
was written: `iron bases with your miners`. What has no such form is said after `where`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.inflection import Noun, article, is_several, spaced
from cardwright.language.wording import HERE, YOU, Words, quoted

ALLOWED = frozenset({"removable", "movable"})


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
            name = body.removeprefix("the ")
            value = name if name != body else f"value of {body}"
            found.after.append(f"with the {e.op} {value}")
        case core.Arranged():
            found = noun(words, e.source)
            found.after.append(f"in order of {words.bound(e.var, f'the {found.kind}')(e.body)}")
        case core.Rotated():
            found = noun(words, e.source)
            found.after.append(f"starting with {words(e.start)}")
        case core.Difference():
            found = noun(words, e.left)
            found.after.append(f"other than {words(e.right)}")
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
    test = _plain(test)
    if isinstance(test, core.Compare) and test.op == ">" and _is_rank(test.left):
        return  # that there is something to be near to
    if any(way(found, var, test, words) for way in _WAYS):
        return
    name = f"the {found.kind}" if found.kind else "it"
    found.where.append(words.bound(var, name).condition(test))


def _plain(test: Expr) -> Expr:
    """`not x = y` as `x != y`."""
    inner = test.of if isinstance(test, core.Not) else None
    if isinstance(inner, core.Compare) and inner.op == "==":
        return replace(inner, op="!=")
    return test


def _allowed(found: Noun, var: int, test: Expr, words: Words) -> bool:
    """`removable`, where an author says so; that verbs take only such things goes unsaid."""
    if not isinstance(test, core.Not) or not isinstance(test.of, core.Forbidden):
        return False
    if test.of.span.text in ALLOWED:
        found.before.insert(0, test.of.span.text)
    return True


def _kind(found: Noun, var: int, test: Expr, words: Words) -> bool:
    other = test.of if isinstance(test, core.Not) else None
    if isinstance(other, core.IsKind) and _itself(other.of, var):
        found.after.append(f"other than {article(words.kind(other.kind).kind)}")
        return True
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
            return quoted(test.field.name)
        case core.Call() if len(test.args) == 1 and _itself(test.args[0], var):
            return quoted(test.name)
        case core.Not():
            said = adjective(test.of, var, words)
            own = test.span.text == f"un{said}"  # as its author wrote it
            return (f"un{said}" if own else f"not {said}") if said else ""
        case core.Compare(op="==", left=left, right=core.Named() as value) if rooted(left, var):
            return words(value).removeprefix("The ")
        case core.Logic(op="or"):
            parts = [adjective(part, var, words) for part in (test.left, test.right)]
            return " or ".join(parts) if all(parts) else ""
        case _:
            return ""


def _elsewhere(found: Noun, var: int, test: Expr, words: Words) -> bool:
    """Nothing is moved to where it is: to *another* town, where no author says more."""
    if not isinstance(test, core.Compare) or test.op != "!=" or not _itself(test.left, var):
        return False
    if not isinstance(test.right, core.At) or test.right.span != test.span:
        return False
    found.before.insert(0, "other")
    return True


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
        _owned_by(found, words(test.right), words)
        return True
    return False


def _unlike(found: Noun, who: str, owned: bool) -> None:
    if who == YOU:
        first = sum(word in ALLOWED for word in found.before)
        found.before.insert(first, "opposing" if owned else "other")
    else:
        found.after.append(f"not of {who}" if owned else f"other than {who}")


def _owned_by(found: Noun, who: str, words: Words) -> None:
    found.whose = words.whose(who)
    if not found.whose:
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
    elif _by_place(has):
        found.after.append(_at(words(where)))
    elif not isinstance(has, core.Get) or has.field.name == where.type.of:
        said = words(where)
        found.after.append(said if said in HERE else f"of {said}")
    else:
        _add_whose(found, f"{spaced(has.field.name)} is {words(where)}")
    return True


def _at(where: str) -> str:
    return where if where in HERE else f"on {where}"


def _add_whose(found: Noun, said: str) -> None:
    joined = bool(found.after) and found.after[-1].startswith(("whose ", "and whose "))
    found.after.append(f"{'and ' if joined else ''}whose {said}")


def _property(found: Noun, var: int, test: Expr, words: Words) -> bool:
    """`whose controller is none`: what is asked of a property of it."""
    if not isinstance(test, core.Compare):
        return False
    match test.left:
        case core.Get(of=Expr() as of) if _itself(of, var):
            name = spaced(test.left.field.name)
        case core.Call(args=(of,)) if _itself(of, var):
            name = spaced(test.left.name)
        case _:
            return False
    _add_whose(found, f"{name} {'are' if is_several(name) else 'is'} {words.compared(test)}")
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
            found.after.append(_within(words(test.right), words.kind(unit), words(origin)))
            return True
        case core.Compare(
            op="==", left=core.Arith(op="max", left=core.Arith(op="-", left=near, right=far))
        ) if rooted(near, var):
            origin = far.of if isinstance(far, core.Get) and far.of is not None else far
            found.after.append(f"next to {words(origin)}")
            return True
        case core.Member(item=item, source=core.Get(of=Expr() as other)) if rooted(item, var):
            found.after.append(f"next to {words(other)}")
            return True
        case _:
            return False


def _within(number: str, unit: Noun, origin: str) -> str:
    """`within 2 bands of it`, `within as many bands of it as its range`."""
    if number.isdecimal():
        return f"within {unit.counted(number)} of {origin}"
    return f"within as many {unit.many} of {origin} as {number}"


def _is_rank(e: Expr) -> bool:
    return isinstance(e, core.Get) and e.field.name == "order"


def _unit(rank: Expr) -> tuple[str, Expr]:
    """The kind that is counted in, and the thing that it is counted from."""
    if isinstance(rank, core.Get) and rank.of is not None:
        unit, origin = rank.of.type.of, rank.of
        while isinstance(origin, core.Get | core.At | core.AsKind) and origin.of is not None:
            origin = origin.of
        return unit, origin
    return rank.type.of, rank


_WAYS = (_allowed, _kind, _adjective, _elsewhere, _whose, _located, _having, _near, _property)
"""The first that has words for a test adds them to the noun."""
