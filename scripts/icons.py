"""`python -m scripts.icons`: draw the app's icons from the mark, icon.svg, with the machine's Chromium."""

import re
from pathlib import Path

from playwright.sync_api import Browser

from tests.support.browser import launched

WEB = Path(__file__).parents[1] / "scorebook/web/static/web"
# PNG files beside the mark, because launchers take no SVG.
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "maskable-512.png": 512, "touch-180.png": 180}
# Launchers cut maskable icons to any shape; the inner four fifths stay visible.
SAFE_PERCENT = 80


def mark() -> str:
    return (WEB / "icon.svg").read_text(encoding="utf-8")


def full_bleed() -> str:
    """Return the mark, drawn smaller, on a background that fills the square."""
    whole = re.sub(r' rx="\d+"', "", mark())
    ground, drawn = re.findall(r"<(?:rect|path)[^>]*/>", whole)
    offset = 32 * (100 - SAFE_PERCENT) / 200
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{ground}'
        f'<g transform="translate({offset} {offset}) scale({SAFE_PERCENT / 100})">{drawn}</g></svg>'
    )


def draw(browser: Browser, svg: str, size: int) -> bytes:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{svg}")
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


if __name__ == "__main__":
    with launched() as browser:
        for name, size in SIZES.items():
            svg = mark() if name.startswith("icon") else full_bleed()
            (WEB / "icons" / name).write_bytes(draw(browser, svg, size))
