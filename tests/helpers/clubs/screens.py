"""A club's pages on a small phone: what is too small, too wide, and how names are typed."""

from playwright.sync_api import Page

from tests.helpers.axe import unfit

SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary")]
  .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
  .filter(([e, r]) => r.width && (r.height < 47.5 || r.width < 47.5))
  .filter(([e]) => !e.matches(".skip, .visually-hidden, [type=hidden]"))
  .map(([e]) => e.outerHTML.slice(0, 90))"""


TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def look(page: Page) -> None:
    """Fail on what a person could not see, hit or hear."""
    page.wait_for_load_state()
    assert page.evaluate(TOO_WIDE) <= 0, page.url
    assert page.evaluate(SMALL) == [], page.url
    assert list(unfit(page)) == [], page.url


def type_names(page: Page, *names: str) -> None:
    for place, name in enumerate(names):
        page.locator("input[name=name]").nth(place).fill(name)


def choose(page: Page, game: str) -> None:
    """Chooses a game to start, if need be among all games."""
    name = page.get_by_text(game, exact=True).first
    if not name.is_visible():
        page.get_by_text("All games", exact=True).click()
    name.click()
