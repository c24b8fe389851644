"""Value cards on the page: beside the melds they lie in, with what they bring."""

from django.template.loader import render_to_string

from scorekeeper.engine.cards import PLAYING_CARDS
from scorekeeper.engine.melds import Arrangement, Group
from scorekeeper.play.wording.cards import lay_out

RUN = Group("pure", ("5S", "6S", "7S"), (None,) * 3)
DOWN = Group("down", ("6S",), (None,), 10)


def test_value_cards_are_told_apart_from_what_counts() -> None:
    drawn = lay_out(Arrangement((RUN,), (("4D", 4),), (DOWN,)), PLAYING_CARDS)
    assert [(group.name, group.worth) for group in drawn.valued] == [("Down", 10)]
    assert (drawn.points, drawn.worth) == (4, None)
    page = render_to_string("table/entry/_arrangement.html", {"arrangement": drawn})
    assert "Down:" in page and "+10" in page


def test_without_value_cards_there_is_no_line_of_them() -> None:
    drawn = lay_out(Arrangement((RUN,), ()), PLAYING_CARDS)
    page = render_to_string("table/entry/_arrangement.html", {"arrangement": drawn})
    assert "Value cards" not in page
