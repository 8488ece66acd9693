"""Words of printed cards and other languages, and what to write instead."""

from __future__ import annotations

from functools import cache

from cardwright.language.registry.verb import Verbs
from cardwright.source.edits import Suggestion

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
UNLESS = "write `if not (...):` before it"
LASTS = (
    "to do it again, write `repeat until ...:` or `repeat while ...:`; for what lasts a while, "
    "write a lasting effect: `lasting:` with `until: end of RULE`, and `begin` it"
)
SKIPS = "keep a flag in the state of the player, and test it with `if` where turns begin"
WINS = "write `end the game`; `winners` in pack.yaml says who wins"
BESIDE = "for a player, write `player after you` or `player before you`"
ABLE = "remove it: effects always do as much as they can"
FORBIDS = (
    "forbid it with an ability, as in `forbid: removing KIND`; for a limited time, with an ability "
    "of a lasting effect"
)

_NO_VERBS = {"`perform SLOT of x`, with the name of a card, as in `choose 1 CARD, as x`":
                 "play use activate trigger resolve",
             "`do RULE`": "run call execute",
             "`move ... to ...`; to put something back into the supply, write `remove ...`":
                 "return",
             "`perform event of x` for what a card does, or `x becomes a copy of y`":
                 "copy imitate",
             "`choose 1 CARD in ZONE, as x`, then `move x to ...`; first move cards that nobody "
             "sees to a zone that is `seen by: owner`": "search fetch tutor",
             "`for each player: move ... to hand of (player after player)`": "rotate",
             "`set COUNTER of you to 0`": "reset zero",
             "`gain (COUNTER of you) COUNTER`": "double",
             "`lose (COUNTER of you / 2) COUNTER`": "halve",
             '`say "..."`': "print announce display tell"}  # fmt: skip
_STATEMENTS = {word: said for said, words in _NO_VERBS.items() for word in words.split()}

_NEEDLESS = {
    "remove it": "also first immediately instantly now simply thereafter afterwards finally "
                 "again",
    "remove it: what a rule says is done": "must will shall should",
    "remove it; where players may decline, write `may`": "can could might",
}  # fmt: skip
_REMOVED = {word: said for said, words in _NEEDLESS.items() for word in words.split()}

SUPERLATIVES = {
    "most": "top", "highest": "top", "fewest": "bottom", "lowest": "bottom", "least": "bottom",
}  # fmt: skip
"""Superlatives, and at which end of a sorted set their members are."""
COMPARATIVES = {"more": ">", "fewer": "<", "less": "<"}
"""Comparatives, and their operators."""

OPPONENTS = ("opponent", "opponents", "enemy", "enemies")
RIVAL = "choose the player first: `choose 1 other player, as rival`, then `of rival`"

_NAMED = "write the name given with `, as x`"
_YOURS = (
    "for pieces and cards, write `your ...` or `... of player`; for a place, use a definition, "
    "as in `DEFINITION of PLACE is you`"
)
_PLACE = (
    "put the verb first and the place last: `place 2 KIND on KIND`; in a condition, repeat what "
    "it is about: `x is on KIND`"
)
_CERTAIN = {"true": "yes", "false": "no"}
_WORDS = {
    "both": "write `each`; in a condition, `there are no KIND where not (...)`",
    "another": "write `1 other player`, or for things `a KIND without x`",
    **dict.fromkeys(
        ("nobody", "nothing"),
        "write `none`; to say that no player has any, write `there are no players with 1 PIECE`",
    ),
    **dict.fromkeys(("on", "in", "from", "at", "onto"), _PLACE),
    "empty": "write `with no PIECE` after the noun",
    "out": "write `has no PIECE`",
    "play": "write `not in supply`, as in `x is not in supply`",
    "different": "write `, at most 1 per KIND` at the end",
    **dict.fromkeys(
        ("most", "fewest"),
        "write `top players by COUNTER of player`, or `by number of PIECES of player`; for the "
        "fewest, `bottom`; as a condition, `you are in top players by ...`",
    ),
    "same": "choose one first: `choose 1 KIND, as x`, then say `... of x`",
    **dict.fromkeys(("active", "current"), "write `you`, or choose a player first, `as x`"),
    **dict.fromkeys(("except", "but"), "write `without x` after the noun"),
    "not": "write `KIND where not (...)`, or `KIND without x`",
    "cannot": FORBIDS,
    "able": ABLE,
    "possible": ABLE,
    "choice": "remove it: players choose by themselves",
    "total": "remove `in total`: a number counts all of them; for a sum, write "
    "`(sum of face of die over dice)`",
    "instead": "remove it; what replaces an event is an ability: `instead of: ...`",
    "order": "remove it: players act in turn order anyway",
    **dict.fromkeys(("extra", "additional"), "remove it"),
    "every": "write `each` or `all`",
    "that": "name what is chosen: `choose 1 ..., as x`, then `x`",
    "those": "name what is chosen: `choose 2 ..., as x`, then `x`",
    "chosen": "name what is chosen: `choose 1 ..., as x`, then `x`",
    **dict.fromkeys(("a", "an"), "choose it first: `choose a KIND, as x`, then `x`"),
    "target": "choose it first: `choose 1 ..., as x`, then `x`",
    "opponent": "write `other player`, as in `each other player`",
    "opponents": "write `other players`, as in `each other player`",
    "enemy": "write `opposing`, or `other player`",
    "enemies": "write `opposing`, or `other players`",
    **dict.fromkeys(("yours", "mine", "owner"), "write `owner of x is you`, or `your KIND`"),
    "next": "for a player, write `player after you`; for a card, `(top of ZONE)`",
    "previous": "for a player, write `player before you`",
    **dict.fromkeys(("neighbour", "left", "right", "after", "before"), BESIDE),
    "want": "write `may:`, and indent what depends on it below",
    "last": "for players, write `bottom players by COUNTER of player`, with `each` before it if "
    "they act; for a card, `(bottom of ZONE)`",
    "i": "write `you`",
    "me": "write `you`",
    "my": "write `your`",
    **dict.fromkeys(("they", "them", "he", "she", "him", "her"), _NAMED),
    **dict.fromkeys(
        ("more", "fewer", "less"),
        "compare numbers: `x at least 2`, or `where COUNTER of player > COUNTER of you`",
    ),
    "than": "compare numbers: `where COUNTER of player > COUNTER of you`; for all but one, write "
    "`other`, or `without`",
    **dict.fromkeys(("everyone", "everybody"), "write `each player`"),
    "even": "write `... mod 2 = 0`",
    "odd": "write `... mod 2 = 1`",
    "unless": UNLESS,
    **dict.fromkeys(("until", "while"), LASTS),
    **dict.fromkeys(("control", "controls", "own", "owns"), _YOURS),
    **dict.fromkeys(
        ("adjacent", "neighbouring", "neighboring"),
        "put it after the noun, with a place: `next to x`, or `next to place of it` for a thing",
    ),
    "random": "put it after the phrase: `at random`",
    "new": "remove it: what is placed comes from supply",
    "half": "write `(... / 2)`, as in `remove (number of KIND / 2) of KIND`",
    "twice": "write `repeat 2 times:` before it",
    "for": "write `per` instead of `for each`",
    "each": "write `per KIND`, or `for each KIND:` before the statement",
    "up": "give the distance with the place, as in `to a PLACE within 1 PLACE of it`",
    "top": "write `top of ZONE`",
    "bottom": "write `bottom of ZONE`",
    "do": "write `may:`, and indent what depends on it below",
    "exactly": "a number by itself is exact",
}


def intended_word(word: str) -> str:
    """What to write instead of an unknown word, or ""."""
    if word == "one":
        return "write `1`; choose a player first, as in `choose 1 other player, as x`"
    if word in NUMBERS:
        return f"write numbers with digits: `{NUMBERS.index(word)}`"
    if word in _CERTAIN:
        return Suggestion.only(f"write `{_CERTAIN[word]}`", word, _CERTAIN[word])
    return _WORDS.get(word, "")


def needless(word: str) -> str:
    """The help for an adverb or an auxiliary verb that statements do without, or ""."""
    return _REMOVED.get(word, "")


def intended_counter(word: str) -> str:
    """What to write instead of a word in the place of a counter, or ""."""
    known = {"turn": SKIPS, "turns": SKIPS, "game": WINS, "more": "remove it"}
    return known.get(word) or needless(word) or intended_word(word)


def intended_verb(word: str, verbs: Verbs) -> str:
    """How to express a verb of other games, or ""."""
    if word.removesuffix("s") in ("look", "peek", "see", "show"):
        return (
            "all players see what is not hidden, and `reveal ...` shows them what is; to show "
            "something to only one of them, move it to a zone that is `seen by: owner`, and back"
        )
    known = foreign_verbs(verbs)
    meant = known.get(word.removesuffix("s")) or known.get(word)
    return f"write {meant}" if meant else ""


def is_foreign(word: str, verbs: Verbs) -> bool:
    """Whether a word is known from other games, and not misspelt."""
    return bool(intended_word(word) or needless(word) or intended_verb(word, verbs))


@cache
def foreign_verbs(verbs: Verbs) -> dict[str, str]:
    """Verbs of other games, and what to write instead."""
    return {word: f"`{said}`" for word, said in verbs.by_foreign.items()} | _STATEMENTS


def intended_event(gerund: str, of: str, verbs: Verbs, timing: str = "", *, cell: str = "") -> str:
    """What to write instead of an event such as `destroying cart`, or ""; `cell`: the state that is
    changed, if it is declared.
    """
    stem = gerund.removesuffix("ing")
    known, is_own = verbs.by_gerund.get(gerund), gerund in verbs.by_gerund
    foreign = (v for word in (stem, f"{stem}e") for v in verbs.all if word in v.foreign)
    verb = known or next(foreign, None)
    if verb is not None and verb.changes == "state":
        rule = f"let a rule do it, and name that rule, as in `{timing}RULE`"
        about = "is about every gain and loss, including those that the ability itself makes"
        return f"{rule}; `{timing}changing {cell}` {about}" if cell else rule
    return (
        f"write `{timing}{verb.gerund} {of or 'KIND'}`"
        if verb and verb.event and not is_own
        else ""
    )
