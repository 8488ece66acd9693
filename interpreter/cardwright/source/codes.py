"""The table of diagnostic codes.

One flat table for all layers: CW1xx files and YAML, CW2xx the language, CW3xx packs and
linking, CW4xx run time, CW5xx lints, CW6xx comments to the checker. A code never changes its
meaning and is never reused. Knows nothing of who reports a code.
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
_code("CW101", "file can't be read", "The file is not there, or may not be read.")
_code("CW102", "not a file", "A folder or a device stands where a file is expected.")
_code("CW103", "not UTF-8", "The bytes of the file, or of its name, are not text in UTF-8.")
_code("CW104", "control character", "Only visible letters, spaces and line ends may be used.")
_code("CW105", "file too large", "A file may hold at most 2,000,000 bytes; split it.")
_code("CW106", "file that nothing reads", "Its name is nearly that of a file that would be read.",
      "warning", "likely")  # fmt: skip

# What the YAML reader can't follow
_code("CW110", "invalid YAML", "The text is not YAML in a way that has no code of its own.")
_code("CW111", "tab between words", "Only spaces indent and part words; tabs may stand in quotes.")
_code("CW112", "bracket not closed", "A `[` or `{` has no matching `]` or `}`.")
_code("CW113", "quote not closed", "A quoted text has no second quote.")
_code("CW114", "unknown escape", "In double quotes, a `\\` begins no known escape.")
_code("CW115", "wrong indentation", "A line stands further left or right than what it belongs to.")
_code("CW116", "missing colon", "A line stands among `key: value` lines and has no `: `.")
_code("CW117", "colon out of place", "A `: ` stands where no key can be, as in a bare value.")
_code("CW118", "reserved first character", "A bare text can't begin with this character.")
_code("CW119", "missing comma", "Inside brackets, items are separated by commas.")

# What is YAML, and refused
_code("CW120", "duplicate key", "A key stands twice in one mapping; one value would be lost.")
_code("CW121", "anchor or alias", "Anchors (`&x`) and aliases (`*x`) are refused; write it out.")
_code("CW122", "tag", "Tags (`!x`) are refused; the schema says which type a value has.")
_code("CW123", "merge key", "Merge keys (`<<`) are refused; write the values out.")
_code("CW124", "several documents", "A file holds one document; split it.")
_code("CW125", "key is not a word", "A key is a text or a whole number.")
_code("CW126", "number too large", "Whole numbers go from -1,000,000,000 to 1,000,000,000.")
_code("CW127", "nested too deep", "Lists and mappings may stand in each other at most 40 deep.")
_code("CW128", "directive", "Lines that begin with `%` are refused; files are YAML 1.2.")
_code("CW129", "quotes needed in brackets", "In brackets, a text with `:` or `?` needs quotes.")
_code("CW130", "text cut by a comment", "A `#` behind a blank begins a comment, even in a text.",
      "warning", "likely")  # fmt: skip

# The language: reading
_code("CW201", "unexpected word", "A word stands where the grammar has no place for it.")
_code("CW202", "text ends too early", "An effect or expression stops before it is complete.")
_code("CW203", "nested too deep", "Brackets, blocks or phrases stand in each other too deeply.")
_code("CW204", "number too large", "Numbers in texts go up to 1,000,000,000.")
_code("CW205", "wrong indentation", "A line of an effect is indented like none that it follows.")
_code("CW206", "text not closed", "A text in an effect has no second quote on its line.")

# The language: meaning
_code("CW211", "unknown name", "Nothing that is declared has this name.")
_code("CW212", "no such property", "Things of this kind have no property of this name.")
_code("CW213", "nobody to refer to", "A word like `your` or `it` has nothing it can stand for.")
_code("CW214", "unknown adjective", "A word before a noun describes no such thing.")
_code("CW215", "more than one meaning", "A name fits several declared things; say which.")
_code("CW216", "circular definition", "A definition needs its own value.")
_code("CW217", "not a set", "A set of things is expected, and this is something else.")
_code("CW218", "wrong number of arguments", "A rule or definition takes more or fewer things.")
_code("CW219", "impossible quantity", "How many is missing, or can't be meant.")
_code("CW220", "wrong type", "A value of one type stands where another is expected.")
_code("CW221", "missing part", "A verb lacks a part that it needs.")
_code("CW222", "not a counter", "The verb changes cells of state, and this is none.")
_code("CW223", "option twice", "Two options of one choice have the same id.")
_code("CW224", "stop outside a loop", "`stop` leaves the nearest loop.")
_code("CW225", "unreadable cost", "A cost is a number and a counter.")
_code("CW226", "unknown definition", "A modifier names a definition that nobody declares.")
_code("CW227", "wrong operation", "A modifier's operation does not fit the definition's type.")
_code("CW228", "unknown event", "A trigger, replacement or prohibition names nothing that happens.")
_code("CW229", "trigger feeds itself", "What a trigger does sets it off again, without end.",
      confidence="likely")  # fmt: skip
_code("CW230", "rule runs itself", "A rule or an effect always runs itself again, without end.",
      confidence="likely")  # fmt: skip
_code("CW232", "prohibition asks itself", "What may be removed depends on what may be removed.")
_code("CW231", "too much work", "One expression may look at more things than a game can wait for.",
      confidence="likely")  # fmt: skip
_code("CW234", "may and then", "Behind *may ..., then* nobody knows what is done after a *no*.")
_code("CW233", "compared with itself", "Both sides of a comparison are the same thing.")

# Packs: folders, manifests, what requires what
_code("CW301", "not a pack", "A pack is a folder with a file `pack.yaml`.")
_code("CW302", "path outside the pack", "A pack reads files of its own folder only.")
_code("CW303", "pack too large", "A pack has a limit of files, of bytes and of definitions.")
_code("CW304", "required pack not found", "A pack requires one that is not there.")
_code("CW305", "wrong version", "A required pack is there in a version that does not fit.")
_code("CW306", "circular requires", "Packs require each other in a circle.")
_code("CW307", "pack twice", "Two folders hold packs of one id.")
_code("CW308", "unknown module", "No pack has this module, or it adds files that are not there.")
_code("CW309", "packs disagree", "Two packs that don't require each other state one thing twice.")
_code("CW310", "no main rule", "No pack says with `main` which rule plays the game.")

# The shape of packs
_code("CW320", "unknown section", "A section is one of the language's or a plural of a kind.")
_code("CW321", "unknown key", "Nothing reads this key here.")
_code("CW322", "wrong shape", "A list, mapping, text or number stands where another is read.")
_code("CW323", "missing key", "A key that is needed here is not written.")
_code("CW324", "bad value", "The value has the right shape and can't be used.")
_code("CW325", "one key of several", "Of some keys exactly one is written.")
_code("CW326", "not a name", "Names are lower case letters and digits, parted by hyphens.")
_code("CW327", "reserved word", "The language reads this word itself; it can't be a name.")
_code("CW328", "declared twice", "Two declarations have one name; one of them would be lost.")
_code("CW329", "text in an inexact form", "Effects are one plain line or a block after `|`.")

# What packs declare and link
_code("CW340", "unknown kind or type", "Nothing that is declared has the name of this type.")
_code("CW341", "circular kinds", "Kinds can't be kinds of each other.")
_code("CW342", "unknown zone or rule", "No zone, or no rule, has this name.")
_code("CW343", "unknown value", "The enum has no such word, or the kind no such definition.")
_code("CW344", "missing provenance", "Each definition says where its facts come from.")
_code("CW345", "wrong kind", "Something is declared of a kind that can't have it.")
_code("CW346", "unreadable definition key", "A key reads `name of KIND in KIND as NAME`.")
_code("CW347", "no value for some players", "Something is left out for a number of players.")
_code("CW348", "unknown score", "`score` names a property of players that holds a number.")
_code("CW349", "nothing to pay for", "`pays for` names another counter of players.")
_code("CW350", "nothing to patch", "No required pack defines what a patch names.")
_code("CW351", "patched twice", "Two patches change one field; one of them would be lost.")

# Running: what no check can see
_code("CW401", "no end in sight", "An effect takes more steps than an answer may take.")
_code("CW402", "rules call each other", "Rules, effects or triggers run each other without end.")
_code("CW403", "number out of bounds", "A number has grown beyond what any game needs.")

# What looks wrong and can be played
_code("CW501", "unused definition", "Nothing that can happen asks for its value.",
      "warning")  # fmt: skip
_code("CW502", "unused rule", "Nothing that can happen does it.", "warning")
_code("CW503", "menu that nobody opens", "What stands in it can never be chosen.", "warning")
_code("CW504", "unused zone", "Nothing goes there, and nothing is looked for there.", "warning")
_code("CW505", "state that nothing reads", "It may change, and no rule looks at it.", "warning")
_code("CW506", "printed value that nothing reads", "It stands on things, and no rule looks at it.",
      "note")  # fmt: skip
_code("CW507", "unused word of an enum", "Nothing has it and no rule names it.", "warning")
_code("CW508", "unused kind", "There is nothing of this kind, and no rule names it.", "warning")
_code("CW509", "printed rule that nobody performs", "No rule says to perform it.", "warning")
_code("CW511", "condition that never changes", "It always holds, or it never does.", "warning")
_code("CW512", "never reached", "What stands before it is always taken, or ends it.", "warning")
_code("CW513", "choice that nothing uses", "What is chosen is not used, so nothing comes of it.",
      "warning", "likely")  # fmt: skip
_code("CW514", "where about something else", "A `where` does not ask about what it narrows.",
      "warning", "likely")  # fmt: skip
_code("CW515", "place of what is gone", "What was removed stands nowhere: its place is none.",
      "warning", "likely")  # fmt: skip
_code("CW516", "loop that never speaks of its player", "One player does it all.",
      "warning", "likely")  # fmt: skip
_code("CW517", "more than there is", "There can never be so many to pay, to place or to choose.",
      "warning", "likely")  # fmt: skip
_code("CW518", "number of players that never plays", "No game is for so many players.",
      "warning")  # fmt: skip
_code("CW520", "too many steps", "At worst it takes more steps than an answer may take.",
      "warning", "guess")  # fmt: skip
_code("CW530", "number unlike the text", "The text has a number that the rules don't, or back.",
      "warning", "likely")  # fmt: skip
_code("CW531", "choice unlike the text", "Only one of them leaves a choice, with *may* or *up to*.",
      "warning", "likely")  # fmt: skip
_code("CW532", "each or all unlike the text", "Only one of them is about each, or all, of some.",
      "warning", "likely")  # fmt: skip
_code("CW533", "word unlike the text", "Only one of them names this place or word.",
      "warning", "likely")  # fmt: skip
_code("CW534", "player unlike the text", "Only one of them is about other players.",
      "warning", "likely")  # fmt: skip
_code("CW535", "text without rules", "It has a text and, unlike others of its kind, no rules.",
      "warning", "likely")  # fmt: skip
_code("CW536", "name unlike the title", "A letter of its title is lost, doubled or swapped.",
      "warning", "likely")  # fmt: skip
_code("CW540", "nobody can win", "The game has no `winners`.", "warning")
_code("CW541", "done by nobody", "Who does it may be none, and then nothing happens.", "note",
      "guess")  # fmt: skip

# What authors say to the checker
_code("CW601", "allowance of nothing", "What it allows does not occur there; it can go.", "warning")
_code("CW602", "unreadable allowance", "An allowance names codes, and after `because` the reason.",
      "warning")  # fmt: skip
_code("CW603", "error can't be allowed", "A pack with an error can't be played, so none is hidden.",
      "warning")  # fmt: skip
_code("CW604", "baseline is out of date", "What the baseline holds does not occur any more.",
      "note")  # fmt: skip
