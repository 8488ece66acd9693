"""`cardwright doctor`: its options."""

from __future__ import annotations

import click


@click.command("doctor")
@click.option("--json", "in_json", is_flag=True, help="Print JSON.")
def command(in_json: bool) -> int:
    """Check the installation, and report any problems."""
    from cardwright_tools.doctor import run_doctor

    return run_doctor(in_json)
