"""Reads scenario files as records: their keys, and the position of each value.

Responsible for the shape of the format. Knows nothing about a game: `terms`, `claims` and `expect`
interpret the words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardwright.pack.files.pack_files import SCENARIO_FOLDER
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.open_files import has_file
from cardwright.source.real_paths import real_path
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import load
from cardwright_tools.scenario.shape import (
    known_keys,
    mapping,
    report_empty_values,
    report_missing_values,
    scalar,
    text,
)

STEP_KEYS = ("as", "do", "perform", "answers", "expect")
SCENARIO_KEYS = ("scenario", "provenance", "given", "steps", *STEP_KEYS)


@dataclass(frozen=True, slots=True)
class Step:
    """The effect to perform and its player, the answers in order, and the expectations."""

    node: YamlNode
    you: YamlNode | None
    effect: YamlNode | None
    answers: tuple[YamlNode, ...]
    expect: YamlNode | None

    @property
    def claims(self) -> bool:
        """Whether anything in the step could fail."""
        return bool(self.answers) or (self.expect is not None and bool(self.expect.value))


@dataclass(frozen=True, slots=True)
class Scenario:
    title: str
    node: YamlNode
    given: YamlNode
    steps: tuple[Step, ...]
    report: Report

    @property
    def where(self) -> str:
        line, column, _, _ = self.node.id_span.lines
        return f"{self.node.id_span.source.name}:{line}:{column}"


def pack_of(file: Path) -> Path | None:
    """The folder of the pack that a scenario file belongs to; None for other files.

    Any folder of a pack may have a folder `scenarios`.
    """
    folder = next((folder for folder in file.parents if has_file(folder / "pack.yaml")), None)
    return folder if folder and is_scenario_file(file, folder) else None


def is_scenario_file(file: Path, pack: Path) -> bool:
    return SCENARIO_FOLDER in file.relative_to(pack).parts[:-1]


def display_path(path: Path) -> str:
    """The path to show: relative to the working directory if the file is below it."""
    absolute, here = real_path(path), Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix()


def read_file(path: Path, report: Report) -> list[Scenario]:
    """The scenarios of a file; `report` gets errors of the file as a whole."""
    document = load(path, display_path(path), report)
    if document is None:
        return []
    top = YamlNode(document, (), document.value, "")
    if not isinstance(top.value, list):
        report.error("CW322", "a scenario file must be a list", top.span, "write `- scenario: ...`")
        return []
    found = [_scenario(top.child(index, value)) for index, value in enumerate(top.value)]
    _titled_once(found)
    return found


def _titled_once(scenarios: Sequence[Scenario]) -> None:
    """Reports duplicate titles, which could not be distinguished."""
    first: dict[str, Scenario] = {}
    for one in scenarios:
        if first.setdefault(one.title.casefold(), one) is not one and not one.report.failed:
            line = first[one.title.casefold()].node.id_span.lines[0]
            message = f"another scenario in this file has the same title, on line {line}"
            one.report.error("CW328", message, one.node.id_span, "write another title")


def _scenario(node: YamlNode) -> Scenario:
    report = Report()
    if mapping(node, report):
        known_keys(node, SCENARIO_KEYS, report)
        report_missing_values(node, report)
    title = node.text("scenario")
    if isinstance(node.value, dict) and not title:
        report.error("CW323", "a scenario needs a title", node.id_span, "write `scenario: ...`")
    for key in ("scenario", "provenance"):
        text(node.get(key), report)
    given = node.get("given") or node.child("given", {})
    mapping(given, report)
    steps = _steps(node, report)
    if not report.failed and not any(step.claims for step in steps):
        help = "write `expect: ...` with what must be true afterwards"
        report.error("CW323", "this scenario expects nothing", node.id_span, help)
    return Scenario(title or "(without a title)", node, given, steps, report)


def _steps(node: YamlNode, report: Report) -> tuple[Step, ...]:
    listed = node.get("steps")
    if listed is None:
        return (_step(node, report),)
    for key in STEP_KEYS:
        if (found := node.get(key)) is not None:
            help = "put it in the steps"
            report.error("CW325", f"`{key}` can't be used with `steps`", found.key_span, help)
    if not isinstance(listed.value, list) or not listed.value:
        help = "as in `steps: [{do: ..., expect: ...}]`"
        report.error("CW322", "expected a list of steps", listed.span, help)
        return ()
    steps = [step for step in listed.elements() if mapping(step, report)]
    for step in steps:
        known_keys(step, STEP_KEYS, report)
    return tuple(_step(step, report) for step in steps)


def _step(node: YamlNode, report: Report) -> Step:
    done, performed = node.get("do"), node.get("perform")
    if done is not None and performed is not None:
        help = "write two steps"
        report.error("CW325", "`perform` can't be used with `do`", performed.key_span, help)
    you, answers, expect = node.get("as"), node.get("answers"), node.get("expect")
    if you is not None:
        scalar(you, "one player", report)
    if answers is not None:
        report_empty_values(answers, report)
    if expect is not None and mapping(expect, report):
        report_empty_values(node.with_value({"expect": expect.value}), report)
    given = tuple(answers.elements() if answers else ())
    return Step(node, you, done or performed, given, expect)


# -------------------------------------------------------------------- text of effects


@dataclass(frozen=True, slots=True)
class EffectText:
    """The text of an effect; its span may be in an adapted copy of the file."""

    span: Span
    original: Source

    def report_to(self, found: Report, report: Report) -> None:
        """Passes on diagnostics, with spans in the original file."""
        for diagnostic in found.diagnostics:
            report.add(self._placed(diagnostic))

    def _placed(self, diagnostic: Diagnostic) -> Diagnostic:
        if diagnostic.span is None:
            return diagnostic
        return replace(diagnostic, span=replace(diagnostic.span, source=self.original))


def effect_text(node: YamlNode, rules: frozenset[str], report: Report) -> EffectText | None:
    """The text to parse: `do: RULE ...` and `perform: ...` with their key, others without."""
    if not isinstance(node.value, str) or not node.document.is_verbatim(node.path):
        help = "write it on one unquoted line or as a block after `|`"
        report.error("CW329", "expected the text of an effect", node.span, help)
        return None
    span = node.document.text_span(node.path)
    words = node.value.split()
    named = node.path[-1] == "perform" or (words[:1] and words[0] in rules)
    if not named or node.document.style(node.path) in ("literal", "folded"):
        return EffectText(span, span.source)
    return EffectText(_with_key(node, span), span.source)


def _with_key(node: YamlNode, span: Span) -> Span:
    """`do: RULE ...` as `do  RULE ...`: the same columns, one statement."""
    key, text = node.key_span, span.source.text
    between = re.sub("[:'\"]", " ", text[key.end : span.start])
    source = Source(span.source.name, text[: key.end] + between + text[span.start :])
    return Span(source, key.start, span.end)
