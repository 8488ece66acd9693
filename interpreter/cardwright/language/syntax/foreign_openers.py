"""Words that begin a statement in other languages, and what to write instead.

A help text has the words of its pattern's groups in braces.
"""

from __future__ import annotations

from cardwright.language.syntax.foreign_phrases import LASTING, OR
from cardwright.language.syntax.foreign_words import LASTS, SKIPS

_AGAIN = "a turn is a rule; run it again with `do RULE`"
_SECRET = "write `secretly choose ...`: only choices can be secret"

OTHERWISE = "otherwise"

OPENERS = (
    (r"(?:else if|elif|elsif)\b", "write `otherwise if ...:`"),
    (r"else\b", f"write `{OTHERWISE}:`"),
    (r"unless\b(?! *:)", "write `if not (...):`"),
    (r"whenever\b(?! *:)",
     "to react to an event, use an ability with `when: after ...`; for a condition, `if ...:`"),
    (r"when\b(?! *:)",
     "write `if ...:`; to react to an event, use an ability with `when: after ...`"),
    (r"once (?:per|each|every|an?) \w+\b(?! *:)",
     "say how often beside the effect or option: `limit: once per RULE`"),
    (r"(?:this|each|every) (?:turn|round)\b(?! *:)", LASTING),
    (r"instead of\b(?! *:)", "what replaces an event is an ability: `instead of: ...`, `do: ...`"),
    (r"(?:while|until)\b(?! *:)", LASTS),
    (r"for the rest of\b(?! *:)", LASTING),
    (r"foreach\b|every\b(?! *:)", "write `for each KIND:`"),
    (r"(?:skip|end) (?:(?:the|your|this) )?turn\b", "a turn ends with its rule; skip with `if`"),
    (r"(?:for|do|loop|repeat for) (\d+)(?: times)?(?= *:)", "write `repeat {0} times:`"),
    (r"who(?:ever)? has (?:the )?(most|highest|fewest|least|lowest)\b",
     "name the players, as in `each of top players by COUNTER of player gains 1 COUNTER`, or "
     "`by number of PIECE of player`; for the fewest, `bottom players`"),
    (r"(?:skip|lose|misse?)s? (?:(?:the|your|their|its|a) )?next turn\b", SKIPS),
    (r"puts? (?:the )?top [a-z][\w-]* of (?:the |your )?([a-z][\w-]*) (?:in|into) "
     r"(?:your|their) ([a-z][\w-]*)", "write `move top of {0} to {1} of you`"),
    (r"puts? [^:,\n]* (?:in|into) (?:your|their) ([a-z][\w-]*)$", "write `move ... to {0} of you`"),
    (r"pass(?:es)? (\d+ [a-z][\w-]*) to (?:the )?(next|previous) player",
     "write `give {0} to player after you`, or `before you`"),
    (r"pass(?:es)? ([^:,\n]*) to ([^:,\n]+)$", "write `give {0} to {1}`"),
    (r"(?:after|before|at the (?:start|end) of)\b(?! *:)",
     "what happens at an event is an ability: `when: after ...` under `abilities`"),
    (r"asks?\b(?! *:)", "say who chooses: `PLAYER chooses 1 KIND, as x`"),
    (r"nothing(?: happens?)?$|no effect$", "write `do nothing`, or remove the key"),
    (r"passe?s?$", "write `do nothing`; in a menu, `pass` is offered by `open MENU until pass`"),
    *((rf"puts? .* (?:on|at|to|under) (?:the )?{end} of\b",
       f"write `move ... to the {end} of ZONE`") for end in ("top", "bottom")),
    (r"puts? [^:,\n]* to (?!the (?:top|bottom)\b)[\w-]+$", "write `move ... to ZONE`"),
    (r"(?:exchange|swap|trade)s? (?:(?:your|their) )?hands\b",
     "move the cards: `move all CARD in HAND of you to ZONE`, then those of the other player to "
     "you, and then these"),
    (r"(?:takes?|have|gets?|gains?) (?:another|an? (?:extra|additional)) turn",
     _AGAIN),
    (r"(?:plays?|goes|go) again\b", _AGAIN),
    (r"flips? (?:a|1) coin\b", "declare a coin, as in `coin: {{is: die, faces: [heads, tails]}}`, "
     "and write `roll 1 coin`"),
    (r"(?:fills?|refills?) (?:your|their|the) hand\b",
     "write `repeat until number of KIND in hand of you is 5: move top of ZONE to hand of you`"),
    (r"heals? (\d+)",
     "write `subtract {0} from COUNTER of it`, or `gain {0} COUNTER` for a player"),
    (r"deals? (\d+|X) (?:damage|wounds?|hits?|points?)\b",
     "write `add {0} to COUNTER of it` for a thing, `player loses {0} COUNTER` for a player"),
    (r"rerolls?\b", "write `roll ... again`"),
    (r"takes? (?:an?|1|the|up to \d+|\d+) [\w-]*cards?\b", "write `move card to ZONE`"),
    (r"end (?!the game\b)|game over\b", "write `end the game`"),
    (r"cancel\b(?! it\b)(?! *:)",
     "in a reply, write `cancel it`; to prevent something, use `forbid: ...` under `abilities`; "
     "to replace a rule, use `instead of: RULE`"),
    (r"secretly\b(?! *:)", _SECRET),
    (r"either\b(?! *:)", f"{OR}, and remove `either`"),
)  # fmt: skip
