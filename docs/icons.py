"""Draw the icons of the installed app from the one that is drawn by hand, ``static/img/icon.svg``.

``.venv/bin/python docs/icons.py``. One that a phone may cut to any shape (maskable) fills its
square, and what is on it stays within the middle that no shape cuts.
"""

import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parent.parent / "static" / "img"
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
WITHIN = 0.78
SIZES = {"icon": (180, 192, 512), "maskable": (192, 512)}
COLOURS = 64


def full(drawn: str) -> str:
    """The same for any shape: to the edges, and smaller in the middle."""
    head, _edge, rest = drawn.partition('rx="96" fill="#1c4c39"/>')
    moved = 256 * (1 - WITHIN)
    inside = rest.replace("</svg>", "</g></svg>")
    group = f'<g transform="translate({moved:.2f} {moved:.2f}) scale({WITHIN})">'
    return f'{head}fill="#1c4c39"/>{group}{inside}'


def draw(page: Page, drawn: str, size: int, name: str) -> None:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawn}")
    screenshot = page.screenshot(omit_background=True)
    with Image.open(BytesIO(screenshot)) as picture:
        small = picture.convert("RGBA").quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    small.save(IMAGES / f"{name}-{size}.png", optimize=True)


if __name__ == "__main__":
    svg = (IMAGES / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        for name, sizes in SIZES.items():
            for size in sizes:
                draw(page, svg if name == "icon" else full(svg), size, name)
        browser.close()
