"""Phrases of printed cards and other languages, as patterns, and what to write instead.

A help has the words of its pattern's groups in braces. The group `odd` is the part that is wrong.
"""

from __future__ import annotations

import re
from functools import cache

from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax.foreign_words import (
    ABLE,
    BESIDE,
    LASTS,
    NUMBERS,
    SKIPS,
    UNLESS,
    WINS,
    foreign_verbs,
)

_NEXT = "begin a second statement with `, then` or on its own line"
_OR = "write `, or` between two statements"
_SERIES = (
    "write `choose one:`, and a line with a name for each, as in `first: ..., then ...`; "
    "what happens in any case goes on its own line"
)
_AGAIN = "a turn is a rule; run it again with `do RULE`"
_SET = "write `set {1} of you to {2}`, or `set {1} to {2}` if it is the game's"
_BLOCKS = r"(?:if|otherwise|let|repeat|for|may|choose|rank)\b"
_SECRET = "write `secretly choose ...`: only choices can be secret"
_VERB, _OTHER = "<verb>", "<other>"  # in the patterns below: our verbs, and those of other games
_NUMBER = "|".join(NUMBERS[2:])
LOWER = "names are lower case"

_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth",
             "6th": "sixth", "7th": "seventh", "8th": "eighth"}  # fmt: skip

_PHRASES = (
    (r"(?:,|(?<=\w)\.)? *(?P<odd>[Ii]f you do(?:n't)?\b).*",
     "put both below `may:`, and what happens after a *no* below `otherwise:`"),
    (r"^ *(?P<odd>[Ii]f (?:able|possible))\b", ABLE),
    (r"\bthere's\b", "write `there is`"),
    (rf"\b(?P<odd>(?!{_BLOCKS}|unless)([a-z][\w-]*) you (?:have|own|control))\b",
     "write `your {1}`"),
    (r"\b(?P<odd>you (?:own|control))\b", "write `you have`"),
    (r"\b(?:exchange|trade|swap)s? (?P<odd>(\d+) ([a-z][\w-]*) for (\d+) ([a-z][\w-]*))",
     "for counters, write `pay {1} {2}, then gain {3} {4}`"),
    (r"^ *(?P<odd>(?:choose|do) (?:(?:1|one) of (?:the following|these)|1(?= *:| *$)):?)",
     "write `choose one:`"),
    (r"^ *(?P<odd>choose (two|three|2|3):)",
     "write `repeat {1} times:`, and `choose one:` below it"),
    (r", *(?P<odd>rounded up)\b.*", "`/` rounds down; to round up, write `((X + 1) / 2)`"),
    (r", *(?P<odd>rounded down)\b.*", "remove it: `/` rounds down"),
    (r"\b(gains?|loses?|pays?) (?:[^:,\n]*\b)?per [^:,\n]*?(?P<odd>(?:,? *\(?\b"
     r"(?:at most|up to|max(?:imum)?\.?(?: of)?)) (\d+).*)",
     "write `{0} (min of {2}, number of KIND) COUNTER`"),
    (r"\b(gains?|loses?|pays?) [^:,\n]*(?P<odd>, *(\d+) (per|for each) ([a-z][\w-]*))",
     "write `{0} {2} COUNTER per {4}`"),
    (r"\b(gains?|loses?|pays?) [^:,\n]*(?P<odd>, *(\d+) ([a-z][\w-]*))",
     "write `, then {0} {2} {3}`"),
    (r", *then\b[^:\n]*(?P<odd>, *or)\b", _SERIES),
    (r", *or\b[^:\n]*(?P<odd>, *then)\b", _SERIES),
    (r"\b(gains?|loses?|pays?) [^:,\n]*[a-z] (?P<odd>or (\d+) ([a-z][\w-]*))",
     "write `, or {0} {2} {3}`"),
    (r"^ *sets? (?P<odd>([^=:,\n]*[^ =:,\n]) *= *([^=:,\n]+))$", "write `set {1} to {2}`"),
    (rf"^ *(?P<odd>(?!{_BLOCKS}|your|their|its)([a-z][\w-]*) ([a-z][\w-]*) *= *(\d+))$",
     "write `set {2} of {1} to {3}`"),
    (rf"^ *(?P<odd>(?!{_BLOCKS})([a-z][\w-]* of [a-z][\w-]*|(?:your|their|its) [a-z][\w-]*) "
     r"*(?:=|becomes) *([^=:,\n]+))$", "write `set {1} to {2}`"),
    (rf"^ *(?P<odd>(?!{_BLOCKS})([a-z][\w-]*) becomes (\d+))$", _SET),
    (r"^ *(?P<odd>([a-z][\w-]*) \+ (\d+))$", "write `gain {2} {1}`"),
    (r"^ *(?P<odd>([a-z][\w-]*) - (\d+))$", "write `lose {2} {1}`"),
    (r"\bif (?P<odd>([a-z][\w-]*(?: of [a-z][\w-]*)?) (?:is|=) (\d+) to (\d+))",
     "write `{1} at least {2} and {1} at most {3}`"),
    (r"\b(?:if|where)\b[^:,\n]* (?P<odd>between (\d+) and (\d+))",
     "write two conditions, as in `x at least {1} and x at most {2}`"),
    (r"\bchooses? a number (?P<odd>between (\d+) and (\d+))", "write `from {1} to {2}`"),
    (r"\bif (?P<odd>no ([a-z][\w-]*) (?:has|have|is|are) [^:,\n]*)",
     "write `there are no KIND with ...`"),
    (r"\bplus\b", "write `+`, in parentheses: `(1 + 2)`"),
    (r"\bminus\b", "write `-`, in parentheses: `(3 - 1)`"),
    (r"\brepeat (?:\d+|\([^()\n]*\)) times (?P<odd>[a-z][\w-]*)", "write `:` after `times`"),
    (r"(?<=\w) (?P<odd>times)\b(?! *:)", "write `per` and a set, or `*` in parentheses: `(2 * 3)`"),
    (r"(?P<odd>//).*", "a comment begins with `#`; to divide, write `/`"),
    (r"\bsays? (?P<odd>(?!~)\S.*)", 'put the text between two `"`, as in `say "..."`'),
    (r"\bsays? ~+ (?P<odd>to\b.*)", "all players read it: remove this"),
    (r"\b(?P<odd>(?:every|any)(?:one|body) else)\b", "write `each other player`"),
    (r"^ *(?P<odd>you (?:and|or)\b[^:,]*)", "write a statement for each of them"),
    (r"\bchooses? (?P<odd>yes or no)\b", "write `may:`, and indent what depends on it below"),
    (r"\b(?:gain|lose|pay|take)s? (?P<odd>(?:between )?(\d+) ?(?:-|to|or|and) ?(\d+))\b",
     "let the player choose: `choose a number from {1} to {2}, as x`, then `(x)`"),
    (r"^ *(?P<odd>~+) *:", 'begin the line with a name: `first "...": ...`'),
    (r"\bno (?:more|greater) than\b", "write `at most`"),
    (r"\bno (?:fewer|less) than\b", "write `at least`"),
    (r"\b(?:greater|bigger|larger|higher) than\b", "write `more than`"),
    (r"\b(?:smaller|lower) than\b", "write `fewer than`"),
    (r"\bis equal to\b|\bequals\b|==", "write `is` or `=`"),
    (r"!=|<>|≠", "write `is not`"),
    (r"≤|=<", "write `<=`"),
    (r"≥|=>", "write `>=`"),
    (r"&&?", "write `and`"),
    (r"\|\|", "write `or`"),
    (r"\u00d7", "write `*`"),
    (r"[\u2012-\u2015\u2212]", "write `-`"),
    (r"[“”„«»]", 'put text between two `"`'),
    (r"\b([\w-]+s)['\u2019](?!\w)", "put the owner after it: `... of {0}`"),
    (r"\b([\w-]+)['\u2019]s\b", "put the owner after it: `... of {0}`, or `your ...`"),
    (r"\b([a-z][\w-]*) (?:has|have) (?P<odd>(at least|at most|more than|fewer than|less than) "
     r"(\d+) ([a-z][\w-]*))",
     "for a counter, write `{4} of {0} {2} {3}`; things are counted, as in `2 or more {4}`"),
    (r"\b(?:have|has|are|is) exactly (\d+) ([^:,]+)", "write `number of {1} is {0}`"),
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
     "choose the player first: `choose 1 other player, as rival`, then `of rival`"),
    (r"\b(?:gains?|loses?|pays?) [^:,]*(?P<odd>\bfor each) [^:,]*", "write `per`"),
    (r"\b(?P<odd>([a-z][\w-]*) other than ([a-z][\w-]*))",
     "write `other {1}`, or `{1} without {2}`"),
    (r"\bof (?:the )?(?P<odd>(?:top|bottom|foremost)\b[^:,]*? by [^:,]*)",
     "put it in parentheses: `of ({0})`"),
    (r"\bof (?P<odd>if\b[^:,]*)", "put it in parentheses: `of ({0})`"),
    (r"\b(?P<odd>(chooses?) ([^:,]*?) ?\bsecretly\b ?([^:,\n]*))", "write `secretly {1} ...`"),
    (r"\bof (?P<odd>(?!to\b)([a-z][\w-]*) (\d+))\b",
     "say it in a condition: `where {1} of KIND is {2}`"),
    (r"\b(?:gain|lose|pay)s? (?P<odd>([a-z][\w-]*) of (\d+))\b", "write `{2} {1}`"),
    (r",? (?:max|maximum|maximal|limit) (\d+)", "write `, at most {0} per KIND`"),
    (r", (?P<odd>up to (\d+))", "put the number first, as in `remove up to {1} ...`"),
    (r"\bonto\b", "write `on`"),
    (r"\bdistance (?P<odd>from ([\w-]+) to ([\w-]+))", "write `distance of {2} from {1}`"),
    (r"\bhalf of ((?:your|their) [^,:]+)", "write `(number of {0} / 2) of {0}`"),
    (r"\bperform (?P<odd>[\w-]+ of (?:an?|1|another|any) [^,:]+)",
     "choose it first: `choose 1 KIND ..., as x`, then `perform ... of x`"),
    (r"\bswaps? (?P<odd>(?:[^:,\n]* and )?\d+ (?:of )?[^:,\n]*)",
     "choose first what is swapped: `choose 1 KIND ..., as x`, then `swap x and ...`"),
    (rf"\b({_NUMBER})\b", "write numbers with digits: `{0}`"),
    (r"\b([a-z][\w-]*_[\w-]*)\b", "names use hyphens: `{0}`"),
    (r"(?<=\w)\. *(?P<odd>[A-Z][a-z]*|then)\b", _NEXT),
    (r"(?<![\w'-])([\w'-]*[A-Z][\w'-]*+(?: (?!Or\b|And\b)[A-Z][\w'-]*)+)",
     f"{LOWER}, with hyphens: `{{0}}`"),
    (r"\b([\w-]*[A-Z][\w-]*)", f"{LOWER}: `{{0}}`"),
    (r",?(?:^| )(?:otherwise|(?<!^)else)\b",
     "put `otherwise:` on its own line, below the lines of `if ...:` or `may:`"),
    (r"^ *(?P<odd>-) ", "lines have no dash; in `choose one:` they begin with a name, "
                        "as in `first: gain 1 COUNTER`"),
    (r"(?<=\w),? (?P<odd>unless)\b.*", UNLESS),
    (r"(?<=\w),? (?P<odd>until|while)\b.*", LASTS),
    (rf"\b(?!{_VERB}\b)([a-z][\w-]*),? (?P<odd>which|who|that|whose)\b.*",
     "write `{0} where ... of {0} is ...`, or put an adjective before `{0}`"),
    (r"(?:^ *|\bthen )(?P<odd>([a-z][\w-]*) (?:is|becomes) ([a-z][\w-]*))$",
     "write `set {2} of {1} to yes`"),
    (r"\badds? (?P<odd>(\d+) ([a-z][\w-]*) to ([\w-]+))",
     "for a counter, write `add {1} to {2} of {3}`; for pieces, `place {1} {2} on {3}`"),
    (r"\b(?:gain|lose|pay)s? (?P<odd>([a-z][\w-]*) (\d+))\b", "write `{2} {1}`"),
    (r"\b(?:gain|lose|pay|take)s? "
     r"(?P<odd>(?:(?:the )?(?:number|sum|highest|lowest|min|max)\b|\d+ *[-+*/])[^:,]*)",
     "put the amount in parentheses, before the counter: `gain (...) COUNTER`"),
    (r"\bgains? (?P<odd>-(\d+))\b", "write `lose {1}`"),
    (r"\b(gains?|loses?) [^:,]*?\b(?P<odd>and (\d+) ([a-z][\w-]*))", "write `, then {0} {2} {3}`"),
    (r"\brepeat (?P<odd>(\d+))(?= *:)", "write `repeat {0} times:`"),
    (rf"\b(?:if|for each|repeat)\b[^:,]*(?P<odd>,|\bthen)(?= {_VERB}\b)",
     "write `:` instead"),
    (r"^ *choose one(?P<odd>:) *\S", "put each branch on its own line below it, with a "
                                     "name, as in `first: gain 1 COUNTER`"),
    (r"\b(?P<odd>then) *:", "remove it: `:` is enough"),
    (r"^ *pays? [^:]*(?P<odd>:)", "write `, then`; where it is a choice, both go below `may:`"),
    (r"^ *let [\w-]+ be (?P<odd>(?:an?|\d+) (?:other|of|[a-z-]+ (?:in|on|of)) .*)",
     "`let` can't choose: write `choose 1 ..., as x`"),
    (r"(?<=\w)(?P<odd>, (?:they|he|she|it|that player|who))\b.*",
     "name what is chosen, and begin a second statement: `choose ..., as x, then x ...`"),
    (rf"^ *(?P<odd>target ([a-z][\w-]*)) {_VERB}\b",
     "choose it first: `choose 1 {1}, as x`, then `x ...`"),
    (r"^ *chooses? [^:]*(?P<odd>:)", "write `, as x`, and put the next statement on its own line"),
    (rf"(?<=\w),? and (?:then\b|(?={_VERB}\b|(?:each|every|all) (?:other )?players?\b))"
     rf"|(?<!,) then (?={_VERB}\b)|;|, (?={_VERB}\b|{_OTHER}\b)", _NEXT),
    (rf"\b{_VERB} [^:,]*\b(?:on|in|at) (?P<odd>(?:each (?:of )?)?([a-z][\w-]*) and ([a-z][\w-]*))",
     "write `each of {1} or {2}` for both, or `{1} or {2}` for one of them"),
    (rf"\bor (?={_VERB}\b)", _OR),
    (r"\bor (?:an?|\d) ", "only adjectives can be joined, as in `red or blue KIND`; " + _OR),
    (r"\b(?P<odd>(?:for every|for each|per) (\d+) (?:of )?([^,:]+))",
     "write `gain (number of {2} / {1}) COUNTER`; it is rounded down"),
    (rf"\b{_VERB} (?P<odd>([a-z][\w-]*) equal to ([^,:]+))", "write `({2}) {1}`"),
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
    *((rf"^ *(?P<odd>([a-z][\w-]*) *{sign}= *(\d+))", f"write `{verb} {{2}} {{1}}`")
      for sign, verb in ((r"\+", "gain"), ("-", "lose"))),
    (r"^ *(?P<odd>([a-z][\w-]*) *= *(\d+))", _SET),
    (r"^ *(?P<odd>([a-z][\w-]*) *[-+]?=)(?! *=)",
     "write `gain (...) {1}`, `lose (...) {1}` or `set {1} of you to ...`"),
    (rf"\b{_VERB} (?P<odd>(?:the )?(top|bottom) [a-z][\w-]* of (?:the )?([a-z][\w-]*))",
     "write `{1} of {2}`"),
    (rf"\b{_VERB} (?P<odd>(?:the )?(top|bottom) (\d+) [a-z][\w-]* of (?:the )?([a-z][\w-]*))",
     "write `{1} {2} of {3}`"),
    (r"\bmoves? [^:,]*[a-z] (?P<odd>(\d+) ([a-z][\w-]*))",
     "give the distance with the place, as in `to a KIND within {1} {2} of it`"),
    (r"^(?:.* )?(?P<odd>wins?(?: the game)?)$", WINS),
    (r"^(?:.* )?(?P<odd>(?:skip|lose|misse?)s? (?:(?:the|your|their|a) )?(?:next )?turn)\b",
     SKIPS),
    (r"^(?! *(?:if|otherwise)\b)[^:]*\b(?P<odd>if)\b(?!.* then )[^:]*$",
     "put the condition first: `if ...: ...`"),
)  # fmt: skip

OPENERS = (
    (r"(?:else if|elif|elsif)\b", "write `otherwise if ...:`"),
    (r"else\b", "write `otherwise:`"),
    (r"unless\b(?! *:)", "write `if not (...):`"),
    (r"(?:when|whenever)\b(?! *:)",
     "write `if ...:`; to react to an event, use an ability with `when: after ...`"),
    (r"(?:while|until)\b(?! *:)", LASTS),
    (r"foreach\b|every\b(?! *:)", "write `for each KIND:`"),
    (r"(?:skip|end) (?:(?:the|your|this) )?turn\b", "a turn ends with its rule; skip with `if`"),
    (r"(?:after|before|at the (?:start|end) of)\b(?! *:)",
     "what happens at an event is an ability: `when: after ...` under `abilities`"),
    (r"asks?\b(?! *:)", "say who chooses: `PLAYER chooses 1 KIND, as x`"),
    (r"nothing(?: happens?)?$|no effect$", "write `do nothing`, or remove the key"),
    (r"passe?s?$", "write `do nothing`; in a menu, `pass` is offered by `open MENU until pass`"),
    *((rf"puts? .* (?:on|at|to|under) (?:the )?{end} of\b",
       f"write `move ... to the {end} of ZONE`") for end in ("top", "bottom")),
    (r"(?:takes?|have|gets?|gains?) (?:another|an? (?:extra|additional)) turn",
     _AGAIN),
    (r"(?:plays?|goes|go) again\b", _AGAIN),
    (r"flips? (?:a|1) coin\b", "declare a coin, as in `coin: {is: die, faces: [heads, tails]}`, "
     "and write `roll 1 coin`"),
    (r"(?:fills?|refills?) (?:your|their|the) hand\b",
     "write `repeat until number of KIND in hand of you is 5: move top of ZONE to hand of you`"),
    (r"heals? (\d+)", "write `subtract 1 from COUNTER of it`, or `gain 1 COUNTER` for a player"),
    (r"deals? (?:\d+|X) (?:damage|wounds?|hits?|points?)\b",
     "write `add 2 to COUNTER of it` for a thing, `player loses 2 COUNTER` for a player"),
    (r"rerolls?\b", "write `roll ... again`"),
    (r"takes? (?:an?|1|the|up to \d+|\d+) [\w-]*cards?\b", "write `move card to ZONE`"),
    (r"end (?!the game\b)|game over\b", "write `end the game`"),
    (r"cancel\b(?! it\b)(?! *:)",
     "a reply writes `cancel it`; what is never to happen is `forbid: ...` under `abilities`, "
     "and what happens in place of a rule is `instead of: RULE`"),
    (r"secretly\b(?! *:)", _SECRET),
    (r"either\b(?! *:)", f"{_OR}, and remove the word before the first"),
)  # fmt: skip


@cache
def phrases(verbs: Verbs) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The phrases with these verbs; the first that is found counts."""
    forms = f"(?:{'|'.join(verbs.by_form)}|do|open|perform)"
    others = f"(?:{'|'.join(foreign_verbs(verbs))})s?"
    made = [(p.replace(_VERB, forms).replace(_OTHER, others), help) for p, help in _PHRASES]
    return tuple((re.compile(pattern), help) for pattern, help in made)
