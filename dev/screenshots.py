"""Takes the screenshots of the studio in docs/screens: `python -m dev.screenshots`.

Needs Chromium.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import sync_playwright

from dev.studio_load import Server, free_port

FOLDER = Path("docs/screens")
PACK = Path("content/expanse")
QUALITY = 55
FLAGS = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def write(page: Any) -> None:
    page.locator("#file").select_option("rules/turn.yaml")
    page.locator(".cm-line", has_text="do set-up").click()
    page.keyboard.press("End")
    page.keyboard.insert_text("\n      each player gians 1 cp")
    page.locator("#problems button").first.wait_for()


def play(page: Any) -> None:
    page.locator("#players").select_option("4")
    page.locator("#seed").fill("1")
    button(page, "New game").click()
    page.locator(".map").wait_for()
    page.locator("#play").scroll_into_view_if_needed()


def debug(page: Any) -> None:
    play(page)
    page.locator("#options button").first.click()
    page.get_by_text("1 of 1").wait_for()
    for name in (*["Step back"] * 4, "Expression back"):
        button(page, name).click()
        page.wait_for_timeout(1000)
    page.locator("#steps").scroll_into_view_if_needed()


def run_tests(page: Any) -> None:
    page.locator("#file").select_option("cards/house.yaml")
    button(page, "Coverage").click()
    page.locator("#covered", has_text="%").wait_for(timeout=200_000)
    page.locator(".cm-line", has_text="- id: ").first.click()
    button(page, "Test").click()
    page.locator("#trials li").first.wait_for()


def seat(page: Any) -> None:
    play(page)
    links = page.locator("#links a")
    links.first.wait_for(state="attached")
    page.goto(page.url.partition("#")[0] + links.first.get_attribute("href"))
    page.locator("#write").wait_for(state="hidden")
    page.locator(".map").wait_for()


SCREENS: Mapping[str, tuple[Callable[[Any], None], tuple[int, int], str]] = {
    "test": (run_tests, (1280, 1200), "light"),
    "play": (play, (1700, 960), "dark"),
    "debug": (debug, (1280, 1500), "light"),
    "seat": (seat, (1280, 860), "light"),
    "telephone": (play, (390, 800), "light"),
    "write": (write, (1280, 860), "light"),  # last, since its mistake keeps games from starting
}


def take(address: str, browser: Any) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (prepare, (width, height), scheme) in SCREENS.items():
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        page = context.new_page()
        page.goto(address)
        page.locator("#no-problems:not([hidden]), #problems li").first.wait_for()
        prepare(page)
        page.wait_for_timeout(500)
        page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
        context.close()


@click.command(help=__doc__)
def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise click.ClickException("there is no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        pack = Path(shutil.copytree(PACK, Path(folder) / PACK.name))
        server = Server(pack, Path(folder) / "state", free_port())
        server.start()
        try:
            browser = started.chromium.launch(executable_path=chromium, args=FLAGS)
            take(f"http://127.0.0.1:{server.port}/#{server.key}", browser)
            browser.close()
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    main()
