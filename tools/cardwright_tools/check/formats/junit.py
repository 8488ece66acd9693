"""For test reports: JUnit XML, one test case per file.

A file fails if a finding reaches `--fail-level`; findings below that are in its output.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from cardwright.source.render import render
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.filter import Filtered
from cardwright_tools.check.findings import Finding
from cardwright_tools.check.options import RANKS, CheckOptions
from cardwright_tools.check.suppressions import pack_files
from cardwright_tools.sinks import xml_text


def render_report(analysis: Analysis, filtered: Filtered, options: CheckOptions) -> str:
    """All files of the packs, and any others with findings."""
    mine = [path.as_posix() for pack in options.packs for path in pack_files(pack)]
    names = dict.fromkeys([*mine, *(one.file for one in filtered.shown)])
    by_file = {name: [one for one in filtered.shown if one.file == name] for name in names}
    cases = [_test_case(name, found, options) for name, found in by_file.items()]
    failures = sum(case.find("failure") is not None for case in cases)
    counts = {"tests": str(len(cases)), "failures": str(failures), "errors": "0", "skipped": "0"}
    suite = ElementTree.Element("testsuite", {"name": "cardwright check", **counts})
    suite.extend(cases)
    suites = ElementTree.Element("testsuites", counts)
    suites.append(suite)
    ElementTree.indent(suites)
    declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
    return declaration + ElementTree.tostring(suites, encoding="unicode")


def _test_case(name: str, found: Sequence[Finding], options: CheckOptions) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        {"classname": "cardwright.check", "name": xml_text(name or "packs"), "time": "0"},
    )
    least = RANKS[options.fail_level]
    bad = [one for one in found if RANKS[one.diagnostic.severity] >= least]
    if bad:
        head = {"message": xml_text(_headline(bad)), "type": bad[0].diagnostic.code}
        ElementTree.SubElement(case, "failure", head).text = _details(bad)
    if rest := [one for one in found if one not in bad]:
        ElementTree.SubElement(case, "system-out").text = _details(rest)
    return case


def _headline(found: Sequence[Finding]) -> str:
    first = found[0].diagnostic
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{first.code}: {first.message}{more}"


def _details(found: Sequence[Finding]) -> str:
    return xml_text("\n\n".join(render(one.diagnostic) for one in found))
