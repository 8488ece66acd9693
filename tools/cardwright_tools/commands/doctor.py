"""`cardwright doctor`: its options."""

from __future__ import annotations

import click


@click.command("doctor")
@click.option("--json", "in_json", is_flag=True, help="As JSON.")
def command(in_json: bool) -> int:
    """Say what is installed, and what is wrong with it."""
    from cardwright_tools.doctor import run_doctor

    return run_doctor(in_json)
