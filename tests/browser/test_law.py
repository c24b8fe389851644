"""The law finds what it is for: pages made wrong on purpose, each told in its words."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.helpers.axe import unfit
from tests.helpers.browser.law import PRIMARY, WORDS, Visitor, several_primary, twice_loaded
from tests.helpers.served import eventually

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HEAD = """<!doctype html><html lang="en"><head><title>A page</title>
<meta name="viewport" content="width=device-width"><style>
body { margin: 12px; font: 16px/1.4 sans-serif; }
.skip { position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden; }
</style></head><body><main><h1>A page</h1>"""


@pytest.fixture
def find_faults(phone: Page) -> Callable[[str], list[str]]:
    """``told(html)``: what the law says of this on a phone of 320 px."""
    phone.set_viewport_size({"width": 320, "height": 740})

    def look(html: str) -> list[str]:
        phone.set_content(f"{HEAD}{html}</main></body></html>")
        faults: list[str] = phone.evaluate(WORDS, {"width": 320})
        return faults

    return look


WRONG = {
    "<div style='width: 500px'>wide</div>": "the page is 192 px wider than the screen",
    "<p style='overflow: hidden; width: 9em; white-space: nowrap'>more than goes in here</p>": (
        "“more than goes in here” is clipped by p"
    ),
    "<p style='overflow: hidden; width: 9em; white-space: nowrap; text-overflow: ellipsis'>"
    "more than goes in here</p>": "“more than goes in here” is clipped by p",
    "<div style='overflow: hidden; height: 2em'><p>one</p><p>two lines down</p></div>": (
        "“two lines down” is clipped by div"
    ),
    "<p style='margin-left: -40px'>begins outside</p>": "“begins outside” is cut by the edge",
    "<p>below</p><p style='margin-top: -2em'>above</p>": "lies over",
    "<p style='width: 3em; overflow-wrap: anywhere'>Ramesh plays</p>": "“Ramesh” is broken inside",
    "<p style='width: 3em; word-break: break-all'>Ramesh</p>": "“Ramesh” is broken inside",
    "<select style='width: 4em'><option>Not so short</option></select>": "does not fit into select",
    "<input class='num' style='width: 3em' value='12345678'>": "“12345678” does not fit into input",
    "<input style='width: 6em' placeholder='Points left in hand'>": "does not fit into input",
    "<p style='height: 900px'>first</p><p>last words</p>"
    "<div style='position: fixed; bottom: 0; left: 0; right: 0; height: 90px'>Save</div>": (
        "“last words” cannot be scrolled clear of div"
    ),
    "<div style='position: fixed; bottom: 0; height: 900px'>Pad</div>": "higher than the screen",
    "<p><a href='/'>Bala disputes hand 1</a><bdi>“I had 34”</bdi></p>": "runs into ““I had 34”",
}


def test_what_is_wrong_with_words_is_told(find_faults: Callable[[str], list[str]]) -> None:
    faults = {html: find_faults(html) for html in WRONG}
    assert not {
        html: complaints
        for html, complaints in faults.items()
        if WRONG[html] not in "\n".join(complaints)
    }


RIGHT = [
    "<p>plain words that go over several lines of a small phone, as they should</p>",
    "<p class='skip'>only for ears, and very long</p>",
    "<div style='overflow-x: auto'><div style='width: 900px'>scrolls by itself</div></div>",
    "<details><summary><span style='display: block; overflow: hidden; white-space: nowrap;"
    "text-overflow: ellipsis'>the short form of what opens at a tap</span></summary></details>",
    "<p style='height: 900px'>first</p><p>last words</p>"
    "<div style='position: sticky; bottom: 0; height: 90px'>Save</div>",
    "<p>example.org/a-very-long-address/that-nobody-reads/and-that-has-no-end-in-sight.html</p>",
    "<p><bdi>Asha</bdi>’s hand, <b>hers</b> <i>alone</i>: <b>7</b>♠ <span>20</span>%</p>",
    "<p style='line-height: 1.05'>tight lines<br>are no overlap</p>",
    "<input value='free text is read by moving through the field, however long it becomes'>",
]


def test_what_is_right_is_left_alone(find_faults: Callable[[str], list[str]]) -> None:
    assert not {html: faults for html in RIGHT if (faults := find_faults(html))}


def test_a_module_under_two_addresses_is_told() -> None:
    both = ["http://a/js/pad.0123456789ab.js", "http://a/js/capture.0123456789ab.js"]
    assert list(twice_loaded([*both, *both])) == []
    assert list(twice_loaded([*both, "http://a/js/capture.js"])) == [
        "/js/capture.js is loaded under 2 addresses"
    ]


def test_a_second_primary_button_is_told(phone: Page) -> None:
    button = "<button class='btn--primary'>Save</button>"
    phone.set_content(f"{HEAD}{button}<p hidden>{button}</p></main></body></html>")
    assert list(several_primary(phone.evaluate(PRIMARY))) == []
    phone.set_content(f"{HEAD}{button}{button}</main></body></html>")
    assert list(several_primary(phone.evaluate(PRIMARY))) == ["2 primary buttons: Save, Save"]


THROWN = "() => window.heard"


def test_what_the_browser_and_axe_complain_about_is_told(new_context, site) -> None:
    page: Page = new_context().new_page()
    phone = Visitor(page, site.url)
    page.goto(f"{site.url}/games/")
    page.evaluate("""() => {
      console.error("something went wrong");
      document.querySelector("main").insertAdjacentHTML("beforeend", "<button></button>");
      addEventListener("error", event => { window.heard = event.error.message; });
      setTimeout(() => { throw new Error("thrown"); });
      return fetch("/nowhere/");
    }""")
    assert eventually(lambda: page.evaluate(THROWN)) == "thrown"
    text = "\n".join([*phone.faults, *unfit(page)])
    assert "console: something went wrong" in text
    assert "script: thrown" in text
    assert "404 /nowhere/" in text
    assert "axe, light: button-name" in text


def test_a_module_named_without_its_mark_is_told_on_the_page(new_context, site) -> None:
    """As it was: the page names ``capture.<mark>.js``, another module imports ``capture.js``."""
    page: Page = new_context().new_page()
    phone = Visitor(page, site.url)
    page.goto(f"{site.url}/games/rummi/try/")
    phone.look()
    assert phone.faults == []
    page.evaluate("""() => new Promise(done => {
      const marked = document.querySelector("script[src*=capture]").src;
      const name = marked.replace(/\\.[0-9a-f]+\\./, ".");
      const again = document.createElement("script");
      Object.assign(again, { type: "module", src: name, onload: done });
      document.head.append(again);
    })""")
    phone.look()
    assert "capture.js is loaded under 2 addresses" in "\n".join(phone.faults)
