"""Common mistakes: words from printed cards and other languages, and what to write instead.

Has no part in the grammar: it is used if a text has a syntax error or a word is unknown.
"""

from __future__ import annotations

import re
from functools import cache

from cardwright.language.registry.verb import Verbs
from cardwright.source.edits import Suggestion
from cardwright.source.text import Span

NEAR = 200
"""How many letters around a mistake are looked at: a line may be as long as a text."""
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NEXT = "begin a second statement with `, then` or on its own line"
_OR = "write `, or` between two statements"
_SERIES = (
    "write `choose one:`, and a line with a name for each, as in `first: ..., then ...`; "
    "what happens in any case goes on its own line"
)
_UNLESS = "write `if not (...):` before it"
LASTS = (
    "to do it again, write `repeat until ...:` or `repeat while ...:`; for what lasts a while, "
    "write a lasting effect: `lasting:` with `until: end of RULE`, and `begin` it"
)
_SKIPS = "keep a flag in the state of the player, and ask for it with `if` where turns begin"
_WINS = "write `end the game`; `winners` in pack.yaml says who wins"
_AGAIN = "a turn is a rule; run it again with `do RULE`"
_SET = "write `set {1} of you to {2}`, or `set {1} to {2}` if it is the game's"
_BESIDE = "for a player, write `player after you` or `player before you`"
_ABLE = "remove it: as much is done as is possible"
_BLOCKS = r"(?:if|otherwise|let|repeat|for|may|choose|rank)\b"
_SECRET = "write `secretly choose ...`: only choices can be secret"
_VERB, _OTHER = "<verb>", "<other>"  # in the patterns below: our verbs, and those of other games
_NUMBER = "|".join(NUMBERS[2:])
_LOWER = "names are lower case"

_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth",
             "6th": "sixth", "7th": "seventh", "8th": "eighth"}  # fmt: skip

_SAID = re.compile(r'"[^"\n]*"')
_RULES = (
    (r"(?:,|(?<=\w)\.)? *(?P<odd>[Ii]f you do(?:n't)?\b).*",
     "put both below `may:`, and what happens after a *no* below `otherwise:`"),
    (r"^ *(?P<odd>[Ii]f (?:able|possible))\b", _ABLE),
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
     f"{_LOWER}, with hyphens: `{{0}}`"),
    (r"\b([\w-]*[A-Z][\w-]*)", f"{_LOWER}: `{{0}}`"),
    (r",?(?:^| )(?:otherwise|(?<!^)else)\b",
     "put `otherwise:` on its own line, below the lines of `if ...:` or `may:`"),
    (r"^ *(?P<odd>-) ", "lines have no dash; in `choose one:` they begin with a name, "
                        "as in `first: gain 1 COUNTER`"),
    (r"(?<=\w),? (?P<odd>unless)\b.*", _UNLESS),
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
    (r"\bto (?:your|the|their) (?:left|right)\b", _BESIDE),
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
    (r"^(?:.* )?(?P<odd>wins?(?: the game)?)$", _WINS),
    (r"^(?:.* )?(?P<odd>(?:skip|lose|misse?)s? (?:(?:the|your|their|a) )?(?:next )?turn)\b",
     _SKIPS),
    (r"^(?! *(?:if|otherwise)\b)[^:]*\b(?P<odd>if)\b(?!.* then )[^:]*$",
     "put the condition first: `if ...: ...`"),
)  # fmt: skip

_OPENERS = (
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

_NO_VERBS = {"`perform event of card`": "play use activate trigger resolve",
             "`do RULE`": "run call execute",
             "`perform event of x` for what a card does, or `x becomes a copy of y`":
                 "copy imitate",
             "`choose 1 KIND in ZONE, as x`, then `move x to ...`": "search fetch tutor",
             "`for each player: move ... to hand of (player after player)`": "rotate",
             "`set COUNTER of you to 0`": "reset zero",
             "`gain (COUNTER of you) COUNTER`": "double",
             "`lose (COUNTER of you / 2) COUNTER`": "halve",
             '`say "..."`': "print announce display tell"}  # fmt: skip
_STATEMENTS = {word: said for said, words in _NO_VERBS.items() for word in words.split()}

_NAMED = "write the name given with `, as x`"
_YOURS = (
    "for pieces and cards, write `your ...` or `... of player`; for a place, use a definition, "
    "as in `DEFINITION of PLACE is you`"
)
_PLACE = "put the verb first and the place last: `place 2 KIND on KIND`"
_WORDS = {
    "true": "write `yes`",
    "false": "write `no`",
    "another": "write `1 other player`, or for things `a KIND without x`",
    **dict.fromkeys(
        ("nobody", "nothing"),
        "write `none`; to say that no player has any, write `there are no players with KIND`",
    ),
    **dict.fromkeys(("on", "in", "from", "at", "onto"), _PLACE),
    "empty": "write `with no KIND` after the noun",
    "different": "write `, at most 1 per KIND` at the end",
    **dict.fromkeys(("most", "fewest"), "write `top players by COUNTER of player`, or `bottom`"),
    "both": "write `each`",
    "same": "choose one first: `choose 1 KIND, as x`, then say `... of x`",
    **dict.fromkeys(("active", "current"), "write `you`, or choose a player first, `as x`"),
    **dict.fromkeys(("except", "but"), "write `without x` after the noun"),
    "not": "write `KIND where not (... )`, or `KIND without x`",
    "able": _ABLE,
    "possible": _ABLE,
    "choice": "remove it: players choose by themselves",
    "total": "remove `in total`: a number counts all of them",
    "instead": "remove it; what replaces an event is an ability: `instead of: ...`",
    "order": "players go on in turn order by themselves",
    **dict.fromkeys(("extra", "additional"), "remove it"),
    "every": "write `all` or `each`, as in `all KIND`",
    "that": "name what is chosen: `choose 1 ..., as x`, then `x`",
    "those": "name what is chosen: `choose 2 ..., as x`, then `x`",
    "chosen": "name what is chosen: `choose 1 ..., as x`, then `x`",
    **dict.fromkeys(("a", "an"), "choose it first: `choose a KIND, as x`, then `x`"),
    "target": "choose it first: `choose 1 ..., as x`, then `x`",
    "opponent": "write `other player`, as in `each other player`",
    "opponents": "write `other players`, as in `each other player`",
    "enemy": "write `opposing`, or `other player`",
    "enemies": "write `opposing`, or `other players`",
    **dict.fromkeys(("yours", "mine"), "write `owner of x is you`, or `your KIND`"),
    "next": "for a player, write `player after you`; for a card, `(top of ZONE)`",
    "previous": "for a player, write `player before you`",
    **dict.fromkeys(("neighbour", "left", "right"), _BESIDE),
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
    "unless": _UNLESS,
    **dict.fromkeys(("until", "while"), LASTS),
    **dict.fromkeys(("control", "controls", "own", "owns"), _YOURS),
    "adjacent": "put it after the noun, as in `next to it` or `within 1 KIND of it`",
    "neighbouring": "put it after the noun, as in `next to it` or `within 1 KIND of it`",
    "random": "put it after the phrase: `at random`",
    "half": "write `(... / 2)`, as in `remove (number of KIND / 2) of KIND`",
    "twice": "write `repeat 2 times:` before it",
    "for": "write `per` instead of `for each`",
    "each": "write `per KIND`, or `for each KIND:` before the statement",
    "up": "give the distance with the place, as in `to a KIND within 1 KIND of it`",
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
    return _WORDS.get(word, "")


def intended_counter(word: str) -> str:
    """What to write instead of a word in the place of a counter, or ""."""
    return {"turn": _SKIPS, "turns": _SKIPS, "game": _WINS}.get(word) or intended_word(word)


def intended_verb(word: str, verbs: Verbs) -> str:
    """How to express a verb of other games, or ""."""
    if word.removesuffix("s") in ("look", "peek", "see", "show"):
        return (
            "`reveal ...` tells all players; what one of them is to see goes to a zone that is "
            "`seen by: owner`, and back"
        )
    known = _foreign_verbs(verbs)
    meant = known.get(word.removesuffix("s")) or known.get(word)
    return f"write {meant}" if meant else ""


@cache
def _foreign_verbs(verbs: Verbs) -> dict[str, str]:
    """Verbs of other games, and what to write instead."""
    return {word: f"`{said}`" for word, said in verbs.by_foreign.items()} | _STATEMENTS


def intended_event(gerund: str, of: str, verbs: Verbs, timing: str = "") -> str:
    """What to write instead of an event such as `destroying cart`, or ""."""
    known = verbs.by_gerund.get(gerund)
    if known and known.changes == "state":
        return f"write `{timing}changing {of}`"
    stem = gerund.removesuffix("ing")
    found = (v for word in (stem, f"{stem}e") for v in verbs.all if word in v.foreign)
    verb = next(found, None)
    return f"write `{timing}{verb.gerund} {of}`" if verb and verb.event else ""


def mistake_at(text: Span, at: int, verbs: Verbs) -> tuple[Span, str] | None:
    """The common mistake at this offset of a text, and the help."""
    start = max(text.source.text.rfind("\n", 0, at) + 1, text.start)
    end = text.source.text.find("\n", at)
    end = text.end if end < 0 else min(end, text.end)
    near = max(start, at - NEAR), min(end, at + NEAR)
    return _opener(text, start, end) or _rule(text, *near, at, verbs)


@cache
def _rules(verbs: Verbs) -> tuple[tuple[re.Pattern[str], str], ...]:
    forms = f"(?:{'|'.join(verbs.by_form)}|do|open|perform)"
    others = f"(?:{'|'.join(_foreign_verbs(verbs))})s?"
    made = [(p.replace(_VERB, forms).replace(_OTHER, others), help) for p, help in _RULES]
    return tuple((re.compile(pattern), help) for pattern, help in made)


def _opener(text: Span, start: int, end: int) -> tuple[Span, str] | None:
    """A word that begins a statement in other languages."""
    begin = re.compile(r"\s*(?:\|\s*)?").match(text.source.text, start, end)
    first = begin.end() if begin else start
    for pattern, help in _OPENERS:
        if found := re.compile(pattern).match(text.source.text, first, end):
            return Span(text.source, found.start(), found.end()), help
    return None


def _rule(text: Span, start: int, end: int, at: int, verbs: Verbs) -> tuple[Span, str] | None:
    line = _SAID.sub(lambda said: "~" * len(said[0]), text.source.text[start:end])
    for pattern, help in _rules(verbs):
        for found in pattern.finditer(line):
            # The comma before it, or the word after it, may be where parsing stopped.
            if found.start() - 2 <= at - start <= found.end() + 1:
                odd = "odd" if "odd" in found.re.groupindex else 0
                words = [_as_written(group) for group in found.groups() if group]
                where, said = _trimmed(text, start, *found.span(odd)), help.format(*words)
                if help.startswith(_LOWER):
                    said = Suggestion.of(said, where.text, words[0])
                return where, said
    return None


def _as_written(word: str) -> str:
    """The word in the spelling of the language: digits, lower case, hyphens."""
    if word in NUMBERS:
        return str(NUMBERS.index(word))
    if word[:1].isupper():  # a title
        word = word.replace(" ", "-").replace("'", "")
    return word.lower().replace("_", "-")


def _trimmed(text: Span, line: int, start: int, end: int) -> Span:
    """Part of a line, without surrounding whitespace."""
    found = text.source.text[line + start : line + end]
    start += len(found) - len(found.lstrip())
    return Span(text.source, line + start, line + start + len(found.strip()))
