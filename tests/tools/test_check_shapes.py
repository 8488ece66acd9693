"""If effects have one shape, examining one of them gives the same results as examining each."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from cardwright.api import every_module
from cardwright.board.declarations import Thing
from cardwright.language.declared import Declared, Effect
from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright_tools.check.shares import rest_check
from cardwright_tools.check.shares.analysis import analyze_definitions
from cardwright_tools.check.shares.independent import IndependentCard, is_isolated, performing
from cardwright_tools.check.shares.outcomes import Errors, Outcome
from cardwright_tools.check.shares.shapes import Shapes
from cardwright_tools.lint.thing_names import names_by_id

from ..all_packs import PACKS, ROOT, sample

pytestmark = pytest.mark.usefixtures("cached_reads")

VARIANTS = 6
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 9, 12, 20, 49)
WORD = re.compile(r"(?<![\w-])(?:[a-z][\w-]*|[0-9]+)(?![\w-])")


def loaded_pack(pack: Path) -> Loaded:
    found = load([pack], Report(), modules=every_module(pack))
    assert found is not None
    return found


def with_variants(loaded: Loaded, rng: random.Random) -> tuple[Loaded, list[IndependentCard]]:
    """A game whose printed effects occur several times, with other numbers and ids."""
    declared, shapes = loaded.declared, Shapes(loaded.declared)
    cards = [card for effect in all_effects(declared)
             for card in variants(effect, declared, shapes, rng)]  # fmt: skip
    leading = performing(declared)
    cards = [card for card in cards if is_isolated(card.stretch, card.effects, leading)]
    things = {kind: dict(group) for kind, group in declared.board.things.items()}
    for card in cards:
        things[card.thing.kind][card.thing.id] = card.thing
    board = replace(declared.board, things=things)
    effects = [*declared.effects, *(effect for card in cards for effect in card.effects)]
    return replace(loaded, declared=replace(declared, board=board, effects=effects)), cards


def all_effects(declared: Declared) -> Iterator[Effect]:
    """The printed effects, and those of rules and options, as if these were printed, too."""
    yield from declared.effects
    bearer = next(iter(declared.board.things["player"].values()))
    for name, rule in declared.rules.items():
        if not rule.takes:
            yield Effect(name, bearer, rule.body)
    for option in declared.options:
        yield Effect(option.id, bearer, option.body)


def variants(
    effect: Effect, declared: Declared, shapes: Shapes, rng: random.Random
) -> Iterator[IndependentCard]:
    for at in range(VARIANTS):
        others = replaced_words(effect.body.text, shapes, rng) if at else {}
        names = names_by_id(declared.board)
        said = {names.get(old, old): names.get(new, new) for old, new in others.items()}
        text, body = exchanged(effect.bearer.text, said), exchanged(effect.body.text, others)
        id = f"{effect.bearer.id}-{effect.body.start}-{effect.slot}-variant-{at}"
        source = Source(f"{id}.yaml", f"{text}\n{body}")
        own = replace(source.whole, start=len(text) + 1)
        thing: Thing = replace(effect.bearer, id=id, text=text, span=source.whole)
        yield IndependentCard(thing, source.whole, (replace(effect, bearer=thing, body=own),))


def exchanged(text: str, words: Mapping[str, str]) -> str:
    pattern = "|".join([*map(re.escape, sorted(words, key=len, reverse=True)), "(?!)"])
    return re.sub(rf"(?<![\w-])(?:{pattern})(?![\w-])", lambda found: words[found[0]], text)


def replaced_words(text: str, shapes: Shapes, rng: random.Random) -> Mapping[str, str]:
    """A text in which numbers, and ids of the same class, are replaced by others."""
    found = {}
    for word in {*WORD.findall(text)}:
        if word.isdigit() and 1 < int(word) < 50:
            found[word] = str(rng.choice(NUMBERS))
        elif (own := shapes.classes.get(word)) is not None:
            found[word] = rng.choice([id for id, other in shapes.classes.items() if other == own])
    return found


def found_in(
    loaded: Loaded, cards: Sequence[IndependentCard], shapes: Shapes | None
) -> Sequence[Outcome]:
    _, rest, _ = rest_check.check_rest(loaded, cards, Errors(), transfers=True)
    found = analyze_definitions(loaded, cards, rest, shapes=shapes)
    for one in found:
        one.lints.sort(key=str)
    return found


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize("pack", sample(PACKS, 6))
def test_effects_of_one_shape_are_looked_at_once(pack: Path, seed: int) -> None:
    loaded, cards = with_variants(loaded_pack(pack), random.Random(seed))
    known = zip(cards, found_in(loaded, cards, None), strict=True)
    right = [card for card, found in known if not found.errors]
    assert found_in(loaded, right, Shapes(loaded.declared)) == found_in(loaded, right, None)


def test_texts_with_other_numbers_and_ids_have_one_shape() -> None:
    loaded = loaded_pack(ROOT / "tests/packs/mini-orbit")
    texts = [f"place {n} influence on {kind} bases" for n in (2, 3) for kind in ("food", "water")]
    texts += ["place 1 influence on food bases", "place 1 influence on each food base"]
    texts += ["place 0 influence on food bases", "place 2 influence on 0 bases"]
    shapes = Shapes(loaded.declared)
    bearer = next(iter(loaded.declared.board.things["player"].values()))
    spans = [Source(f"{at}.yaml", text).whole for at, text in enumerate(texts)]
    cards = [IndependentCard(bearer, at, (Effect("event", bearer, at),)) for at in spans]
    keys = [shapes.of(card).key for card in cards]
    assert [keys.index(key) for key in keys] == [0, 0, 0, 0, 4, 5, 6, 7]
    assert shapes.of(cards[3]).ids == ("water",)
    assert shapes.of(cards[3]).numbers == (3,)


@pytest.mark.parametrize(
    "beside",
    [
        'say "{number of bases where resource of base is food} bases have food."',
        "place 1 influence on a food or water base",
    ],
)
def test_an_id_that_means_itself_elsewhere_is_left_out_nowhere(beside: str) -> None:
    """In quotes, and where names decide how `or` is parsed: also in another effect of the card."""
    loaded = loaded_pack(ROOT / "tests/packs/mini-orbit")
    shapes = Shapes(loaded.declared)
    bearer = next(iter(loaded.declared.board.things["player"].values()))
    spans = [Source("one.yaml", beside).whole,
             Source("two.yaml", "place 2 influence on food bases").whole]  # fmt: skip
    effects = tuple(Effect(slot, bearer, at) for slot, at in zip("ab", spans, strict=True))
    assert shapes.of(IndependentCard(bearer, spans[1], effects)).ids == ()
    assert shapes.of(IndependentCard(bearer, spans[1], effects[1:])).ids == ("food",)
