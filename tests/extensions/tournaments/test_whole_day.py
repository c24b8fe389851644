"""A whole day in real browsers: forty people, eight rounds, two cuts, and what goes wrong.

The director's taps are counted, each field that is filled as one. People check in as their devices
do it, three of them in browsers, the others by the same requests; hands are saved by the service
behind the page. Of three tables that are offline in round 2, one enters its hands by touch while
its network is cut, and the others play later.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.models import Club, Player, Role, Session
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.extensions.tournaments.models import Award, Round, TableSession, Tournament
from scorekeeper.extensions.tournaments.ranking.selectors import cut_state, ranking
from scorekeeper.ledger.models import Payment
from scorekeeper.play.edits.services import amend_hand
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import game_table, hands_in_force
from scorekeeper.play.services import close_session
from tests.helpers import factories as make
from tests.helpers.browser.capture import NO_SIGNAL, Scorer
from tests.helpers.browser.every_page import let_in
from tests.helpers.phones import CUT, Complaints
from tests.helpers.served import Site, eventually
from tests.helpers.tournaments import days

pytestmark = [pytest.mark.browser, pytest.mark.programs, pytest.mark.django_db(transaction=True)]

PEOPLE = days.PEOPLE[:40]
BY_HAND, LATE = PEOPLE[34:37], PEOPLE[37:]
"""Without a device, whom the director marks; and three who come before round 2."""
MOST_TAPS = 90


class Director:
    """A host's phone, whose taps are counted."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site, self.taps = page, site, 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.tap()
        self.page.wait_for_load_state()

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name))

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name).first)

    def fill(self, label: str, text: str) -> None:
        self.taps += 1
        self.page.get_by_label(label, exact=True).fill(text)


@pytest.fixture
def director(new_phone: Callable[..., Page], site: Site) -> Director:
    phone = new_phone()
    phone.set_viewport_size({"width": 360, "height": 740})
    return Director(phone, site)


def set_up(director: Director, club: Club) -> Tournament:
    director.page.goto(f"{director.site.url}/g/{club.code}/")
    director.link("Tournaments")
    director.link("New tournament")
    director.fill("Name", "Spring Cup")
    director.fill("New players", "\n".join(PEOPLE))
    director.tap(director.page.get_by_text("All games", exact=True))
    director.tap(director.page.get_by_label("Basic Rummy"))
    director.fill("Rounds", "8")
    director.fill("Tables", "10")
    director.fill("Hands a round", "2")
    director.tap(director.page.get_by_text("Cut and final"))
    for number, (after, keep) in enumerate([(6, 16), (7, 4)]):
        director.taps += 2
        director.page.get_by_label("Cut after round").nth(number).fill(str(after))
        director.page.get_by_label("The best who play on").nth(number).fill(str(keep))
    director.fill("Entry fee", "200")
    director.fill("Prizes, in percent", "50-30-20")
    director.button("Create tournament")
    expect(director.page.get_by_role("heading", name="Spring Cup")).to_be_visible()
    return Tournament.objects.select_related("session__club").get()


def check_in(tournament: Tournament, secret: str, name: str) -> int:
    """Somebody scans the code at the door; returns how often they press something."""
    device, player = Client(), Player.objects.get(name=name)
    joined = device.post(f"/join/{secret}/", {"player": player.pk, "token": make.token()})
    address = reverse("tournaments:check_in", args=[tournament.session.code])
    assert joined["Location"] == tournament.session.address
    assert device.post(address, {"token": make.token()}).status_code == 302
    return 2


def people_come(tournament: Tournament, site: Site, new_phone: Callable[..., Page]) -> list[Page]:
    """All but those without a device and the late ones check in; returns three browsers."""
    session = tournament.session
    _link, secret = make.link(Role.VIEWER, session.club, session)
    phones = []
    for name in PEOPLE[:3]:
        phone = new_phone()
        phone.goto(f"{site.url}/join/{secret}/")
        phone.get_by_role("button", name=name).tap()
        phone.get_by_role("button", name="I’m here").tap()
        expect(phone.get_by_text("you are here")).to_be_visible()
        phones.append(phone)
    assert max(check_in(tournament, secret, name) for name in PEOPLE[3:34]) <= 2
    return phones


def play(tables: list[TableSession]) -> None:
    for table in tables:
        if table.session.closed_at is None:
            days.play_table(table, winner=str(min(map(str, days.players_at(table)))))


class OfflineTable:
    """A table's phone, which enters each hand while its network is cut."""

    def __init__(self, page: Page, table: TableSession, site: Site) -> None:
        self.game = table.session.games.get()
        self.names = game_table(self.game).names
        self.scorer = Scorer(page, game_table(self.game), site)

    def enter(self, number: int) -> None:
        expect(self.scorer.page.get_by_role("heading", name=f"Hand {number}")).to_be_visible()
        self.scorer.won(min(self.names))
        for name in self.names:
            if name != min(self.names):
                self.scorer.count(name).tap()
                self.scorer.keys("1", "0")
        self.scorer.page.context.set_offline(True)
        self.scorer.save()
        expect(self.scorer.page.get_by_text(NO_SIGNAL).first).to_be_visible()
        assert Hand.objects.filter(game=self.game).count() == number - 1

    def deliver(self, number: int) -> None:
        self.scorer.page.context.set_offline(False)
        assert eventually(lambda: Hand.objects.filter(game=self.game).count() == number)


def play_cut_off(page: Page, table: TableSession, others: list[TableSession], site: Site) -> None:
    """Plays the other tables while this one is offline, and delivers what it entered."""
    offline = OfflineTable(page, table, site)
    offline.enter(1)
    play(others)
    offline.deliver(1)
    offline.enter(2)
    offline.deliver(2)


def draw(director: Director, number: int) -> Round:
    director.button(f"Draw round {number}")
    director.button("Publish round")
    expect(director.page.get_by_text("Draft, only hosts see it")).to_have_count(0)
    return Round.objects.get(number=number, withdrawn_at__isnull=True)


def mark_left(director: Director, name: str) -> None:
    director.link(f"More about {name}")
    director.button("Left")


def replace(director: Director, name: str, by: str) -> None:
    director.link(f"More about {name}")
    director.fill("New name", by)
    director.button("Let them play")


def test_a_whole_day(
    director: Director,
    site: Site,
    new_phone: Callable[..., Page],
    screenshot: Any,
    complaints: Complaints,
) -> None:
    complaints.announce(*CUT)
    club = make.new_club()
    let_in(director.page, Role.HOST, club, site.url)
    tournament = set_up(director, club)
    code = tournament.session.code
    phones = people_come(tournament, site, new_phone)
    director.tap(director.page.locator(".dock").get_by_role("link", name="Roll call"))
    for name in BY_HAND:
        director.tap(director.page.get_by_role("button", name=name))
    expect(director.page.get_by_text("37 of 40 here")).to_be_visible()
    for number in range(1, 9):
        if number > 1:
            director.link("Spring Cup")
        before_round(director, number)
        decide_cut(director, tournament)
        turn = draw(director, number)
        tables = list(turn.table_sessions.select_related("session__club"))
        if number == 1:
            for phone in phones:
                expect(phone.get_by_text("seat", exact=False).first).to_be_visible()
        if number == 3:
            close_session(session=tables.pop().session)
        if number == 2:
            *others, first, second, cut_off = tables
            play_cut_off(new_phone(), cut_off, others, site)
            tables = [first, second]
        play(tables)
        if number == 5:
            before = points_by_entrant(tournament)
            correct_a_hand(tournament, 4)
            assert points_by_entrant(tournament) != before
            page = make.host_client(club).get(reverse("tournaments:ranking", args=[code]))
            assert "Results of earlier rounds have changed" in page.content.decode()
    screenshot(director.page, "whole-day")
    assert [len(turn.tables) for turn in rounds(tournament)] == [10] * 6 + [4, 1]
    award_prizes(director, tournament)
    print(f"director: {director.taps} taps")
    assert director.taps <= MOST_TAPS


def rounds(tournament: Tournament) -> list[Round]:
    in_force = tournament.rounds.filter(withdrawn_at__isnull=True, published_at__isnull=False)
    return list(in_force.order_by("number"))


def before_round(director: Director, number: int) -> None:
    """Who comes, leaves or is replaced before this round."""
    if number not in (2, 4, 5):
        return
    director.link("Roll call")
    if number == 2:
        for name in LATE:
            director.tap(director.page.get_by_role("button", name=name))
    elif number == 4:
        for name in PEOPLE[10:13]:
            mark_left(director, name)
    else:
        replace(director, PEOPLE[20], "Zara")
        replace(director, PEOPLE[21], "Yusuf")


def decide_cut(director: Director, tournament: Tournament) -> None:
    """Takes by lot whom the ranking leaves tied, if it does."""
    state = cut_state(tournament)
    if state is None or not state.is_undecided:
        return
    director.link("Whole ranking")
    director.link("Decide the cut")
    director.button("By lot")
    director.link("Spring Cup")


def points_by_entrant(tournament: Tournament) -> dict[int, Fraction]:
    return {row.entrant.pk: row.points for row in ranking(tournament)}


def correct_a_hand(tournament: Tournament, number: int) -> None:
    """The first hand of a round was won by somebody else, as is found after the next draw."""
    table = rounds(tournament)[number - 1].table_sessions.order_by("number")[0]
    first = Hand.objects.filter(game__session=table.session, voided_at=None).order_by("pk")[0]
    played = game_table(first.game)
    lines: dict[str, Any] = {name: {"points": 30} for name in played.names}
    hand = {"deal": {}, "lines": lines | {max(played.names): {"won": True}}}
    before = replay_before(played, first, hands_in_force(first.game))
    entry = load_entry(played.rules, before, hand, played.names)
    amend_hand(hand=first, entry=entry, token=make.token(), after_closing=True)


def award_prizes(director: Director, tournament: Tournament) -> None:
    director.link("Spring Cup")
    director.link("Prizes")
    director.button("Post prizes")
    expect(director.page.get_by_text("Posted at")).to_be_visible()
    (award,) = Award.objects.all()
    fees, prizes = (sum(row[place] for row in award.sums) for place in (1, 2))
    assert fees == prizes == 20000 * len(award.sums)
    payments = Payment.objects.filter(session=tournament.session)
    net: dict[int, int] = {}
    for payer, payee, amount in payments.values_list("payer", "payee", "amount"):
        net[payer] = net.get(payer, 0) - amount
        net[payee] = net.get(payee, 0) + amount
    owed = {player: prize - fee for player, fee, prize, *_place in award.sums if prize != fee}
    assert net == owed and sum(net.values()) == 0
    best = ranking(tournament)
    assert [row.stage for row in best[:4]] == [2] * 4
    assert not Payment.objects.filter(session__part_of=tournament.session).exists()
    director.page.goto(f"{director.site.url}{tournament.session.address}")
    director.taps += 2  # back from the prizes
    director.link("End tournament")
    director.button("End tournament")
    expect(director.page.get_by_role("heading", name="Winners")).to_be_visible()
    assert not Session.objects.filter(club=tournament.session.club, closed_at=None).exists()
