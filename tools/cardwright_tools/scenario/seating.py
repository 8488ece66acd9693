"""The players of a scenario, their seats and their decks."""

from __future__ import annotations

from cardwright.decks import DeckError
from cardwright.games import Rules
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.program import Program
from cardwright.source.diagnostics import Report
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.shape import words_of


def with_given_decks(rules: Rules, given: YamlNode, report: Report) -> Rules:
    """The rules with the given decks; if none are given, all cards are in the game without an
    owner.

    A game that starts with its own setup uses its default decks.
    """
    decks = given.get("decks")
    if decks is None:
        start = given.get("set-up")
        return rules if start and start.value in (True, "yes") else rules.without_lists()
    if not isinstance(decks.value, dict):
        report.error("CW322", "`decks` says who brings which", decks.span,
                          "as in `decks: {ann: rush}`")  # fmt: skip
        return rules
    return _with_decks(rules, decks, report)


def _with_decks(rules: Rules, decks: YamlNode, report: Report) -> Rules:
    for player, node in decks.items():
        value = node.value
        try:
            choice = value if isinstance(value, dict) else str(value)
            rules = rules.with_decks({player: choice}, legal=False)  # type: ignore[dict-item]
        except DeckError as error:
            for found in error.report.diagnostics:
                report.error(found.code, found.message, node.span, found.help)
        except ValueError as error:
            report.error("CW343", str(error), node.span)
    return rules


def seats(rules: Rules, players: YamlNode | None, report: Report) -> tuple[int, list[str]]:
    """The number of players of the game, and those who take part, in seat order.

    Returns none, and reports it, if the pack has no such game.
    """
    allowed = rules.players
    if players is None:
        return max(allowed), _names(rules.program(max(allowed)))
    if isinstance(players.value, int):
        names = None
        count = players.value
    else:
        names = [str(word.value) for word in words_of(players, report)]
        same = (n for n in (len(names), *allowed) if n in allowed and {*rules.seats(n)} == {*names})
        count = next(same, len(names))
    if count not in allowed:
        report.error("CW324", rules.refusal(count), players.span)
        return 0, []
    here = _names(rules.program(count))
    if names is None or sorted(names) == sorted(here):
        return count, names or here
    if not _unknown_players(rules, players, report):
        message = f"with {count} players there are " + ", ".join(here)
        help = "the first players that are defined take part, unless `seats` in pack.yaml names "
        help += "others; only their order is chosen here"
        report.error("CW343", message, players.span, help)
    return 0, []


def _unknown_players(rules: Rules, players: YamlNode, report: Report) -> bool:
    """Reports names that are not players of the pack; returns whether there are any."""
    known = rules.declared.board.things.get("player", {})
    wrong = [word for word in words_of(players, report) if word.value not in known]
    for word in wrong:
        help = did_you_mean(str(word.value), known) or "players: " + ", ".join(known)
        report.error("CW343", f"`{word.value}` is not a player", word.span, help)
    return bool(wrong)


def is_in_order(given: YamlNode) -> bool:
    """Whether the players are listed, so that this is also their seat order."""
    players = given.get("players")
    return players is not None and isinstance(players.value, list)


def _names(program: Program) -> list[str]:
    layout = program.layout
    return [layout.items[player].name for player in layout.kind("player")]
