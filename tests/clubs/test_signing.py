"""Entries keep the name their device had when it wrote them, whatever it is called later."""

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Happening, Membership, Player, Role, Session, Signature
from scorekeeper.extensions.exchange.group_file.player.erasing import erase
from scorekeeper.house_rules.services import save_preset
from scorekeeper.ledger.models import Payment
from scorekeeper.play import seating, services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Draw, Hand, LateCorrection, LateKind, SeatChange
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.after_closing import NotAgreedError, correct_hand
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.expenses import add_expense, reverse_expense
from scorekeeper.settlement.models import How, Terms, Way
from scorekeeper.settlement.page import reversed_entries
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.table.starting import draws
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.play.sessions import hand_of, read, view_of

pytestmark = pytest.mark.django_db
Change = Callable[[Membership, Table], Any]


@pytest.fixture
def table() -> Table:
    return make.session("paplu", make.NAMES[:4], {"rounds": None})


@pytest.fixture
def phone(table: Table) -> Membership:
    """A host's, that nobody has named."""
    member = make.member(Role.HOST, table.game.session.club)
    make.phone(member)
    return member


def written(table: Table, phone: Membership) -> Session:
    """All that a device writes down in a session."""
    club = table.game.session.club
    draws.draw_seats(session=table.game.session, players=table.players, token="draw", by=phone)
    make.play(table, hand_of(table), hand_of(table), hand_of(table), by=phone)
    first, second, third = Hand.objects.order_by("number")
    entry = table.entry(first)
    corrections.amend_hand(hand=first, entry=entry, token="a", reason="miscounted", by=phone)
    corrections.insert_hand(before=second, entry=entry, token="i", by=phone)
    corrections.void_hand(hand=third, reason="misdeal", by=phone)
    now = read(table.game).game
    seating.leave_game(game=now, person=3, version=view_of(now), token="leave", by=phone)
    agree(session=table.game.session, way=Way.DIRECT, token="way", by=phone)
    services.close_session(session=table.game.session, by=phone)
    put_right(table, Hand.objects.get(number=3, voided_at=None), phone)
    save_preset(
        club=club, rules=VARIANTS["rummi"], options={"stake": 5}, name="Ours", token="t", by=phone
    )
    return table.game.session


def put_right(table: Table, hand: Hand, phone: Membership) -> None:
    """After closing, as a host who has seen what it changes."""

    def write() -> Hand:
        corrections.void_hand(hand=hand, reason="twice", by=phone, after_closing=True)
        return hand

    arguments: dict[str, Any] = {"session": table.game.session, "kind": LateKind.TAKEN_BACK}
    with pytest.raises(NotAgreedError) as error:
        correct_hand(**arguments, write=write, by=phone)
    correct_hand(**arguments, write=write, agreed=error.value.changes.key, by=phone)


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


def is_meeras(phone: Membership, table: Table) -> None:
    clubs.say_who(membership=phone, player=table.players[2])


def is_called_meera(phone: Membership, table: Table) -> None:
    clubs.name_device(membership=phone, name="Meera")


def is_a_viewers(phone: Membership, table: Table) -> None:
    clubs.give_role(membership=phone, role=Role.VIEWER)


@pytest.mark.parametrize("change", [is_meeras, is_called_meera, is_a_viewers])
def test_what_was_written_keeps_its_author(table: Table, phone: Membership, change: Change) -> None:
    make.phone(
        make.member(Role.HOST, table.game.session.club)
    )  # another, or the last host stays one
    session = written(table, phone)
    assert authors(session) == {"Host"}
    change(phone, table)
    assert authors(session) == {"Host"}


def test_a_device_that_is_handed_on_rewrites_nothing(table: Table, phone: Membership) -> None:
    is_meeras(phone, table)
    clubs.name_device(membership=phone, name="The red one")
    make.play(table, hand_of(table), by=phone)
    clubs.say_who(membership=phone, player=None)
    make.play(table, hand_of(table), by=phone)
    clubs.say_who(membership=phone, player=table.players[1])
    make.play(table, hand_of(table), by=phone)
    names = [hand.who for hand in Hand.objects.order_by("number")]
    assert names == ["Meera", "The red one", "Dev"]


def shown(phone: Membership, session: Session) -> str:
    """All pages that say who wrote what, in one text."""
    browser, club = make.client_as(phone), session.club
    hands = Hand.objects.filter(game__session=session)
    places = [
        reverse("scoreboard:session", args=[session.code]),
        reverse("settlement:settle", args=[session.code]),
        reverse("clubs:activity", args=[club.code]),
        *(hand_address("scoreboard:hand", hand) for hand in hands),
    ]
    pages = [browser.get(place).content.decode() for place in places]
    return " ".join(unescape(strip_tags(" ".join(pages))).split())


def test_the_pages_say_so(table: Table, phone: Membership) -> None:
    session = written(table, phone)
    (guest,) = clubs.add_players(club=session.club, names=["Zenobia"])
    clubs.say_who(membership=phone, player=guest)
    page = shown(make.member(Role.VIEWER, session.club), session)
    assert "· Host" in page and "Host," in page and "Zenobia" not in page


def test_who_is_renamed_is_renamed_everywhere_and_who_is_forgotten_is_nowhere(
    table: Table, phone: Membership
) -> None:
    """Stored is the player, not how he was called."""
    xan = table.players[2]
    make.rename(xan, "Xanthippe")
    clubs.name_device(membership=phone, name="Xanthippe’s")
    make.play(table, hand_of(read(table.game)), by=phone)
    clubs.say_who(membership=phone, player=xan)
    make.play(table, hand_of(read(table.game)), by=phone)
    first, second = Hand.objects.order_by("number")
    assert (first.who, second.who) == ("Xanthippe’s", "Xanthippe")
    before = table.game.session.version
    gone = erase(player=Player.objects.get(pk=xan.pk), by=None)
    first, second = Hand.objects.order_by("number")
    assert (first.who, second.who) == (f"{gone.name}’s", gone.name)
    signatures = Signature.objects.filter(name__contains="Xanthippe") | Signature.objects.filter(
        player=xan
    ).exclude(name="")
    assert not signatures.exists()
    table.game.session.refresh_from_db()
    assert table.game.session.version > before


def test_money_that_was_undone_names_the_device_as_it_was_then(
    table: Table, phone: Membership
) -> None:
    weights = {table.players[0].pk: 1, table.players[1].pk: 1}
    cost = add_expense(
        session=table.game.session,
        label="Tea",
        paid_by=table.players[0],
        amount=900,
        how=How.EQUAL,
        entered_weights=weights,
        token="t",
        by=None,
    )
    reverse_expense(expense=cost, by=phone)
    is_called_meera(phone, table)
    (entry,) = reversed_entries(table.game.session)
    assert (entry.steps[-1].who, entry.steps[-1].called) == ("Host", "")
    Payment.objects.update(signature=None)
    (entry,) = reversed_entries(table.game.session)
    assert entry.steps[-1].who == "Meera", "nobody knows any more how it was called"


def test_a_device_called_after_who_is_forgotten_does_not_sign_so_again(
    table: Table, phone: Membership
) -> None:
    xan = table.players[2]
    make.rename(xan, "Xanthippe")
    clubs.name_device(membership=phone, name="Xanthippe’s")
    gone = erase(player=xan, by=None)
    clubs.say_who(membership=phone, player=table.players[1])
    clubs.say_who(membership=phone, player=None)
    phone.refresh_from_db()
    assert (phone.name, str(phone.signature)) == (f"{gone.name}’s",) * 2


def test_a_row_of_before_names_the_device_as_it_is_now(table: Table, phone: Membership) -> None:
    Membership.objects.update(signature=None)
    phone.refresh_from_db()
    session = written(table, phone)
    is_meeras(phone, table)
    hands = Hand.objects.filter(game__session=session)
    assert {hand.who for hand in hands} == {"Meera"}
    assert {hand.voided_by_name for hand in hands if hand.voided_at} == {"Meera"}
    assert {row.who for row in Draw.objects.all()} == {"Meera"}
    assert {row.who for row in LateCorrection.objects.all()} == {"Meera"}


def test_what_happened_never_names_who_had_not_said_so(table: Table, phone: Membership) -> None:
    """Rows older than signatures, too, name whose device it was then."""
    happening = note(ActivityKind.CODE_MADE, club=table.game.session.club, by=phone)
    Happening.objects.update(signature=None)
    is_meeras(phone, table)
    assert Happening.objects.get(pk=happening.pk).who == "Host"


def test_a_save_asks_the_database_nothing_for_it(table: Table, phone: Membership) -> None:
    def queries(by: Membership | None) -> list[str]:
        now = read(table.game)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            make.play(now, hand_of(now), by=by)
        return [query["sql"].split(" ")[0] for query in seen.captured_queries]

    queries(None)
    is_meeras(phone, table)
    assert queries(Membership.objects.get(pk=phone.pk)) == queries(None)


def test_the_same_name_again_is_no_other_signature(table: Table, phone: Membership) -> None:
    is_called_meera(phone, table)
    before = Signature.objects.count()
    is_called_meera(phone, table)
    clubs.say_who(membership=phone, player=None)
    assert Signature.objects.count() == before
    is_meeras(phone, table)
    assert Signature.objects.count() == before + 1
