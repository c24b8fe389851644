"""Who wrote something down is said as it was then, whatever the phone is called later."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.activity import Happened, note
from scorekeeper.clubs.models import Happening, Membership, Player, Role, Session, Signature
from scorekeeper.exchange.group_file.player.erasing import erase
from scorekeeper.house_rules.services import save_preset
from scorekeeper.ledger.models import Payment
from scorekeeper.play import draws, seating, services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Draw, Hand, LateCorrection, LateKind, SeatChange
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.after_closing import NotAgreedError, correct_hand
from scorekeeper.settlement.balances.agreements import agree
from scorekeeper.settlement.expenses.services import reverse_cost, share_cost
from scorekeeper.settlement.models import How, Terms, Way
from scorekeeper.settlement.payments.reversals import reversed_entries
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.play.sessions import hand_of, read, view_of

pytestmark = pytest.mark.django_db
Change = Callable[[Membership, Table], Any]


@pytest.fixture
def at() -> Table:
    return make.session("paplu", make.NAMES[:4], {"rounds": None})


@pytest.fixture
def phone(at: Table) -> Membership:
    """A host's, that nobody has named."""
    member = make.member(Role.HOST, at.game.session.club)
    make.phone(member)
    return member


def written(at: Table, phone: Membership) -> Session:
    """All that a phone writes down in a session."""
    club = at.game.session.club
    draws.draw_seats(session=at.game.session, players=at.players, token="draw", by=phone)
    make.play(at, hand_of(at), hand_of(at), hand_of(at), by=phone)
    first, second, third = Hand.objects.order_by("number")
    entry = at.entry(first)
    corrections.amend_hand(hand=first, entry=entry, token="a", reason="miscounted", by=phone)
    corrections.insert_hand(before=second, entry=entry, token="i", by=phone)
    corrections.void_hand(hand=third, reason="misdeal", by=phone)
    now = read(at.game).game
    seating.leave_game(game=now, person=3, version=view_of(now), token="leave", by=phone)
    agree(session=at.game.session, way=Way.DIRECT, token="way", by=phone)
    services.close_session(session=at.game.session, by=phone)
    put_right(at, Hand.objects.get(number=3, voided_at=None), phone)
    save_preset(
        club=club, rules=VARIANTS["rummi"], options={"stake": 5}, name="Ours", token="t", by=phone
    )
    return at.game.session


def put_right(at: Table, hand: Hand, phone: Membership) -> None:
    """After closing, as a host who has seen what it changes."""

    def write() -> Hand:
        corrections.void_hand(hand=hand, reason="twice", by=phone, after_closing=True)
        return hand

    told: dict[str, Any] = {"session": at.game.session, "kind": LateKind.TAKEN_BACK}
    with pytest.raises(NotAgreedError) as asked:
        correct_hand(**told, write=write, by=phone)
    correct_hand(**told, write=write, agreed=asked.value.changes.key, by=phone)


def authors(session: Session) -> set[str]:
    """Everybody who stands beside anything of the session, and of its club."""
    hands = Hand.objects.filter(game__session=session)
    rows: list[Any] = [
        *Draw.objects.all(),
        *SeatChange.objects.all(),
        *LateCorrection.objects.all(),
    ]
    rows += [*Happening.objects.filter(by__isnull=False), *Terms.objects.all()]
    rows += session.club.presets.all()
    return {
        *(hand.who for hand in hands),
        *(hand.voided_by_name for hand in hands if hand.voided_at),
        *(row.who for row in rows),
        *(c.by for game in contents(session).games for c in game.corrections),
    }


def is_meeras(phone: Membership, at: Table) -> None:
    clubs.say_who(membership=phone, player=at.players[2])


def is_called_meera(phone: Membership, at: Table) -> None:
    clubs.name_device(membership=phone, name="Meera")


def is_a_viewers(phone: Membership, at: Table) -> None:
    clubs.give_role(membership=phone, role=Role.VIEWER)


@pytest.mark.parametrize("change", [is_meeras, is_called_meera, is_a_viewers])
def test_what_was_written_keeps_its_author(at: Table, phone: Membership, change: Change) -> None:
    make.phone(make.member(Role.HOST, at.game.session.club))  # another, or the last host stays one
    session = written(at, phone)
    assert authors(session) == {"Host"}
    change(phone, at)
    assert authors(session) == {"Host"}


def test_a_phone_that_is_handed_on_rewrites_nothing(at: Table, phone: Membership) -> None:
    is_meeras(phone, at)
    clubs.name_device(membership=phone, name="The red one")
    make.play(at, hand_of(at), by=phone)
    clubs.say_who(membership=phone, player=None)
    make.play(at, hand_of(at), by=phone)
    clubs.say_who(membership=phone, player=at.players[1])
    make.play(at, hand_of(at), by=phone)
    said = [hand.who for hand in Hand.objects.order_by("number")]
    assert said == ["Meera", "The red one", "Dev"]


def shown(phone: Membership, session: Session) -> str:
    """All pages that say who wrote what, in one text."""
    browser, club = make.client_as(phone), session.club
    hands = Hand.objects.filter(game__session=session)
    places = [
        reverse("scoreboard:session", args=[session.code]),
        reverse("settlement:settle", args=[session.code]),
        reverse("clubs:happened", args=[club.code]),
        *(hand_address("scoreboard:hand", hand) for hand in hands),
    ]
    pages = [browser.get(place).content.decode() for place in places]
    return " ".join(unescape(strip_tags(" ".join(pages))).split())


def test_the_pages_say_so(at: Table, phone: Membership) -> None:
    session = written(at, phone)
    (guest,) = clubs.add_players(club=session.club, names=["Zenobia"])
    clubs.say_who(membership=phone, player=guest)
    told = shown(make.member(Role.VIEWER, session.club), session)
    assert "· Host" in told and "Host," in told and "Zenobia" not in told


def test_who_is_renamed_is_renamed_everywhere_and_who_is_forgotten_is_nowhere(
    at: Table, phone: Membership
) -> None:
    """Stored is the player, not how he was called."""
    xan = at.players[2]
    make.rename(xan, "Xanthippe")
    clubs.name_device(membership=phone, name="Xanthippe’s")
    make.play(at, hand_of(read(at.game)), by=phone)
    clubs.say_who(membership=phone, player=xan)
    make.play(at, hand_of(read(at.game)), by=phone)
    first, second = Hand.objects.order_by("number")
    assert (first.who, second.who) == ("Xanthippe’s", "Xanthippe")
    before = at.game.session.version
    gone = erase(player=Player.objects.get(pk=xan.pk), by=None)
    first, second = Hand.objects.order_by("number")
    assert (first.who, second.who) == (f"{gone.name}’s", gone.name)
    told = Signature.objects.filter(name__contains="Xanthippe") | Signature.objects.filter(
        player=xan
    ).exclude(name="")
    assert not told.exists()
    at.game.session.refresh_from_db()
    assert at.game.session.version > before


def test_money_that_was_taken_back_names_the_phone_as_it_was_then(
    at: Table, phone: Membership
) -> None:
    told = {at.players[0].pk: 1, at.players[1].pk: 1}
    cost = share_cost(
        session=at.game.session,
        label="Tea",
        paid_by=at.players[0],
        amount=900,
        how=How.EQUAL,
        entered_weights=told,
        token="t",
        by=None,
    )
    reverse_cost(cost=cost, by=phone)
    is_called_meera(phone, at)
    (entry,) = reversed_entries(at.game.session)
    assert (entry.steps[-1].who, entry.steps[-1].called) == ("Host", "")
    Payment.objects.update(signature=None)
    (entry,) = reversed_entries(at.game.session)
    assert entry.steps[-1].who == "Meera", "nobody knows any more how it was called"


def test_a_phone_called_after_who_is_forgotten_does_not_sign_so_again(
    at: Table, phone: Membership
) -> None:
    xan = at.players[2]
    make.rename(xan, "Xanthippe")
    clubs.name_device(membership=phone, name="Xanthippe’s")
    gone = erase(player=xan, by=None)
    clubs.say_who(membership=phone, player=at.players[1])
    clubs.say_who(membership=phone, player=None)
    phone.refresh_from_db()
    assert (phone.name, str(phone.signature)) == (f"{gone.name}’s",) * 2


def test_a_row_of_before_names_the_phone_as_it_is_now(at: Table, phone: Membership) -> None:
    Membership.objects.update(signature=None)
    phone.refresh_from_db()
    session = written(at, phone)
    is_meeras(phone, at)
    hands = Hand.objects.filter(game__session=session)
    assert {hand.who for hand in hands} == {"Meera"}
    assert {hand.voided_by_name for hand in hands if hand.voided_at} == {"Meera"}
    assert {row.who for row in Draw.objects.all()} == {"Meera"}
    assert {row.who for row in LateCorrection.objects.all()} == {"Meera"}


def test_what_happened_never_names_who_had_not_said_so(at: Table, phone: Membership) -> None:
    """Of before signatures too: whose the phone was then stands there from the first."""
    told = note(Happened.CODE_MADE, club=at.game.session.club, by=phone)
    Happening.objects.update(signature=None)
    is_meeras(phone, at)
    assert Happening.objects.get(pk=told.pk).who == "Host"


def test_a_save_asks_the_database_nothing_for_it(at: Table, phone: Membership) -> None:
    def queries(by: Membership | None) -> list[str]:
        now = read(at.game)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            make.play(now, hand_of(now), by=by)
        return [each["sql"].split(" ")[0] for each in seen.captured_queries]

    queries(None)
    is_meeras(phone, at)
    assert queries(Membership.objects.get(pk=phone.pk)) == queries(None)


def test_the_same_name_again_is_no_other_signature(at: Table, phone: Membership) -> None:
    is_called_meera(phone, at)
    before = Signature.objects.count()
    is_called_meera(phone, at)
    clubs.say_who(membership=phone, player=None)
    assert Signature.objects.count() == before
    is_meeras(phone, at)
    assert Signature.objects.count() == before + 1
