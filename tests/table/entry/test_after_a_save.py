"""What a page says once something was done: for the whole table to read, and to be undone."""

import gzip
import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from scorekeeper.play import services
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table
from tests.helpers.factories import NAMES, client_with, play, pool_hand, session, token

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HTMX = {"HX-Request": "true"}


def place(table: Table, end: str = "hand/") -> str:
    return f"/sessions/{table.game.session.code}/games/{table.game.number}/{end}"


def scorer(table: Table) -> Client:
    return client_with(Role.SCORER, table.game.session.club)


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def result_of(answer: Any) -> str:
    """What the table reads."""
    (section,) = re.findall(r"<section class=\"result.*?</section>", answer.content.decode(), re.S)
    return plain(section)


def hand_fields(number: int = 1, /, **others: Any) -> dict[str, Any]:
    return {"token": token(), "number": number, "who-finish": 0, **others}


def counted(**points: int) -> dict[str, Any]:
    return {f"{p}-finish": "counted" for p in points} | {
        f"{p}-points": count for p, count in points.items()
    }


def in_force(table: Table) -> list[Hand]:
    return list(Hand.objects.filter(game=table.game, voided_at__isnull=True).order_by("number"))


# The result -------------------------------------------------------------------------------------


def test_a_result_names_the_winner_each_change_each_total_who_is_out_and_who_deals() -> None:
    table = play(session("pool_rummy", NAMES[:4]), pool_hand("Asha", Dev=80, Meera=20, Omar=5))
    answer = scorer(table).post(
        place(table), hand_fields(2, **counted(p1=30, p2=10, p3=7)), headers=HTMX
    )
    result = result_of(answer)
    assert "Hand 2 saved. Asha wins" in result
    assert "Dev out +30 game total 110" in result and "Meera +10 game total 30" in result
    assert "Meera deals next." in result and "Undo" in result
    assert 'role="status"' in answer.content.decode() and "autofocus" in answer.content.decode()


def test_where_players_pay_each_other_the_result_is_in_money() -> None:
    table = session("paplu", NAMES[:3])
    for _hand in range(2):
        number = len(in_force(table)) + 1
        answer = scorer(table).post(
            place(table), hand_fields(number, **counted(p1=30, p2=10)), headers=HTMX
        )
    result = result_of(answer)
    assert "Asha +₹40 game total +₹80" in result and "Dev −₹30 game total −₹60" in result


@pytest.mark.parametrize("variant", ["pool_rummy", "paplu", "points_rummy"])
def test_the_result_is_the_same_at_once_sent_again_and_without_script(variant: str) -> None:
    table = session(variant, NAMES[:3])
    hand, browser = hand_fields(**counted(p1=30, p2=10)), scorer(table)
    first = result_of(browser.post(place(table), hand, headers=HTMX))
    assert result_of(browser.post(place(table), hand, headers=HTMX)) == first
    assert result_of(browser.post(place(table), hand, follow=True)) == first


def test_a_hand_that_ends_the_game_leads_to_its_end() -> None:
    table = play(session("pool_rummy", NAMES[:2], {"pool": 61}), pool_hand("Asha", Dev=40))
    answer = scorer(table).post(place(table), hand_fields(2, **counted(p1=40)), headers=HTMX)
    assert "result" not in re.findall(r'class="(\w+)', answer.content.decode())
    assert "Hand 2 saved." in plain(answer.content.decode())


def test_a_save_answers_in_four_kilobytes_with_its_result() -> None:
    table = session("paplu", NAMES)
    hand = hand_fields(**counted(p1=30, p2=10, p3=4, p4=44, p5=12))
    answer = scorer(table).post(place(table), hand, headers=HTMX)
    assert len(gzip.compress(answer.content)) <= 4096


# The slip ---------------------------------------------------------------------------------------


def test_the_closed_slip_shows_each_players_amount_in_money_where_money_is_paid() -> None:
    table = session("paplu", NAMES[:4])
    hand = hand_fields() | counted(p1=84, p2=10) | {"p3-finish": "first_drop"}
    slip = scorer(table).post(place(table, "hand/slip/"), hand, headers=HTMX).content.decode()
    summary = plain(re.findall(r"<summary>.*?</summary>", slip, re.S)[0])
    assert "Asha wins +₹104" in summary and "Dev −₹84" in summary
    assert "Meera −₹10" in summary and "Omar −₹10" in summary


def test_points_stand_first_where_a_fee_goes_into_the_pot() -> None:
    table = session("pool_rummy", NAMES[:3])
    hand = hand_fields(**counted(p1=20, p2=10))
    slip = scorer(table).post(place(table, "hand/slip/"), hand, headers=HTMX).content.decode()
    summary = plain(re.findall(r"<summary>.*?</summary>", slip, re.S)[0])
    assert "Asha wins 0 Dev +20 Meera +10 ₹300 into the pot" in summary
    assert "₹300 into the pot" in result_of(scorer(table).post(place(table), hand, headers=HTMX))
    later = scorer(table).post(place(table), hand_fields(2, **counted(p1=20, p2=10)), headers=HTMX)
    assert "into the pot" not in result_of(later)


@pytest.mark.parametrize(
    ("variant", "first", "second"),
    [
        ("pool_rummy", counted(p1=80, p2=20, p3=5), counted(p1=30, p2=10, p3=7)),
        (
            "kalookie",
            {"who-won": 0, "p1-points": 90, "p2-points": 20, "p3-points": 5},
            {"who-won": 0, "p1-points": 80, "p2-points": 10, "p3-points": 7},
        ),
    ],
)
def test_the_slip_says_whom_the_hand_puts_out(
    variant: str, first: dict[str, Any], second: dict[str, Any]
) -> None:
    table = session(variant, NAMES[:4])
    phone = scorer(table)
    phone.post(place(table), hand_fields(1, **first), headers=HTMX)
    total = first["p1-points"] + second["p1-points"]
    slip = phone.post(place(table, "hand/slip/"), hand_fields(2, **second), headers=HTMX)
    summary = plain(re.findall(r"<summary>.*?</summary>", slip.content.decode(), re.S)[0])
    assert f"({total}: out)" in summary and summary.count("out)") == 1


def test_a_game_for_a_pot_shows_points_in_every_hand_and_what_is_paid_besides() -> None:
    table = session("kalookie", NAMES[:3])
    for number in (1, 2):
        hand = hand_fields(number, **{"who-won": "0", "p1-points": "20", "p2-points": "30"})
        slip = scorer(table).post(place(table, "hand/slip/"), hand, headers=HTMX).content.decode()
        assert re.search("Dev [+]20 −₹", plain(slip)), number
        result = result_of(scorer(table).post(place(table), hand, headers=HTMX))
        assert "Dev +20 −₹" in result and f"game total {20 * number}" in result


def test_a_void_hand_of_a_game_for_money_is_told_in_money_too() -> None:
    table = play(
        session("points_rummy", NAMES[:3], {"point_value": 100}), pool_hand("Asha", Dev=10, Meera=2)
    )
    answer = scorer(table).post(
        place(table), {"token": token(), "number": 2, "deal-outcome": "void"}, headers=HTMX
    )
    assert "Dev ₹0 game total −₹10" in result_of(answer)


def test_the_preview_of_gin_names_who_played_and_not_who_rests() -> None:
    table = session("gin_rummy", NAMES[:3])
    hand = {"deal-result": "gin", "who-knocked": "0", "p1-deadwood": "18", "who-sat_out": "2"}
    slip = (
        scorer(table)
        .post(place(table, "hand/slip/"), hand_fields() | hand, headers=HTMX)
        .content.decode()
    )
    summary = plain(re.findall(r"<summary>.*?</summary>", slip, re.S)[0])
    assert "Asha wins +" in summary and "Meera" not in summary


# Undone -----------------------------------------------------------------------------------------


def pages(table: Table, end: str, **posted: Any) -> str:
    """Sent without script, and where it leads."""
    answer = scorer(table).post(place(table, end), {"token": token(), **posted}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def undo_in(page: str) -> str:
    (path,) = re.findall(r'action="[^"]*/(hands/[\w-]+/restore/)"', page)
    return str(path)


def test_a_correction_is_told_undone_and_the_next_hand_is_there() -> None:
    table = play(session("pool_rummy", NAMES[:3]), *[pool_hand("Asha", Dev=9, Meera=8)] * 3)
    first = in_force(table)[1]
    hand = hand_fields(2, **counted(p1=40, p2=8)) | {"amends": first.token}
    page = pages(table, f"hands/{first.token}/edit/", **hand)
    assert "Hand 2 edited." in plain(page) and 'name="number" value="4"' in page
    assert "Dev +40 game total 58" in plain(page)
    back = pages(table, undo_in(page))
    assert "Hand 2 restored." in plain(back) and "Dev +9 game total 27" in plain(back)
    assert in_force(table)[1].entry == first.entry
    assert list(differences(Game.objects.get(pk=table.game.pk))) == []


NO_LONGER = "It no longer counts."
KEEP = f"{NO_LONGER} Later hands keep their numbers."


@pytest.mark.parametrize(
    ("which", "says"),
    [(0, KEEP), (1, KEEP), (2, f"{NO_LONGER} Undo")],
    ids=["the first", "one between", "the last"],
)
def test_a_hand_taken_out_is_told_and_put_back_where_it_was(which: int, says: str) -> None:
    table = play(session("pool_rummy", NAMES[:3]), *[pool_hand("Asha", Dev=9, Meera=8)] * 3)
    hand = in_force(table)[which]
    page = pages(table, f"hands/{hand.token}/delete/", reason="twice")
    assert f"Hand {hand.number} deleted. {says}" in plain(page)
    assert len(in_force(table)) == 2 and "Save hand" in page
    assert "restored." in plain(pages(table, undo_in(page)))
    assert [h.number for h in in_force(table)] == [1, 2, 3]
    assert list(differences(Game.objects.get(pk=table.game.pk))) == []


def test_put_back_twice_with_one_token_is_done_once() -> None:
    table = play(session("pool_rummy", NAMES[:3]), pool_hand("Asha", Dev=9, Meera=8))
    hand = in_force(table)[0]
    page = pages(table, f"hands/{hand.token}/delete/")
    for _press in range(2):
        pages(table, undo_in(page), token="one")
    assert len(in_force(table)) == 1 and Hand.objects.filter(game=table.game).count() == 2


def test_what_was_saved_in_its_place_meanwhile_stays() -> None:
    table = play(session("pool_rummy", NAMES[:3]), pool_hand("Asha", Dev=9, Meera=8))
    hand = in_force(table)[0]
    page = pages(table, f"hands/{hand.token}/delete/")
    play(table, pool_hand("Dev", Asha=1, Meera=2))
    answer = scorer(table).post(place(table, undo_in(page)), {"token": token()})
    assert answer.status_code == 409 and "Nothing was changed" in answer.content.decode()
    assert [h.entry["lines"]["0"].get("points") for h in in_force(table)] == [1]


def test_nothing_is_put_back_after_the_session() -> None:
    table = play(session("pool_rummy", NAMES[:3]), pool_hand("Asha", Dev=9, Meera=8))
    hand = in_force(table)[0]
    page = pages(table, f"hands/{hand.token}/delete/")
    services.close_session(session=table.game.session)
    answer = scorer(table).post(place(table, undo_in(page)), {"token": token()})
    assert answer.status_code == 409 and in_force(table) == []


def test_what_was_refused_is_never_told_in_green() -> None:
    table = session("paplu", NAMES[:3], {"rounds": None})
    hand = hand_fields(**counted(p1=30, p2=10)) | {"changes": 4}
    page = scorer(table).post(place(table), hand, headers=HTMX).content.decode()
    assert "Check who is playing, then save again." in page
    assert "notice--good" not in page and "notice--bad" in page


def test_an_empty_hand_leaves_the_last_one_and_its_undo_where_they_are() -> None:
    """Save was pressed twice, and the second press came late."""
    table = session("paplu", NAMES[:3], {"rounds": None})
    phone, hand = scorer(table), hand_fields(**counted(p1=30, p2=10))
    saved = result_of(phone.post(place(table), hand, headers=HTMX))
    blank = {f"p{person}-finish": "counted" for person in range(3)}
    again = phone.post(place(table), {"token": token(), "number": 2, **blank}, headers=HTMX)
    assert result_of(again) == saved and "Undo" in again.content.decode()
    assert "Choose who won the hand." in again.content.decode()
    typed = phone.post(place(table), hand_fields(2, **{"p1-finish": "counted"}), headers=HTMX)
    assert 'class="result' not in typed.content.decode()


# A split ----------------------------------------------------------------------------------------


def ready_to_split() -> Table:
    out = pool_hand("Asha", Dev=80, Meera=80, Omar=20)
    return play(session("pool_rummy", NAMES[:4]), out, out)


def test_a_split_offers_itself_with_its_shares_once_the_rules_allow_it() -> None:
    table = play(session("pool_rummy", NAMES[:4]), pool_hand("Asha", Dev=80, Meera=80, Omar=20))
    assert "agreed=1" not in scorer(table).get(place(table)).content.decode()
    table = play(table, pool_hand("Asha", Dev=80, Meera=80, Omar=20))
    page = scorer(table).get(place(table)).content.decode()
    text = proposed_in(page)
    assert "Those still in share the pot: an entry fee for each drop left more" in text
    assert "Split" in text
    shares = re.findall(r"(Asha|Omar) \+₹([\d.]+)", text)
    assert [name for name, _money in shares] == ["Asha", "Omar"]
    assert sum(float(money) for _name, money in shares) == 400


def proposed_in(page: str) -> str:
    """What may be agreed on instead of the hand, in words."""
    (card,) = re.findall(r'<div id="proposed".*?</a>|<div id="proposed".*?</p>', page, re.S)
    return plain(card)


def test_each_share_of_a_split_says_what_it_is_the_sum_of() -> None:
    table = play(session("pool_rummy", NAMES[:4]), pool_hand("Asha", Dev=80, Meera=80, Omar=40))
    table = play(table, pool_hand("Asha", Dev=80, Meera=80, Omar=20))
    text = proposed_in(scorer(table).get(place(table)).content.decode())
    assert "The pot holds ₹400" in text
    assert "Asha +₹350 3 drops ahead ₹300 + share of the pot ₹50 Omar +₹50 Split" in text


def test_a_split_is_undone_on_the_page_while_somebody_rejoins() -> None:
    table = play(session("pool_rummy", NAMES[:4]), pool_hand("Asha", Dev=80, Meera=20, Omar=20))
    table = play(table, pool_hand("Asha", Dev=80, Meera=20, Omar=20))
    phone, typed = scorer(table), hand_fields(3) | {"who-finish": "0"}
    back = f"{place(table)}slip/"
    before = phone.post(back, typed, headers=HTMX).content.decode()
    assert "agreed=1" in before and 'hx-swap-oob="true"' in before
    after = phone.post(back, typed | {"p1-rejoin": "on"}, headers=HTMX).content.decode()
    assert "agreed=1" not in after
    assert "Split: not while Dev is rejoining." in proposed_in(after)


def test_a_hand_that_is_refused_leaves_the_split_as_it_was_offered() -> None:
    table = play(session("pool_rummy", NAMES[:4]), pool_hand("Asha", Dev=80, Meera=20, Omar=20))
    table = play(table, pool_hand("Asha", Dev=80, Meera=20, Omar=20))
    phone, typed = scorer(table), hand_fields(3) | {"who-finish": "0"}
    page = phone.post(place(table), typed, headers=HTMX).content.decode()
    assert "notice--bad" in page and "The pot holds" in proposed_in(page)
    page = phone.post(place(table), typed | {"p1-rejoin": "on"}, headers=HTMX).content.decode()
    assert "Split: not while Dev is rejoining." in proposed_in(page)
    assert "hx-swap-oob" not in page


def test_a_hand_of_a_game_without_a_split_says_nothing_of_one() -> None:
    table = play(session("pool_rummy", NAMES[:4]), pool_hand("Asha", Dev=80, Meera=20, Omar=20))
    page = scorer(table).get(place(table)).content.decode()
    slip = scorer(table).post(f"{place(table)}slip/", hand_fields(3), headers=HTMX).content.decode()
    assert "proposed" not in page + slip


def test_agreed_to_it_stands_in_the_hand_and_is_saved_with_one_tap() -> None:
    table = ready_to_split()
    page = scorer(table).get(place(table) + "?agreed=1").content.decode()
    assert re.search(r'name="deal-outcome"\s+value="split" checked', page)
    assert "The pot is shared, and the game is over" in plain(page)
    assert "wins" not in plain(page) and f'hx-get="{place(table)}?agreed=1"' not in page
    scorer(table).post(place(table), hand_fields(3) | {"who-finish": "", "deal-outcome": "split"})
    assert Game.objects.get(pk=table.game.pk).closed_at is not None


def test_who_asks_for_a_split_where_there_is_none_gets_a_blank_hand() -> None:
    table = session("rummi", NAMES[:3])
    page = scorer(table).get(place(table) + "?agreed=1").content.decode()
    assert 'name="number" value="1"' in page


def test_the_preview_names_the_net_of_each_and_folds_who_pays_whom() -> None:
    table = session("rummi", NAMES[:4])
    hand = {"number": 1, "token": token(), "deal-result": "points"}
    hand |= {f"p{person}-points": points for person, points in enumerate((4, 21, 17, 33))}
    slip = scorer(table).post(place(table, "hand/slip/"), hand, headers=HTMX).content.decode()
    pairs = slip.index('<ul class="list slip__money">')
    folded = slip.rindex("<details>", 0, pairs)
    assert "Payments (" in slip[folded:pairs] and "Who pays whom" not in slip
    for name in NAMES[:4]:
        assert slip.index(name) < folded
