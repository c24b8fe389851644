"""What somebody types as a name is cleaned in one way, wherever it is."""

from collections.abc import Callable

import pytest
from django import forms

from scorekeeper.clubs.services import clean_club_name, clean_name
from scorekeeper.engine.lines import one_line
from scorekeeper.extensions.calendar.planning.forms import PlanForm
from scorekeeper.extensions.tournaments.forms import TournamentForm
from scorekeeper.extensions.tournaments.people.forms import SubstituteForm, TeamForm
from scorekeeper.extensions.tournaments.ranking.views import PenaltyForm
from scorekeeper.house_rules.services import clean_name as clean_rules_name
from scorekeeper.seasons.forms import SeasonForm
from scorekeeper.settlement.forms import ExpenseForm

FIELDS = {
    "season": SeasonForm.base_fields["name"],
    "tournament": TournamentForm.base_fields["name"],
    "team": TeamForm.base_fields["team"],
    "substitute": SubstituteForm.base_fields["name"],
    "expense": ExpenseForm.base_fields["label"],
    "place": PlanForm.base_fields["place"],
    "penalty": PenaltyForm.base_fields["reason"],
}
NOTHING = (
    "\u202e",
    "\u200b",
    "\u200d",
    "\u2060 \ufeff",
    "\u3164",
    "\u2800\ufe0f",
    "\u034f",
    "\u00ad",
)


@pytest.mark.parametrize("what", FIELDS)
@pytest.mark.parametrize("typed", ["\u202eSpring\u2066  Cup\u200f\n", "Spring\u3164Cup\u200b"])
def test_direction_and_invisible_characters_are_no_part_of_a_name(what: str, typed: str) -> None:
    assert FIELDS[what].clean(typed) == "Spring Cup"


@pytest.mark.parametrize("what", FIELDS)
@pytest.mark.parametrize("typed", NOTHING)
def test_a_name_of_nothing_is_no_name(what: str, typed: str) -> None:
    field = FIELDS[what]
    if not field.required:
        assert field.clean(typed) == ""
        return
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(typed)
    assert "Enter" in refused.value.messages[0]


@pytest.mark.parametrize("typed", NOTHING)
@pytest.mark.parametrize("clean", [clean_name, clean_club_name, clean_rules_name])
def test_neither_players_nor_groups_nor_rules_are_called_nothing(
    clean: Callable[[str], str], typed: str
) -> None:
    with pytest.raises(forms.ValidationError, match="Enter a"):
        clean(typed)


@pytest.mark.parametrize("name", ["സന്\u200d", "क्\u200cष", "👩\u200d👧", "❤\ufe0f", "José"])
def test_what_letters_and_signs_need_stays(name: str) -> None:
    assert one_line(name) == name
