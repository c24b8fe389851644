"""Refuses what no device sends: text that is none, and numbers that nothing can have.

PostgreSQL takes no NUL in a text, no database a number beyond 64 bits, and half a character cannot
be written down at all. Each was an error of ours wherever a view handed it on; here it is a page
that says so, once for all addresses, fields and files, before any view has seen it.
"""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters but for tab and line breaks, and halves of a character."""
LONGEST = 500
"""Letters of one part of an address; a token has 43."""
LARGEST = 2**63 - 1


class Readable:
    """Middleware, before whatever reads a cookie or a form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A spoilt cookie is as good as none: who has one could do nothing about it.
        request.COOKIES = {
            name: value for name, value in request.COOKIES.items() if is_text(name + value)
        }
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if not all(may_exist(part) for part in kwargs.values()):
            raise Http404
        if not is_text("\n".join(request_texts(request))):
            raise BadRequest("control characters")


def is_text(text: str) -> bool:
    return NO_TEXT.search(text) is None


def may_exist(part: Any) -> bool:
    """Whether a part of an address can name anything."""
    if isinstance(part, int):
        return part <= LARGEST
    return len(part) <= LONGEST and is_text(part)


def request_texts(request: HttpRequest) -> Iterator[str]:
    """Every name and value of the query and the form, and the names of files. Raises BadRequest
    for a body that is no form, or is not written in UTF-8 as all our pages ask."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        raise BadRequest("not UTF-8")
    try:
        posted, files = request.POST, request.FILES
    except (UnreadablePostError, MultiPartParserError) as error:
        raise BadRequest("the form did not arrive whole") from error
    for name, values in chain(request.GET.lists(), posted.lists()):
        yield name
        yield from values
    for name, uploads in files.lists():
        yield name
        yield from (file.name or "" for file in uploads)
