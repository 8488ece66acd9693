import click
@click.command("new")
def command() -> int:
    return 0
