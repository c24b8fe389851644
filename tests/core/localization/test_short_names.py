"""Names for narrow columns: short, told apart, and no letter cut in two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.localization.short_names import shortened

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
NAMES = st.text(st.characters(exclude_characters="+"), min_size=1)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Asha", "Ramesh"], ["Asha", "Ramesh"]),
        (["Bartholomew", "Dev"], ["Barth", "Dev"]),
        (["Priyanka", "Priyamvada"], ["Priyan", "Priyam"]),
        (["Wilhelmina", "Wilhelmina K"], ["Wilhe", "Wi…K"]),
        (["Priyadarshini Sen", "Priyadarshini Rao"], ["Pr…Sen", "Pr…Rao"]),
        (["Alexandra One", "Alexandra", "Alexandra Two"], ["Al…One", "Alexa", "Al…Two"]),
        (["Maximilian + Asha", "Maximiliana + Dev"], ["Max + Ash", "Ma…a + Dev"]),
        (["Asha + Meera", "Ramesh + Omar"], ["Ash + Mee", "Ram + Oma"]),
        (["क्षत्रियकुमारसिंह", "देव"], ["क्षत्रियकुमा", "देव"]),
        ([FAMILY * 7, "Dev"], [FAMILY * 5, "Dev"]),
    ],
)
def test_a_long_name_is_its_beginning(names: list[str], shown: list[str]):
    assert shortened(names) == shown


def test_more_room_shows_more_of_a_name():
    names = ["Padma", "Padmavathi", "Padmavathi Iyer"]
    assert shortened(names) == ["Padma", "Padmav", "Pa…Iye"]
    assert shortened(names, 9) == ["Padma", "Padmavat", "Padma…Iye"]
    assert shortened(names, 14) == ["Padma", "Padmavathi", "Padmavathi Iy"]


def test_partners_share_the_room_that_there_is():
    names = ["Lenard + Niamhie", "Mia + Ola"]
    assert shortened(names, 18) == names
    assert shortened(names, 12) == ["Lenard + Niamh", "Mia + Ola"]


@given(
    st.lists(st.text(st.characters(exclude_characters="+"), min_size=1), unique=True, min_size=1)
)
def test_names_that_differ_are_shown_differently(names: list[str]):
    shown = shortened(names)
    assert len(set(shown)) == len(names)
    for name, cut in zip(names, shown, strict=True):
        begin, _cut, differs = cut.partition("…")
        assert name.startswith(cut) or (name.startswith(begin) and differs in name)
