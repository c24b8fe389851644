"""What a client refuses by ``q=0`` is not sent; published seasons have a test of their own."""

import pytest
from django.test import Client

REFUSALS = ["gzip;q=0", "gzip; q=0.000, identity", "br, GZIP;Q=0"]


@pytest.mark.django_db
@pytest.mark.parametrize("accepts", REFUSALS)
def test_what_is_refused_is_not_sent(accepts: str) -> None:
    assert coding_of("/", accepts) is None


@pytest.mark.django_db
@pytest.mark.parametrize("accepts", ["gzip", "gzip;q=0.1", "br;q=0, gzip"])
def test_what_is_accepted_is_sent(accepts: str) -> None:
    assert coding_of("/", accepts) == "gzip"


def coding_of(address: str, accepts: str) -> str | None:
    answer = Client(headers={"accept-encoding": accepts}).get(address)
    assert answer.status_code == 200
    coding: str | None = answer.get("Content-Encoding")
    return coding
