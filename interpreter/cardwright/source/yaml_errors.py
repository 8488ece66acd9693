"""Explains in an author's terms why a YAML parser gave up.

Translates the messages of the two parsers, which differ, to one code, one message and one span.
Knows nothing about values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ruamel.yaml.error import YAMLError

from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass
from cardwright.source.yaml_blocks import (
    deep_first_entry,
    indented_beginning,
    key_above,
    line_of_block,
    misplaced_key,
    missing_bar,
    outdented_entry,
    unopened_bracket,
)
from cardwright.source.yaml_dashes import wrong_dash
from cardwright.source.yaml_keys import glued_key, tagged_key
from cardwright.source.yaml_mistake import Mistake


@dataclass(frozen=True, slots=True)
class _Rule:
    """How an error of the parsers is reported; `{0}` in the message is the word at fault."""

    pattern: re.Pattern[str]
    code: str
    message: str
    help: str
    at_context: bool = False


def _rule(pattern: str, code: str, message: str, help: str = "", context: bool = False) -> _Rule:
    return _Rule(lazy_pattern(pattern), code, message, help, context)


_MISSING_COMMA = "expected `,` or a closing bracket before `{0}`"
_COMMAS = "separate items in brackets with commas, and put text with `,` or `:` in quotes"
_RULES = (
    _rule(
        "quoted scalar",
        "CW113",
        "this quote is not closed",
        "every opening `'` or `\"` needs a closing one",
        context=True,
    ),
    _rule(
        "block scalar",
        "CW110",
        "this line can't start or continue a block of text",
        "put nothing after `|` on its line, and indent the lines below it equally",
    ),
    _rule(
        "simple key",
        "CW116",
        "`{0}` has no `:` after it",
        "`key: value` needs `: `, and a list item begins with `- `",
        context=True,
    ),
    _rule(
        "mapping values are not allowed",
        "CW117",
        "unexpected `:`",
        "put text that contains `: ` in quotes or below a `|`, or indent the line less; a list "
        "begins below its key, as in `cards:`",
    ),
    _rule(
        "sequence entries are not allowed",
        "CW115",
        "a list can't begin here",
        "put `- ` on its own line below the key",
    ),
    _rule(
        "cannot start any token",
        "CW118",
        "unquoted text can't begin with `{0}`",
        "put the text in quotes",
    ),
    _rule(
        "parsing a block (collection|mapping|sequence)",
        "CW115",
        "`{0}` is not indented like the lines around it",
        "indent it like the other lines of its list or mapping",
    ),
    _rule("parsing a flow (sequence|mapping)", "CW119", _MISSING_COMMA, _COMMAS),
)
_AFTER = "unexpected `{0}` after the closing quote"
_AFTER_SINGLE = _rule("", "CW115", _AFTER, "in `'...'`, write a quote twice: `''`")
_AFTER_DOUBLE = _rule(
    "",
    "CW115",
    _AFTER,
    "close the quote where its text ends, or put `'` around the whole value",
)
_NO_COLON = next(rule for rule in _RULES if rule.code == "CW116")
_NO_SPACE = _rule("", "CW110", "`{0}` has no space after its `-`", "list items begin with `- `")
_SWALLOWED = lazy_pattern(r"\n *(?:- +)?[\w-]+:(?=[ \n])")
"""A line in a quoted text that reads like a key: the quote before it was meant to be closed."""
_QUOTE_END = lazy_pattern(r"['\"] *\Z")
_FALLBACK = _rule("", "CW110", "unexpected `{0}`", "put the text in quotes")
_OUT_OF_PLACE = ("CW110", "CW115", "CW117")
"""The codes of errors whose cause may be a dash in another line."""

TAB_INDENT = "this line is indented with a tab"
MAX_QUOTED = 40
"""How many letters of a value are repeated in a help."""
MAX_LOOKBEHIND = 200
"""How many characters before an error are searched for its cause."""

_WORD = lazy_pattern(r"[^\s,:\[\]{}]+|[^\s]")
_CONTROL = lazy_pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)"
)
_PLAIN = bytes((*b"\t\n", *range(0x20, 0x7F)))
"""The characters below U+0080 that are allowed anywhere."""
# Half of a surrogate pair is not a character, nor is anything beyond U+10FFFF.
_LETTER = r"(?!d[89a-f])[0-9a-f]{4}"
_ESCAPE = lazy_pattern(
    rf'\\(?:(?-i:[0abtnvfe "/\\_\r\nNLP])|(?-i:x)[0-9a-f]{{2}}|(?-i:u){_LETTER}'
    rf"|(?-i:U)0000{_LETTER}|(?-i:U)00(?:0[1-9a-f]|10)[0-9a-f]{{4}}|(.|\Z))",
    re.DOTALL | re.IGNORECASE,
)
_INDICATORS = {"&": ("CW121", "anchor"), "*": ("CW121", "alias")}
_INDICATOR = lazy_pattern(r"[&*!][^\s,\[\]{}]*")
_REFUSED = lazy_pattern("scanning an (anchor|alias)|(scanning|parsing) a tag|undefined tag handle")
_TAB_OR_COMMENT = lazy_pattern(r"(?<!\S)#[^\n]*|\t")
_NO_KEY = lazy_pattern(r"(?:[{,]|^(?:[-?] +)*)\s*\Z", re.MULTILINE)
_UNUSUAL_INDENT = lazy_pattern(r"^ *([^\S \t\r\n]|[\u200b\u2060])", re.MULTILINE)
_BLOCK = lazy_pattern(r"[|>][-+]?[ \t]*\r?\n\s*\Z")
_COLON_WITHOUT_SPACE = lazy_pattern(r"([\w-]+):([^\s,:\[\]{}](?:[^\n:#]|:(?!\s)|(?<!\s)#)*)")
_DASHED = lazy_pattern(r"^[ \t]*(-[\w-]+):[^\n]*\n[^\n]*\Z", re.MULTILINE)
_DASHED_KEY = lazy_pattern(r"-[a-z][\w-]*(?=:\s)")
_UNQUOTED = lazy_pattern(r"[^\s,:?\[\]{}'\"](?:\?|:(?!\s))")
_TAB_INDENT = lazy_pattern(r"[^\n]*\n[ \r\n]*\t")
_LINES = r"(?>(?:[ \t]*(?:#[^\n]*)?\r?\n)*)"
_DIRECTIVE = lazy_pattern(rf"{_LINES}(%[^\r\n]*)")
_TOP_BLOCK = lazy_pattern(rf"{_LINES}(?:---[ \t]*{_LINES})?[ \t]*([|>])")


def control_character(text: str) -> int | None:
    """The offset of the first character that is refused in files and values.

    Unicode line separators are refused too: only one of the parsers ends a line there.
    """
    if text.isascii() and not text.encode().translate(None, _PLAIN):
        return None  # much faster than the search, and true of nearly all texts
    found = _CONTROL.search(text)
    return found.start() if found else None


def before_parsing(text: str) -> Mistake | None:
    """The first mistake that can be found before parsing."""
    at = control_character(text)
    if at is not None:
        return Mistake("CW104", f"the character U+{ord(text[at]):04X} is not allowed", at, at + 1)
    found = _DIRECTIVE.match(text)
    if found:
        return Mistake("CW128", "a `%` line is not allowed", *found.span(1), "remove this line")
    found = _TOP_BLOCK.match(text)
    if found:
        # The parsers disagree about its indentation, and no file needs it.
        return Mistake("CW110", "a file must hold a list or a mapping", *found.span(1))
    return None


def tab_indent(text: str, start: int, end: int) -> Mistake | None:
    """A tab at the beginning of a block of text, which one parser takes for indentation."""
    found = _TAB_INDENT.match(text, start, end)
    return _tab(text, found.end() - 1) if found else None


def missing_key(at: int) -> Mistake:
    """A colon with nothing before it."""
    return Mistake("CW125", "missing key before `:`", at, at + 1, "write a key before it")


def unquoted_in_brackets(text: str, at: int, *, in_braces: bool) -> Mistake:
    """A `:` or `?` inside a plain text in brackets, which one parser accepts."""
    if in_braces and (key := glued_key(text, at)):
        return key
    hint = "put the text in quotes"
    return Mistake("CW129", "in brackets, text with this character needs quotes", at, at + 1, hint)


def colon_without_space(at: int) -> Mistake:
    """A `:` right between a quoted key and its value in a list, which one parser accepts."""
    return Mistake("CW119", _MISSING_COMMA.format(":"), at, at + 1, _COMMAS)


def bad_escape(text: str, start: int, end: int) -> Mistake | None:
    """The first unknown escape between the quotes of a double-quoted scalar."""
    for found in _ESCAPE.finditer(text, start, end):
        if found.group(1) is not None:
            hint = "write `\\\\` for a backslash, or use single quotes"
            return Mistake("CW114", f"`{found.group()}` is not an escape", *found.span(), hint)
    return None


def stray_tab(text: str, texts: Sequence[tuple[int, int]], limit: int) -> Mistake | None:
    """The first tab up to `limit` that is not in a quoted or block text or in a comment."""
    at = 0
    for start, end in [*sorted(texts), (limit, limit)]:
        for found in _TAB_OR_COMMENT.finditer(text, at, max(at, min(start, limit))):
            if found.group() == "\t":
                return _tab(text, found.start())
        at = max(at, end)
    return None


def refused_indicator(text: str, at: int) -> Mistake:
    """The anchor, alias or tag, or what looks like one, that begins here."""
    if key := tagged_key(text, at):
        return key
    found = _INDICATOR.match(text, at)
    end = found.end() if found else at + 1
    if text[at : at + 2] == "* ":
        return Mistake("CW121", "unexpected `*`", at, at + 1, "list items begin with `- `")
    code, kind = _INDICATORS.get(text[at : at + 1], ("CW122", "tag"))
    hint = "write the value out, or put the text in quotes"
    return Mistake(code, f"the {kind} `{text[at:end]}` is not allowed", at, end, hint)


def _tab(text: str, at: int) -> Mistake:
    if text[text.rfind("\n", 0, at) + 1 : at].strip(" \t"):
        return Mistake("CW111", "unexpected tab between words", at, at + 1, "use spaces")
    return Mistake("CW111", TAB_INDENT, at, at + 1, "indent with spaces")


def second_document(text: str, at: int) -> Mistake:
    """The beginning of a second document: its `---`, or its first word."""
    found = _WORD.match(text, at)
    end = found.end() if found else at
    return Mistake("CW124", "a second document begins here", at, end, "split the file")


def syntax_error(
    text: str, error: YAMLError, opener: int | None, quoted: tuple[int, int] = (0, 0)
) -> Mistake:
    """The mistake behind a parser's error.

    `opener`: the offset of the innermost open bracket; `quoted`: the range of the last quoted text.
    """
    problem = _mark_index(error, "problem_mark", 0)
    context = _mark_index(error, "context_mark", problem)
    if unusual := _unusual_indent(text, problem):
        return unusual
    parser_message = f"{getattr(error, 'context', '')}: {getattr(error, 'problem', error)}"
    if "<document start>" in parser_message and re.search(r"^\.\.\.", text[:problem], re.MULTILINE):
        return second_document(text, problem)
    if "<document start>" in parser_message and (first := _LONE_WORD.match(text)):
        return _apply_rule(_no_colon(text, first.start(1)), text, first.start(1))
    if text[problem : problem + 1] == ":" and _NO_KEY.search(
        text, max(0, problem - MAX_LOOKBEHIND), problem
    ):
        return missing_key(problem)
    in_brackets = opener is not None and _UNQUOTED.match(text, max(0, problem - 1))
    if in_brackets or "unexpected ':'" in parser_message:
        in_braces = opener is not None and text[opener] == "{"
        return unquoted_in_brackets(text, problem, in_braces=in_braces)
    if "quoted scalar" in parser_message:
        return _in_quotes(text, context)
    if _REFUSED.search(parser_message):
        return refused_indicator(text, context)
    if opener is not None and (not text[problem:].strip() or "\n" in text[opener:problem]):
        hint = f"add `,` or `{']' if text[opener] == '[' else '}'}`"
        return Mistake("CW112", f"this `{text[opener]}` is not closed", opener, opener + 1, hint)
    if _SWALLOWED.search(text, *quoted):
        return _apply_rule(_RULES[0], text, quoted[0], quoted[0] + 1)
    if "parsing a block" in parser_message and _QUOTE_END.search(
        text, max(0, problem - MAX_LOOKBEHIND), problem
    ):
        single = text[:problem].rstrip().endswith("'")
        return _apply_rule(_AFTER_SINGLE if single else _AFTER_DOUBLE, text, problem)
    if bracketed := _bracketed_text(text, problem, parser_message):
        return bracketed
    rule = next((rule for rule in _RULES if rule.pattern.search(parser_message)), _FALLBACK)
    if rule.code in _OUT_OF_PLACE and (wrong := wrong_dash(text, problem)):
        return wrong
    if rule.code in ("CW115", "CW117") and (odd := _odd_list_mark(text, problem)):
        return odd
    if rule.code == "CW115" and (out := outdented_entry(text, problem)):
        return out
    if rule.code == "CW115" and (deep := deep_first_entry(text, problem)):
        return deep
    if rule is _FALLBACK and (indented := indented_beginning(text, problem)):
        return indented
    if rule.code == "CW115" and (dash := _DASHED_KEY.match(text, problem)):
        return _apply_rule(_NO_SPACE, text, *dash.span())
    if rule is _NO_COLON and (tagged := tagged_key(text, context)):
        return tagged
    if rule is _NO_COLON:
        return _apply_rule(_no_colon(text, context), text, context)
    if rule.code == "CW117" and (unopened := unopened_bracket(text, problem)):
        return unopened
    if rule.code == "CW117" and (unmarked := missing_bar(text, problem)):
        return unmarked
    if rule.code == "CW117" and (key := _without_colon_above(text, problem)) is not None:
        return _apply_rule(_no_colon(text, key), text, key)
    if rule.code == "CW117" and (
        dash := _DASHED.search(text, max(0, problem - MAX_LOOKBEHIND), problem)
    ):
        return _apply_rule(_NO_SPACE, text, *dash.span(1))
    if rule.code == "CW117" and (help := misplaced_key(text, problem)):
        rule = replace(rule, help=help)
    return _apply_rule(rule, text, context if rule.at_context else problem)


_BRACKETED = lazy_pattern(r"(?:: |- )([\[{][^\[\]{}\n]*[\]}]) *\Z")
_NO_KEY_ABOVE = lazy_pattern(
    r"^ *(?P<dash>- +)?(?P<word>[^\W\d][\w-]*)(?:[^:\n]|:\S)*\n\s*\Z", re.MULTILINE
)
_OPENING = lazy_pattern(_LINES)
_LONE_WORD = lazy_pattern(rf"{_LINES}([^\W\d][\w-]*)(?:[^:\n]|:\S)*\n")
_HEADER = lazy_pattern(rf":[ \t]*\n{_LINES}\Z")
_LIST_MARK = lazy_pattern(
    r"^ *(?:([\u2012-\u2015\u2212\u2022]|--) |- (-) )[^\n]*\n?[^\n]*\Z", re.MULTILINE
)


def _bracketed_text(text: str, problem: int, parser_message: str) -> Mistake | None:
    """A text that begins with a word in brackets, as in `text: [Seal] Gain 1`."""
    line = text.rfind("\n", 0, problem) + 1
    found = _BRACKETED.search(text, max(line, problem - MAX_LOOKBEHIND), problem)
    if found is None or "parsing a block" not in parser_message:
        return None
    message = f"unquoted text can't begin with `{found[1][0]}`"
    return Mistake("CW118", message, *found.span(1), "put the whole text in quotes")


def _without_colon_above(text: str, problem: int) -> int | None:
    """The offset of a key that lacks its `: ` on the line above, which begins a value."""
    line = text.rfind("\n", 0, problem) + 1
    above = _NO_KEY_ABOVE.search(text, max(0, line - MAX_LOOKBEHIND), line)
    if above is None:
        return None
    begin = above.start()
    begins = above["dash"] or _OPENING.fullmatch(text, 0, begin)
    begins = begins or _HEADER.search(text, max(0, begin - MAX_LOOKBEHIND), begin)
    return above.start("word") if begins else None


def _odd_list_mark(text: str, problem: int) -> Mistake | None:
    """A list item in this line or the one before that begins with another dash, or with two."""
    found = _LIST_MARK.search(text, max(0, problem - MAX_LOOKBEHIND), problem + 3)
    if found is None:
        return None
    at = found.span(1 if found[1] else 2)
    return Mistake(
        "CW115", f"unexpected `{found[1] or found[2]}`", *at, "write one `- ` before a list item"
    )


def _no_colon(text: str, at: int) -> _Rule:
    """How to report a line without `: `: it may be text below a `|`, or lack only the space."""
    if _BLOCK.search(text, max(0, at - MAX_LOOKBEHIND), at):
        message = "`{0}` is indented no more than the key above it"
        return replace(
            _NO_COLON, message=message, help="indent what is below `|` more than its key"
        )
    if found := _COLON_WITHOUT_SPACE.match(text, at):
        help = f"write `{found[1]}: {_shortened(found[2])}`"
        return replace(_NO_COLON, message="`{0}` has no space after its `:`", help=help)
    if help := line_of_block(text, at):
        return replace(_NO_COLON, help=help)
    if key := key_above(text, at):
        help = f"`key: value` needs `: `; if this is the text of `{key}`, write `{key}: |`"
        return replace(_NO_COLON, help=help)
    return _NO_COLON


def _shortened(value: str) -> str:
    words = value.strip()
    return words if len(words) <= MAX_QUOTED else f"{words[:MAX_QUOTED]}..."


def _unusual_indent(text: str, problem: int) -> Mistake | None:
    """Whitespace other than spaces and tabs that indents this line or the previous one."""
    line = text.rfind("\n", 0, problem) + 1
    before = text.rfind("\n", 0, max(0, line - 1)) + 1
    found = _UNUSUAL_INDENT.search(text, before, problem + 1)
    if found is None:
        return None
    message = f"unexpected whitespace in the indentation, U+{ord(found[1]):04X}"
    return Mistake("CW110", message, *found.span(1), "indent with spaces")


def _in_quotes(text: str, start: int) -> Mistake:
    escape = bad_escape(text, start, len(text)) if text[start] == '"' else None
    # If the quote is never closed, what looks like an escape may be far beyond the text.
    closed = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL).match(text, start)
    if escape and closed and escape.start < closed.end():
        return escape
    return _apply_rule(_RULES[0], text, start, start + 1)


def _apply_rule(rule: _Rule, text: str, at: int, end: int | None = None) -> Mistake:
    if text[at : at + 1] == "\t":
        return _tab(text, at)
    at = min(at, len(text.rstrip()))
    found = _WORD.match(text, at)
    word = found.group() if found else "the end of the file"
    stop = end or (found.end() if found else at)
    return Mistake(rule.code, rule.message.format(word), at, stop, rule.help)


def _mark_index(error: YAMLError, name: str, default: int) -> int:
    mark = getattr(error, name, None)
    return default if mark is None else int(mark.index)
