"""A group's file, handed in by its page."""

from io import BytesIO

from django.test import Client

TAKE, PIECE = "/document/", "/document/piece/"


def stranger() -> Client:
    """A browser that has the mark every page gives."""
    browser = Client()
    browser.get(TAKE)
    return browser


def hand_in(browser: Client, content: bytes, token: str, size: int = 700) -> None:
    for place in range(-(-len(content) // size)):
        part = BytesIO(content[place * size : (place + 1) * size])
        part.name = "blob"
        fields = {"token": token, "place": place, "piece": part}
        assert browser.post(PIECE, fields).json() == {}
