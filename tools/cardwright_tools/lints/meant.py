"""What the rules of one definition say: in its own texts, and in all that these run and ask.

The own texts are read as they stand (an author's `1` is told from an `a`), the names from
the core tree. What is farther away can only excuse: it is asked for where a text says more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardwright import Rules
from cardwright.board.model import Thing, Value
from cardwright.language import core
from cardwright.language.uses import nodes
from cardwright.source.text import Span
from cardwright_tools.lints.tree import Part, block, owners

_NUMBER = re.compile(r"(?<![\w-])\d+(?![\w-])")
_COMPARED = re.compile(r"([<>=]|\b(is|is not|mod|times|than))\s*\Z")
_QUIET = re.compile(r'"[^"\n]*"|#[^\n]*')
_CHOICE = re.compile(r"(?<![\w-])(may|up to|any number of|or more|\d+ to \d+)(?![\w-])")
_WITHIN = re.compile(r"(?<![\w-])(within|min of)(?![\w-])")
_BRANCHES = re.compile(r"(?<![\w-])(choose one|chooses one)(?![\w-])")
_EACH = re.compile(r"(?<![\w-])(each|all)(?![\w-])")
_MANY = re.compile(r"(?<![\w-])(each|all|every|everything|per|number of|sum of|any|no|where)(?![\w-])")
ENDLESS = 50
"""From here on, `up to 50` means any number."""


@dataclass(slots=True)
class Meant:
    """`texts`: those of effects and costs; `asked`: those of conditions and of modifiers."""

    texts: list[Span] = field(default_factory=list)
    asked: list[Span] = field(default_factory=list)
    modifies: bool = False
    trees: list[object] = field(default_factory=list)
    far: list[object] = field(default_factory=list)  # trees of what these run and ask
    printed: set[int] = field(default_factory=set)

    # ------------------------------------------------------------------ in the own texts

    def strict(self) -> Iterator[tuple[int, Span]]:
        """The numbers in effects that an author must have meant, each with its place."""
        for span, text in self.read(self.texts):
            for match in _NUMBER.finditer(text):
                if not _COMPARED.search(text[: match.start()]):
                    at = span.start + match.start()
                    number = int(match[0])
                    if 1 < number < ENDLESS:
                        yield number, Span(span.source, at, at + len(match[0]))

    def choices(self) -> list[Span]:
        return self._all(_CHOICE)

    def distances(self) -> int:
        return len(self._all(_WITHIN))

    def branches(self) -> int:
        return len(self._all(_BRANCHES))

    def each(self) -> list[Span]:
        return self._all(_EACH)

    def _all(self, pattern: re.Pattern[str]) -> list[Span]:
        return [
            Span(span.source, span.start + m.start(), span.start + m.end())
            for span, text in self.read(self.texts)
            for m in pattern.finditer(text)
        ]

    @staticmethod
    def read(spans: list[Span]) -> Iterator[tuple[Span, str]]:
        """Without what is quoted and said behind `#`, at the same places."""
        for span in spans:
            yield span, _QUIET.sub(lambda m: " " * len(m[0]), span.text)

    # --------------------------------------------------------------------- far and near

    def numbers(self) -> set[int]:
        """All numbers that a text may speak of."""
        own = {int(m[0]) for _, text in self.read([*self.texts, *self.asked])
               for m in _NUMBER.finditer(text)}  # fmt: skip
        far = {n.value for n in nodes((*self.trees, *self.far)) if isinstance(n, core.Lit)}
        cells = {value for n in nodes((*self.trees, *self.far)) for value in _bounds(n)}
        found = own | far | cells | self.printed
        return found | ({a + b for a in own for b in far} if self.modifies else set())

    def far_choice(self) -> bool:
        """Whether what it runs leaves a choice of how many, or of whether."""
        return any(_is_choice(n) for n in nodes(tuple(self.far)))

    def many(self) -> bool:
        own = any(_MANY.search(text) for _, text in self.read([*self.texts, *self.asked]))
        return own or bool(self.far) or self.modifies

    def named(self) -> Iterator[core.Named]:
        yield from (n for n in nodes(tuple(self.trees)) if isinstance(n, core.Named))

    def far_names(self) -> set[str]:
        found = {n.name for n in nodes((*self.trees, *self.far)) if isinstance(n, core.Named)}
        return found

    def kinds(self) -> set[str]:
        found: set[str] = set()
        for node in nodes((*self.trees, *self.far)):
            if isinstance(node, core.Expr):
                found.add(node.type.of)
            if isinstance(node, core.Act | core.IsKind | core.AsKind | core.Domain):
                found.add(node.kind)
        return found


def _bounds(node: object) -> Iterator[int]:
    """What a cell begins with, and its bounds."""
    if isinstance(node, core.Get | core.Change):
        cell = node.field
        for value in (cell.start, cell.low, cell.high, cell.default):
            if isinstance(value, int):
                yield value


def _is_choice(node: object) -> bool:
    if isinstance(node, core.OneOf):
        return True
    if not isinstance(node, core.Choose):
        return False
    return node.high is None or not core.same(node.low, node.high)


# --------------------------------------------------------------------------- gathering


def gather(rules: Rules) -> dict[tuple[str, str], Meant]:
    """By kind and id, what the definitions mean that have effects, options or abilities."""
    found: dict[tuple[str, str], Meant] = {}
    checked = rules.checked
    for owner, parts in owners(checked):
        if owner.bearer[1]:
            meant = found.setdefault(owner.bearer, Meant())
            meant.trees += [block(part) for part in parts]
            if owner.what == "modifier":
                meant.modifies = True
                meant.far.append(checked.functions[owner.name].body)
    _texts(rules, found)
    for (kind, id), meant in found.items():
        meant.far += _reached(rules, meant)
        thing = rules.declared.board.things.get(kind, {}).get(id)
        meant.printed = set(_printed(thing)) if thing else set()
    return found


def _texts(rules: Rules, found: dict[tuple[str, str], Meant]) -> None:
    declared = rules.declared
    for effect in declared.effects:
        if meant := _of(effect.bearer, found):
            meant.texts.append(effect.body)
    for option in declared.options:
        if meant := _of(option.bearer, found):
            meant.texts += [span for span in (option.body, option.cost) if span]
            meant.asked += [span for span in (option.condition,) if span]
    for ability in declared.abilities:
        if meant := _of(ability.bearer, found):
            own = meant.asked if ability.type == "modify" else meant.texts
            own += [span for span in (ability.body,) if span]
            meant.asked += [span for span in (ability.condition, ability.pattern) if span]


def _of(bearer: Thing | None, found: dict[tuple[str, str], Meant]) -> Meant | None:
    return found.get((bearer.kind, bearer.id)) if bearer else None


def _reached(rules: Rules, meant: Meant) -> list[object]:
    """The rules and definitions that these texts run and ask, and those that these do."""
    checked, found = rules.checked, dict[str, object]()
    waiting: list[object] = [*meant.trees, *meant.far]
    while waiting:
        for node in nodes(waiting.pop()):
            name, part = _next(node, checked.rules, checked.functions)
            if part is not None and name not in found:
                found[name] = block(part)
                waiting.append(found[name])
    return list(found.values())


def _next(node: object, rules: object, functions: object) -> tuple[str, Part | None]:
    if isinstance(node, core.Do):
        return f"rule {node.rule}", rules.get(node.rule)  # type: ignore[attr-defined]
    if isinstance(node, core.Call):
        made = functions.get(node.name)  # type: ignore[attr-defined]
        return f"definition {node.name}", made.body if made else None
    return "", None


def _printed(thing: Thing) -> Iterator[int]:
    def whole(value: Value) -> Iterator[int]:
        if isinstance(value, tuple):
            for item in value:
                yield from whole(item)
        elif isinstance(value, int):
            yield value

    for value in thing.values.values():
        yield from whole(value)
