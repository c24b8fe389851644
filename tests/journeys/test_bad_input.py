"""Input that no honest device sends, at every address and in every field: never a 500."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_from_bytes, unquote, urlencode

import pytest
from django.conf import settings
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.helpers import factories as make
from tests.helpers.clubs.access import NEEDS, World, again, world

pytestmark = pytest.mark.django_db
picky = pytest.mark.picky_database

SOURCES = Path(__file__).parents[2] / "scorekeeper"
UNREADABLE = ["\0", "a\0b", "\x01", "a\x1b[31m", "\x7f"]
"""No text: nobody types it, and PostgreSQL refuses the first two."""
HUGE = ["2147483648", "9223372036854775807", "9223372036854775808", "9" * 40, "9" * 5000]
ODD = [*HUGE, "-1", "٣", "𒀀", "²", "x" * 5000, "' OR 1=1 --", "\ufffe", "\u202e", "1e9", "NaN", "["]
ALONE = [HUGE[2], "²"]
"""Too large for the database, and a digit that ``int`` does not take."""
FORM = "application/x-www-form-urlencoded"
READS_NO_QUERY = {"health", "metrics"}
BROKEN = [b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"%", b"%zz"]
"""Bytes that are no UTF-8: the second is half a character."""
escaped = partial(quote, safe="")
BROKEN_TEXTS = [quote_from_bytes(raw, safe="%") for raw in BROKEN]
HALF = BROKEN_TEXTS[1]


def patterns() -> dict[str, URLPattern]:
    def walk(listed: list[Any], space: str) -> Iterator[tuple[str, URLPattern]]:
        for pattern in listed:
            if isinstance(pattern, URLResolver):
                inner = f"{pattern.namespace}:" if pattern.namespace else space
                yield from walk(pattern.url_patterns, inner)
            else:
                yield f"{space}{pattern.name}", pattern

    return dict(walk(get_resolver().url_patterns, ""))


PATTERNS = patterns()
WITH_PARTS = [name for name, pattern in PATTERNS.items() if pattern.pattern.converters]


def route(name: str) -> str:
    return str(PATTERNS[name].pattern)


def honest(name: str, here: World) -> dict[str, str]:
    """A value for each part of this address, in a world where it exists."""
    parts = dict.fromkeys(PATTERNS[name].pattern.converters, "there")
    if "key" in parts:
        parts["key"] = "pool_rummy"
    if name in NEEDS:
        match = re.fullmatch(as_regex(name), here.url(name))
        assert match is not None
        parts |= match.groupdict()
    return parts


def as_regex(name: str) -> str:
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"(?P<\1>[^/]+)", route(name))


def address(name: str, parts: dict[str, str]) -> str:
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: parts[part[1]], route(name))


@pytest.fixture(scope="module")
def lasting_world(lasting: None) -> World:
    return world()


@pytest.fixture
def here(lasting_world: World) -> World:
    return again(lasting_world)


@pytest.fixture
def host(here: World) -> Client:
    return make.host_client(here.session.club, raise_request_exception=False)


def status(browser: Client, act: str, *arguments: Any, **more: Any) -> int:
    """The answer's, with whatever it wrote undone."""
    with transaction.atomic():
        answer = getattr(browser, act)(*arguments, **more)
        transaction.set_rollback(True)
    return int(answer.status_code)


def test_this_walks_every_address() -> None:
    assert set(NEEDS) <= set(PATTERNS)
    assert len(WITH_PARTS) > 40


@picky
@pytest.mark.parametrize("name", WITH_PARTS)
def test_nothing_in_an_address_breaks_it(name: str, here: World, host: Client) -> None:
    good = honest(name, here)
    act = "post" if status(host, "get", address(name, good)) == 405 else "get"
    for part in good:
        assert status(host, act, address(name, good | {part: escaped(UNREADABLE[0])})) in (400, 404)
        for text in filter(takes(name, part), (*map(escaped, ODD), HALF)):
            url = address(name, good | {part: text})
            assert status(host, act, url) < 500, url[:200]


def takes(name: str, part: str) -> Callable[[str], object]:
    """Answers of a text whether this part of this address takes it: what no address takes is
    answered alike everywhere."""
    regex = re.compile(PATTERNS[name].pattern.converters[part].regex)
    return lambda text: regex.fullmatch(unquote(text))


KINDS = {
    type(converter): (name, part)
    for name, pattern in reversed(PATTERNS.items())
    for part, converter in pattern.pattern.converters.items()
}
"""The first address with each kind of part."""


@picky
@pytest.mark.parametrize(("name", "part"), KINDS.values())
def test_what_no_address_takes_is_not_found(
    name: str, part: str, here: World, host: Client
) -> None:
    good = honest(name, here)
    for text in (*map(escaped, (*UNREADABLE, *ODD)), *BROKEN_TEXTS):
        assert status(host, "get", address(name, good | {part: text})) in (400, 404, 405), text


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every name that was looked up in a query or among what was posted, as long as the test ran:
    a name that nobody looks at cannot break anything."""
    seen: set[str] = set()

    def noting(name: str) -> None:
        look = getattr(QueryDict, name)

        def note(self: QueryDict, key: Any, *arguments: Any) -> Any:
            seen.add(key)
            return look(self, key, *arguments)

        monkeypatch.setattr(QueryDict, name, note)

    for name in ("__getitem__", "__contains__", "get", "getlist"):
        noting(name)
    put_in = QueryDict.setlistdefault

    def put_in_unnoted(self: QueryDict, key: Any, *arguments: Any) -> Any:
        """Django puts in each name that was sent, and looks whether it is there already."""
        earlier = key in seen
        values = put_in(self, key, *arguments)
        if not earlier:
            seen.discard(key)
        return values

    monkeypatch.setattr(QueryDict, "setlistdefault", put_in_unnoted)
    return seen


def test_a_name_that_is_looked_up_is_noted(looked_up: set[str]) -> None:
    query = QueryDict("a=1&b=2&sent=3")
    assert (
        query["a"] == "1" and query.get("b") == "2" and "c" not in query and not query.getlist("d")
    )
    assert looked_up == {"a", "b", "c", "d"}


@cache
def names_read(kind: str) -> list[str]:
    """Every name that a view looks up in a query, or among what was posted."""
    text = "\n".join(file.read_text() for file in SOURCES.rglob("*.py"))
    direct = re.findall(rf'{kind}(?:\.get|\.getlist)?[\[(]"(\w+)"', text)
    by_name = re.findall(r'(?:request|at), "(\w+)"\)', text)
    return sorted({*direct, *by_name})


@picky
@pytest.mark.parametrize("name", PATTERNS)
def test_nothing_in_a_query_breaks_it(
    name: str, here: World, host: Client, looked_up: set[str]
) -> None:
    url = address(name, honest(name, here))
    if status(host, "get", url) == 405:
        return
    if name not in READS_NO_QUERY:
        assert status(host, "get", f"{url}?any={escaped(UNREADABLE[0])}") in (400, 404)
    names = names_read("GET")
    assert {"v", "game", "page", "preset"} <= set(names)
    texts = [*map(escaped, ODD), HALF]
    assert status(host, "get", asking(url, names, [HUGE[0]])) < 500
    if not looked_up & {*names}:
        assert status(host, "get", asking(url, ["any"], texts)) < 500
        return
    for text in texts:
        for known_names in grown(looked_up, {*names}):
            assert status(host, "get", asking(url, known_names, [text])) < 500, text[:40]
    for known_name in growing(looked_up, {*names}):
        for text in ALONE:
            assert status(host, "get", asking(url, [known_name], [text])) < 500, known_name


def growing(looked_up: set[str], names: set[str]) -> Iterator[str]:
    """Those names that are looked up, also while this goes on."""
    tried: set[str] = set()
    while more := (looked_up & names) - tried:
        yield from sorted(more)
        tried |= more


def grown(looked_up: set[str], names: set[str]) -> Iterator[list[str]]:
    """All names that are looked up; once more where that made it look up others."""
    tried: set[str] = set()
    while tried != (known := looked_up & names):
        yield sorted(known)
        tried = known


def asking(url: str, names: list[str], texts: list[str]) -> str:
    """Each name with each text."""
    return f"{url}?{'&'.join(f'{name}={text}' for name in names for text in texts)}"


def fields(page: str) -> dict[str, str]:
    """The names a page would post, with what stands there."""
    tags = re.findall(r"<(?:input|select|textarea|button)\b[^>]*\bname=[^>]*>", page)
    inputs: dict[str, str] = {}
    for tag in tags:
        name, value = (re.search(rf'\b{key}="([^"]*)"', tag) for key in ("name", "value"))
        assert name is not None
        if name[1] != "csrfmiddlewaretoken" and not (
            'type="radio"' in tag and "checked" not in tag
        ):
            inputs.setdefault(name[1], value[1] if value else "")
    return inputs


@picky
@pytest.mark.parametrize("name", PATTERNS)
def test_nothing_in_a_field_breaks_it(
    name: str, here: World, host: Client, looked_up: set[str]
) -> None:
    url = address(name, honest(name, here))
    if status(host, "post", url) == 405:
        return
    names = names_read("POST")
    assert {"token", "number", "player", "reason"} <= set(names)
    page = host.get(url)
    shown = fields(page.content.decode()) if not page.streaming else {}
    honestly = dict.fromkeys(names, "") | {"token": "t-1", "number": "2"} | shown
    post = partial(status_of_form, host, url)
    assert post({"any": UNREADABLE[0]}) in (400, 404)
    assert max(post(honestly), post(dict.fromkeys(honestly, HUGE[0]))) < 500
    if not looked_up & {*honestly}:
        assert post(dict.fromkeys(["any", *shown], ODD)) < 500
        return
    for text in ODD[1:]:
        for known_names in grown(looked_up, {*honestly}):
            assert post(dict.fromkeys([*known_names, *shown], text)) < 500, text[:40]
    for field in growing(looked_up, {*honestly}):
        for text in ALONE:
            assert post(honestly | {field: text}) < 500, field


def status_of_form(browser: Client, url: str, form: Mapping[str, str | list[str]]) -> int:
    return status(browser, "post", url, urlencode(form, doseq=True), content_type=FORM)


POSTING = ["home:start", "house_rules:import", "entry:hand_new", "scoreboard:money", "clubs:share"]


@picky
@pytest.mark.parametrize("name", POSTING)
@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_no_text_is_refused_in_any_name(
    name: str, text: str, here: World, host: Client
) -> None:
    url = address(name, honest(name, here))
    assert status(host, "get", f"{url}?any={escaped(text)}") in (400, 405)
    for field in ("token", "name", "any"):
        assert status(host, "post", url, {field: text}) == 400, field


@picky
@pytest.mark.parametrize("name", POSTING)
@pytest.mark.parametrize("broken", BROKEN)
def test_bytes_that_are_no_text_break_nothing(
    name: str, broken: bytes, here: World, host: Client
) -> None:
    url = address(name, honest(name, here))
    for body in (b"token=" + broken, b"name=" + quote_from_bytes(broken).encode(), broken):
        assert status(host, "post", url, body, content_type=FORM) < 500
    query = asking(url, names_read("GET"), [quote_from_bytes(broken, safe="%")])
    assert status(host, "get", query) < 500


@picky
@pytest.mark.parametrize("name", POSTING)
@pytest.mark.parametrize("charset", ["rot13", "utf-7", "utf-16", "no-such", "base64", "idna"])
def test_a_body_in_another_alphabet_breaks_nothing(
    name: str, charset: str, here: World, host: Client
) -> None:
    url = address(name, honest(name, here))
    body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n+2AA-\xff\r\n--x--\r\n'
    kinds = (
        f"multipart/form-data; boundary=x; charset={charset}",
        f"{FORM}; charset={charset}",
    )
    for kind in kinds:
        assert status(host, "generic", "POST", url, body, content_type=kind) == 400, kind


@picky
@pytest.mark.parametrize("text", [*UNREADABLE, "\\u0000", "\\ud800"])
def test_a_file_that_is_no_text_is_refused(text: str, here: World, host: Client) -> None:
    url = address("house_rules:import", honest("house_rules:import", here))
    document = (
        f'{{"document": "scorekeeper house rules", "version": 1, "game": "pool_rummy",'
        f' "name": "a{text}", "options": {{"pool": 201}}}}'
    )
    for name in ("rules.json", "\0.json", "\x1b.json"):
        file = BytesIO(document.encode())
        file.name = name
        for form_fields in ({"file": file}, {"file": file, "do": "accept"}, {"text": document}):
            file.seek(0)
            assert status(host, "post", url, form_fields) < 500, (name, form_fields)


@picky
@pytest.mark.parametrize(
    "cookie", ["money", "django_language", "csrftoken", settings.SESSION_COOKIE_NAME]
)
@pytest.mark.parametrize("text", ['"\\000"', '"a\\001"', "x" * 4000, '"\\377\\355"', "\xe9"])
def test_a_spoilt_cookie_breaks_nothing(cookie: str, text: str, here: World) -> None:
    """It is as good as none: somebody who has one could not mend it."""
    browser = Client(raise_request_exception=False)
    for name in ("home:front", "rulebook:games", "scoreboard:session"):
        url = address(name, honest(name, here))
        assert status(browser, "get", url, headers={"Cookie": f"{cookie}={text}"}) in (200, 404)


@picky
@pytest.mark.parametrize(
    "header", ["Accept-Language", "User-Agent", "Referer", "X-Request-ID", "Accept", "HX-Target"]
)
def test_a_spoilt_header_breaks_nothing(header: str, here: World, host: Client) -> None:
    session = address("scoreboard:session", honest("scoreboard:session", here))
    for text in (*UNREADABLE, "x" * 5000, "\xff\xfe", "en-\0", "de-CH-1996-\x01", "zz_ZZ@x=y"):
        for url in ("/", "/games/", session):
            assert status(host, "get", url, headers={header: text}) < 500, repr(text)
