"""What is not as wished is said in a sentence, with plurals, for each kind that the draw names."""

import pytest
from django.utils import translation

from scorekeeper.extensions.tournaments.draw import Flaw, Kind
from scorekeeper.extensions.tournaments.rounds.flaws import WORDS, draft_flaws, flaw_text
from scorekeeper.extensions.tournaments.rounds.services import draw_round
from tests.helpers.tournaments import days

NAMES = {1: "Asha", 2: "Dev", 3: "Meera"}


def test_each_kind_has_its_words() -> None:
    assert set(WORDS) == set(Kind)


@pytest.mark.parametrize(
    ("flaw", "text"),
    [
        (Flaw(Kind.REPEAT, 4, (1, 2), 2), "Asha and Dev meet again in round 5."),
        (Flaw(Kind.REPEAT, 4, (1, 2), 3), "Asha and Dev meet 3 times, again in round 5."),
        (
            Flaw(Kind.APART, 0, (1, 2), 1),
            "Asha and Dev, who should be apart, share a table in round 1.",
        ),
        (Flaw(Kind.TEAM, 0, (1, 2), 1), "Asha and Dev of one team share a table in round 1."),
        (Flaw(Kind.TABLE, 0, (1,), 2), "Asha is at table 3 in round 1, not at their own."),
        (Flaw(Kind.SEAT, 0, (1,), 0), "Asha is in seat 1 in round 1, not in their own."),
        (
            Flaw(Kind.OUT_AGAIN, 1, (1,), 1),
            "Asha sits out in round 2 after sitting out 1 time, others did less often.",
        ),
        (
            Flaw(Kind.FIRST_AGAIN, 5, (1,), 3),
            "Asha deals first 3 times in rounds 1 to 6, somebody else at most 1.",
        ),
        (
            Flaw(Kind.FIRST_AGAIN, 1, (1,), 2),
            "Asha deals first twice in rounds 1 to 2, somebody else not at all.",
        ),
        (Flaw(Kind.TWICE, 0, (1,), 2), "Asha has 2 seats."),
        (Flaw(Kind.MISSING, 0, (1,)), "Asha has no seat."),
        (Flaw(Kind.STRANGER, 0, (1,)), "Asha has a seat but does not play in this round."),
        (Flaw(Kind.SMALL, 0, (1, 2), 2), "A table of 2 people is too small: Asha, Dev."),
        (
            Flaw(Kind.LARGE, 0, (1, 2, 3), 3),
            "A table of 3 people is too large: Asha, Dev, Meera.",
        ),
        (Flaw(Kind.SURPLUS, 0, (1, 2), 2), "One table more than there are: Asha, Dev."),
        (
            Flaw(Kind.CROWDED, 1, (1, 2, 3), 2),
            "3 people share a table in round 2, 2 were agreed: Asha, Dev, Meera.",
        ),
    ],
    ids=lambda value: value.kind.value if isinstance(value, Flaw) else "",
)
def test_a_flaw_is_a_sentence(flaw: Flaw, text: str) -> None:
    assert flaw_text(flaw, NAMES) == text
    with translation.override("hi"):
        assert not set("%{}") & set(flaw_text(flaw, NAMES))


@pytest.mark.django_db
def test_it_says_whether_it_is_proven() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:6], tables=1, rounds=2))
    turn = draw_round(tournament=tournament, token="a", by=None)
    flaws = draft_flaws(turn)
    assert flaws.now == []
    assert len(flaws.later) == 15
    assert flaws.later[0].endswith("in round 2: no plan of 2 rounds for 6 people avoids it.")
    turn.flaws = [["repeat", 0, [1, 2], 2, False]]
    assert draft_flaws(turn).now[0].endswith("in round 1. The search found no better plan.")
    turn.flaws *= 2
    assert draft_flaws(turn).is_searched
    assert draft_flaws(turn).now[0].endswith("in round 1.")
