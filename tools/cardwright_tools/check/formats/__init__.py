"""The output formats of `check`: one function each, from the same findings.

People read `human` and `compact`; `json`, `sarif`, `github` and `junit` are for programs. Each is
imported on demand.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.filter import Filtered
from cardwright_tools.check.options import CheckOptions

FORMATS = {
    "human": ("human", "render_report"),
    "compact": ("human", "render_compact"),
    "json": ("records", "render_report"),
    "sarif": ("sarif", "render_report"),
    "github": ("github", "render_report"),
    "junit": ("junit", "render_report"),
}
"""The file and the function of each format."""


def render_report(analysis: Analysis, filtered: Filtered, options: CheckOptions) -> str:
    """The report in the requested format, without a final line feed."""
    file, name = FORMATS[options.output_format]
    output_format: Callable[[Analysis, Filtered, CheckOptions], str]
    output_format = getattr(import_module(f"{__name__}.{file}"), name)
    return output_format(analysis, filtered, options)
