"""The registry of verbs: each built-in verb is declared once, here.

Grammar, keywords, type checker, generated English, documentation and schemas all read these
declarations. A pattern names the verb's parts: `{item:phrase} to {to:destination}`; square
brackets hold what may be left out.
"""

from __future__ import annotations

import re
from typing import Literal

from cardwright.source.records import dataclass

Shape = Literal["phrase", "destination", "expr", "ofnp", "amount", "STRING", "np"]
Subject = Literal["chooser", "owner", "any"]


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    shape: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its forms, its pattern, what it changes, and how it is explained."""

    name: str
    third: str
    gerund: str
    pattern: str
    takes: str  # the type of its item: piece, card, thing, counter, zone, die, text
    changes: str  # location, owner, state, order, nothing
    english: str
    example: str
    doc: str
    event: bool = False  # triggers, replacements and prohibitions may name it

    @property
    def parts(self) -> tuple[Part, ...]:
        found = re.finditer(r"(\[[^{]*)?\{(\w+):(\w+)\}", self.pattern)
        return tuple(Part(m[2], m[3], bool(m[1])) for m in found)

    @property
    def terminal(self) -> str:
        return f"V_{self.name.upper()}"


VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb(
            "choose", "chooses", "choosing", "{item:phrase}", "thing", "nothing",
            "choose {item}", "choose 1 of your carts, as raider",
            "Ask for a choice and bind it to a name; nothing changes yet.",
        ),
        Verb(
            "place", "places", "placing", "{item:phrase} [on {to:phrase}]", "piece", "location",
            "place {item} on {to}", "place 1 miner on each iron base",
            "Put pieces of yours from your supply on places; each place is chosen.",
            event=True,
        ),
        Verb(
            "move", "moves", "moving", "{item:phrase} {to:destination}", "thing", "location",
            "move {item} to {to}", "move 1 of your carts to a town within 1 region of it",
            "Move pieces or cards to a place or a zone (its top, unless the bottom is said).",
            event=True,
        ),
        Verb(
            "remove", "removes", "removing", "{item:phrase}", "thing", "location",
            "remove {item}", "remove up to 3 miners from iron bases, at most 1 per base",
            "Take pieces off the board, back to their owner's supply.",
            event=True,
        ),
        Verb(
            "swap", "swaps", "swapping", "{first:phrase} and {second:phrase}", "thing", "location",
            "swap {first} and {second}", "swap first and second",
            "Two things change places; both count as moved.",
        ),
        Verb(
            "give", "gives", "giving", "{item:phrase} to {to:phrase}", "thing", "owner",
            "give {item} to {to}", "give rocket to player",
            "Make a player the owner of a thing.",
            event=True,
        ),
        Verb(
            "gain", "gains", "gaining", "{amount:phrase} [per {per:np}]", "counter", "state",
            "gain {amount}", "gain 2 gold per mine with your miners",
            "Raise a counter of a player, up to its maximum.",
        ),
        Verb(
            "lose", "loses", "losing", "{amount:phrase} [per {per:np}]", "counter", "state",
            "lose {amount}", "lose 1 gold",
            "Lower a counter of a player, down to its minimum.",
        ),
        Verb(
            "pay", "pays", "paying", "{amount:phrase} [per {per:np}]", "counter", "state",
            "pay {amount}", "pay 2 gold",
            "Spend a counter; a payment that can't be made in full is not made at all.",
        ),
        Verb(
            "set", "sets", "setting", "{target:ofnp} to {value:expr}", "counter", "state",
            "set {target} to {value}", "set round to round + 1",
            "Give a cell of state a value.",
        ),
        Verb(
            "add", "adds", "adding", "{amount:amount} to {target:ofnp}", "counter", "state",
            "add {amount} to {target}", "add 2 to damage of it",
            "Raise a counter of anything.",
        ),
        Verb(
            "subtract", "subtracts", "subtracting", "{amount:amount} from {target:ofnp}",
            "counter", "state",
            "subtract {amount} from {target}", "subtract 1 from health of it",
            "Lower a counter of anything.",
        ),
        Verb(
            "shuffle", "shuffles", "shuffling", "{zone:ofnp}", "zone", "order",
            "shuffle {zone}", "shuffle deck",
            "Put a zone into a random order.",
        ),
        Verb(
            "reveal", "reveals", "revealing", "{item:phrase}", "thing", "nothing",
            "reveal {item}", "reveal top of deck",
            "Tell all players what a thing or a value is.",
        ),
        Verb(
            "roll", "rolls", "rolling", "{item:phrase}", "die", "state",
            "roll {item}", "roll all your dice",
            "Give each die a random face.",
        ),
        Verb(
            "say", "says", "saying", "{text:STRING}", "text", "nothing",
            "say {text}", 'say "The siege begins"',
            "Write a line into the log.",
        ),
    )
}  # fmt: skip

DESTINATION = "destination: _TO phrase -> to | TO_TOP ofatom -> to_end | TO_BOTTOM ofatom -> to_end"
_CONNECTORS = {"to": "_TO", "and": "_AND", "per": "_PER", "from": "_FROM", "on": ""}


def grammar() -> str:
    """The grammar lines of all verbs, from their patterns."""
    rules = [f"{_body(verb)} -> verb_{verb.name}" for verb in VERBS.values()]
    words = [f"{v.terminal}.3: /({v.name}|{v.third})(?![\\w-])/" for v in VERBS.values()]
    names = "option_id: " + " | ".join(["NAME", *(v.terminal for v in VERBS.values())])
    return "\n".join([names, "verb: " + "\n    | ".join(rules), DESTINATION, *words, _FROM])


_FROM = "_FROM.3: /from(?![\\w-])/"


def _body(verb: Verb) -> str:
    """`{item:phrase} on {to:phrase}`: a place after *on* is part of the phrase already."""
    pattern = re.sub(r"\[on \{\w+:\w+\}\]", "", verb.pattern)
    pattern = re.sub(r"\{\w+:(\w+)\}", r"\1", pattern)
    words = [_CONNECTORS.get(word, word) for word in pattern.replace("[", "[ ").split()]
    text = " ".join(word if word != "per" else "_PER" for word in words)
    return f"{verb.terminal} {text}".replace("[ ", "[")


BY_GERUND = {verb.gerund: verb for verb in VERBS.values()}
BY_FORM = {form: verb for verb in VERBS.values() for form in (verb.name, verb.third)}
