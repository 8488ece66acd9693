"""Builds a document from a parser's events.

Responsible for the stack of open lists and mappings, the tables of spans, and the valid YAML that
is refused. Works event by event without recursion, so that depth can't exhaust the stack. Knows
nothing about files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ruamel.yaml import events as yaml
from ruamel.yaml.error import YAMLError

from cardwright.source.diagnostics import Report
from cardwright.source.document import (
    Document,
    NumberTooLarge,
    Path,
    Place,
    Spans,
    Value,
    resolve_plain,
)
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Source, Span
from cardwright.source.yaml_anchors import AnchorTracker
from cardwright.source.yaml_errors import (
    bad_escape,
    colon_without_space,
    control_character,
    missing_key,
    refused_indicator,
    second_document,
    stray_tab,
    syntax_error,
    tab_indent,
    unquoted_in_brackets,
)
from cardwright.source.yaml_events import events
from cardwright.source.yaml_frames import NO_KEY, Frame, report_duplicates
from cardwright.source.yaml_keys import key_in_text
from cardwright.source.yaml_mistake import Mistake

MAX_DEPTH = 40
MAX_ERRORS = 100
"""After this many errors, the rest of the file isn't read."""
MAX_NODES = 50_000
"""More keys and values than a file of the largest size has if it says anything."""

_BLANK = r"(?>(?:[^\S\n]*(?:#[^\n]*)?\n)*)[^\S\n]*"
_NAME = lazy_pattern(r"[-\w]+", re.ASCII)
_DOCUMENT_ENDS = lazy_pattern(rf"(?:\.\.\.{_BLANK})*")
_COLON = lazy_pattern(_BLANK + ":")
_DASH = lazy_pattern(_BLANK + "-")
_COLON_OR_QUESTION = re.compile("[:?]")
_COLON_WITHOUT_SPACE = re.compile(r":\S")


class _Stop(Exception):
    """Stops reading."""


class Builder:
    """Builds the document of one source; `report` has its errors.

    `masked` is its text with spaces in place of the parts that are not read.
    """

    def __init__(self, source: Source, masked: str = "") -> None:
        self.source = source
        self.report = Report()
        self._text = masked or source.text
        self._root: Value = {}
        self._stack: list[Frame] = []
        self._keys: dict[Path, Place] = {}
        self._values: dict[Path, Place] = {}
        self._styles: dict[Path, str] = {}
        self._text_ranges: list[tuple[int, int]] = []
        self._anchors = AnchorTracker(source, self.report)
        self._documents = 0
        self.nodes = 0
        self.stopped_at: int | None = None
        """Where the mistake is that stopped the parser, if the rest may be read without it."""
        # The end of the last node with content. Empty values are placed after it, because the two
        # parsers place them differently.
        self._cursor = 0

    def build(self, libyaml: bool) -> Document | None:
        """Reads all events; None if there are errors."""
        mistake, limit = None, len(self._text)
        try:
            for event in events(self._text, libyaml):
                _HANDLERS[type(event)](self, event)
                if self.nodes > MAX_NODES or self.report.added or self._anchors.count:
                    self._count_work()
        except _Stop:
            limit = self._cursor
        except YAMLError as error:
            mistake = self._parser_error(error)
            limit = mistake.start
        return self._finish(self._stray_tab(limit) or mistake)

    def _count_work(self) -> None:
        """Stops if a file has more values than a person writes, or more mistakes."""
        if self.nodes > MAX_NODES:
            message = f"a file can hold at most {MAX_NODES:,} keys and values"
            end = Span(self.source, self._cursor, self._cursor)
            self.report.error("CW107", message, end, "split the file")
        if self.nodes > MAX_NODES or self._anchors.too_many or len(self.report) >= MAX_ERRORS:
            raise _Stop

    # Event handlers

    def _on_document(self, event: Any) -> None:
        self._documents += 1
        if self._documents == 1:
            return
        found = _DOCUMENT_ENDS.match(self._text, event.start_mark.index)
        begin = found.end() if found else event.start_mark.index
        if begin < len(self._text):
            second_document(self._text, begin).report_to(self.source, self.report)
        raise _Stop

    def _on_scalar(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        if event.anchor is not None or event.ctag is not None:
            self._cursor, start = self._anchors.skip_properties(start)
        if start >= end or not (event.value or event.style):
            start = end = self._empty_value_offset()
        elif event.style in ("|", ">"):
            end = start + len(self._text[start:end].rstrip())
        self._cursor = end
        if event.style:
            self._text_ranges.append((start, end))
        frame = self._stack[-1] if self._stack else None
        if event.style or (frame is not None and frame.flow):
            self._check_text(event, start, end)
        if frame is not None and frame.wants_key:
            self._key(event, (start, end), frame)
        else:
            self._value(event, (start, end))

    def _open(self, event: Any, holder: dict[str | int, Value] | list[Value]) -> None:
        start = event.start_mark.index
        if event.anchor is not None or event.ctag is not None:
            self._cursor, start = self._anchors.skip_properties(start)
        flow = bool(event.flow_style)
        self._cursor = max(self._cursor, start + (flow and self._text[start] in "[{"))
        self._check_depth(start)
        path = self._put(holder, start)
        self._stack.append(Frame(holder, path, start, flow))

    def _on_end(self, event: Any) -> None:
        frame = self._stack.pop()
        report_duplicates(frame, self.report)
        # For the parsers, a list or mapping without brackets ends where the next node begins; here
        # it ends with its last item.
        end = event.end_mark.index
        if frame.flow and end > frame.start and self._text[end - 1] in "]}":
            self._cursor = max(self._cursor, end)
        self._values[frame.path] = frame.start, self._cursor

    def _on_alias(self, event: Any) -> None:
        sign = refused_indicator(self._text, event.start_mark.index)
        self._cursor = sign.end
        # The alias of a merge key has already been refused with the key.
        if not (self._stack and self._stack[-1].merges):
            self._anchors.add_alias(event.anchor, sign)
        self._put(None, sign.start)
        if not _NAME.fullmatch(event.anchor):
            self._stop(sign.start)

    def _ignore(self, event: Any) -> None:
        pass

    # Building nodes

    def _key(self, event: Any, place: Place, frame: Frame) -> None:
        self.nodes += 1
        if frame.flow:
            self._check_colon(frame, place[1])
        key = self._key_value(event, place)
        path = (*frame.path, key)
        assert isinstance(frame.holder, dict)
        if key in frame.holder:
            first = self._span(self._keys.get(path, place))
            frame.duplicates.append((key, self._span(place), first))
            if len(frame.duplicates) == MAX_ERRORS:
                raise _Stop
        self._keys[path] = place
        frame.key = key

    def _key_value(self, event: Any, place: Place) -> str | int:
        if event.style in ("|", ">"):
            self.report.error("CW125", "a block of text can't be a key", self._span(place))
        if event.style:
            return str(event.value)
        if event.value == "<<":
            message = "merge keys are not allowed"
            self.report.error("CW123", message, self._span(place), "write the values out")
            self._stack[-1].merges = True
            return _placeholder_key(place[0])
        if not event.value and (colon := _COLON.match(self._text, place[0])):
            self._abort(missing_key(colon.end() - 1))
        value = self._resolve(event.value, place)
        if value is None or isinstance(value, bool):
            message = f"`{event.value or 'nothing'}` can't be a key"
            self.report.error("CW125", message, self._span(place), "put the key in quotes")
            return _placeholder_key(place[0])
        return value

    def _value(self, event: Any, place: Place) -> None:
        value = event.value if event.style else self._resolve(event.value, place)
        empty_file = not self._stack and place[0] == place[1]
        path = self._put({} if empty_file else value, place[0])
        self._values[path] = place
        if not empty_file:
            self._styles[path] = event.style or ""

    def _put(self, value: Value, start: int) -> Path:
        """Adds a node to the open list or mapping and returns its path."""
        self.nodes += 1
        if not self._stack:
            self._root = value
            return ()
        frame = self._stack[-1]
        if isinstance(frame.holder, list):
            frame.holder.append(value)
            return (*frame.path, len(frame.holder) - 1)
        if frame.key is NO_KEY:
            return self._refuse_key(frame, start)
        frame.holder[frame.key] = value
        path, frame.key = (*frame.path, frame.key), NO_KEY
        frame.merges = False
        return path

    def _refuse_key(self, frame: Frame, start: int) -> Path:
        """Refuses a list, mapping or alias as a key, and continues with a placeholder."""
        if self._text[start] != "*":
            span = Span(self.source, start, start + 1)
            self.report.error("CW125", "a list or mapping can't be a key", span)
        frame.key = _placeholder_key(start)
        return (*frame.path, frame.key)

    def _empty_value_offset(self) -> int:
        """The offset of an empty value: after its `:` or `-`."""
        frame = self._stack[-1] if self._stack else None
        if frame is None or frame.wants_key:
            return self._cursor
        pattern = _DASH if isinstance(frame.holder, list) else _COLON
        found = pattern.match(self._text, self._cursor)
        return found.end() if found else self._cursor

    # Refused YAML

    def _span(self, place: Place) -> Span:
        return Span(self.source, *place)

    def _resolve(self, plain: str, place: Place) -> str | int | bool | None:
        try:
            return resolve_plain(plain)
        except NumberTooLarge:
            help = "write a smaller number; only text can be quoted"
            self.report.error("CW126", "this number is too large", self._span(place), help)
            return plain

    def _check_text(self, event: Any, start: int, end: int) -> None:
        if not event.style and self._stack and self._stack[-1].flow:
            self._check_plain(start, end)
        if event.style in ("|", ">"):
            tab = tab_indent(self._text, start, end)
            if mistake := tab or key_in_text(self._text, start, end):
                self._abort(mistake)
        if event.style == '"' and "\\" in self._text[start:end]:
            self._check_escapes(event, start, end)

    def _check_escapes(self, event: Any, start: int, end: int) -> None:
        mistake = bad_escape(self._text, start + 1, end - 1)
        if mistake:
            mistake.report_to(self.source, self.report)
        elif control_character(event.value) is not None:
            message = "this escape produces a character that is not allowed"
            self.report.error("CW104", message, Span(self.source, start, end))

    def _check_plain(self, start: int, end: int) -> None:
        found = _COLON_OR_QUESTION.search(self._text, start, end)
        if found:
            in_braces = self._stack[-1].wants_key
            self._abort(unquoted_in_brackets(self._text, found.start(), in_braces=in_braces))

    def _check_colon(self, frame: Frame, end: int) -> None:
        glued = _COLON_WITHOUT_SPACE.match(self._text, end)
        if glued and self._text[frame.start] not in "[{":
            self._abort(colon_without_space(end))

    def _abort(self, mistake: Mistake) -> None:
        mistake.report_to(self.source, self.report)
        self._stop(mistake.start)

    def _stop(self, at: int) -> None:
        self._note_stop(at)
        raise _Stop

    def _note_stop(self, at: int) -> None:
        """Notes where a mistake begins; brackets around it and quotes before it are part of it."""
        opened = [frame.start for frame in self._stack if frame.flow]
        quoted, end = self._last_quoted()
        self.stopped_at = min([at, *opened, *([quoted] if end else [])])

    def _check_depth(self, start: int) -> None:
        if len(self._stack) >= MAX_DEPTH:
            span = Span(self.source, start, start + 1)
            self.report.error("CW127", f"this is nested more than {MAX_DEPTH} levels deep", span)
            raise _Stop

    def _stray_tab(self, limit: int) -> Mistake | None:
        return stray_tab(self._text, self._text_ranges, limit) if "\t" in self._text else None

    # Finishing

    def _parser_error(self, error: YAMLError) -> Mistake:
        frames = [f for f in self._stack if f.flow and self._text[f.start] in "[{"]
        opener = frames[-1].start if frames else None
        return syntax_error(self._text, error, opener, self._last_quoted())

    def _last_quoted(self) -> Place:
        """The range of the last text, if the parser stopped right after it and it has quotes."""
        last = self._text_ranges[-1] if self._text_ranges else (0, 0)
        return last if last[1] == self._cursor and self._text[last[0]] in "'\"" else (0, 0)

    def _is_consequence(self, mistake: Mistake) -> bool:
        """Whether an error reported on the same line, or a tag that includes a key, explains why
        the parser gave up.
        """
        if self._anchors.took_key:
            return True
        begin = self._text.rfind("\n", 0, mistake.start) + 1
        return any(begin <= d.span.start for d in self.report.diagnostics if d.span)

    def _finish(self, mistake: Mistake | None) -> Document | None:
        self._anchors.report()
        for frame in self._stack:
            report_duplicates(frame, self.report)
        if mistake:
            self._note_stop(mistake.start)
        if mistake and not self._is_consequence(mistake):
            mistake.report_to(self.source, self.report)
        if self.report.failed:
            return None
        self._values.setdefault((), (0, 0))
        keys, values = (Spans(self.source, places) for places in (self._keys, self._values))
        return Document(self.source, self._root, keys, values, self._styles)


def _placeholder_key(start: int) -> str:
    """A key in place of a refused one; it is unique, because files can't contain this character."""
    return f"\0{start}"


_HANDLERS: dict[type, Callable[[Builder, Any], None]] = {
    yaml.StreamStartEvent: Builder._ignore,
    yaml.StreamEndEvent: Builder._ignore,
    yaml.DocumentStartEvent: Builder._on_document,
    yaml.DocumentEndEvent: Builder._ignore,
    yaml.ScalarEvent: Builder._on_scalar,
    yaml.SequenceStartEvent: lambda builder, event: builder._open(event, []),
    yaml.SequenceEndEvent: Builder._on_end,
    yaml.MappingStartEvent: lambda builder, event: builder._open(event, {}),
    yaml.MappingEndEvent: Builder._on_end,
    yaml.AliasEvent: Builder._on_alias,
}
