"""For test reports: JUnit XML, one test case a file.

A file fails by what is as bad as `--fail-level`; what is less stands in its output.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from cardwright.source.diagnostics import render
from cardwright_tools.check.allowances import files
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.places import Finding
from cardwright_tools.check.sift import Sifted
from cardwright_tools.check.wanted import RANKS, Wanted

_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def told(examined: Examined, sifted: Sifted, wanted: Wanted) -> str:
    """All files of the packs, and those of which something is told."""
    mine = [path.as_posix() for pack in wanted.packs for path in files(pack)]
    names = dict.fromkeys([*mine, *(one.file for one in sifted.told)])
    by_file = {name: [one for one in sifted.told if one.file == name] for name in names}
    cases = [_case(name, found, wanted) for name, found in by_file.items()]
    failures = sum(case.find("failure") is not None for case in cases)
    counts = {"tests": str(len(cases)), "failures": str(failures), "errors": "0", "skipped": "0"}
    suite = ElementTree.Element("testsuite", {"name": "cardwright check", **counts})
    suite.extend(cases)
    suites = ElementTree.Element("testsuites", counts)
    suites.append(suite)
    ElementTree.indent(suites)
    declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
    return declaration + ElementTree.tostring(suites, encoding="unicode")


def _case(name: str, found: Sequence[Finding], wanted: Wanted) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase", {"classname": "cardwright.check", "name": _spoken(name or "packs"), "time": "0"}
    )
    least = RANKS[wanted.fail_level]
    bad = [one for one in found if RANKS[one.diagnostic.severity] >= least]
    if bad:
        head = {"message": _spoken(_head(bad)), "type": bad[0].diagnostic.code}
        ElementTree.SubElement(case, "failure", head).text = _drawn(bad)
    if rest := [one for one in found if one not in bad]:
        ElementTree.SubElement(case, "system-out").text = _drawn(rest)
    return case


def _head(found: Sequence[Finding]) -> str:
    first = found[0].diagnostic
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{first.code}: {first.message}{more}"


def _drawn(found: Sequence[Finding]) -> str:
    return _spoken("\n\n".join(render(one.diagnostic) for one in found))


def _spoken(text: str) -> str:
    """The text without what XML can't hold."""
    return _UNSPEAKABLE.sub("\ufffd", text)
