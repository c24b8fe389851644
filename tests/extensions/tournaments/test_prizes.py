"""Entry fees and prizes in the ledger: once, exactly, undone, settled like any other session."""

import json
import re
from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import translation

from scorekeeper.clubs.models import Role, Session
from scorekeeper.clubs.services import set_points_only
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.exchange.group_file.services import import_document
from scorekeeper.extensions.exchange.proof.checking import check
from scorekeeper.extensions.operation.ledger_check.services import session_faults
from scorekeeper.extensions.tournaments.models import Award, Tournament
from scorekeeper.extensions.tournaments.prizes import (
    post_prizes,
    prize_faults,
    sharing,
    undo_prizes,
)
from scorekeeper.extensions.tournaments.ranking.selectors import ranking
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.seasons.selectors import ranked
from scorekeeper.settlement.balances import session_balances
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.files.csv_file import rows as csv_rows
from tests.helpers import factories as make
from tests.helpers.exchange.round import elsewhere, given
from tests.helpers.statements.session import text_of
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import publish_tables, score

pytestmark = pytest.mark.django_db
ASHA, DEV, MEERA, RAVI, SITA, KIRAN = days.PEOPLE[:6]


def played(**fields: Any) -> Tournament:
    """Six people played, a seventh did not come; Asha and Ravi share the first place."""
    plan = {"fee": 500, "prizes": (50, 30, 20), **fields}
    tournament = days.tournament(days.PEOPLE[:7], **plan)
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    for table, (winner, second) in enumerate(((ASHA, DEV), (RAVI, SITA)), 1):
        score(turn, table, won=winner, **{second.replace(" ", "_"): 4})
    return tournament


def post(tournament: Tournament, token: str = "first", shown: Any = None) -> Award:
    sums = sharing(tournament).sums if shown is None else shown
    return post_prizes(tournament=tournament, shown=sums, token=token, by=None)


def net_by_name(tournament: Tournament) -> dict[str, int]:
    by_name: Counter[str] = Counter()
    for payment in Payment.objects.filter(session=tournament.session):
        by_name[str(payment.payee)] += payment.amount
        by_name[str(payment.payer)] -= payment.amount
    return {name: net for name, net in by_name.items() if net}


def address(tournament: Tournament, page: str = "prizes", *args: object) -> str:
    return reverse(f"tournaments:{page}", args=[tournament.session.code, *args])


def rows_of(page: str) -> list[str]:
    """The rows of the list of prizes, in words."""
    rows = page.split('<ol class="ranking"')[1].split("</ol>")[0].split("<li")[1:]
    return [" ".join(re.sub(r"<[^>]*>|^[^>]*>", " ", row).split()) for row in rows]


def fate(answer: Any) -> str:
    return str(json.loads(answer["X-Outcome"])["fate"])


def test_prizes_are_posted_once_with_a_sum_of_zero() -> None:
    tournament = played()
    assert post(tournament) == post(tournament)
    # 3000: first and second share 80 %, third and fourth share 20 %
    assert net_by_name(tournament) == {
        ASHA: 700,
        RAVI: 700,
        DEV: -200,
        SITA: -200,
        MEERA: -500,
        KIRAN: -500,
    }
    payments = Payment.objects.filter(session=tournament.session)
    assert {payment.kind for payment in payments} == {PaymentKind.PRIZE}
    assert payments.count() == 4
    assert list(session_faults(tournament.session)) == []


def test_prizes_are_not_posted_twice_nor_by_an_old_page() -> None:
    tournament = played()
    shown = sharing(tournament).sums
    score(tournament.rounds.get(), 1, won=DEV, **{ASHA.replace(" ", "_"): 30})
    with pytest.raises(Refusal, match="has changed since you saw it"):
        post(tournament, shown=shown)
    post(tournament)
    with pytest.raises(OtherwiseError):
        post(tournament, token="second")


def test_without_a_fee_there_is_nothing_to_post() -> None:
    with pytest.raises(Refusal, match="nothing to post"):
        post(played(fee=0))
    assert sharing(played(prizes=())).pot == 0


def test_undone_prizes_leave_no_balance_and_can_be_posted_again() -> None:
    tournament = played()
    award = post(tournament)
    assert undo_prizes(tournament=tournament, award=award, by=None)
    assert not undo_prizes(tournament=tournament, award=award, by=None)
    assert net_by_name(tournament) == {}
    assert list(session_faults(tournament.session)) == []
    post(tournament, token="second")
    assert net_by_name(tournament)[ASHA] == 700
    assert check(tournament.session).fault is None


def test_the_check_of_the_ledger_finds_prizes_that_nothing_explains() -> None:
    tournament = played()
    award = post(tournament)
    row = award.payments.first()
    assert row is not None
    row.delete()
    found = [str(fault) for fault in prize_faults(tournament.session)]
    assert len(found) == 2
    assert "no prizes are recorded" in found[1]
    with pytest.raises(CommandError, match="the payments differ from them"):
        call_command("verify", stdout=StringIO())
    award.sums = [[*award.sums[0][:2], 7, 1], *award.sums[1:]]
    award.save()
    assert "not as much" in str(next(prize_faults(tournament.session)))


def test_a_withdrawn_award_whose_payments_stand_is_a_fault() -> None:
    tournament = played()
    award = post(tournament)
    award.withdrawn_at = award.at
    award.save()
    assert [str(fault).split(": ")[1] for fault in prize_faults(tournament.session)] == [
        "undone in one place only"
    ]


def test_a_host_posts_and_undoes_on_a_page() -> None:
    tournament = played()
    host, url = make.host_client(tournament.session.club), address(tournament)
    page = host.get(url).content.decode()
    shown = page.split('name="shown" value="')[1].split('"')[0]
    assert re.sub("<[^>]+>", "", page).count("6 players × ₹5 entry fee = ₹30 of prizes.") == 1
    assert fate(host.post(url, {"shown": shown + "1", "token": "a"})) == "stale"
    assert fate(host.post(url, {"shown": "x", "token": "b"})) == "refused"
    assert fate(host.post(url, {"shown": shown, "token": "c"})) == "done"
    assert fate(host.post(url, {"shown": shown, "token": "d"})) == "conflict"
    posted = rows_of(host.get(url).content.decode())
    assert posted[:2] == [
        f"1 {ASHA} +₹7 prize ₹12 , entry fee ₹5",
        f"1 {RAVI} +₹7 prize ₹12 , entry fee ₹5",
    ]
    assert posted[2:] == [
        f"3 {DEV} −₹2 prize ₹3 , entry fee ₹5",
        f"3 {SITA} −₹2 prize ₹3 , entry fee ₹5",
        f"5 {MEERA} −₹5",
        f"5 {KIRAN} −₹5",
    ]
    score(tournament.rounds.get(), 1, won=DEV, **{ASHA.replace(" ", "_"): 30})
    page = host.get(url).content.decode()
    assert "has changed since the prizes were posted" in page
    assert rows_of(page) == posted
    award = tournament.awards.get()
    assert fate(host.post(address(tournament, "prizes_undo", award.pk), {"token": "e"})) == "done"
    assert "Post prizes" in host.get(url).content.decode()


def test_the_day_is_settled_like_any_other_session() -> None:
    tournament = played()
    post(tournament)
    session = tournament.session
    assert len(session_balances(session).plan.transfers) == 4
    host = make.host_client(session.club)
    asha = tournament.entrants.get(player__name=ASHA).player
    pages: dict[str, list[Any]] = {
        "settlement:settle": [session.code],
        "statements:list": [session.code],
        "seasons:table": [session.club.code],
        "seasons:player": [session.club.code, asha.pk],
        "home:club": [session.club.code],
    }
    for name, args in pages.items():
        answer = host.get(reverse(name, args=args))
        assert answer.status_code == 200, name
    settle = host.get(reverse("settlement:settle", args=[session.code])).content.decode()
    assert "entry fees and prizes" in settle
    assert f"<bdi>Spring Cup</bdi> · {session.day}" in settle


def test_where_nothing_is_owed_a_link_leads_to_the_page_that_ends_the_day() -> None:
    session = played().session
    host = make.host_client(session.club)
    page = host.get(reverse("settlement:settle", args=[session.code])).content.decode()
    closing = reverse("starting:session_close", args=[session.code])
    assert f'href="{closing}"' in page and f'action="{closing}"' not in page


def test_statement_proof_and_image_of_the_day_show_the_prizes() -> None:
    tournament = played()
    post(tournament)
    session = tournament.session
    session.refresh_from_db()
    with translation.override("en"), currencies.reading_as("en-IN"):
        statement = contents(session, None)
        lines = list(csv_rows(statement))
    text = text_of(statement)
    assert "Entry fees and prizes Settling up" in text
    assert f"{DEV} {ASHA} entry fees and prizes ₹2" in text
    assert lines[1][:5] == ["Prize", "", DEV, ASHA, "2.00"]
    host = make.host_client(session.club)
    proof = host.get(reverse("proof:session", args=[session.code])).content.decode()
    assert "Everything matches" in proof
    image = host.get(reverse("statements:image_session", args=[session.code]), follow=True)
    assert image.status_code == 200


def posted_twice() -> Session:
    tournament = played()
    undo_prizes(tournament=tournament, award=post(tournament), by=None)
    post(tournament, token="second")
    return tournament.session


def test_a_group_file_brings_prizes_and_ranking_along() -> None:
    whole, _alone = elsewhere(posted_twice)
    import_document(given(whole))
    tournament = Tournament.objects.get()
    assert list(session_faults(tournament.session)) == []
    assert net_by_name(tournament)[ASHA] == 700
    assert ranking(tournament)[0].points == 10
    assert tournament.awards.count() == 2


def test_the_day_comes_alone_without_its_tournament() -> None:
    _whole, alone = elsewhere(posted_twice)
    import_document(given(alone))
    assert not Tournament.objects.exists()
    assert Payment.objects.filter(kind=PaymentKind.PRIZE).count() == 12


def test_prizes_are_no_results_of_games() -> None:
    tournament = played(in_seasons=True)
    before = ranked(tournament.session.club).ranks
    post(tournament)
    assert ranked(tournament.session.club).ranks == before


def test_the_commands_find_nothing_wrong() -> None:
    tournament = played()
    undo_prizes(tournament=tournament, award=post(tournament), by=None)
    post(tournament, token="second")
    for command in ("checkledger", "verify"):
        call_command(command, stdout=StringIO())


def test_a_viewer_posts_nothing() -> None:
    tournament = played()
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    assert viewer.post(address(tournament), {"token": "a"}).status_code == 403
    assert not tournament.awards.exists()


def test_a_group_for_points_only_has_no_page_of_prizes() -> None:
    tournament = played()
    post(tournament)
    set_points_only(club=tournament.session.club, points_only=True)
    host = make.host_client(tournament.session.club)
    assert host.get(address(tournament)).status_code == 404
    assert "Prizes" not in host.get(address(tournament, "ranking")).content.decode()


def test_a_table_that_still_plays_is_named_before_prizes_are_posted() -> None:
    tournament = played()
    host = make.host_client(tournament.session.club)
    address = reverse("tournaments:prizes", args=[tournament.session.code])
    assert "Tables 1, 2 of round 1 are still playing." in host.get(address).content.decode()
    post(tournament)
    assert "still playing" not in host.get(address).content.decode()
