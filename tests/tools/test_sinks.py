"""The same hostile texts are passed to every function that writes text from strangers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.render import render
from cardwright.source.text import Source, Span
from cardwright_tools import sinks
from cardwright_tools.output import say
from dev.fuzz.inputs import steers
from dev.fuzz.outputs import OUTPUTS

TOOLS = Path(sinks.__file__).parent

HOSTILE = [
    "plain words",
    "\x1b]0;title\x07\x1b[2J\x1b[8mhidden\x1b[0m",
    "\x9b31m and \x85 and \x7f",
    "abc\u202efdp.exe\u2066\u200b\u00ad",
    "line\r\nline\x0b\x0c\u2028\u2029end",
    "bytes \udcff\udc80 of a file's name",
    "\0",
    "<script>alert('&amp;')</script> \"quoted\" onmouseover=x",
    "]]> <!-- --> <![CDATA[ \ufffe\uffff",
    "::error file=a,line=1::b%0A##[error]c",
    "  ::stop-commands::x",
    "| cell | `code` ``more`` @somebody [a](javascript:b) <b> https://a.example www.b.example",
    "# head", "- item", "1. item", "1) item", "=== ", "+ item",
    "\U000e0041\U0001f600 \u0301\u0301\u0301",
    "=cmd|'/c calc'!A1",
]  # fmt: skip


@pytest.fixture(params=HOSTILE, ids=range(len(HOSTILE)))
def text(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def test_terminal(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    say(text)
    say(text, err=True)
    out, err = capsys.readouterr()
    assert out == err
    assert not steers(out)
    assert out.count("\n") == text.count("\n") + 1


def test_a_report_for_people(text: str) -> None:
    span = Span(Source(text, f"a: {text}"), 0, 5)
    shown = render(Diagnostic("CW110", text, span, text, notes=((span, text),)))
    assert not steers(shown)


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.__name__)
def test_a_text_means_itself(output: Callable[[str], str], text: str) -> None:
    assert output(text) == ""


def test_markdown_is_as_it_was_meant() -> None:
    assert sinks.markdown_text("a_b (c) 1.5 - d!") == "a\\_b (c) 1.5 - d!"
    assert sinks.markdown_text("1. one") == "1\\. one"
    assert sinks.markdown_text("see https://a.example") == "see https\\://a.example"


WRITES = {"output.py", "check/run.py", "play/session.py", "show/explain.py"}
"""What writes by itself: coloured reports, a prompt, and pages of the documentation."""


def writers() -> list[str]:
    found = []
    for path in TOOLS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write",
                "json.dumps", "html.escape", "escape",
            ):  # fmt: skip
                found.append(f"{path.relative_to(TOOLS).as_posix()} {ast.unparse(node.func)}")
    return found


ESCAPES = {"sinks.py", "fmt/scalars.py", "play/session.py", "schema/editor_settings.py"}
ESCAPES |= {
    f"check/{name}.py"
    for name in (
        "baseline",
        "input_files",
        "store",
        "shares/cache_records",
        "stored_results/writing",
    )
}
ESCAPES |= {f"studio/{name}.py" for name in ("connection", "games", "journal", "saves")}
ESCAPES |= {"schema/published.py", "sim/rows.py", "sim/run.py", "sim/run_folder.py"}
"""What writes JSON that is read by programs only, or escapes for the sinks."""


def test_nothing_is_written_past_the_sinks() -> None:
    past = {one for one in writers() if one.partition(" ")[0] not in WRITES | ESCAPES}
    assert not past
