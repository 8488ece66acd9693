"""The events of a YAML parser: libyaml if it is installed, else pure Python.

Chooses the parser. Both produce the same events; `yaml_reader` and `yaml_errors` make up for
the differences. Does not know what the events mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Protocol

from ruamel.yaml import YAML
from ruamel.yaml.scanner import Scanner

MAX_LOOKAHEAD_DEPTH = 100
"""Open brackets after which the pure scanner stops; far more than are allowed."""


class Mark(Protocol):
    """A position in the text."""

    @property
    def index(self) -> int: ...


class Event(Protocol):
    """The attributes that all events have; `kind` says which others there are."""

    @property
    def start_mark(self) -> Mark: ...
    @property
    def end_mark(self) -> Mark: ...


def _libyaml() -> Callable[[str], Any] | None:
    try:
        return getattr(import_module("_ruamel_yaml"), "CParser", None)
    except ImportError:
        return None


_C_PARSER = _libyaml()
HAVE_LIBYAML = _C_PARSER is not None


def events(text: str, libyaml: bool) -> Iterator[Any]:
    """The events of a text, one by one. Raises ruamel.yaml.error.YAMLError if it is invalid."""
    return _fast_events(text) if libyaml and HAVE_LIBYAML else _pure_events(text)


def _fast_events(text: str) -> Iterator[Any]:
    assert _C_PARSER is not None
    return iter(_C_PARSER(text).get_event, None)


def _pure_events(text: str) -> Iterator[Any]:
    yaml = YAML(typ="safe", pure=True)
    yaml.Scanner = _Scanner
    yield from yaml.parse(text)


class _Scanner(Scanner):
    """The pure Python scanner, without two of its differences from libyaml."""

    def fetch_flow_collection_start(self, *args: Any, **kwargs: Any) -> None:
        # A run of open brackets is read ahead in quadratic time. Past a limit the text appears to
        # end; the builder refuses the depth before it gets that far.
        if self.flow_level > MAX_LOOKAHEAD_DEPTH:
            self.fetch_stream_end()
        else:
            super().fetch_flow_collection_start(*args, **kwargs)

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Any]:
        # Empty lines before the first words may be indented less than these; ruamel refuses that,
        # and reports the wrong position.
        breaks, widest, end = [], 0, self.reader.get_mark()
        while self.reader.peek() in " \r\n":
            if self.reader.peek() == " ":
                self.reader.forward()
                widest = max(widest, self.reader.column)
            else:
                breaks.append(self.scan_line_break())
                end = self.reader.get_mark()
        return breaks, widest, end
