"""What must be laid in a deal stands in the head of the hand, and not beside its dealer."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from tests.helpers import factories as make
from tests.helpers.factories import client_with

CONTRACTS = {
    "contract_rummy": "deal 1 of 7 · two sets",
    "liverpool_rummy": "deal 1 of 7 · two sets",
    "shanghai_rummy": "deal 1 of 10 · two sets of 3",
    "kalookie": "deal 1 of 7 · three threes",
}


@pytest.mark.django_db
@pytest.mark.parametrize("variant", CONTRACTS)
def test_the_contract_is_in_the_head_of_the_hand(variant: str) -> None:
    options = {"form": "jamaican"} if variant == "kalookie" else {}
    game = make.session(variant, make.NAMES[:4], options=options).game
    session = game.session
    client: Client = client_with(Role.SCORER, session.club)
    page = client.get(reverse("entry:hand_new", args=[session.code, game.number])).content.decode()
    head, _end, rows = page.partition('<header class="capture__head">')[2].partition("</header>")
    contract = CONTRACTS[variant]
    assert contract in " ".join(head.split())
    assert contract.partition(" · ")[2] not in rows.partition("<dialog")[0].partition("</form>")[0]
    board = client.get(reverse("scoreboard:session", args=[session.code])).content.decode()
    assert f"deals · {contract}" in " ".join(board.split())
    assert not re.search(r'<span class="muted">\s*deal 1', board)
