"""What the table told, read back: nothing at 0 stands beside what was counted from cards."""

from __future__ import annotations

import pytest

from scorekeeper.play.models import Hand
from scorekeeper.telling.answers import answers
from tests import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_nothing_is_left_out_where_cards_were_tapped():
    cards = "2S 3S 4S 5H 6H 7H 8D 9D 10D QC KC 4C 9H"
    lines = {
        "Asha": {"finish": "won"},
        "Dev": {"finish": "counted", "cards": cards},
        "Meera": {"finish": "counted", "points": 7},
        "Omar": {"finish": "first_drop"},
    }
    at = make.play(make.night(), {"deal": {}, "lines": lines})
    hand = Hand.objects.get()
    told = {each.about: [said for _question, said in each.answers] for each in answers(at, hand)}
    assert "0" not in [said for each in told.values() for said in each]
    hand.entry["lines"]["1"]["points"] = 0
    [dev] = [report for report in answers(at, hand) if report.about == "Dev"]
    assert "0" not in [answer for _question, answer in dev.answers]
    del hand.entry["lines"]["1"]["cards"]
    [dev] = [report for report in answers(at, hand) if report.about == "Dev"]
    assert "0" in [answer for _question, answer in dev.answers]
