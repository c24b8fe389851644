"""What the table told, read back: nothing at 0 stands beside what was counted from cards."""

import pytest

from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.answers import hand_reports
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_nothing_is_left_out_where_cards_were_tapped():
    hand = pool_hand("Asha", Dev=0, Meera=7, Omar="first_drop")
    table = make.play(make.session(), hand)
    kept = Hand.objects.get()
    assert "0" in answers_of(table, kept)
    kept.entry["lines"]["1"]["cards"] = "2S 3S 4S 5H 6H 7H 8D 9D 10D QC KC 4C 9H"
    assert "0" not in answers_of(table, kept)


def answers_of(table: Table, hand: Hand) -> list[str]:
    [dev] = [report for report in hand_reports(table, hand) if report.about == "Dev"]
    return [answer for _question, answer in dev.answers]
