"""Explains names that a question ignores: things out of the game, other kinds, options."""

from __future__ import annotations

from cardwright.board.declarations import LASTING
from cardwright.board.layout import Item
from cardwright.language.inflection import article, spaced
from cardwright.program.decision_points import ChoicePoint, Point
from cardwright.runtime import naming, visibility
from cardwright.source.spelling import did_you_mean
from cardwright_tools.why.question import QuestionView, title


def explain_name(view: QuestionView, words: str) -> list[str]:
    """For a thing that the question does not consider: where it is, or what else it is."""
    called = [i for i in view.game.program.layout.items if i.kind and _called(i, words)]
    titles = dict.fromkeys(_where(view, item) for item in _meant(view, called))
    if titles:
        return list(titles)
    options = [o for o in view.game.program.checked.declared.options
               if words.casefold() in (o.id, o.title.casefold())]  # fmt: skip
    if options:
        menus = view.game.program.checked.declared.menus
        found = [menus[o.menu].title or spaced(o.menu) for o in options if o.menu in menus]
        where = ", ".join(dict.fromkeys(found))
        return [f"{words} is an option of {where}, which is another question"]
    return [_unknown(view, words)]


def _meant(view: QuestionView, called: list[Item]) -> list[Item]:
    """Of all things with a name, those that are not lasting effects, and that can be seen; if none
    is left, the others."""
    board = view.game.program.board
    things = [one for one in called if not board.is_a(one.kind, LASTING)] or called
    return [one for one in things if view.sees(one.id)] or things


def _unknown(view: QuestionView, words: str) -> str:
    program = view.game.program
    names = {i.thing.id for i in program.layout.items if i.thing}
    names |= {o.id for o in program.checked.declared.options}
    hint = did_you_mean(words, sorted(names))
    return f"there is no `{words}`" + (f"; {hint}" if hint else "")


def _where(view: QuestionView, item: Item) -> str:
    game, name = view.game, title(view.game, item.id)
    if missing := view.absence(item.id):
        return missing
    expected = _expected_kind(view.site)
    if expected and not game.program.board.is_a(item.kind, expected):
        kind, other = article(spaced(item.kind)), article(spaced(expected))
        return f"{name} is {kind}; the question is about {other}"
    if not view.sees(item.id):
        return f"you can't see {name}"
    if visibility.can_be_hidden(game.program, item.id):
        where = naming.location_words(game, item.id, naming.own_title)
        return f"{name} is {where}, which this question doesn't include"
    return f"{name} is not among the things that this question offers"


def _expected_kind(site: Point) -> str:
    return site.type.of if isinstance(site, ChoicePoint) and site.type.base == "thing" else ""


def _called(item: Item, words: str) -> bool:
    """Whether the item has this name, perhaps after its kind: `port dover`."""
    titles = (item.name, item.thing.id, item.thing.title) if item.thing else (item.name,)
    known = {title.casefold() for title in titles}
    return not known.isdisjoint((words.casefold(), words.removeprefix(f"{item.kind} ").casefold()))
