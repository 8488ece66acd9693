"""Writes the list of codes at the end of `docs/codes/README.md`: `python -m dev.code_list`.

Run it after a change of the codes; a test fails while the list is out of date.
"""

from __future__ import annotations

import click

from cardwright_tools.show import code_pages

LIST = "## The codes"
"""The heading in the README above the list."""


def index() -> str:
    """The list of all codes as Markdown, with links to the pages."""
    parts = [LIST]
    for title, codes in code_pages.code_groups():
        parts.append(f"### {title}")
        parts.append(
            "\n".join(f"- [{c.code}]({c.code}.md): {code_pages.code_title(c)}" for c in codes)
        )
    return "\n\n".join(parts) + "\n"


@click.command(help=__doc__)
def main() -> None:
    """Replaces the list in the README."""
    readme = code_pages.pages_folder() / "README.md"
    before, _, _ = readme.read_text("utf-8").partition(LIST)
    readme.write_text(before + index(), "utf-8")


if __name__ == "__main__":
    main()
