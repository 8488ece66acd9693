"""Untrusted texts in each output: they must be read back as the same text, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

from cardwright.source.printable import printable_lines
from cardwright_tools import sinks
from dev.fuzz.inputs import Read, steers


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags, self.said = list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.said += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def json_text(text: str) -> str:
    said = sinks.json_text({text: [text]})
    if steers(said):
        return "steers"
    return "" if json.loads(said) == {text: [text]} else "another value"


def xml(text: str) -> str:
    made = ElementTree.Element("a", {"b": sinks.xml_text(text)})
    made.text = sinks.xml_text(text)
    read = ElementTree.fromstring(ElementTree.tostring(made))
    same = (read.attrib["b"], read.text or "") == (made.attrib["b"], made.text)
    return "" if same and not steers(read.text or "") else "another text"


def html(text: str) -> str:
    plain, page = sinks.html_text(text), _Page()
    page.feed(f'<a title="{plain}">{plain}</a>')
    page.close()
    shown = printable_lines(text)
    same = page.tags == ["a"] and page.said[0] == "".join(page.said[1:]) == shown
    return "" if same else f"{page.tags} {page.said}"


def markdown(text: str) -> str:
    said = sinks.markdown_text(text)
    bare = re.sub(r"\\.", "-", said).replace("&#8203;", " ")  # escaped ones mean only themselves
    bad = re.search(r"[`*_\[\]<>#|~]|@\w|https?:|www\.", bare) or re.match(r"[-+=#>]|\d+[.)]", said)
    return "markup" if bad or "\n" in said or steers(said) else ""


def code(text: str) -> str:
    said = sinks.markdown_code(text)
    ticks = re.match("`+", said)
    if ticks is None or ticks[0] in re.findall("`+", said[len(ticks[0]) : -len(ticks[0])]):
        return "ends too early"
    return "fence" if sinks.markdown_fence([text]) in text else ""


def github(text: str) -> str:
    said, line = sinks.github_property(text), sinks.github_line(text)
    every = said, line, sinks.github_data(text)
    if re.search("[:,]", said) or any(steers(one) or "\n" in one for one in every):
        return "ends too early"
    return "a command" if line.lstrip().startswith("::") or "##[" in line else ""


def parquet(text: str) -> str:
    said = sinks.parquet_text(text)
    same = said.encode().decode() == said and (said == text or re.search("[\ud800-\udfff]", text))
    return "" if same else "another text"


OUTPUTS: Sequence[Callable[[str], str]] = json_text, xml, html, markdown, code, github, parquet
"""Each returns the fault of a text in its output, or ""."""


def writes(folder: Path) -> Read:
    """The input is a byte that selects the output, and the untrusted text."""

    def read(data: bytes) -> Iterator[str]:
        text = data[1:].decode("utf-8", "surrogateescape")
        if wrong := OUTPUTS[(data[:1] or b" ")[0] % len(OUTPUTS)](text):
            yield f"{text!r}: {wrong}"

    return read
