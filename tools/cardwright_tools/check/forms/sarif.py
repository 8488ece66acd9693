"""For code scanning: SARIF 2.1.0, with the codes as rules.

Columns count code points, as everywhere here. A result's fingerprint comes from what the pack
says and not from lines, so a finding that has moved stays the same one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version

from cardwright.source.codes import CODES, Code
from cardwright.source.text import Span
from cardwright_tools.check.examine import Examined
from cardwright_tools.check.forms.files import uri
from cardwright_tools.check.places import Finding
from cardwright_tools.check.sift import Sifted
from cardwright_tools.check.wanted import Wanted

Json = dict[str, object]
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
PRECISION = {"certain": "very-high", "likely": "high", "guess": "medium"}
PROBLEM = {"error": "error", "warning": "warning", "note": "recommendation"}


def told(examined: Examined, sifted: Sifted, wanted: Wanted) -> str:
    """One run with all codes and all findings."""
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(sifted.told)]}
    return json.dumps(log, indent=2, ensure_ascii=False)


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
    return {
        "id": code.code,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.meaning},
        "help": {"text": more, "markdown": more},
        "defaultConfiguration": {"level": code.severity},
        "properties": {
            "confidence": code.confidence,
            "precision": PRECISION[code.confidence],
            "problem.severity": PROBLEM[code.severity],
        },
    }


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
    # Of a file that could not be read there is no region.
    return {"physicalLocation": {**artifact, **({"region": region} if span.source.text else {})}}
