"""A document that was written some time ago, held against what stands here since."""

import pytest
from django.db import transaction

from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.clubs.services import say_who
from scorekeeper.extensions.exchange.group_file.incoming.parts import contents_by_session
from scorekeeper.extensions.exchange.group_file.incoming.reading import NotADocumentError
from scorekeeper.extensions.exchange.group_file.services import import_document, preview
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.results import Inspection, check_game
from tests.helpers import factories as make
from tests.helpers.exchange.round import Told, before_signatures, given

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HANDS = (make.pool_hand("Asha", Dev=31, Meera="first_drop"), make.pool_hand("Dev", Asha=4, Meera=9))


def played() -> Session:
    """Two hands, each of which another device has written down."""
    table = make.session("points_rummy", make.NAMES[:3])
    for player, hand in zip(table.players, HANDS, strict=False):
        membership = make.member(Role.SCORER, table.game.session.club)
        table = make.play(table, hand, by=say_who(membership=membership, player=player))
    return table.game.session


@pytest.fixture
def session() -> Session:
    return played()


def export(session: Session) -> Told:
    return document(Extent(session.club))


def test_a_device_that_was_handed_on_since_makes_no_other_session(session: Session) -> None:
    before, membership = export(session), Membership.objects.get(player__name="Asha")
    say_who(membership=membership, player=session.club.players.get(name="Meera"))
    assert export(session) != before
    assert preview(given(before)).same == (session.code,)
    say_who(membership=membership, player=None)
    assert not preview(given(before)).changes


def test_a_hand_that_another_device_has_written_is_another(session: Session) -> None:
    before = export(session)
    first, second = Hand.objects.order_by("number")
    Hand.objects.filter(pk=second.pk).update(by=first.by)
    with pytest.raises(NotADocumentError, match="differs from the file"):
        preview(given(before))


def test_a_session_alone_is_told_by_the_same_words_as_in_its_club(session: Session) -> None:
    """Devices too, of which its club may know more."""
    make.member(Role.HOST, session.club)
    table = make.play(make.next_game(session, "points_rummy", make.NAMES[:3]), HANDS[0])
    alone, whole = (
        document(extent) for extent in (Extent(session.club, session), Extent(session.club))
    )
    assert contents_by_session(given(alone)) == contents_by_session(given(whole))
    assert table.game.session == session


def test_what_was_worked_out_since_makes_no_other_session(session: Session) -> None:
    """The document was written before any of this was worked out."""
    before = before_signatures(export(session))
    Hand.objects.update(signature=None)
    assert preview(given(before)).same == (session.code,)
    GameResult.objects.filter(player__name="Dev").update(net=1)
    with pytest.raises(NotADocumentError):
        preview(given(before))


def test_what_was_not_asked_for_then_is_worked_out_when_it_comes_in() -> None:
    with transaction.atomic():
        session = played()
        before = before_signatures(export(session))
        transaction.set_rollback(True)
    club, _found = import_document(given(before))
    seen = Inspection()
    for game in Game.objects.filter(session__club=club):
        check_game(game, seen)
    assert (seen.games, seen.wrong, len(seen.expected)) == (1, [], 3)
    assert GameResult.objects.get(player__name="Dev").caught == 1
    assert club.sessions.get().version == session.version
