"""The table of diagnostic codes.

One flat table for all layers: CW1xx files and YAML, CW2xx the language, CW3xx packs and linking,
CW4xx run time, CW5xx lints, CW6xx comments to the checker. A code never changes its meaning and is
never reused. Does not know which code is reported where.
"""

from __future__ import annotations

from typing import Literal

from cardwright.source.records import dataclass

Severity = Literal["error", "warning", "note"]
"""A pack with errors can't be played; a warning is probably a mistake; a note may be none."""

Confidence = Literal["certain", "likely", "guess"]
"""How often the diagnostic is right: always, nearly always, often enough to be worth a look."""


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of mistake: `title` in a few words, `meaning` in a sentence or two."""

    code: str
    title: str
    meaning: str
    severity: Severity = "error"
    confidence: Confidence = "certain"


CODES: dict[str, Code] = {}


def _code(
    code: str,
    title: str,
    meaning: str,
    severity: Severity = "error",
    confidence: Confidence = "certain",
) -> None:
    if code in CODES:
        raise ValueError(f"{code} is declared twice")
    CODES[code] = Code(code, title, meaning, severity, confidence)


# Reading a file
_code("CW101", "file can't be read", "The file does not exist or is not readable.")
_code("CW102", "not a file", "A folder or a device was found where a file is expected.")
_code("CW103", "not UTF-8", "The file, or its name, is not encoded as UTF-8.")
_code("CW104", "control character", "Only visible characters, spaces and line ends are allowed.")
_code("CW105", "file too large", "A file can hold at most 2,000,000 bytes; split it.")
_code("CW106", "file is not read", "Its name is close to one that would be read.",
      "warning", "likely")  # fmt: skip

# YAML that the reader can't parse
_code(
    "CW107",
    "too many values in a file",
    "A file can hold at most 50,000 keys and values, and `pack.yaml` 5,000.",
)
_code("CW110", "invalid YAML", "The file is not valid YAML, in a way that has no code of its own.")
_code("CW111", "unexpected tab", "Indent and separate words with spaces; tabs need quotes.")
_code("CW112", "bracket not closed", "A `[` or `{` has no matching `]` or `}`.")
_code("CW113", "quote not closed", "A quoted text has no second quote.")
_code("CW114", "unknown escape", "In double quotes, a `\\` begins an unknown escape.")
_code("CW115", "wrong indentation", "A line is indented too little or too much.")
_code("CW116", "missing colon", "A line among `key: value` lines has no `: `.")
_code("CW117", "unexpected colon", "A `: ` appears where no key can be, as in an unquoted value.")
_code("CW118", "reserved first character", "Unquoted text can't begin with this character.")
_code("CW119", "missing comma", "Inside brackets, items are separated by commas.")

# Valid YAML that is refused
_code("CW120", "duplicate key", "A key appears twice in one mapping; one value would be lost.")
_code("CW121", "anchor or alias", "Anchors (`&x`) and aliases (`*x`) are not allowed.")
_code("CW122", "tag", "Tags (`!x`) are not allowed; the schema determines the type of a value.")
_code("CW123", "merge key", "Merge keys (`<<`) are not allowed; write the values out.")
_code("CW124", "several documents", "A file holds one document; split it.")
_code("CW125", "key is not a word", "A key is a text or a whole number.")
_code("CW126", "number too large", "Whole numbers go from -1,000,000,000 to 1,000,000,000.")
_code("CW127", "nested too deeply", "Lists and mappings can be nested at most 40 deep.")
_code("CW128", "directive", "Lines that begin with `%` are not allowed; files are YAML 1.2.")
_code("CW129", "quotes needed in brackets", "In brackets, text with `:` or `?` needs quotes.")
_code("CW130", "text cut off by a comment", "A `#` after a space begins a comment, even in text.",
      "warning", "likely")  # fmt: skip
_code("CW131", "quotes in a title", "Only two straight quotes belong to YAML, not to the title.",
      "warning", "likely")  # fmt: skip

# The language: syntax
_code("CW201", "unexpected word", "The grammar does not allow this word here.")
_code("CW202", "unexpected end of text", "An effect or expression ends before it is complete.")
_code("CW203", "nested too deeply", "Brackets, blocks or phrases are nested too deeply.")
_code("CW204", "number too large", "Numbers in effects and expressions go up to 1,000,000,000.")
_code("CW205", "wrong indentation", "The indentation of this line is not that of its block.")
_code("CW206", "quote not closed", "A quoted text in an effect has no closing quote on its line.")

# The language: meaning
_code("CW211", "unknown name", "Nothing with this name is declared.")
_code("CW212", "no such property", "Things of this kind have no property with this name.")
_code("CW213", "nothing to refer to", "A word like `your` or `it` has nothing to refer to.")
_code("CW214", "unknown adjective", "A word before a noun does not describe it.")
_code("CW215", "ambiguous name", "A name fits several declarations; specify which one.")
_code("CW216", "circular definition", "A definition depends on its own value.")
_code("CW217", "not a set", "A set of things is expected, and something else was found.")
_code("CW218", "wrong number of arguments", "A rule or definition takes more or fewer arguments.")
_code("CW219", "impossible quantity", "A quantity is missing or makes no sense.")
_code("CW220", "wrong type", "A value has another type than the expected one.")
_code("CW221", "missing part", "A verb lacks a part that it needs.")
_code("CW222", "not a counter", "The verb changes state, and this is not a cell of state.")
_code("CW223", "duplicate option", "Two options of one choice have the same id.")
_code("CW224", "nothing to stop or cancel", "`stop` leaves a loop, `cancel it` needs a window.")
_code("CW225", "malformed cost", "A cost is a number and a counter.")
_code("CW226", "unknown definition", "A modifier names no definition and no printed field.")
_code("CW227", "wrong operation", "A modifier's operation does not fit the definition's type.")
_code("CW228", "unknown event", "A trigger, replacement or prohibition does not name an event.")
_code("CW229", "trigger sets itself off", "What a trigger does sets it off again, without end.",
      confidence="likely")  # fmt: skip
_code("CW230", "rule runs itself", "A rule or effect always runs itself again, without end.",
      confidence="likely")  # fmt: skip
_code("CW232", "circular prohibition", "What may be removed depends on what may be removed.")
_code("CW231", "too much work", "One expression may look at too many things.",
      confidence="likely")  # fmt: skip
_code("CW234", "ambiguous may", "It is unclear what happens after a *no*.")
_code("CW235", "hidden name", "A name is defined again in a block, and would be lost after it.")
_code("CW236", "two readings", "A word has two meanings here, and either may be meant.")
_code("CW237", "no effect", "What this says could never change anything.")
_code("CW238", "condition on another noun", "A `where` does not test its own noun.")
_code("CW239", "same value for all", "What things are ranked or ordered by does not name them.")
_code("CW272", "malformed answer", "An automaton's answer does not fit any question.")
_code("CW273", "question without an answer", "An automaton could be asked what it can't answer.")
_code("CW274", "no choice at the same time",
      "In a simultaneous choice, each player chooses one thing in secret.")  # fmt: skip
_code("CW275", "menu without a pass", "An automaton would never leave `open ... until pass`.")
_code("CW276", "definitions nested too deeply", "A chain of definitions can be at most 100 long.")
_code("CW271", "rank listed twice", "Two lines of one `rank` are for the same rank.")
_code("CW233", "compared with itself", "Both sides of a comparison are the same thing.")

# Packs: folders, manifests, requirements
_code("CW301", "not a pack", "A pack is a folder with a file `pack.yaml`.")
_code("CW302", "path outside the pack", "A pack can only read files in its own folder.")
_code("CW303", "pack too large", "A pack has too many files, bytes or definitions.")
_code("CW304", "required pack not found", "A required pack does not exist.")
_code("CW305", "wrong version", "A required pack has a version that does not match.")
_code("CW306", "circular requires", "Packs, or modules, require each other in a circle.")
_code("CW307", "duplicate pack", "Two folders hold packs with the same id.")
_code("CW308", "unknown module", "No pack has this module, or it adds files that do not exist.")
_code("CW309", "conflicting packs", "Two packs set the same thing, and neither requires the other.")
_code("CW310", "no main rule", "No pack sets `main`, the rule that plays the game.")
_code("CW311", "module needs another", "A module is on without one that it needs.")

# The shape of packs
_code("CW320", "unknown section", "A section is built in or the plural of a kind.")
_code("CW321", "unknown key", "This key has no meaning here.")
_code("CW322", "wrong shape", "A list, mapping, text or number appears where another is expected.")
_code("CW323", "missing key", "A required key is missing.")
_code("CW324", "bad value", "The value has the right shape but can't be used.")
_code("CW325", "exactly one key needed", "Exactly one of several keys must be given.")
_code("CW326", "malformed name", "Names are lower case letters and digits, separated by hyphens.")
_code("CW327", "reserved word", "This is a word of the language; it can't be a name.")
_code("CW328", "declared twice", "Two declarations have the same name; one would be lost.")
_code("CW329", "unsupported text style", "Effects are one unquoted line or a block after `|`.")

# What packs declare and link
_code("CW340", "unknown kind or type", "No kind, enum or type has this name.")
_code("CW341", "circular kinds", "Kinds can't be kinds of each other.")
_code("CW342", "unknown zone or rule", "No zone or rule has this name.")
_code("CW343", "unknown value", "The enum has no such value, or the kind no such definition.")
_code("CW344", "missing provenance", "Each definition must say where its facts come from.")
_code("CW345", "wrong kind", "Something is declared for a kind that can't have it.")
_code("CW346", "malformed definition key", "A key has the form `name of KIND in KIND as NAME`.")
_code("CW347", "missing player count", "A value is missing for some number of players.")
_code("CW348", "no number with this name", "`score`, `evaluate` and `shown out of` name a number.")
_code("CW349", "unknown counter to pay for", "`pays for` names another counter of players.")
_code("CW350", "unknown patch target", "No required pack defines what a patch names.")
_code("CW352", "illegal list", "A list breaks a rule of its kind.")
_code("CW351", "patched twice", "Two patches change the same field or bound; one would be lost.")

# At run time: errors that no check can see
_code("CW401", "too many steps in play", "An effect takes more steps than one answer may take.")
_code("CW402", "endless calls", "Rules, effects or triggers run each other without end.")
_code("CW403", "number out of range", "A number has grown beyond what any game needs.")
_code(
    "CW415", "automaton without an answer", "Nothing says how the automaton answers this question."
)
_code("CW404", "too many in effect", "More of one lasting effect begin than it has `at most`.")
_code("CW405", "too many tokens", "More tokens of a kind are created than its `token` says.")

# Playable, but probably a mistake
_code("CW501", "unused definition", "No rule that can run uses its value.",
      "warning")  # fmt: skip
_code("CW502", "unused rule", "Nothing that can happen runs it.", "warning")
_code("CW503", "menu is never opened", "Its options can never be chosen.", "warning")
_code("CW504", "unused zone", "Nothing is ever put there or looked for there.", "warning")
_code("CW505", "state is never read", "It may change, but no rule reads it.", "warning")
_code("CW506", "printed value is never read", "Things have it, but no rule reads it.",
      "note")  # fmt: skip
_code("CW507", "unused enum value", "Nothing has this value and no rule names it.", "warning")
_code("CW508", "unused kind", "There is nothing of this kind, and no rule names it.", "warning")
_code("CW509", "printed rule is never performed", "No rule performs it.", "warning")
_code("CW510", "unused lasting effect", "No rule begins it.", "warning")
_code("CW511", "constant condition", "The condition is always true or always false.", "warning")
_code("CW512", "unreachable", "An earlier line is always taken or always leaves.", "warning")
_code("CW513", "unused choice", "What is chosen is never used, so the choice has no effect.",
      "warning", "likely")  # fmt: skip
_code("CW514", "unrelated where", "A `where` does not test the things that it filters.",
      "warning", "likely")  # fmt: skip
_code("CW515", "place of a removed thing", "A removed thing has no place: its place is none.",
      "warning", "likely")  # fmt: skip
_code("CW516", "loop ignores its member", "Each round of a loop is about the same things.",
      "warning", "likely")  # fmt: skip
_code("CW517", "impossible amount", "There are never that many to pay, place or choose.",
      "warning", "likely")  # fmt: skip
_code("CW518", "impossible player count", "No game has that many players.",
      "warning")  # fmt: skip
_code("CW519", "ability never applies", "It is never active, or its event never happens.",
      "warning", "likely")  # fmt: skip
_code("CW520", "too many steps", "At worst it takes more steps than one answer may take.",
      "warning", "guess")  # fmt: skip
_code("CW530", "number differs from the text", "A number is only in the text or only in the rules.",
      "warning", "likely")  # fmt: skip
_code("CW531", "choice differs from the text", "Only one of them offers a choice.",
      "warning", "likely")  # fmt: skip
_code("CW532", "each or all differs from the text", "Only one of them applies to each or to all.",
      "warning", "likely")  # fmt: skip
_code("CW533", "word differs from the text", "Only one of them names this place or word.",
      "warning", "likely")  # fmt: skip
_code("CW534", "player differs from the text", "Only one of them mentions other players.",
      "warning", "likely")  # fmt: skip
_code("CW535", "text without rules", "It has a text but, unlike others of its kind, no rules.",
      "warning", "likely")  # fmt: skip
_code("CW536", "name differs from the title", "A letter of the title is lost, doubled or swapped.",
      "warning", "likely")  # fmt: skip
_code("CW537", "duration differs from the text", "Only one of them says that it ends.",
      "warning", "likely")  # fmt: skip
_code("CW538", "opposite of the text", "The text gains, places or adds what the rules take away.",
      "warning", "likely")  # fmt: skip
_code("CW540", "nobody can win", "The game has no `winners`.", "warning")
_code("CW541", "no player may act", "If the acting player is none, nothing happens.", "note",
      "guess")  # fmt: skip
_code("CW542", "zone that stays empty", "No rule puts anything into it.",
      "warning", "likely")  # fmt: skip
_code("CW543", "nothing to cancel", "No window opens before what it would cancel.",
      "warning", "likely")  # fmt: skip
_code("CW544", "left in supply", "No rule takes any of these out of supply.",
      "warning", "likely")  # fmt: skip
_code("CW545", "secret in a text", "All players read what only some may see.",
      "warning", "likely")  # fmt: skip
_code("CW546", "payment that may fail", "What follows happens although nothing was paid.",
      "warning", "likely")  # fmt: skip
_code("CW547", "nobody's things", "No player ever owns any of these.",
      "warning", "likely")  # fmt: skip
_code("CW548", "triggers itself", "An ability reacts to the change that it makes.",
      "warning", "likely")  # fmt: skip
_code("CW549", "in all turns", "The text is about your turn, the ability about everybody's.",
      "warning", "likely")  # fmt: skip
_code("CW550", "active in a deck", "Abilities of these cards apply where nobody sees the cards.",
      "warning", "likely")  # fmt: skip
_code("CW551", "cards anywhere", "This is about cards in hands and decks, too.",
      "warning", "likely")  # fmt: skip
_code("CW552", "everybody's value", "The text is about you, the modifier about all players.",
      "warning", "likely")  # fmt: skip
_code("CW553", "state never changes", "Rules read it, but no rule changes it.",
      "warning", "likely")  # fmt: skip
_code("CW554", "deck is never shuffled", "Its cards always come in the order of their file.",
      "warning", "likely")  # fmt: skip

# Comments to the checker
_code(
    "CW601", "unused suppression", "What it suppresses does not occur there; remove it.", "warning"
)
_code("CW602", "malformed suppression", "It lists codes and, after `because`, the reason.",
      "warning")  # fmt: skip
_code("CW603", "error can't be suppressed", "A pack with an error can't be played.",
      "warning")  # fmt: skip
_code("CW604", "outdated baseline", "The baseline lists a diagnostic that no longer occurs.",
      "note")  # fmt: skip
_code("CW605", "report cut short", "Of one code, at most 500 are reported.", "note")
