"""The words of the language itself, each its own terminal with a word boundary.

A plain string in a contextual lexer would accept `add1influence`; here every keyword ends
where its word ends. Any whitespace may separate the words of a phrase.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

BOUNDARY = r"(?![\w-])"

KEYWORDS: dict[str, str] = {
    "_THE": "the",
    "DET": "your|their|its",
    "IN": "in",
    "ON": "on",
    "AT": "at",
    "FROM": "from",
    "_MAY": "may",
    "_LET": "let",
    "_BE": "be",
    "_DO": "do",
    "_DOES": "does",
    "_PERFORM": "performs?",
    "_OPEN": "opens?",
    "STOP": "stop",
    "END_THE_GAME": "end the game",
    "CANCEL_IT": "cancel it",
    "SET_OF": "set of",
    "_SECRETLY": "secretly",
    "SECRETLY": "secretly",
    "_AT_RANDOM": "at random",
    "_FOR": "for",
    "_REPEAT": "repeat",
    "_TIMES": "times?",
    "REPEAT_UNTIL": "repeat until",
    "REPEAT_WHILE": "repeat while",
    "_UNTIL_PASS": "until pass",
    "DO_NOTHING": "do nothing|does nothing",
    "RANKING": "rank",
    "_IF": "if",
    "_ALL_AT_ONCE": "all at once",
    "_OTHERWISE": "otherwise",
    "_THEN_WORD": "then",
    "_ELSE": "else",
    "_CHOOSE_ONE": 'chooses? one(?=\\s*[:"])',
    "_IN_ORDER_OF": "in order of",
    "_STARTING_WITH": "starting with",
    "_UP_TO": "up to",
    "_OR_MORE": "or more",
    "_ANY_NUMBER_OF": "any number of(?=\\s+(?!of\\s))",
    "EACH": "each",
    "ALL": "all",
    "ANY": "any",
    "A": "an?",
    "ONE": "one",
    "_WITH": "with",
    "NOT_ANY": "no",
    "NO_WORD": "no",
    "YES": "yes",
    "NONE": "none",
    "NONE_OF": "none of",
    "_WHERE": "where",
    "_WITHIN": "within",
    "_NEXT_TO": "(next|adjacent) to",
    "_WITHOUT": "without",
    "_TOGETHER_WITH": "together with",
    "_NOT": "not",
    "_HAS": "has|have",
    "_CAN_PAY": "can pay",
    "_CAN_BE_USED": "can be used",
    # `there is not york` and `there is in harbour` are about the place of an event.
    "_THERE_IS": r"there (are|is(?! (not|in|on)(?![\w-])))",
    "_COPY_OF": "(a copy|copies) of",
    "_THAT_IS_A_COPY_OF": "that (is a copy|are copies) of",
    "ITSELF_AGAIN": "(itself|themselves) again",
    "_NUMBER_OF": "number of",
    "_ROOM_FOR": "room for",
    "_NUMBERS_FROM": "numbers? from",
    "_SUM_OF": "sum of",
    "_OVER": "over",
    "HIGHEST": "highest",
    "LOWEST": "lowest",
    "_NTH": "nth",
    "MIN_OF": "min of",
    "MAX_OF": "max of",
    "_LONGEST_LINE_OF": "longest line of",
    "_THROUGH": "through",
    "_TOWARDS": "towards?",
    "_WHILE": "while",
    "_UNTIL": "until",
    "TOP": "top",
    "BOTTOM": "bottom",
    "_BY": "by",
    "_ONLY": "only",
    "_FOREMOST": "foremost",
    "_EVERYTHING_IN": "everything in",
    "MOD": "mod",
    "_TO": "to",
    "TO_TOP": "to the top of",
    "TO_BOTTOM": "to the bottom of",
    "_OF": "of",
    "_OR": "or",
    "_AND": "and",
    "AFTER": "after",
    "BEFORE": "before",
    "END_OF": "end of",
    "START_OF": "start of",
    "YOUR": "your",
    "YOUR_NEXT": "your next",
    "_CHANGING": "changing",
    "_ONCE": "once",
    "_AS": "as",
    "_PER": "per",
}
STATEMENT_WORDS = ("may", "let", "open", "perform", "do", "repeat")
"""The keywords with which statements begin, where others begin with a verb."""

FOR_OTHERS = {
    "has": "have",
    "performs": "perform",
    "opens": "open",
    "chooses one": "choose one",
    "does nothing": "do nothing",
}
"""The forms of keywords after *it* or *the player*, with those after *you*."""


def terminals() -> str:
    """The grammar's lines for all keywords; longer phrases take precedence over shorter ones."""
    lines = []
    for name, words in KEYWORDS.items():
        blanks = words.replace(" ", r"\s+")
        priority = 2 + 2 * words.count(" ")
        lines.append(f"{name}.{priority}: /({blanks}){BOUNDARY}/")
    return "\n".join(lines)


CONNECTIONS = ("group", "groups", "largest group", "border", "distance", "longest path")
"""The beginnings of phrases about which places are connected; packs may also use these words."""


RANKS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The words with which the lines below `rank` begin, in order."""

ADJECTIVES = ("other", "opposing", "friendly")
"""The words that say who owns things, relative to the player who acts."""


@cache
def connection_words() -> frozenset[str]:
    """The single words of `CONNECTIONS`."""
    return frozenset(word for said in CONNECTIONS for word in said.split())


@cache
def reserved() -> frozenset[str]:
    """Single words that a pack can't use as names, because the lexer prefers the keyword."""
    plain = {"or", "and", "of", "as", "in", "on", "at", "from", "each", "all", "any", "a", "an"}
    more = {"the", "your", "their", "its", "no", "not", "if", "then", "else", "may", "with"}
    begin = {"highest", "lowest", "nth", "only", "foremost", "top", "bottom"}
    verbs = {"where", "is", "are", "has", "have", "yes", "none", "you"}
    return frozenset(plain | more | begin | verbs)


def read_first() -> frozenset[str]:
    """Single words that can't be names after `as` and `let`, because they are keywords there
    too.
    """
    return reserved() | {"one", "without", "within", "per", "to", "by", "over", "through", "mod"}


def built_in(verbs: Iterable[str]) -> dict[str, str]:
    """Words with a meaning of their own besides what packs declare, and that meaning.

    `verbs` are the verbs' adjectives.
    """
    properties = dict.fromkeys(("place", "owner", "position", "number"), "a property of things")
    adjectives = dict.fromkeys((*ADJECTIVES, *verbs), "an adjective of things")
    pointers = dict.fromkeys(("it", "there", "this", "actor"), "what an ability is about")
    zones = {"supply": "where pieces are that are nowhere", "seats": "the order of the players"}
    return {**properties, **adjectives, **pointers, **zones}
