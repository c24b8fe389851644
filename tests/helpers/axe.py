"""Finds with axe what somebody could not see, hear or hit on a page, in light and in dark."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
from playwright.sync_api import Page, expect

SCRIPT = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()
LIGHT: Literal["light"] = "light"
DARK: Literal["dark"] = "dark"
ALL: Mapping[str, Any] = {"resultTypes": ["violations"], "preload": False}
"""Preloading fetches every style sheet again, for a rule that is off."""
ONLY_COLOURS: Mapping[str, Any] = {**ALL, "runOnly": ["color-contrast", "link-in-text-block"]}
"""All that may differ in dark."""
NO_COLOURS: Mapping[str, Any] = {
    **ALL,
    "rules": {rule: {"enabled": False} for rule in ONLY_COLOURS["runOnly"]},
}
AWAITING = ".htmx-request"
"""Where an answer is awaited; buttons are pale then."""
RUN = """options => axe.run(document, options).then(({ violations }) => violations.map(
    ({ id, help, nodes }) => `${id}: ${help} ${nodes.slice(0, 3).map(node => node.target)}`))"""


def unfit(page: Page, colours: bool = True) -> Iterator[str]:
    """Colours are most of the work."""
    expect(page.locator(AWAITING)).to_have_count(0)
    schemes = ((DARK, ONLY_COLOURS), (LIGHT, ALL)) if colours else ((LIGHT, NO_COLOURS),)
    for scheme, options in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        yield from (f"axe, {scheme}: {violation}" for violation in violations(page, options))


def violations(page: Page, options: Mapping[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    faults: list[str] = page.evaluate(RUN, dict(options))
    return faults
