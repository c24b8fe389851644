"""Setting up a tournament: what was typed stays; what is wrong is named beside its field."""

from typing import Any

import pytest
from django.http import QueryDict
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.services import add_players
from scorekeeper.engine.questions.kinds import Amount, questions
from scorekeeper.extensions.tournaments.forms import TournamentForm
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.plan import Count, Cut, DrawBy
from scorekeeper.variants import VARIANTS, choices
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db

ENTERED: dict[str, Any] = {
    "name": "Spring  Cup",
    "played_on": "2026-11-27",
    "names": "Asha\nDev,\nMeera\nOmar;Priya\n\nRavi",
    "variant": "basic_rummy",
    "rounds": "4",
    "smallest": "3",
    "largest": "4",
    "tables": "8",
    "hands": "2",
    "draw": "ahead",
    "count": "places",
    "places": "10-6-3-1",
    "tie_0": "head_to_head",
    "fee": "200",
    "prizes": "50-30-20",
    "token": "a",
}


def entered(**changes: Any) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update({name: value for name, value in (ENTERED | changes).items() if value != ""})
    return data


@pytest.fixture
def club() -> Club:
    return make.club()


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Asha, Dev,Meera", ["Asha", "Dev", "Meera"]),
        ("Söze, K.", ["Söze, K."]),
        ("Söze, K. J.", ["Söze, K. J."]),
        ("Söze, Keyser\r\nDev\r\n", ["Söze, Keyser", "Dev"]),
        ("Asha,\nDev,\n", ["Asha", "Dev"]),
        ("Asha; Söze, K.", ["Asha", "Söze, K."]),
    ],
)
def test_a_name_with_a_comma_is_one_player(club: Club, typed: str, names: list[str]) -> None:
    form = TournamentForm(club, entered(names=typed))
    form.is_valid()
    assert form.cleaned_data["names"] == names


@pytest.mark.parametrize(("currency", "fee"), [("GBP", "£1.50"), ("INR", "₹1.50")])
def test_the_rules_of_last_time_say_their_stakes_in_the_money_of_the_group(
    currency: str, fee: str
) -> None:
    club = make.club(currency=currency)
    make.session("paplu", make.NAMES[:3], {"point_value": 150}, club=club)
    address = reverse("tournaments:new", args=[club.code])
    page = make.host_client(club).get(address).content.decode()
    assert f"but Money per point: {fee}." in page


def test_what_was_entered_is_the_plan(club: Club) -> None:
    form = TournamentForm(club, entered(cut_after_0="2", cut_keep_0="4"))
    assert form.is_valid(), form.errors
    plan = form.plan()
    assert (plan.variant, plan.hands, plan.minutes) == ("basic_rummy", 2, 0)
    assert (plan.draw, plan.count) == (DrawBy.AHEAD, Count.PLACES)
    assert (plan.fee, plan.prizes) == (20000, (50, 30, 20))
    assert plan.cuts == (Cut(after=2, keep=4),)
    assert form.cleaned_data["names"] == ["Asha", "Dev", "Meera", "Omar", "Priya", "Ravi"]
    assert form.cleaned_data["name"] == "Spring Cup"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("name", {"name": ""}),
        ("played_on", {"played_on": "tomorrow"}),
        ("names", {"names": "Asha\nAsha"}),
        ("names", {"names": "\n".join(f"Player {n}" for n in range(97))}),
        ("rounds", {"rounds": "0"}),
        ("largest", {"smallest": "5"}),
        ("largest", {"largest": "8", "smallest": "8"}),
        ("minutes", {"minutes": "30"}),
        ("hands", {"hands": ""}),
        ("hands", {"variant": "pool_rummy"}),
        ("cut_keep_0", {"cut_after_0": "2"}),
        ("cut_after_0", {"cut_after_0": "4", "cut_keep_0": "4"}),
        (
            "cut_after_1",
            {"cut_after_0": "2", "cut_keep_0": "8", "cut_after_1": "2", "cut_keep_1": "4"},
        ),
        (
            "cut_keep_1",
            {"cut_after_0": "2", "cut_keep_0": "4", "cut_after_1": "3", "cut_keep_1": "4"},
        ),
        ("fee", {"fee": "-1"}),
        ("fee", {"fee": ""}),
        ("prizes", {"prizes": "50-30"}),
        ("prizes", {"prizes": ""}),
        ("places", {"places": "ten"}),
        ("__all__", {"variant": "none"}),
        ("__all__", {"variant": "rummi_custom_none"}),
    ],
)
def test_what_is_wrong_is_named_beside_its_field(
    club: Club, field: str, changes: dict[str, str]
) -> None:
    form = TournamentForm(club, entered(**changes))
    assert not form.is_valid()
    assert list(form.errors) == [field], form.errors


def test_every_game_is_played_without_stakes(club: Club) -> None:
    played = set()
    for variant, _name in choices():
        rules = VARIANTS[variant]
        for hands in ("", "2"):
            sizes = {"smallest": "2", "largest": "2"} if 2 in rules.seats else {}
            form = TournamentForm(club, entered(variant=variant, hands=hands, **sizes))
            if form.is_valid():
                played.add(variant)
                amounts = [q for q in questions(rules.options) if isinstance(q.kind, Amount)]
                assert not any(form.plan().options.get(q.name) for q in amounts)
    assert len(played) >= len(choices()) - 3, {key for key, _ in choices()} - played


def test_a_page_creates_one_tournament(club: Club) -> None:
    host = make.client_with(Role.HOST, club)
    address = reverse("tournaments:new", args=[club.code])
    page = host.get(address).content.decode()
    assert "Create tournament" in page
    answers = [host.post(address, ENTERED) for _press in range(2)]
    (tournament,) = Tournament.objects.all()
    assert {answer["Location"] for answer in answers} == {tournament.session.address}
    other = host.post(address, ENTERED | {"rounds": "5"})
    assert other.status_code == 409
    wrong = host.post(address, ENTERED | {"token": "b", "prizes": "50"})
    assert "Together they are 50 percent" in wrong.content.decode()
    assert "Spring  Cup" in wrong.content.decode()
    assert Tournament.objects.count() == 1
    assert make.client_with(Role.SCORER, club).get(address).status_code == 403


def test_who_is_chosen_may_be_pasted_too(club: Club) -> None:
    (asha,) = add_players(club=club, names=["Asha"])
    data = entered(names="asha\n Dev \n")
    data.setlist("player", [str(asha.pk)])
    form = TournamentForm(club, data)
    assert form.is_valid(), form.errors
    assert (form.listed, form.cleaned_data["names"]) == ([asha], ["Dev"])


def test_an_earlier_plan_is_proposed(club: Club) -> None:
    host = make.client_with(Role.HOST, club)
    address = reverse("tournaments:new", args=[club.code])
    host.post(address, ENTERED | {"rounds": "7", "draw": "standing"})
    (tournament,) = Tournament.objects.all()
    assert f"?like={tournament.session.code}" in host.get(address).content.decode()
    form = TournamentForm(club, like=tournament)
    assert (form["rounds"].value(), form["draw"].value()) == (7, DrawBy.STANDING)
    assert (form["fee"].value(), form["prizes"].value()) == ("200", "50-30-20")
    shown = host.get(f"{address}?like={tournament.session.code}").content.decode()
    assert 'value="7"' in shown
    assert host.get(f"{address}?like=nothing").status_code == 200
