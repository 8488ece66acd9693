"""`python -m dev.run_limited`: runs a command with limited time and memory, and prints its usage.

Prints seconds, megabytes and the exit code as JSON. This is a small process between a large one and
the command: otherwise the system would count the memory of the large one as the command's.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys

import click


@click.command(help=__doc__, context_settings={"ignore_unknown_options": True})
@click.argument("seconds", type=int)
@click.argument("memory", type=int)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def main(seconds: int, memory: int, command: tuple[str, ...]) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    child = subprocess.Popen(command, stdout=sys.stderr)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1000, child.returncode]))


if __name__ == "__main__":
    main()
