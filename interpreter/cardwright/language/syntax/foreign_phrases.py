"""Phrases of printed cards and other languages, as patterns, and what to write instead.

A help text has the words of its pattern's groups in braces, in the singular with `!s` and in the
plural with `!p`; it may depend on what a noun is. The group `odd` is the part that is wrong; a
phrase may have a fix that replaces it.
"""

from __future__ import annotations

import re
from functools import cache

from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax.foreign_words import (
    ABLE,
    BESIDE,
    FORBIDS,
    LASTS,
    NUMBERS,
    RIVAL,
    SKIPS,
    UNLESS,
    WINS,
    foreign_verbs,
)
from cardwright.source.records import dataclass

_NEXT = "begin a second statement with `, then` or on its own line"
OR = "write `, or` between two statements"
_SERIES = (
    "write `choose one:`, and a line with a name for each, as in `first: ..., then ...`; "
    "what happens in any case goes on its own line"
)
_SET = "write `set {1} of you to {2}`, or `set {1} to {2}` if it is the game's"
_BLOCKS = r"(?:if|otherwise|let|repeat|for|may|choose|rank)\b"
_WHO = r"(?!who\b|that\b|which\b)(?:[a-z][\w-]* (?:of|after|before) )*[a-z][\w-]*"
_PAID = "write `{}`, and below it `{}` and what the player gets, each on its own line"
LASTING = "write a lasting effect: `lasting:` with `until: end of RULE`, and `begin` it"
_VERB, _OTHER = "<verb>", "<other>"  # in the patterns below: our verbs, and those of other games
_ZONE = r"(?:(?:your|their) )?[a-z][\w-]*"
_ACT = rf"(?:{_VERB}|{_OTHER})\b"
_TO_GET = rf" to {_VERB}\b(?! of\b)"  # but not *to place of x*
_VALUE = r"\d+|\([^()\n]*\)|[a-z][\w-]*(?: of [a-z][\w-]*)*"
_BOUND = r"\d+|\([^()\n]*\)"
_NUMBER = "|".join(NUMBERS[2:])


@dataclass(frozen=True, slots=True)
class Fix:
    """What replaces the odd part, with the words of groups in braces; `inner` is that part without
    its first and last character. `certain`: nothing else can be meant; `normalizes`: it is the same
    word in the form of a name.
    """

    text: str
    certain: bool = True
    normalizes: bool = False


@dataclass(frozen=True, slots=True)
class ByNoun:
    """Help that depends on what `noun` is: a counter, or things that `holder` has; `more` is said
    in both cases.
    """

    counter: str
    things: str
    noun: str
    holder: str = ""
    more: str = ""


def _only(word: str) -> tuple[str, Fix]:
    """The help and the fix if one word replaces the odd part."""
    return f"write `{word}`", Fix(word)


_SPELLING = Fix("{0}", certain=False, normalizes=True)

_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth",
             "6th": "sixth", "7th": "seventh", "8th": "eighth"}  # fmt: skip

_TO_ONE = ("remove it: all players are told; to show something to only one of them, move it to a "
           "zone that is `seen by: owner`, and back")  # fmt: skip

_PHRASES: tuple[tuple[str, str | ByNoun] | tuple[str, str, Fix], ...] = (
    (r"\b(?P<odd>opens? ([a-z][^:,\n]*?) (?:for|to|by) (each (?:other )?player))\b",
     "write `{2} opens {1}`"),
    (r"\breveals? [^:,\n]*? (?P<odd>to (?:an? |the )?[a-z][\w -]*)", _TO_ONE),
    (r"[“„«][^“”„«»\"\n]*[“”»]|\u2018[^\u2018\"\n]*\u2019",
     'put the text between two `"`', Fix('"{inner}"')),
    (r"(?:,|(?<=\w)\.)? *(?P<odd>[Ii]f you do(?:n't\b(?! have\b)|\b)).*",
     "put both below `may:`, and what happens after a *no* below `otherwise:`"),
    (r"^ *(?P<odd>[Ii]f (?:able|possible))\b", ABLE),
    (r"(?P<odd>^ *on (?:an? )?\d+\b|\brolled (?:an? )?\d+\b).*",
     "name the die: `roll 1 DIE, as x`, and below it `if face of x is ...:`"),
    (r"\bas(?P<odd> *:) *([a-z][\w-]*)", "remove the `:`: `as {1}`"),
    (r"^ *let [a-z][\w-]* (?P<odd>=)", *_only("be")),
    (r"\b(?:gain|lose|pay|take|give)s? (?P<odd>(\([^()\n]*\)) *([-+*/]) *(\d+|\([^()\n]*\)) "
     r"([a-z][\w-]*))", "write `({1} {2} {3}) {4}`"),
    (r"^ *performs? (?P<odd>([a-z][\w-]*)(?: again)?)$", "write `perform SLOT of {1}`"),
    (r"\bit['\u2019]s (your|their) ([a-z][\w-]*)", "write `during {0} {1}`"),
    (r"\bit['\u2019]s\b", *_only("it is")),
    (r"\bchooses? (?P<odd>(?:a )?(?:number )?(\d+) ?(?:-|\u2013|to) ?(\d+))(?= *(?:,|$))",
     "write `a number from {1} to {2}`"),
    (r"\bchooses? (?P<odd>(?:1 |one )?of ([a-z][\w-]*), [a-z][\w-]*(?:, [a-z][\w-]*)*?)"
     r"(?=, as\b|$)", "join words with `or`, as in `choose {1} or ..., as x`"),
    (r"\bsays? ~+ (?P<odd>[+&] *([^:,\n]*[^:,\s]))",
     'put the value in braces in the text: `"... {{{1}}}"`'),
    (r"^ *let (?P<odd>be)\b(?! be\b)", "write a name before it, as in `let x be ...`"),
    (r"\bthere's\b", "write `there is`"),
    (r"\b(?P<odd>([a-z][\w-]*) can(?:not| not|['\u2019]t) (pay [^:,\n]*[^:,\s]))",
     "write `not ({1} can {2})`"),
    (r"\b(?P<odd>can(?:not| not|['\u2019]t))\b(?: be [a-z]+)?", FORBIDS),
    (r"^ *(?P<odd>puts? ([^:,\n]*?) (?:in|into) (?:the )?([a-z][\w-]*(?: of [a-z][\w-]*)?))$",
     "write `move {1} to {2}`"),
    (r"^ *for (?:each|every|all) [^:,\n]*(?P<odd>,) [^:\n]*$", *_only(":")),
    (r"\bas (?:many|much) ([a-z][\w-]*) as you (?:have|own) ([a-z][\w-]*)",
     "write `(number of your {1}) {0}`"),
    (rf"\b(?P<odd>(?!{_BLOCKS})([a-z][\w-]*) you have ([a-z][\w-]*) (?:on|in|at)\b)",
     "write `{1} with your {2}`"),
    (rf"\b(?P<odd>(?!{_BLOCKS}|unless|where|as)([a-z][\w-]*) you (?:have|own|control))\b",
     "write `your {1}`"),
    (r"\b(?P<odd>you (?:own|control))\b", "write `you have`"),
    (r"\bgains? (?P<odd>(\d+ [a-z][\w-]*) for (\d+ [a-z][\w-]*))",
     "write `pay {2}, then gain {1}`"),
    (r"\b(?P<odd>(?:per|for each|for every) (\d+) ([a-z][\w-]*) you (?:control|own|have))",
     "write `gain (number of your {2} / {1}) COUNTER`; for places, `number of PLACE where "
     "DEFINITION of PLACE is you`"),
    (r"\b(?:exchange|trade|swap)s? (?P<odd>(\d+) ([a-z][\w-]*) for (\d+) ([a-z][\w-]*))",
     "for counters, write `pay {1} {2}, then gain {3} {4}`"),
    (r"^ *(?P<odd>(?:choose|do) (?:(?:1|one) of (?:the following|these)|1(?= *:| *$)):?)",
     "write `choose one:`"),
    (r"^ *(?P<odd>choose (two|three|2|3):)",
     "write `repeat {1} times:`, and `choose one:` below it"),
    (r",? *\b(?P<odd>rounded up)\b.*", "`/` rounds down; to round up, write `((X + 1) / 2)`"),
    (r"\b(?:all|any|each) (?P<odd>(?:but|except|save) (\d+|one) (?:of )?([^:,]*[^:,\s]))",
     "write `(number of {2} - {1}) of {2}`, with the kind in the plural"),
    (r"\b(?:all|any|each) (?P<odd>(?:of )?([^:,]*?) (?:but|except|save) (?:for )?(\d+|one))\b",
     "write `(number of {1} - {2}) of {1}`"),
    (r"\bchooses? (?P<odd>(?:an? )?set of (\d+) (?:different )?([a-z][\w-]*))",
     "write `{1} {2}`, and `, each of a different PROPERTY` at the end"),
    (r"(?P<odd>, *all different) *(?:$|,)",
     "name what differs: `, each of a different PROPERTY`"),
    (r"\bif (?P<odd>only (?:1|one) ([a-z][\w-]*) has ([^:,\n]*[^:,\s]))",
     "write `number of {1!p} with {2} is 1`"),
    (r"\bif (?P<odd>(\d+) of (your|their) ([a-z][\w-]*) (?:is|are) (?!not\b)([a-z][\w-]*))"
     r"(?= *(?::|,|$| and\b))", "write `there are {1} of {2} {4} {3}`"),
    (r"\bif (?P<odd>(?:each|all|every|both) (?:of )?(?:the )?([a-z][\w-]*) "
     r"(?:shows?|is|are) (\d+))",
     "write `there are no {1} where face of DIE is not {2}`, with the kind in the plural"),
    (r"\bif (?P<odd>(\d+(?: or more)?) ([a-z][^:,]*?) (?:is|are) (on|in|at) ([^:,]*[^:,\s]))",
     "write `there are {1} {2} {3} {4}`"),
    *((rf"\b(?P<odd>(?!who\b|that\b|which\b)([a-z][\w-]*) (?:{do} not|{do}n't) have "
       r"(?:an? |any )?([^:,]*[^:,\s]))", f"write `{{1}} {have} no {{2}}`")
      for do, have in (("does", "has"), ("do", "have"))),
    (r"\b(?P<odd>there (?:is not|isn't|are not|aren't) (?:an? |any )?([^:,]*[^:,\s]))",
     "write `there are no {1}`, with the kind in the plural"),
    (r" and (?P<odd>(?:is )?((?:more|less|fewer|greater) than|at (?:least|most)) (\d+))\b",
     "repeat what is compared, as in `x more than 2 and x fewer than 5`"),
    (r"\b([a-z][\w-]*) with (?P<odd>exactly (\d+) ([a-z][\w-]*))",
     "for things, write `where number of {3} on {0} is {2}`; for a counter, "
     "`where {3} of {0} is {2}`: `with {2}` means {2} or more"),
    (r"\bwith (?P<odd>([a-z][\w-]*) (\d+))\b",
     "say it in a condition: `where {1} of KIND is {2}`"),
    *((rf"\b(?P<odd>{word} ([a-z][\w-]*) of (([a-z][\w-]*s)(?: [^:,()]*[^:,()\s])?))"
       r"(?= *(?:[):,]|$))", f"write `{right} {{1}} of {{3!s}} over {{2}}`")
      for word, right in (("(?:sum of|total)", "sum of"), ("highest", "highest"),
                          ("lowest", "lowest"), ("min(?:imum)? of", "lowest"),
                          ("max(?:imum)? of", "highest"))),
    *((rf"\b(?P<odd>{word} of ({_VALUE}) and ({_VALUE}))", f"write `{right} of {{1}}, {{2}}`")
      for word, right in (("(?:min(?:imum)?|lower|smaller|lesser)", "min"),
                          ("(?:max(?:imum)?|higher|greater|larger)", "max"))),
    *((rf"\b{word}imum of\b", *_only(f"{word} of")) for word in ("min", "max")),
    *((rf"^ *(?P<odd>(?:the )?{word} ([a-z][\w-]*)(?: of players?)?)$",
       f"for the players, write `{best} players by {{1}} of player`; "
       f"for the number, `{word} {{1}} of player over players`")
      for word, best in (("highest", "top"), ("lowest", "bottom"))),
    *((rf"^ *(?P<odd>(?:the )?players? with (?:the )?{word} ([a-z][\w-]*))(?= *(?:,|then\b|$))",
       ByNoun(f"{best} players by {{1}} of player", f"{best} players by number of {{1}} of player",
              "{1}", "player"))
      for word, best in (("(?:most|highest)", "top"), ("(?:fewest|least|lowest)", "bottom"))),
    (r", *(?P<odd>rounded down)\b.*", "remove it: `/` rounds down"),
    *((rf", *(?P<odd>{word} first)\b", *_only(f"{right} first"))
      for word, right in (("(?:most|largest|biggest|best)", "highest"),
                          ("(?:fewest|least|smallest|worst)", "lowest"))),
    (r"\b(gains?|loses?|pays?) (?:[^:,\n]*\b)?per [^:,\n]*?(?P<odd>(?:,? *\(?\b"
     r"(?:at most|up to|max(?:imum)?\.?(?: of)?)) (\d+).*)",
     "write `{0} (min of {2}, number of KIND) COUNTER`"),
    (r"\b(gains?|loses?|pays?) [^:,\n]*(?P<odd>, *(\d+) (per|for each) ([a-z][\w-]*))",
     "write `{0} {2} COUNTER per {4}`"),
    (r"\b(gains?|loses?|pays?) [^:,\n]*(?P<odd>, *(\d+) ([a-z][\w-]*))",
     "write `, then {0} {2} {3}`"),
    (r", *then\b[^:\n]*(?P<odd>, *or)\b", _SERIES),
    (r", *or\b[^:\n]*(?P<odd>, *then)\b", _SERIES),
    (rf"^ *(?P<odd>(?!{_BLOCKS}|you\b)([a-z][\w -]*?) (?!chooses)(?=\w+s\b){_VERB} [^:,\n]*? or "
     rf"(?:\d+ [a-z][\w-]*|{_ACT}))", "say who chooses: `{1} chooses one:`, and a line with a name "
     "for each below it, as in `first: ...`"),
    (r"\b(gains?|loses?|pays?) [^:,\n]*[a-z] (?P<odd>or (\d+) ([a-z][\w-]*))",
     "write `, or {0} {2} {3}`"),
    (r"^ *sets? (?P<odd>([^=:,\n]*[^ =:,\n]) *= *([^=:,\n]+))$", "write `set {1} to {2}`"),
    (rf"^ *(?P<odd>(?!{_BLOCKS}|your|their|its)([a-z][\w-]*) ([a-z][\w-]*) *= *(\d+))$",
     "write `set {2} of {1} to {3}`"),
    (rf"^ *(?P<odd>(?!{_BLOCKS})([a-z][\w-]* of [a-z][\w-]*|(?:your|their|its) [a-z][\w-]*) "
     r"*(?:=|becomes) *([^=:,\n]+))$", "write `set {1} to {2}`"),
    (rf"^ *(?P<odd>(?!{_BLOCKS})([a-z][\w-]*) becomes (\d+))$", _SET),
    (r"^ *(?P<odd>([a-z][\w-]*) \+ (\d+))$",
     "write `gain {2} {1}`, or `add {2} to {1}` if it is the game's"),
    (r"^ *(?P<odd>([a-z][\w-]*) - (\d+))$",
     "write `lose {2} {1}`, or `subtract {2} from {1}` if it is the game's"),
    (r"\bif (?P<odd>([a-z][\w-]*(?: of [a-z][\w-]*)?) (?:is|=) (\d+) to (\d+))",
     "write `{1} at least {2} and {1} at most {3}`"),
    (r"\b(?:if|where)\b[^:,\n]* (?P<odd>between (\d+) and (\d+))",
     "write two conditions, as in `x at least {1} and x at most {2}`"),
    (r"\bchooses? a number (?P<odd>between (\d+) and (\d+))", "write `from {1} to {2}`"),
    (r"(?:^ *|\bif )(?P<odd>no ((?:other )?player)s? (?:has|have) ([^:,\n]*))",
     "write `there are no {1!p} with {2}`"),
    (r"(?:^ *|\bif )(?P<odd>no one (?:has|have) ([^:,\n]*[^:,\s]))",
     "write `there are no players with {1}`"),
    (r"\bif (?P<odd>no ([a-z][\w-]*s(?= are)|[a-z][\w-]*(?= is)) (?:are|is) "
     r"([^:,\n]*[^:,\s]))", "write `there are no {1!p} where {1!s} is {2}`"),
    (r"\bif (?P<odd>none of (?:the )?([^:,\n]*?\b([a-z][\w-]*s)) (?:is|are) ([^:,\n]*[^:,\s]))",
     "write `there are none of {1} where {2!s} is {3}`"),
    (r"(?:^ *|\bif )(?P<odd>no ([a-z][\w-]*) (?:has|have|is|are) [^:,\n]*)",
     "write `there are no KIND with ...`"),
    (r"(?:^ *|\bif )no ([a-z][^:,\n]*)", "write `there are no {0}`"),
    (r"\bplus\b", "write `+`, in parentheses: `(1 + 2)`"),
    (r"\bminus\b", "write `-`, in parentheses: `(3 - 1)`"),
    (r"\brepeat (?:\d+|\([^()\n]*\)) times (?P<odd>[a-z][\w-]*)", "write `:` after `times`"),
    (r"(?<=[a-z]) (?P<odd>(\d+) times) *(?=$|,)", "write `repeat {1} times:` before it"),
    (r"(?<=\w) (?P<odd>times)\b(?! *:)", "write `per` and a set, or `*` in parentheses: `(2 * 3)`"),
    (r"(?P<odd>//).*", "a comment begins with `#`; to divide, write `/`"),
    (r"\bsays? (?P<odd>(?!~)\S.*)", 'put the text between two `"`, as in `say "..."`'),
    (r"\bsays? ~+ (?P<odd>to\b.*)", "all players read it: remove this"),
    (r"\b(?P<odd>(?:every|any)(?:one|body) else)\b", "write `each other player`"),
    (r"^ *(?P<odd>you (?:and|or)\b[^:,]*)", "write a statement for each of them"),
    (r"\bchooses? (?P<odd>yes or no)\b", "write `may:`, and indent what depends on it below"),
    (r"\b(?:gain|lose|pay|take)s? (?P<odd>(?:between )?(\d+) ?(?:-|\u2013|to|or|and) ?(\d+))\b",
     "let the player choose: `choose a number from {1} to {2}, as x`, then `(x)`"),
    (r"^ *(?P<odd>~+) *:", 'begin the line with a name: `first "...": ...`'),
    (r"\bno (?:more|greater) than\b", "write `at most`"),
    (r"\bno (?:fewer|less) than\b", "write `at least`"),
    (r"\b(?:greater|bigger|larger|higher) than\b", "write `more than`"),
    (r"\b(?:smaller|lower) than\b", "write `fewer than`"),
    (r"\bis equal to\b|\bequals\b|==", "write `is` or `=`"),
    (r"!=|<>|≠", *_only("is not")),
    (r"≤|=<", *_only("<=")),
    (r"≥|=>", *_only(">=")),
    (r"&&?", *_only("and")),
    (r"\|\|", *_only("or")),
    (r"\u00d7", *_only("*")),
    (r"[\u2012-\u2015\u2212]", *_only("-")),
    (r"[“”„«»\u2018\u201a]", 'put text between two `"`'),
    (r"\b(?P<odd>(?:opponents?|enem(?:y|ies))['\u2019]s?)(?!\w)",
     f"write `opposing` before the kind; for those of one player, {RIVAL}"),
    (r"\b([\w-]+s)['\u2019](?!\w)", "put the owner after it: `... of {0}`"),
    (r"\b([\w-]+)['\u2019]s\b", "put the owner after it: `... of {0}`, or `your ...`"),
    (r"\b(?:has|have) (?P<odd>at least (\d+) ([a-z][\w-]*))", "write `{1} or more {2}`"),
    (r"(?:^ *|\bif )(?P<odd>(?:there are )?((?:more|fewer|less) than) (\d+) "
     r"([a-z][\w-]*(?: (?:in|on|at|of|with) [^:,]+)?))", "write `number of {3} {1} {2}`"),
    (r"\b([a-z][\w-]*) with (?P<odd>((?:more|fewer|less) than) (\d+) ([a-z][\w-]*))",
     ByNoun("{0} where {4} of {0!s} {2} {3}", "{0} where number of {4} of {0!s} {2} {3}",
            "{4}", "{0!s}")),
    (r"\b([a-z][\w-]*) with (?P<odd>(?:(?:at most|no more than|up to) (\d+)|(\d+) or "
     r"(?:less|fewer)) ([a-z][\w-]*))",
     ByNoun("{0} where {3} of {0!s} at most {2}", "{0} where number of {3} of {0!s} at most {2}",
            "{3}", "{0!s}")),
    (rf"\b({_WHO}) (?:has|have) (?P<odd>(?:(?:at most|no more than|up to) (\d+)|(\d+) or "
     r"(?:less|fewer)) ([a-z][\w-]*))",
     ByNoun("{3} of {0} at most {2}", "number of {3} of {0} at most {2}", "{3}", "{0}")),
    (rf"\b({_WHO}) (?:has|have) (?P<odd>(more than|fewer than|less than) (\d+) ([a-z][\w-]*))",
     ByNoun("{4} of {0} {2} {3}", "number of {4} of {0} {2} {3}", "{4}", "{0}")),
    (r"\b(?P<odd>([a-z][\w-]*) (?:has|have) exactly (\d+) ([a-z][\w-]*)( [^:,]+))",
     "write `number of {3} of {1}{4} is {2}`"),
    (r"\b(?P<odd>([a-z][\w-]*) (?:has|have) exactly (\d+) ([a-z][\w-]*))",
     ByNoun("{3} of {1} is {2}", "number of {3} of {1} is {2}", "{3}", "{1}")),
    (r"\b(?P<odd>there (?:are|is) exactly (\d+) ([^:,]+))", "write `number of {2} is {1}`"),
    (r"\b(?:has|have|are|with) (?P<odd>(\d+) or (\d+)) [a-z]",
     "write `{1} to {2}`, for all numbers between them"),
    (r"\b([a-z][\w-]*) (has|have) [^:,\n]*\b(?P<odd>and ((?:no|an?|\d+) [a-z][\w-]*))",
     "write `and {0} {1} {3}`"),
    *((rf"^ *sets? [^:\n]*? to (?P<odd>([^:,\n]+), *{limit} (\d+))",
       f"write `{right} of {{1}}, {{2}}`")
      for limit, right in (("at most", "min"), ("at least", "max"))),
    (r"\b([a-z][\w-]*) with (?P<odd>([a-z][\w-]*) (at (?:least|most)) (\d+))",
     "say it in a condition: `{0} where {2} of {0!s} {3} {4}`"),
    (r"\b(gains?|loses?|pays?) (?P<odd>(at most|at least|up to) (\d+) ([a-z][\w-]*))",
     "let the player choose: `choose a number from 0 to {3}, as x`, then `(x) {4}`"),
    *((rf"(?:^|:) *(?P<odd>{sign} ?(\d+) ([a-z][\w-]*))(?= per\b| for (?:each|every)\b|$)",
       f"write `{verb} {{1}} {{2}}`") for sign, verb in ((r"\+", "gain"), ("-", "lose"))),
    (r"\b(?P<odd>(\d+)d(\d+))\b", "roll first: `roll {1} DIE, as x`, then `(face of x)`"),
    (r"\b(?P<odd>(\d+)x)\b", "write the product in parentheses, as in `({1} * x)`"),
    (r"(?P<odd>\{ *(\d+) *\})", "braces are only for values in texts: write `{1}`", Fix("{1}")),
    (r"(?P<odd>\{ *([^{}\n]*[^{}\s]) *\})", "braces are only for values in texts: write `({1})`",
     Fix("({1})", certain=False)),
    (r"(?P<odd>(\d+) ?%)", "numbers are whole: write a share in parentheses, "
                           "as in `(x * {1} / 100)`"),
    (r"\b(?:gets?|has|have|gains?) (?P<odd>[+-]\d+/[+-]\d+)",
     "use an ability to change what is printed: `modify: NUMBER of KIND` with `add: 2`; "
     "for a while, use a lasting effect with that ability"),
    (r"\bexactly (\d+)\b", "a number by itself is exact: write `{0}`"),
    (r"\bat least (\d+)\b", "write `{0} or more`"),
    (r"\bat most (\d+)\b", "write `up to {0}`; a limit goes after a comma, as in "
                           "`, at most 1 per KIND`"),
    (r"\b(\d+) or (?:less|fewer)\b", "write `up to {0}`"),
    (r"\bany (\d+)\b", "write `{0}`; the player is always asked which ones"),
    (r"\+(\d+)\b", "write `{0}`"),
    *((rf"\b{digits}\b", f"write `{word}`") for digits, word in _ORDINALS.items()),
    (r"\b(\d+)([A-Za-z][\w-]*)", "write `{0} {1}`"),
    (r"\bof (?P<odd>(?:one|1|an?|another) (?:other )?player)\b",
     RIVAL),
    (r"\b(?:gains?|loses?|pays?) [^:,]*(?P<odd>\bfor each) [^:,]*", "write `per`"),
    (r"\b(?P<odd>([a-z][\w-]*) other than ([a-z][\w-]*))",
     "write `other {1}`, or `{1} without {2}`"),
    (r"\bof (?:the )?(?P<odd>(?:top|bottom|foremost)\b[^:,]*? by [^:,]*)",
     "put it in parentheses: `of ({0})`"),
    (r"\bof (?P<odd>if\b[^:,]*)", "put it in parentheses: `of ({0})`"),
    (r"\b(?P<odd>(chooses?) ([^:,]*?) ?\bsecretly\b ?([^:,\n]*))", "write `secretly {1} ...`"),
    (r"\bof (?P<odd>(?!to\b|you\b)([a-z][\w-]*) (\d+))\b",
     "say it in a condition: `where {1} of KIND is {2}`"),
    (r"\b(?:gain|lose|pay)s? (?P<odd>([a-z][\w-]*) of (\d+))\b", "write `{2} {1}`"),
    (r",? (?:max|maximum|maximal|limit) (\d+) (?:per|for each|on each|for every) ([a-z][\w-]*)",
     "write `, at most {0} per {1}`"),
    (r",? (?:max|maximum|maximal|limit) (\d+)", "write `, at most {0} per KIND`"),
    (r", (?P<odd>up to (\d+))", "put the number first, as in `remove up to {1} ...`"),
    (r"\bmoves? (?![^:,\n]* to\b)[^:,\n]* (?P<odd>onto|into) [^:,\n]*$", *_only("to")),
    (r"\bmoves? (?![^:,\n]* to\b)[^:,\n]*? (?P<odd>on|in) [^:,\n]*$",
     "say with `to` where it goes, as in `move x to PLACE`"),
    (r"\bonto\b", *_only("on")),
    (r"\b(?P<odd>(gives?) (?!an?\b|the\b|up\b|all\b)((?:each )?(?:other )?[a-z][\w-]*) "
     r"((?:\d+|an?|the|all) [^:,\n]*[^:,\s]))", "write `{1} {3} to {2}`"),
    (rf"\bchooses? (?P<odd>(?:a )?random number from ({_BOUND}) to ({_BOUND}))",
     "write `a number from {1} to {2} at random`", Fix("a number from {1} to {2} at random")),
    (rf"^ *(?P<odd>let ([a-z][\w-]*) be (?:a )?random number from ({_BOUND}) to ({_BOUND}))",
     "write `choose a number from {2} to {3} at random, as {1}`",
     Fix("choose a number from {2} to {3} at random, as {1}")),
    (rf"\b{_VERB} (?P<odd>([^:,\n\"]*[^\s:,\"]) at random ([^:,\n\"]*[^\s:,\"]))",
     "write `{1} {2} at random`"),
    (rf"\b{_VERB} (?P<odd>at random ([^:,\n\"]*[^\s:,\"]))", "write `{1} at random`"),
    (r"\b(\d+)\+(?= )", "write `{0} or more`"),
    (r"^ *(?P<odd>(?:do|takes?|plays?) (\d+) (?:more |extra |additional )?([a-z][\w-]*))$",
     "write `repeat {1} times: do {2!s}`"),
    (rf"\b(?P<odd>([a-z][\w-]*) may ({_VERB} [^:\n]*?))(?: *:|{_TO_GET})",
     _PAID.format("{1} may:", "{2}")),
    (rf"(?:^ *|: *)(?P<odd>may ({_VERB} [^:\n]*?))(?: *:|{_TO_GET})",
     _PAID.format("may:", "{1}")),
    (rf"^ *(?P<odd>({_VERB} [^:\n]*?)){_TO_GET}", _PAID.format("may:", "{1}")),
    (r",? *(?P<odd>for the rest of\b.*)", LASTING),
    (r"\brepeat (?P<odd>twice)\b", "write `2 times`"),
    (r"\bfor (?P<odd>all)\b", "write `each`, and the kind in the singular"),
    (r"\bdistance (?P<odd>from ([\w-]+) to ([\w-]+))", "write `distance of {2} from {1}`"),
    (r"\bhalf of ((?:your|their) [^,:]+)", "write `(number of {0} / 2) of {0}`"),
    (r"\bperforms? (?P<odd>(?:its|their|the) ([a-z][\w-]*))(?! of\b)",
     "write `{1} of x`, with the name of the card, as in `choose 1 CARD, as x`"),
    (r"\b(?:do(?:es)?|begins?|performs?) [^:\n]*?\bwith (?:[^:\n]*, *)?"
     r"(?P<odd>((?:\d+|all) of (?:your|their|the) [a-z][\w-]*))",
     "choose it first: `choose {1}, as x`, then name `x` here"),
    (r"\bperform (?P<odd>[\w-]+ of (?:an?|1|another|any) [^,:]+)",
     "choose it first: `choose 1 KIND ..., as x`, then `perform ... of x`"),
    (r"\b(?P<odd>do(?:es)? ([a-z][\w-]*) of ([a-z][\w-]*))",
     "write `perform {1} of {2}` for what is printed on it, `do {1} with {2}` for a rule"),
    (r"\b(?P<odd>do(?:es)? ([a-z][\w-]*) ?\( ?([^():\n]*[^():\s]) ?\))",
     "write `do {1} with {2}`"),
    (r"\bswaps? (?P<odd>(?:[^:,\n]* and )?\d+ (?:of )?[^:,\n]*)",
     "choose first what is swapped: `choose 1 KIND ..., as x`, then `swap x and ...`"),
    (rf"\b({_NUMBER})\b", "write numbers with digits: `{0}`"),
    (r"\b([a-z][\w-]*_[\w-]*)\b", "names use hyphens: `{0}`", _SPELLING),
    (r"(?<=\w)(?P<odd>\. *[Tt]hen)\b", "write `, then`"),
    (r"(?<=\w)(?P<odd>\.) *[A-Za-z]",
     "write `, then` instead, or begin the second statement on its own line"),
    (r"\b(\d+\.\d+)\b", "all numbers are whole"),
    (r"(?<![\w'-])([\w'-]*[A-Z][\w'-]*+(?: (?!Or\b|And\b)[A-Z][\w'-]*)+)",
     "words are lower case, with hyphens: `{0}`", _SPELLING),
    (r"\b([\w-]*[A-Z][\w-]*)", "words are lower case: `{0}`", _SPELLING),
    (r",?(?:^| )(?:otherwise|(?<!^)else)\b",
     "put `otherwise:` on its own line, below the lines of `if ...:` or `may:`"),
    (r"^ *(?P<odd>-) ", "lines have no dash; in `choose one:` they begin with a name, "
                        "as in `first: gain 1 COUNTER`"),
    (r"(?<=\w),? (?P<odd>unless)\b.*", UNLESS),
    (r"(?<!\brepeat)(?<=\w),? (?P<odd>until|while)\b.*", LASTS),
    (r"\b[a-z][\w-]* (?P<odd>(?:who|which|that) (?:has|have)) (?:an?|no|any|\d+|[a-z]+s)\b",
     *_only("with")),
    (rf"\b(?!{_VERB}\b)([a-z][\w-]*),? (?P<odd>which|who|that|whose)\b.*",
     "write `{0} where ... of {0} is ...`, or put an adjective before `{0}`"),
    (r"(?:^ *|\bthen )(?P<odd>([a-z][\w-]*) (?:is|becomes) ([a-z][\w-]*))$",
     "write `set {2} of {1} to yes`"),
    (r"\b(?P<odd>adds? ((?:\d+|an?) [a-z][\w-]*) to (each (?:other )?player))\b",
     "write `{2} gains {1}`"),
    (r"\b(?P<odd>adds? ((?:\d+|an?) [a-z][\w-]*) to ((?:each|an?|any) [^:,\n]*[^:,\s]))",
     "write `place {1} on {2}`"),
    (r"\badds? (?P<odd>(\d+) ([a-z][\w-]*?)s? to (?:the )?(\3s?))$", "write `add {1} to {3}`"),
    (r"\badds? (?P<odd>(\d+) ([a-z][\w-]*))$", "write `add {1} to {2}`"),
    (r"\badds? (?P<odd>(\d+) ([a-z][\w-]*) to ([^:,\n]*[^:,\s]))",
     ByNoun("add {1} to {2} of {3}", "place {1} {2} on {3}", "{2}")),
    (r"\bsubtracts? (?P<odd>(\d+) ([a-z][\w-]*) from ([^:,\n]*[^:,\s]))",
     "write `subtract {1} from {2} of {3}`"),
    (r"\b(?:gain|lose|pay)s? (?P<odd>(?!the\b)([a-z][\w-]*) (\d+))\b", "write `{2} {1}`"),
    (r"\b(?:gain|lose|pay|take|give)s? (?P<odd>((?:[a-z][\w-]*|\d+)(?: of [a-z][\w-]*)*) *([-+*/]) "
     r"*((?:[a-z][\w-]*|\d+)(?: of [a-z][\w-]*)*) (?!of\b)([a-z][\w-]*))",
     "write `({1} {2} {3}) {4}`"),
    (r"\b(?:gain|lose|pay|take)s? "
     r"(?P<odd>(?:(?:the )?(?:number|sum|highest|lowest|min|max)\b|\d+ *[-+*/])[^:,]*)",
     "put the amount in parentheses, before the counter: `gain (...) COUNTER`"),
    (r"\bgains? (?P<odd>-(\d+))\b", "write `lose {1}`"),
    (r"\b(gains?|loses?) [^:,]*?\b(?P<odd>and (\d+) ([a-z][\w-]*))", "write `, then {0} {2} {3}`"),
    (rf"^ *({_VERB}) [^:,\n]*? (?P<odd>and ((?:\d+|an?|all|up to)\b[^:,\n]*[^:,\s]))",
     "write `, then {0} {2}`"),
    (r"\brepeat (?P<odd>(\d+))(?= *:)", "write `repeat {0} times:`"),
    (rf"\b(?:if|for each|repeat)\b[^:,]*(?P<odd>,|\bthen)(?= {_VERB}\b)",
     "write `:` instead"),
    (r"^ *choose one(?P<odd>:) *\S", "put each branch on its own line below it, with a "
                                     "name, as in `first: gain 1 COUNTER`"),
    (r"\b(?P<odd>then) *:", "remove it: `:` is enough"),
    (rf"^ *(?:for each|if) [^:,\n]* (?P<odd>{_VERB})\b", "write `:` before it"),
    (r"^ *if\b[^:\n]*(?P<odd>,) [^:\n]*$", "write `:` instead"),
    (r"^ *pays? [^:]*(?P<odd>:)", "write `, then`; where it is a choice, both go below `may:`"),
    (r"^ *let [\w-]+ be (?P<odd>(?:an?|\d+) (?:other|of|[a-z-]+ (?:in|on|of)) .*)",
     "`let` can't choose: write `choose 1 ..., as x`"),
    (r"(?<=\w)(?P<odd>, (?:they|he|she|it|that player|who))\b.*",
     "name what is chosen, and begin a second statement: `choose ..., as x, then x ...`"),
    (rf"^ *(?P<odd>target ([a-z][\w-]*)) {_VERB}\b",
     "choose it first: `choose 1 {1}, as x`, then `x ...`"),
    (r"^ *chooses? [^:]*(?P<odd>:)", "write `, as x`, and put the next statement on its own line"),
    (rf"(?<=\w),? and (?:then\b|(?={_ACT}|(?:each|every|all) (?:other )?players?\b))"
     rf"|(?<!,) then (?={_VERB}\b)|;|, (?=may\b|{_ACT})", _NEXT),
    (rf", *as [a-z][\w-]* (?P<odd>and) {_VERB} [^\s:,]+", _NEXT),
    (rf"\b{_VERB} [^:,]*\b(?:on|in|at) (?P<odd>(?:each (?:of )?)?([a-z][\w-]*) and ([a-z][\w-]*))",
     "write `each of {1} or {2}` for both, or `{1} or {2}` for one of them"),
    (rf"\bor (?={_ACT})", OR),
    (r"\bor (?:an?|\d) ", "only adjectives can be joined, as in `red or blue KIND`; " + OR),
    (r"\b(?:per|for each) (?P<odd>1) [a-z]", "remove it"),
    (r"(?<=\w) (?P<odd>costing|that costs?) (?:up to |at most )?(\d+)\b.*",
     "say it in a condition, as in `where price of KIND at most {1}`"),
    (r"\bof each (?P<odd>([a-z][\w-]* (?:in|on|at|with|where|without|within|next) [^:,\n]*?))"
     r"(?: to\b|$)", "put it in parentheses: `of each ({1})`"),
    (r"\b(gains?|loses?|pays?) (?P<odd>([2-9]|\d\d+) ([a-z][\w-]*) (?:for every|for each|per) "
     r"(\d+) (?:of )?([^,:\n]+))",
     ByNoun("{0} ({2} * ({5} of you / {4})) {3}", "{0} ({2} * (number of {5} / {4})) {3}", "{5}",
            more="; the result is rounded down")),
    (rf"\b(?P<odd>(?:for every|for each|per) (\d+) (?:of )?([a-z][\w-]* [^:,]+?))"
     rf"(?= {_VERB} | *(?:[:,]|$))",
     "write `gain (number of {2} / {1}) COUNTER`; the result is rounded down"),
    (r"\b(?P<odd>(?:for every|for each|per) (\d+) (?:of )?([^,:]+))",
     "write `gain (number of {2} / {1}) COUNTER` or, of a counter, "
     "`gain ({2} of you / {1}) COUNTER`; the result is rounded down"),
    (rf"\b{_VERB} (?P<odd>([a-z][\w-]*) equal to ([^,:]+))", "write `({2}) {1}`"),
    (rf"\b{_VERB} [^:,\n]*[^:,\s] (?P<odd>as) [a-z]", "write `, as`"),
    (r"^ *(?P<odd>for every) [^:\n]*:", *_only("for each")),
    (r"\b(?:gains?|loses?|pays?) [^:,\n]*(?P<odd>for every)\b", *_only("per")),
    (r"\bfor every\b", "write `for each`, or `per` after an amount"),
    (r"^ *(?P<odd>(each [^:,]*)):", "write `for {1}:`"),
    (r"\brepeat (?P<odd>up to (\d+)) times\b",
     "write `repeat {1} times:` with `may` below it, or `repeat until ...:`"),
    (r"\brepeat (?P<odd>([a-z].*)) times\b", "write `repeat ({1}) times`"),
    (r"\bup to (?P<odd>one)\b", "write `1`"),
    (r"\btwice\b", "write `repeat 2 times:` before it"),
    (r"\bto (?:your|the|their) (?:left|right)\b", BESIDE),
    (r"\bswaps? [^:,\n]*?(?P<odd>\bwith)\b.*",
     "write `swap x and y`, for two things; for counters, keep one with `let`, then `set` both"),
    *((rf"^ *(?P<odd>moves? {way}wards? (\d+) ([a-z][\w-]*))",
       f"for a counter, write `{verb} {{1}} {{2}}`; for things, say where to: "
       "`move {1} {2} to PLACE`") for way, verb in (("for", "gain"), ("back", "lose"))),
    *((rf"^ *(?P<odd>([a-z][\w-]*) *{sign}= *(\d+))",
       f"write `{verb} {{2}} {{1}}`, or `{other}` if it is the game's")
      for sign, verb, other in ((r"\+", "gain", "add {2} to {1}"),
                                ("-", "lose", "subtract {2} from {1}"))),
    (r"^ *(?P<odd>([a-z][\w-]*) *= *(\d+))", _SET),
    (r"^ *(?P<odd>([a-z][\w-]*) *[-+]?=)(?! *=)",
     "write `gain (...) {1}`, `lose (...) {1}` or `set {1} of you to ...`; if it is the game's, "
     "`set {1} to ...`"),
    (rf"\b{_VERB} (?P<odd>(?:the )?(top|bottom) [a-z][\w-]* of (?:the )?({_ZONE}))",
     "write `{1} of {2}`"),
    (rf"\b{_VERB} (?P<odd>(?:the )?(top|bottom) (\d+) [a-z][\w-]* of (?:the )?({_ZONE}))",
     "write `{1} {2} of {3}`"),
    (r"\bwithin (?P<odd>(\d+)) of\b", "say what is counted: `within {1} PLACE of`"),
    (r"^ *(?P<odd>(?:reduce|decrease|lower)s? ([^:,\n]+) by (\d+))",
     "write `subtract {2} from {1}`"),
    (r"^ *(?P<odd>(?:increase|raise)s? ([^:,\n]+) by (\d+))", "write `add {2} to {1}`"),
    (r"\bmoves? [^:,]*[a-z] (?P<odd>(\d+) ([a-z][\w-]*))",
     "give the distance with the place: choose what moves, `, as x`, then `move x to a PLACE where "
     "distance of PLACE from place of x at most {1}`; along a row, `to a PLACE within {1} {2} "
     "of it`"),
    (r"^(?:.* )?(?P<odd>wins?(?: the game)?)$", WINS),
    (r"^(?:.* )?(?P<odd>(?:skip|lose|misse?)s? (?:(?:the|your|their|a) )?(?:next )?turn)\b",
     SKIPS),
    (r"^ *rolls? [^:,\n]*(?P<odd>,? (?:and )?if)\b",
     "name the die: `roll 1 DIE, as x`, and on the next line `if face of x is ...:`"),
    (r"^(?! *(?:if|otherwise)\b)[^:]*\b(?P<odd>if)\b(?!.* then )[^:]*$",
     "put the condition first: `if ...: ...`"),
)  # fmt: skip


Phrase = tuple[re.Pattern[str], str | ByNoun, Fix | None]
"""Its pattern, its help and its fix."""


@cache
def phrases(verbs: Verbs) -> tuple[Phrase, ...]:
    """The phrases with these verbs; the first that is found counts."""
    forms = f"(?:{'|'.join(verbs.by_form)}|do|open|perform)"
    others = f"(?:{'|'.join(foreign_verbs(verbs))})s?"

    def phrase(pattern: str, help: str | ByNoun, fix: Fix | None = None) -> Phrase:
        return re.compile(pattern.replace(_VERB, forms).replace(_OTHER, others)), help, fix

    return tuple([phrase(*one) for one in _PHRASES])
