"""For GitHub: workflow commands for annotations, then the same findings as readable text.

GitHub shows at most ten errors and ten warnings per step, so the log repeats them all.
"""

from __future__ import annotations

from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.filter import Filtered
from cardwright_tools.check.formats import human
from cardwright_tools.check.formats.paths import from_root
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.sinks import github_data, github_line, github_property

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render_report(analysis: Analysis, filtered: Filtered, options: CheckOptions) -> str:
    """One command per finding, then the lines of the compact format, and the summary."""
    found = [one.diagnostic for one in filtered.shown]
    plain = [github_line(human.render_line(d)) for d in found]
    ending = [github_line(line) for line in human.summary(analysis, filtered)]
    return "\n".join([*map(_command, found), *plain, *ending])


def _command(diagnostic: Diagnostic) -> str:
    title = f"{diagnostic.code} {CODES[diagnostic.code].title}"
    properties = {**_position(diagnostic), "title": title}
    shown = ",".join(f"{key}={github_property(value)}" for key, value in properties.items())
    help = f"\n{diagnostic.help}" if diagnostic.help else ""
    return f"::{COMMANDS[diagnostic.severity]} {shown}::{github_data(diagnostic.message + help)}"


def _position(diagnostic: Diagnostic) -> dict[str, str]:
    if diagnostic.span is None:
        return {}
    line, column, end_line, end_column = diagnostic.span.lines
    lines = {"file": from_root(diagnostic.span.source.name), "line": str(line)}
    if end_line > line:  # columns are only allowed within one line
        return {**lines, "endLine": str(end_line)}
    return {**lines, "col": str(column), "endColumn": str(end_column)}
