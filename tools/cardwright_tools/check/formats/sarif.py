"""For code scanning: SARIF 2.1.0, with the codes as rules.

Columns count code points, as everywhere here. A result's fingerprint does not depend on lines, so
it stays the same when the finding moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import metadata, version

from cardwright.source.codes import CODES, Code
from cardwright.source.text import Span
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.filter import Filtered
from cardwright_tools.check.findings import Finding
from cardwright_tools.check.formats.paths import uri
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.output import Stop
from cardwright_tools.show import code_pages
from cardwright_tools.sinks import json_text

Json = dict[str, object]
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
PRECISION = {"certain": "very-high", "likely": "high", "guess": "medium"}
PROBLEM = {"error": "error", "warning": "warning", "note": "recommendation"}


def render_report(analysis: Analysis, filtered: Filtered, options: CheckOptions) -> str:
    """One run with all codes and all findings."""
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(filtered.shown)]}
    return json_text(log)


def _run(found: Sequence[Finding]) -> Json:
    driver: Json = {
        "name": "cardwright",
        "version": version("cardwright"),
        "rules": [_rule(code) for code in CODES.values()],
    }
    return {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "automationDetails": {"id": "cardwright/"},
        "results": [_result(one) for one in found],
    }


def _rule(code: Code) -> Json:
    more = f"{code.meaning} More: `cardwright explain {code.code}`."
    home = _home()
    return {
        "id": code.code,
        **({"helpUri": f"{home}/{code.code}.md"} if home else {}),
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.meaning},
        "help": {"text": more, "markdown": _page(code)},
        "defaultConfiguration": {"level": code.severity},
        "properties": {
            "confidence": code.confidence,
            "precision": PRECISION[code.confidence],
            "problem.severity": PROBLEM[code.severity],
        },
    }


def _page(code: Code) -> str:
    """The page of a code, shown beside a finding, without its heading."""
    try:
        _, _, page = code_pages.read_page(code.code).partition("\n")
    except Stop:  # an installation may lack its pages
        return code.meaning
    return f"{page.strip()}\n\nThis page: [docs/codes/{code.code}.md](docs/codes/{code.code}.md)"


@cache
def _home() -> str:
    """The URL of the published code pages: the project URL named `Codes`, if any."""
    found = (one.partition(", ") for one in metadata("cardwright").get_all("Project-URL") or ())
    return next((url.rstrip("/") for label, _, url in found if label == "Codes"), "")


def _result(one: Finding) -> Json:
    said = one.diagnostic
    result: Json = {
        "ruleId": said.code,
        "ruleIndex": list(CODES).index(said.code),
        "level": said.severity,
        "message": {"text": "\n".join(filter(None, [said.message, said.help]))},
        "partialFingerprints": {"cardwrightPlace/v1": one.fingerprint},
    }
    if said.span:
        names = [{"fullyQualifiedName": f"{one.pack}:{one.place}"}]
        result["locations"] = [{**_location(said.span), "logicalLocations": names}]
    if said.notes:
        result["relatedLocations"] = [
            {"id": number, **_location(span), "message": {"text": text}}
            for number, (span, text) in enumerate(said.notes, 1)
        ]
    return result


def _location(span: Span) -> Json:
    keys = ("startLine", "startColumn", "endLine", "endColumn")
    region = dict(zip(keys, span.lines, strict=True))
    artifact = {"artifactLocation": {"uri": uri(span.source.name)}}
    # A file that could not be read has no region.
    return {"physicalLocation": {**artifact, **({"region": region} if span.source.text else {})}}
