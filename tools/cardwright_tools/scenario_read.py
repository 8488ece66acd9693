"""Scenario files as records: which keys there are, and where each value stands.

Owns the shape of the format. Knows nothing of a game: what words mean is found out in
`scenario_terms`, `scenario_claims` and `scenario_expect`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from cardwright.pack.spot import Spot
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Value
from cardwright.source.text import Source, Span
from cardwright.source.words import did_you_mean
from cardwright.source.yamlfile import load

STEP_KEYS = ("as", "do", "perform", "answers", "expect")
SCENARIO_KEYS = ("scenario", "provenance", "given", "steps", *STEP_KEYS)


@dataclass(frozen=True, slots=True)
class Step:
    """What is performed, as whom, the answers in order, and what is expected then."""

    spot: Spot
    you: Spot | None
    effect: Spot | None
    answers: tuple[Spot, ...]
    expect: Spot | None


@dataclass(frozen=True, slots=True)
class Scenario:
    title: str
    spot: Spot
    given: Spot | None
    steps: tuple[Step, ...]
    report: Report

    @property
    def where(self) -> str:
        line, column, _, _ = self.spot.head.lines
        return f"{self.spot.head.source.name}:{line}:{column}"


def pack_of(file: Path) -> Path | None:
    """The folder of the pack whose scenario this file is; None for other files.

    A folder `scenarios` may stand in any folder of a pack.
    """
    above = [folder for folder in file.parents if (folder / "pack.yaml").is_file()]
    within = file.relative_to(above[0]).parts[:-1] if above else ()
    return above[0] if "scenarios" in within else None


def shown(path: Path) -> str:
    """The path as it is told: from the working directory where it lies below that."""
    absolute, here = path.resolve(), Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix()


def read_file(path: Path, report: Report) -> list[Scenario]:
    """The scenarios of a file; `report` has what is wrong with the file as a whole."""
    document = load(path, shown(path), report)
    if document is None:
        return []
    top = Spot(document, (), document.value, "")
    if not isinstance(top.value, list):
        report.error("CW322", "a file of scenarios is a list", top.span, "write `- scenario: ...`")
        return []
    return [_scenario(top.at(index, value)) for index, value in enumerate(top.value)]


def _scenario(spot: Spot) -> Scenario:
    report = Report()
    if mapping(spot, report):
        known_keys(spot, SCENARIO_KEYS, report)
        no_gaps(spot, report)
    title = spot.text("scenario")
    if isinstance(spot.value, dict) and not title:
        report.error("CW323", "a scenario needs a title", spot.head, "write `scenario: ...`")
    given = spot.get("given")
    if given is not None:
        mapping(given, report)
    return Scenario(title or "(without a title)", spot, given, _steps(spot, report), report)


def _steps(spot: Spot, report: Report) -> tuple[Step, ...]:
    listed = spot.get("steps")
    if listed is None:
        return (_step(spot, report),)
    for key in STEP_KEYS:
        if (found := spot.get(key)) is not None:
            help = "write it in the steps"
            report.error("CW325", f"`{key}` stands beside `steps`", found.name, help)
    steps = [step for step in listed.each() if mapping(step, report)]
    for step in steps:
        known_keys(step, STEP_KEYS, report)
    return tuple(_step(step, report) for step in steps)


def _step(spot: Spot, report: Report) -> Step:
    done, performed = spot.get("do"), spot.get("perform")
    if done is not None and performed is not None:
        help = "write two steps"
        report.error("CW325", "`perform` stands beside `do`", performed.name, help)
    answers = spot.get("answers")
    expect = spot.get("expect")
    if expect is not None:
        mapping(expect, report)
    return Step(
        spot, spot.get("as"), done or performed, tuple(answers.each() if answers else ()), expect
    )


# ----------------------------------------------------------------------------- shapes


def mapping(spot: Spot, report: Report) -> bool:
    """Whether it is a mapping; a report if not."""
    if isinstance(spot.value, dict):
        return True
    report.error("CW322", "expected `key: value` lines", spot.span)
    return False


def known_keys(spot: Spot, known: tuple[str, ...], report: Report) -> None:
    for key, value in spot.items():
        if key not in known:
            help = did_you_mean(key, known) or "known: " + ", ".join(f"`{k}`" for k in known)
            report.error("CW321", f"nothing reads `{key}` here", value.name, help)


def no_gaps(spot: Spot, report: Report) -> None:
    """A key without a value would be dropped in silence."""
    for step, inner in _entries(spot.value):
        below = spot.at(step, inner)
        if inner is None:
            help = "write `none` for no thing, `nothing` for no things"
            report.error("CW322", "nothing is written here", below.name, help)
        else:
            no_gaps(below, report)


def _entries(value: Value) -> Iterator[tuple[str | int, Value]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def words_of(spot: Spot, report: Report) -> Iterator[Spot]:
    """The texts of a text or a list of texts, numbers and flags as they are written."""
    for item in spot.each():
        if isinstance(item.value, dict | list):
            report.error("CW322", "expected a text", item.span)
        else:
            yield item.having(written(item))


def written(spot: Spot) -> str:
    """A scalar as its author wrote it: `+4` and `yes` stay so."""
    if isinstance(spot.value, str):
        return spot.value
    return spot.document.text_span(spot.path).text


# -------------------------------------------------------------------- text of effects


@dataclass(frozen=True, slots=True)
class EffectText:
    """The text of an effect, where its span's source may be a respelled copy of the file."""

    span: Span
    original: Source

    def tell(self, found: Report, report: Report) -> None:
        """Passes on diagnostics, with places in the file itself."""
        for diagnostic in found.diagnostics:
            report.add(self._placed(diagnostic))

    def _placed(self, diagnostic: Diagnostic) -> Diagnostic:
        if diagnostic.span is None:
            return diagnostic
        return replace(diagnostic, span=replace(diagnostic.span, source=self.original))


def effect_text(spot: Spot, rules: frozenset[str], report: Report) -> EffectText | None:
    """`do: RULE ...` and `perform: ...` are read with their key, all else without it."""
    if not isinstance(spot.value, str) or not spot.document.exact(spot.path):
        help = "write it as one plain line, or as a block after `|`"
        report.error("CW329", "expected the text of an effect", spot.span, help)
        return None
    span = spot.document.text_span(spot.path)
    words = spot.value.split()
    named = spot.path[-1] == "perform" or (words[:1] and words[0] in rules)
    if not named or spot.document.style(spot.path) != "plain":
        return EffectText(span, span.source)
    return EffectText(_with_key(spot, span), span.source)


def _with_key(spot: Spot, span: Span) -> Span:
    """`do: RULE ...` as `do  RULE ...`: the same columns, one statement."""
    key, text = spot.name, span.source.text
    between = text[key.end : span.start].replace(":", " ")
    source = Source(span.source.name, text[: key.end] + between + text[span.start :])
    return Span(source, key.start, span.end)
