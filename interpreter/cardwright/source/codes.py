"""The table of diagnostic codes.

One flat table for all layers: CW1xx files and YAML, CW2xx the language, CW3xx packs and
linking, CW4xx run time, CW5xx lints, CW6xx suppressions and baselines. A code never changes its
meaning and is never reused. Knows nothing of who reports a code.
"""

from __future__ import annotations

from typing import Literal

from cardwright.source.records import dataclass

Severity = Literal["error", "warning", "note"]
"""A pack with errors can't be played; a warning is a likely error; a note may be nothing."""

Confidence = Literal["certain", "likely", "guess"]
"""How often the diagnostic is right: always, nearly always, often enough to be worth a look."""


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of error: `title` in a few words, `meaning` in a sentence or two."""

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


# Files
_code("CW101", "file can't be read", "The file does not exist or can't be opened.")
_code("CW102", "not a file", "A file is expected, but this is a folder or a device.")
_code("CW103", "not UTF-8", "The bytes of the file, or of its name, are not text in UTF-8.")
_code("CW104", "control character", "Only visible characters, spaces and line ends may be used.")
_code("CW105", "file too large", "A file may hold at most 2,000,000 bytes; split it.")
_code("CW106", "file that nothing reads", "Its name is almost one that would be read.",
      "warning", "likely")  # fmt: skip

# YAML that can't be read
_code("CW110", "invalid YAML", "The text is not YAML, and no other code describes why.")
_code("CW111", "tab instead of spaces", "Only spaces indent and separate words outside quotes.")
_code("CW112", "bracket not closed", "A `[` or `{` has no matching `]` or `}`.")
_code("CW113", "quote not closed", "A quoted text has no closing quote.")
_code("CW114", "unknown escape", "In double quotes, a `\\` must begin a known escape.")
_code("CW115", "wrong indentation", "A line is indented more or less than what it belongs to.")
_code("CW116", "missing colon", "A line among `key: value` lines has no `: `.")
_code("CW117", "colon out of place", "A `: ` where no key can be, as in a text without quotes.")
_code("CW118", "reserved first character", "A text without quotes can't begin with this character.")
_code("CW119", "missing comma", "Inside brackets, items are separated by commas.")

# YAML that packs don't use
_code("CW120", "duplicate key", "A mapping has a key twice; one value would be lost.")
_code("CW121", "anchor or alias", "Anchors (`&x`) and aliases (`*x`) are refused; write it out.")
_code("CW122", "tag", "Tags (`!x`) are refused; the schema says which type a value has.")
_code("CW123", "merge key", "Merge keys (`<<`) are refused; write the values out.")
_code("CW124", "several documents", "A file holds one document; split it.")
_code("CW125", "key is not a word", "A key is a text or a whole number.")
_code("CW126", "number too large", "Whole numbers go from -1,000,000,000 to 1,000,000,000.")
_code("CW127", "nested too deeply", "Lists and mappings may be nested at most 40 deep.")
_code("CW128", "directive", "Lines that begin with `%` are refused; files are YAML 1.2.")
_code("CW129", "quotes needed in brackets", "In brackets, a text with `:` or `?` needs quotes.")
_code("CW130", "text cut by a comment", "A `#` after a space begins a comment, even in a text.",
      "warning", "likely")  # fmt: skip

# The language: syntax
_code("CW201", "unexpected word", "The grammar does not allow this word here.")
_code("CW202", "text ends too early", "An effect or expression stops before it is complete.")
_code("CW203", "nested too deeply", "Brackets, blocks or phrases are nested too deeply.")
_code("CW204", "number too large", "Numbers in texts go up to 1,000,000,000.")
_code("CW205", "wrong indentation", "The indentation of a line matches no line before it.")
_code("CW206", "text not closed", "A text in an effect has no closing quote on its line.")

# The language: meaning
_code("CW211", "unknown name", "Nothing with this name is declared.")
_code("CW212", "no such property", "Things of this kind have no property with this name.")
_code("CW213", "nothing to refer to", "A word like `your` or `it` has nothing to refer to.")
_code("CW214", "unknown adjective", "The word before a noun can't describe things of this kind.")
_code("CW215", "ambiguous name", "Several declared things have this name; say which one is meant.")
_code("CW216", "circular definition", "A definition needs its own value.")
_code("CW217", "not a set", "A set of things is expected, but this is something else.")
_code("CW218", "wrong number of arguments", "A rule or definition takes more or fewer arguments.")
_code("CW219", "impossible quantity", "The quantity is missing or makes no sense.")
_code("CW220", "wrong type", "A value has another type than the one expected.")
_code("CW221", "missing part", "A verb lacks a part that it needs.")
_code("CW222", "not a counter", "The verb changes cells of state, and this isn't one.")
_code("CW223", "duplicate option", "Two options of one choice have the same id.")
_code("CW224", "stop outside a loop", "`stop` leaves the nearest loop.")
_code("CW225", "unreadable cost", "A cost is a number and a counter.")
_code("CW226", "unknown definition", "A modifier names a definition that is not declared.")
_code("CW227", "wrong operation", "A modifier's operation does not fit the definition's type.")
_code("CW228", "unknown event", "A trigger, replacement or prohibition names no event.")
_code("CW229", "trigger sets itself off", "What a trigger does sets it off again, without end.",
      confidence="likely")  # fmt: skip
_code("CW230", "rule runs itself", "A rule or an effect always runs itself again, without end.",
      confidence="likely")  # fmt: skip
_code("CW232", "prohibition depends on itself", "What may be removed depends on itself.")
_code("CW231", "too much work", "One expression may look at more things than a game can wait for.",
      confidence="likely")  # fmt: skip
_code("CW234", "then after may", "After *may ..., then* it is unclear what follows a *no*.")
_code("CW233", "compared with itself", "Both sides of a comparison are the same thing.")

# Packs: folders, manifests, requirements
_code("CW301", "not a pack", "A pack is a folder with a file `pack.yaml`.")
_code("CW302", "path outside the pack", "A pack reads only files in its own folder.")
_code("CW303", "pack too large", "A pack has a limit of files, bytes and definitions.")
_code("CW304", "required pack not found", "A pack requires another one that was not found.")
_code("CW305", "wrong version", "A required pack was found in a version that does not fit.")
_code("CW306", "circular requires", "Packs require each other in a circle.")
_code("CW307", "duplicate pack", "Two folders hold packs with the same id.")
_code("CW308", "unknown module", "No pack has this module, or it adds files that don't exist.")
_code("CW309", "packs conflict", "Two packs that don't require each other declare the same thing.")
_code("CW310", "no main rule", "No pack names with `main` the rule that plays the game.")

# The shape of packs
_code("CW320", "unknown section", "A section is one of the language's or the plural of a kind.")
_code("CW321", "unknown key", "Nothing reads this key here.")
_code("CW322", "wrong shape", "A list, mapping, text or number is given where another is expected.")
_code("CW323", "missing key", "A required key is missing.")
_code("CW324", "bad value", "The value has the right shape but can't be used.")
_code("CW325", "one key of several", "Exactly one of several keys is needed.")
_code("CW326", "not a name", "Names are lower case letters and digits, separated by hyphens.")
_code("CW327", "reserved word", "This word is part of the language; it can't be a name.")
_code("CW328", "declared twice", "Two declarations have the same name; one of them would be lost.")
_code("CW329", "text in an inexact form", "Effects are one plain line or a block after `|`.")

# Declarations and links
_code("CW340", "unknown kind or type", "No type with this name is declared.")
_code("CW341", "circular kinds", "Kinds can't be kinds of each other.")
_code("CW342", "unknown zone or rule", "No zone, or no rule, has this name.")
_code("CW343", "unknown value", "The enum has no such word, or the kind no such definition.")
_code("CW344", "missing provenance", "Each definition says where its facts come from.")
_code("CW345", "wrong kind", "Something is declared for a kind that can't have it.")
_code("CW346", "unreadable definition key", "A key has the form `name of KIND in KIND as NAME`.")
_code("CW347", "no value for some players", "Something is missing for a number of players.")
_code("CW348", "unknown score", "`score` names a property of players that holds a number.")
_code("CW349", "nothing to pay for", "`pays for` names another counter of players.")
_code("CW350", "nothing to patch", "No such definition exists in this pack or those it requires.")
_code("CW351", "patched twice", "Two patches change the same field; one of them would be lost.")

# Errors in play
_code("CW401", "too many steps in play", "An effect takes more steps than an answer may take.")
_code("CW402", "rules call each other", "Rules, effects or triggers run each other without end.")
_code("CW403", "number out of bounds", "A number has grown beyond what any game needs.")

# Lints
_code("CW501", "unused definition", "Nothing that can happen uses its value.",
      "warning")  # fmt: skip
_code("CW502", "unused rule", "Nothing that can happen runs it.", "warning")
_code("CW503", "menu that nobody opens", "Its options can never be chosen.", "warning")
_code("CW504", "unused zone", "Nothing goes there, and nothing is looked for there.", "warning")
_code("CW505", "state that nothing reads", "It may change, but no rule reads it.", "warning")
_code("CW506", "printed value that nothing reads", "Things have it, but no rule reads it.",
      "note")  # fmt: skip
_code("CW507", "unused word of an enum", "Nothing has it and no rule names it.", "warning")
_code("CW508", "unused kind", "There is nothing of this kind, and no rule names it.", "warning")
_code("CW509", "printed rule that nobody performs", "No rule performs it.", "warning")
_code("CW511", "condition that never changes", "It is always true or always false.", "warning")
_code("CW512", "never reached", "What comes before it is always chosen, or ends it.", "warning")
_code("CW513", "choice that nothing uses", "What is chosen is not used and has no effect.",
      "warning", "likely")  # fmt: skip
_code("CW514", "where about something else", "A `where` does not ask about what it narrows.",
      "warning", "likely")  # fmt: skip
_code("CW515", "place of what is gone", "What was removed isn't anywhere: its place is none.",
      "warning", "likely")  # fmt: skip
_code("CW516", "loop that never mentions its player", "One player does everything in it.",
      "warning", "likely")  # fmt: skip
_code("CW517", "more than there is", "There can never be so many to pay, to place or to choose.",
      "warning", "likely")  # fmt: skip
_code("CW518", "number of players that never plays", "No game has this number of players.",
      "warning")  # fmt: skip
_code("CW520", "too many steps", "In the worst case it takes more steps than an answer may take.",
      "warning", "guess")  # fmt: skip
_code("CW530", "number differs from the text", "A number is only in the text or the rules.",
      "warning", "likely")  # fmt: skip
_code("CW531", "choice differs from the text", "Only one of them leaves a choice: *may*, *up to*.",
      "warning", "likely")  # fmt: skip
_code("CW532", "each or all differs from the text", "Only one of them is about each, or all.",
      "warning", "likely")  # fmt: skip
_code("CW533", "word differs from the text", "Only one of them names this place or word.",
      "warning", "likely")  # fmt: skip
_code("CW534", "player differs from the text", "Only one of them is about other players.",
      "warning", "likely")  # fmt: skip
_code("CW535", "text without rules", "It has a text and, unlike others of its kind, no rules.",
      "warning", "likely")  # fmt: skip
_code("CW536", "name differs from the title", "A letter is dropped, doubled or swapped.",
      "warning", "likely")  # fmt: skip
_code("CW540", "nobody can win", "The game has no `winners`.", "warning")
_code("CW541", "done by nobody", "The player may be none, and then nothing happens.", "note",
      "guess")  # fmt: skip

# Suppressions and baselines
_code("CW601", "unused suppression", "What it suppresses does not occur there.", "warning")
_code("CW602", "unreadable suppression", "It names codes, and after `because` the reason.",
      "warning")  # fmt: skip
_code("CW603", "error can't be suppressed", "A pack with an error can't be played anyway.",
      "warning")  # fmt: skip
_code("CW604", "baseline is out of date", "It lists something that does not occur any more.",
      "note")  # fmt: skip
