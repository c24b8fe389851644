"""Two names of one person: every sum is kept, before, joined and parted again."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.db.models import Sum

from scorekeeper.clubs.models import Club, Player, Role, SamePerson
from scorekeeper.clubs.players.persons import CircularMergeError, merged_persons, names_of
from scorekeeper.clubs.services import add_players, say_who
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.errors import EntryError
from scorekeeper.extensions.exchange.people.selectors import likely_duplicates, open_debts
from scorekeeper.extensions.exchange.people.services import (
    leave_group,
    merge_players,
    rejoin_group,
    unmerge_players,
)
from scorekeeper.ledger.models import GameResult
from scorekeeper.play import services as play
from scorekeeper.seasons.rules import USUAL
from scorekeeper.seasons.selectors import ranked
from scorekeeper.seasons.services import all_time
from scorekeeper.seasons.table_html import cached_table
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import SENT
from scorekeeper.settlement.payments import record_transfer
from scorekeeper.statements.contents.season_reading import season_contents
from scorekeeper.statements.contents.session_reading import contents
from tests.helpers import factories as make
from tests.helpers.seasons.sessions import checked, drawn_game

pytestmark = [pytest.mark.django_db]


def of_club(club: Club) -> int:
    """The sum of all sessions: always nothing, but for pots that nobody has won yet."""
    return int(GameResult.objects.filter(club=club).aggregate(net=Sum("net"))["net"] or 0)


FIRST = date(2026, 1, 2)


def join(name: Player, person: Player, token: str = "") -> SamePerson:
    return merge_players(
        club=name.club, name=name, person=person, token=token or make.token(), by=None
    )


def pool(club: Club, *names: str, on: date = FIRST) -> Any:
    """A session of a hand that the first of these wins, 10 a point of all others."""
    table = make.session("points_rummy", names, {"point_value": 10}, club=club, played_on=on)
    counts: dict[str, int | str] = dict.fromkeys(names[1:], 20)
    return make.play(table, make.pool_hand(names[0], **counts))


def seasons(club: Club) -> dict[str, tuple[int, int, int | None]]:
    return {rank.name: (rank.net, rank.sessions, rank.hands) for rank in ranked(club).ranks}


def nets(club: Club) -> dict[str, dict[str, int]]:
    """Balances by session and by name."""
    return {
        session.code: {
            player.name: amount for player, amount in session_balances(session).net.items()
        }
        for session in club.sessions.all()
    }


def test_random_sessions_keep_every_sum() -> None:
    rng, club = Random(7), make.club()
    everybody = add_players(club=club, names=[f"P{n}" for n in range(6)])
    for number in range(2):
        session = play.open_session(club=club, played_on=FIRST + timedelta(weeks=number))
        twin = everybody[number % 2]  # P0 and P1 never sit together
        there = [twin, *everybody[2:]]
        drawn_game(session, rng.choice(("pool_rummy", "rummi", "gin_rummy")), there, rng)
        drawn_game(session, "rummi", [everybody[1 - number % 2], *everybody[2:5]], rng)
        play.close_session(session=session)
    before, at_session, whole = seasons(club), nets(club), of_club(club)
    fact = join(everybody[0], everybody[1])
    joined = seasons(club)
    first, other = (before.get(name, (0, 0, 0)) for name in ("P0", "P1"))
    assert joined["P1"][0] == first[0] + other[0]
    assert joined["P1"][2] == (first[2] or 0) + (other[2] or 0)
    assert "P0" not in joined and whole == of_club(club) == sum(row[0] for row in joined.values())
    for code, people in nets(club).items():
        assert sum(people.values()) == 0
        rest = {name: net for name, net in at_session[code].items() if name not in ("P0", "P1")}
        assert {n: net for n, net in people.items() if n not in ("P0", "P1")} == rest
    for session in club.sessions.all():
        contents(session)
    season_contents(all_time(club))
    checked(club)
    unmerge_players(fact=fact, token=make.token(), by=None)
    assert (seasons(club), nets(club), of_club(club)) == (before, at_session, whole)
    checked(club)


def test_two_who_sat_together_are_two_people() -> None:
    table = pool(make.club(), "Asha", "Dev")
    asha, dev = table.players
    with pytest.raises(Refusal) as refused:
        join(asha, dev)
    assert refused.value.now == table.game.session
    assert not SamePerson.objects.exists()


def test_names_that_met_through_a_third_are_two_people() -> None:
    club = make.club()
    pool(club, "Asha", "Dev")
    pool(club, "A", "Meera")
    asha, a, meera = (Player.objects.get(name=name) for name in ("Asha", "A", "Meera"))
    join(a, asha)
    with pytest.raises(Refusal):
        join(meera, asha)  # who is A, who sat with Meera


def test_the_same_again_changes_nothing() -> None:
    club = make.club()
    left_one, other, third = add_players(club=club, names=["A", "B", "C"])
    first = join(left_one, other, "t")
    assert join(left_one, other, "t") == first
    with pytest.raises(Refusal, match="has since been merged"):
        join(left_one, third, "t")
    back = unmerge_players(fact=first, token="u", by=None)
    assert unmerge_players(fact=first, token="v", by=None) == back


def test_no_circle() -> None:
    first, other = add_players(club=make.club(), names=["A", "B"])
    join(first, other)
    with pytest.raises(Refusal, match="has since been merged"):
        join(other, first)


def test_a_chain_parts_where_it_was_joined() -> None:
    club = make.club()
    a, b, c = add_players(club=club, names=["A", "B", "C"])
    first, second = join(a, b), join(b, c)
    assert names_of(c.pk) == [c.pk, a.pk, b.pk]
    unmerge_players(fact=first, token="1", by=None)
    assert merged_persons(club) == {a.pk: None, b.pk: c.pk}
    third = join(a, c)
    unmerge_players(fact=second, token="2", by=None)
    assert names_of(c.pk) == [c.pk, a.pk] and names_of(b.pk) == [b.pk]
    unmerge_players(fact=third, token="3", by=None)
    assert not Player.objects.filter(person__isnull=False).exists()


def test_two_names_in_one_session_settle_as_one() -> None:
    club = make.club()
    table = pool(club, "Asha", "Dev", "Meera")
    session = table.game.session
    more = make.next_game(session, "points_rummy", ("Dev", "Ash"), {"point_value": 10})
    make.play(more, make.pool_hand("Dev", Ash=30))
    asha, ash = (Player.objects.get(name=name) for name in ("Asha", "Ash"))
    join(ash, asha)
    balances = session_balances(session)
    assert {p.name: net for p, net in balances.net.items()} == {
        "Asha": 100,
        "Dev": 100,
        "Meera": -200,
    }
    phone = make.member(Role.VIEWER, club)
    say_who(membership=phone, player=Player.objects.get(pk=ash.pk))
    assert phone.player == asha
    (first, *_rest) = balances.plan.transfers
    record_transfer(
        session=session,
        payer=first.payer.pk,
        payee=first.payee.pk,
        owed=first.amount,
        amount=first.amount,
        word=SENT,
        token=make.token(),
        by=None,
    )
    statement = contents(session)
    assert statement.people.count("Asha") == 1 and "Ash" not in statement.people


def test_who_was_joined_sits_once_at_a_table() -> None:
    club = make.club()
    asha, ash, dev = add_players(club=club, names=["Asha", "Ash", "Dev"])
    join(ash, asha)
    assert add_players(club=club, names=["Ash", "Dev"]) == [asha, dev]
    session = play.open_session(club=club, played_on=FIRST)
    with pytest.raises(EntryError):
        play.start_game(
            session=session, variant="points_rummy", options={}, players=[ash, asha, dev]
        )


def test_a_device_of_the_name_follows_and_goes_back() -> None:
    club = make.club()
    first, other = add_players(club=club, names=["A", "B"])
    mine, theirs = make.member(Role.VIEWER, club), make.member(Role.VIEWER, club)
    say_who(membership=mine, player=first)
    say_who(membership=theirs, player=other)
    fact = join(first, other)
    mine.refresh_from_db()
    assert mine.player == other
    unmerge_players(fact=fact, token="1", by=None)
    for phone in (mine, theirs):
        phone.refresh_from_db()
    assert (mine.player, theirs.player) == (first, other)


def test_likely_doubles_never_sat_together() -> None:
    club = make.club()
    pool(club, "Asha", "asha.")
    pool(club, "Meera", "Dev")
    pool(club, "Mera", "Omar")
    assert [(pair.name.name, pair.person.name) for pair in likely_duplicates(club)] == [
        ("Mera", "Meera")
    ]


def test_who_leaves_is_offered_no_seat_and_still_owes() -> None:
    club = make.club()
    pool(club, "Asha", "Dev")
    dev = Player.objects.get(name="Dev")
    assert [debt.amount for debt in open_debts(dev)] == [-200]
    leave_group(player=dev, by=None)
    page = make.host_client(club).get(f"/g/{club.code}/sessions/new/")
    assert "Asha" in page.content.decode() and "Dev" not in page.content.decode()
    rejoin_group(player=dev, by=None)
    assert Player.objects.get(pk=dev.pk).left_at is None


def test_only_a_host_joins() -> None:
    club = make.club()
    first, other = add_players(club=club, names=["A", "B"])
    fields = {"name": str(first.pk), "person": str(other.pk), "token": "t"}
    scorer = make.client_with(Role.SCORER, club)
    assert scorer.post(f"/g/{club.code}/people/merge/", fields).status_code == 403
    host = make.host_client(club)
    assert host.get(f"/g/{club.code}/people/merge/", fields).status_code == 200
    assert host.post(f"/g/{club.code}/people/merge/", fields).status_code == 302
    fact = SamePerson.objects.get()
    assert host.get(f"/g/{club.code}/people/").status_code == 200
    assert host.get(f"/g/{club.code}/people/{fact.pk}/unmerge/").status_code == 200
    assert host.get(f"/g/{club.code}/players/{first.pk}/").status_code == 302
    assert host.get(f"/g/{club.code}/players/{other.pk}/leave/").status_code == 200


def test_the_page_says_which_session_shows_them_to_be_two() -> None:
    table = pool(make.club(), "Asha", "Dev")
    asha, dev = table.players
    fields = {"name": asha.pk, "person": dev.pk, "token": "t"}
    page = make.host_client(asha.club).post(f"/g/{asha.club.code}/people/merge/", fields)
    assert page.status_code == 409 and "They are two players" in page.content.decode()


def test_a_person_renamed_is_called_so_where_another_name_played() -> None:
    club = make.club()
    pool(club, "AshaR", "Dev")
    name, (person,) = club.players.get(name="AshaR"), add_players(club=club, names=["Asha"])
    join(name, person)
    assert [rank.name for rank in cached_table(club, None, USUAL).table.ranks] == ["Asha", "Dev"]
    make.rename(person, "Aisha")
    assert [rank.name for rank in cached_table(club, None, USUAL).table.ranks] == ["Aisha", "Dev"]


def test_a_circle_of_names_is_refused_and_ends() -> None:
    """A row as a document could bring it."""
    club = make.club()
    first, other = add_players(club=club, names=["Asha", "Asha R"])
    for name, person in ((first, other), (other, first)):
        SamePerson.objects.create(club=club, name=name, person=person, token=make.token())
    with pytest.raises(CircularMergeError):
        merged_persons(club)
