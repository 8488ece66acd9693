"""Facts about the rules of one definition: in its own texts, and in everything that these run and
read.

Its own texts are read as written (`rule_claims`), names from the core tree. Facts from further away
can only excuse a text that says more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from cardwright.board.declarations import Thing, Value
from cardwright.checked_packs import CheckedPacks
from cardwright.language import core
from cardwright.language.declared import Ability, Declared, Effect, Option
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule_claims import Claim, RuleClaims, claims_of
from cardwright_tools.lint.rule_trees import OwnedParts, body, node_index
from cardwright_tools.lint.tree_facts import FactLibrary, Facts, tree_facts

Bearer = tuple[str, str]  # the kind and id of a definition


@dataclass(slots=True)
class RuleFacts:
    """`texts` are those of effects and costs, `asked` those of conditions and modifiers.

    `effects` are the claims of `texts`, `conditions` those of `asked`.
    """

    texts: list[Span] = field(default_factory=list)
    asked: list[Span] = field(default_factory=list)
    effects: RuleClaims = field(default_factory=RuleClaims)
    conditions: RuleClaims = field(default_factory=RuleClaims)
    numbers: Counter[int] = field(default_factory=Counter)  # of both
    modified: set[str] = field(default_factory=set)  # the names of what it modifies
    options: int = 0  # its own, and those in the menus of its windows
    replies: int = 0  # the options of others' windows on what it runs
    asks_others: bool = False  # whether a window of its own asks others
    runs_others: bool = False  # whether what it runs and reads may be about others
    triggers: bool = False
    event_kinds: set[str] = field(default_factory=set)  # of the things in its events
    trees: list[object] = field(default_factory=list)
    near: Facts = field(default_factory=Facts)  # of the trees
    far: Facts = field(default_factory=Facts)  # of everything that the trees run and read
    values: Facts = field(default_factory=Facts)  # of the printed values
    ids: Mapping[str, str] = field(default_factory=dict)  # of a variant, by those in its trees

    @property
    def modifies(self) -> bool:
        return bool(self.modified)

    @property
    def words(self) -> set[str]:
        """The words in names that it runs, reads and modifies: `track-cost` is about tracks."""
        names = self.modified | {name for _, name in self.near.next}
        return {word for name in names for word in name.split("-")}

    @property
    def draws(self) -> bool:
        """Whether something is about the top or the bottom of a pile."""
        return any(core.TopOf in node_index(tree).nodes for tree in self.trees)

    def anywhere(self, claim: Claim) -> list[Span]:
        """Where effects and conditions make a claim."""
        return self.effects.of(claim) + self.conditions.of(claim)

    def may_be_about_others(self) -> bool:
        return bool(
            self.anywhere("not you") or self.modifies or self.runs_others or self.asks_others
        )

    def may_be_about_each(self) -> bool:
        """Whether the rules may be about each of several things."""
        return bool(self.anywhere("many") or self.far.is_there or self.modifies)

    def far_numbers(self) -> set[int]:
        """All other numbers that a text may mention; modifiers add theirs to other numbers."""
        far = self.far.numbers | self.values.numbers
        own = self.numbers if self.modifies else ()
        return far | {a + b for a in own for b in far}

    def names(self) -> set[str]:
        """All names in the rules and among the printed values."""
        near = {self.ids.get(name, name) for name in self.near.names}
        return near | self.far.names | self.values.names

    def named(self) -> Iterator[tuple[str, Span]]:
        """The names that the texts of the trees say, with their positions."""
        nodes = (node for tree in self.trees for node in node_index(tree).of_types(core.Named))
        said = (node for node in nodes if not node.implied)
        return ((self.ids.get(node.name, node.name), node.span) for node in said)

    def of_variant(self, other: Variant, thing: Thing) -> RuleFacts:
        """The facts about a definition whose effects are a variant of these."""
        effects = self.effects.with_numbers(other.numbers)
        numbers = effects.numbers + self.conditions.numbers
        return replace(self, texts=[*other.texts], effects=effects, numbers=numbers, ids=other.ids,
                       values=_printed(thing))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Variant:
    """How the effects of a definition differ from those of the definition that represents both.

    `ids`: its ids by those of the other. `numbers`: its numbers by their offsets in the other.
    """

    like: Bearer
    ids: Mapping[str, str]
    numbers: Mapping[int, int]
    texts: Sequence[Span]


# --------------------------------------------------------------------------- gathering


def gather_rule_facts(
    rules: CheckedPacks, among: OwnedParts, game: GameFacts
) -> dict[Bearer, RuleFacts]:
    """The facts about the definitions that carry these effects and abilities, by kind and id."""
    found: dict[Bearer, RuleFacts] = {}
    library = fact_library(rules.checked, game)
    for owner, parts in among:
        if (bearer := rules.declared.printed_on(*owner.bearer))[1]:
            facts = found.setdefault(bearer, RuleFacts())
            facts.trees += [body(part) for part in parts]
            if owner.what == "modifier":
                facts.modified.add(owner.name)
                facts.far.add(library.of(("definition", owner.name)))
                facts.far.add(library.all_of({("definition", owner.name)}))
    texts, events = _declared_on(rules.checked), _events_on(rules.checked)
    windows = [one for one in rules.checked.abilities if one.declared.window is not None]
    for (kind, id), facts in found.items():
        facts.event_kinds.update(events.get((kind, id), ()))
        _texts(texts.get((kind, id), ()), facts)
        facts.near = tree_facts(facts.trees)
        facts.modified.update(*(library.modified(name) for name in facts.near.next))
        facts.far.add(library.all_of(facts.near.next))
        facts.runs_others = library.may_name_others(facts.near.next)
        facts.far.add(library.decided_by(facts.trees))
        _windows((kind, id), facts, rules, windows)
        if (thing := rules.declared.board.things.get(kind, {}).get(id)) is not None:
            facts.values = _printed(thing)
        facts.effects, facts.conditions = (
            claims_of(rules.checked, texts) for texts in (facts.texts, facts.asked)
        )
        facts.numbers = facts.effects.numbers + facts.conditions.numbers
    return found


@memoized
def fact_library(checked: Checked, game: GameFacts) -> FactLibrary:
    """The facts about the rules and definitions of a game, each found on first use."""
    return FactLibrary(checked, game)


@memoized
def _declared_on(checked: Checked) -> Mapping[Bearer, Sequence[Effect | Option | Ability]]:
    """What has texts, by the definition that it is printed on."""
    found: dict[Bearer, list[Effect | Option | Ability]] = defaultdict(list)
    declared = checked.declared
    every: list[Effect | Option | Ability] = [*declared.effects, *declared.options]
    for one in (*every, *declared.abilities):
        if (bearer := one.bearer) is not None:
            found[declared.printed_on(bearer.kind, bearer.id)].append(one)
    return found


@memoized
def _events_on(checked: Checked) -> Mapping[Bearer, set[str]]:
    """The kinds of things that events of abilities are about, as in `forbid: placing worker`; by
    the definition that these are printed on."""
    found: dict[Bearer, set[str]] = defaultdict(set)
    for ability in checked.abilities:
        if (bearer := ability.bearer) is not None and ability.event.kind:
            found[checked.declared.printed_on(bearer.kind, bearer.id)].add(ability.event.kind)
    return found


def _texts(declared: Iterable[Effect | Option | Ability], facts: RuleFacts) -> None:
    for one in declared:
        match one:
            case Effect():
                facts.texts.append(one.body)
            case Option():
                facts.options += 1
                facts.texts += [span for span in (one.body, one.cost) if span]
                facts.asked += [span for span in (one.condition,) if span]
            case Ability():
                own = facts.asked if one.kind.modifies else facts.texts
                facts.triggers |= not one.kind.modifies
                own += [span for span in (one.body,) if span]
                facts.asked += [span for span in (one.condition, one.pattern) if span]


def _windows(
    printed: Bearer, facts: RuleFacts, rules: CheckedPacks, windows: Sequence[CheckedAbility]
) -> None:
    """Adds the replies that players may make: in windows of its own, and in those of the pack on
    its rules.

    The text decides whether such a reply is a choice; by itself, it is none.
    """
    runs = facts.near.next | facts.far.next
    for ability in windows:
        window, bearer = ability.declared.window, ability.bearer
        own = _is_printed_on(bearer, printed, rules.declared)
        if window is None or not (own or (bearer is None and ability.event[:2] in runs)):
            continue
        menu = [one for one in rules.checked.options if one.declared.menu == window.menu
                and not _is_printed_on(one.declared.bearer, printed, rules.declared)]  # fmt: skip
        facts.far.add(replace(tree_facts(body(o.routine) for o in menu), choice=False))
        if own:
            facts.options += len(menu)
            facts.asks_others |= window.asks is None
            facts.asked += [window.asks] if window.asks else []
        else:
            facts.replies += len(menu)


def _is_printed_on(bearer: Thing | None, by: tuple[str, str], declared: Declared) -> bool:
    return bearer is not None and declared.printed_on(bearer.kind, bearer.id) == by


def _printed(thing: Thing) -> Facts:
    """The numbers and words among the values of a definition."""
    values = list(_single(tuple(thing.values.values())))
    numbers = {value for value in values if isinstance(value, int)}
    return Facts(numbers, {value for value in values if isinstance(value, str)})


def _single(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for item in value:
            yield from _single(item)
    else:
        yield value
