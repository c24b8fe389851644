"""A club goes out as a document and comes in on an empty server as what it was."""

import gzip
import json
import re
from datetime import date
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import transaction

from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Club, Membership, Role, Session, Signature
from scorekeeper.clubs.services import add_players, say_who
from scorekeeper.core.travel import declarations
from scorekeeper.extensions.exchange.group_file.incoming.existing_group import LeftOut
from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    NotADocumentError,
    compress,
    parse,
)
from scorekeeper.extensions.exchange.group_file.management.commands import document_tables
from scorekeeper.extensions.exchange.group_file.services import import_document, preview
from scorekeeper.extensions.exchange.group_file.tables import BY_MODEL, TABLES, Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.ledger.models import Payment
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, Hand, LateCorrection, LateKind, SeatChange
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.services import close_session
from scorekeeper.seasons.services import create_season
from scorekeeper.settlement.after_closing import NotAgreedError, correct_hand
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import CarryOver, Terms, Way
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.layouts.session import SessionLayout
from tests.helpers import factories as make
from tests.helpers.exchange.round import (
    Told,
    before_signatures,
    column,
    elsewhere,
    given,
    lively,
    sealed,
    settled,
    with_seat_taken_over,
)
from tests.helpers.play.sessions import hand_of, last_hand, save
from tests.helpers.play.sessions import read as table_of

pytestmark = pytest.mark.django_db


def demo() -> Session:
    call_command("load_demo", verbosity=0)
    return Session.objects.latest("pk")


@pytest.mark.parametrize("build", [lively, settled, with_seat_taken_over, demo])
def test_it_comes_in_as_it_went_out(build):
    whole, _session = elsewhere(build)
    club, imported = import_document(given(whole))
    assert imported.new and not imported.is_here
    assert document(Extent(club)) == whole
    for game in Game.objects.filter(session__club=club):
        assert list(differences(game)) == []
    for session in club.sessions.all():
        assert list(audit_faults(session)) == []


@pytest.mark.parametrize("build", [lively, settled, with_seat_taken_over, demo])
def test_a_session_comes_alone(build):
    _club, session = elsewhere(build)
    club, _found = import_document(given(session))
    assert document(Extent(club, club.sessions.get())) == session


def test_figures_and_paper_are_the_same():
    def seen(session: Session) -> Any:
        sums = {str(player): amount for player, amount in session_balances(session).net.items()}
        whole = contents(session)
        return sums, whole, SessionLayout(whole).pdf()

    with transaction.atomic():
        table = lively()
        exported, before = document(Extent(table.club)), seen(table)
        transaction.set_rollback(True)
    make.session()
    club, _found = import_document(given(exported))
    assert seen(club.sessions.get()) == before


def test_twice_changes_nothing():
    whole, session = elsewhere(lively)
    import_document(given(whole))
    counts = {model: model._base_manager.count() for model in BY_MODEL}
    for exported in (whole, session):
        _club, previewed = import_document(given(exported))
        assert not previewed.changes and previewed.same
    assert counts == {model: model._base_manager.count() for model in BY_MODEL}


def test_a_look_writes_nothing():
    whole, _session = elsewhere(lively)
    counts = {model: model._base_manager.count() for model in BY_MODEL}
    previewed = preview(given(whole))
    assert previewed.changes and previewed.hands >= 3
    assert counts == {model: model._base_manager.count() for model in BY_MODEL}


def test_a_club_that_is_here_gets_the_sessions_it_has_not():
    with transaction.atomic():
        first = lively()
        early = document(Extent(first.club))
        table = make.session(club=first.club)
        make.play(table, make.pool_hand("Asha", Dev=30, Meera=10, Omar=5))
        late = document(Extent(first.club))
        transaction.set_rollback(True)
    club, _found = import_document(given(early))
    _same, previewed = import_document(given(late))
    assert (len(previewed.new), len(previewed.same)) == (1, 1)
    assert club.sessions.count() == 2
    assert club.players.count() == len(late["tables"]["players"]["rows"])


def test_what_stands_between_two_sessions_comes_with_its_club():
    whole, _session = elsewhere(settled)
    club, _found = import_document(given(whole))
    carried = CarryOver.objects.get()
    assert [carried.from_session, carried.to_session] == list(club.sessions.order_by("pk"))
    assert not import_document(given(whole))[1].changes


def test_a_session_that_is_missing_comes_without_what_stands_between_two():
    """The carried debt stays owed; only the link to the other session is missing here."""
    whole, table = elsewhere(settled)
    club, _found = import_document(given(table))
    _same, previewed = import_document(given(whole))
    assert (len(previewed.new), len(previewed.same)) == (1, 1)
    assert not CarryOver.objects.exists()
    for session in club.sessions.all():
        assert sum(session_balances(session).net.values()) == 0
        assert list(audit_faults(session)) == []


def test_what_stands_between_two_sessions_comes_with_both():
    """Into a club that is here, and has neither of them."""
    with transaction.atomic():
        table = settled()
        whole = document(Extent(table.club))
        transaction.set_rollback(True)
    empty = json.loads(text(whole))
    for table in empty["tables"].values():
        table["rows"] = []
    club, _found = import_document(given(sealed(empty)))
    assert not club.sessions.exists()
    _same, previewed = import_document(given(whole))
    carried = CarryOver.objects.get()
    assert [carried.from_session, carried.to_session] == list(club.sessions.order_by("pk"))
    assert (previewed.left_out.presets, previewed.left_out.carries, previewed.left_out.players) == (
        1,
        0,
        0,
    )
    for session in club.sessions.all():
        assert list(audit_faults(session)) == []


def test_what_stays_out_is_said():
    with transaction.atomic():
        session = settled()
        create_season(club=session.club, name="2026", starts=date(2026, 1, 1), ends=None)
        club_told, session_told = (
            document(Extent(session.club)),
            document(Extent(session.club, session)),
        )
        add_players(club=session.club, names=["Zita"])
        more = document(Extent(session.club))
        transaction.set_rollback(True)
    club, previewed = import_document(given(session_told))
    assert not previewed.left_out.anything
    club.name = "Another name"
    club.save()
    later = preview(given(more))
    assert later.left_out == LeftOut(1, 1, 1, 1, more["club"]["name"])
    assert not LeftOut().anything
    import_document(given(more))
    same = preview(given(club_told))
    assert not same.changes and same.left_out == LeftOut(0, 1, 1, 1, more["club"]["name"])


def test_a_link_made_since_makes_no_other_session_of_it():
    whole, session = elsewhere(lively)
    club, _found = import_document(given(whole))
    proof_links.make_link(session=club.sessions.get(), origin="")
    for exported in (whole, session):
        _same, previewed = import_document(given(exported))
        assert not previewed.changes and previewed.same


def test_whoever_is_named_comes_with_the_session():
    """Also who neither sat down nor paid: who shall keep the bank, whose purse it is."""
    with transaction.atomic():
        session = said_of()
        guests = add_players(club=session.club, names=["Bo", "Cy", "Di"])
        Terms.objects.create(
            session=session,
            way=Way.BANKER,
            banker=guests[0],
            purses=[[guests[1].pk, guests[2].pk]],
            token="named",
        )
        LateCorrection.objects.update(sums=[[guests[1].pk, 0, 1]])
        exported = document(Extent(session.club, session))
        transaction.set_rollback(True)
    names = {row[0] for row in exported["tables"]["players"]["rows"]}
    assert {"Bo", "Cy", "Di"} <= names
    import_document(given(exported))


def test_a_session_that_is_here_otherwise_is_refused():
    whole, _session = elsewhere(lively)
    club, _found = import_document(given(whole))
    save(table_of(Game.objects.get(session__club=club)))
    with pytest.raises(NotADocumentError, match="differs from the file"):
        import_document(given(whole))


def test_it_opens_nothing():
    whole, _session = elsewhere(lively)
    import_document(given(whole))
    assert not Membership.objects.filter(club__code=whole["club"]["code"], revoked_at=None).exists()


def test_the_chain_still_holds_where_somebody_joined():
    whole, _session = elsewhere(lively)
    club, _found = import_document(given(whole))
    joined = SeatChange.objects.filter(game__session__club=club)
    assert joined.exists() and all(change.sealed_as for change in joined)


def test_a_game_goes_on_in_the_order_in_which_they_sat():
    whole, _session = elsewhere(with_seat_taken_over)
    club, _found = import_document(given(whole))
    table = table_of(Game.objects.get(session__club=club))
    assert [table.names[p] for p in table.fold.seating] == ["Asha", "Dev", "Zoya", "Meera", "Omar"]


def test_an_older_file_has_nobody_who_took_over_a_seat():
    whole = json.loads(json.dumps(elsewhere(lively)[0]))
    at = column(whole, "changes", "in_place_of")
    for row in (whole["tables"]["changes"]["columns"], *whole["tables"]["changes"]["rows"]):
        row.pop(at)
    club, _found = import_document(given(sealed(whole)))
    assert SeatChange.objects.filter(game__session__club=club, in_place_of=None).exists()


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("places", [None, [[0], [1], [2], [3], [4]], [[0]], [[0], [9]], 7, [1]])
def test_a_file_in_which_they_sit_otherwise_is_refused(places):
    whole, _session = elsewhere(with_seat_taken_over)
    fold = whole["tables"]["games"]["rows"][0][column(whole, "games", "fold")]
    fold["places"] = places
    with pytest.raises(NotADocumentError):
        import_document(given(sealed(whole)))


def test_a_file_that_says_who_sits_elsewhere_without_a_reason_is_refused():
    whole, _session = elsewhere(lively)
    fold = whole["tables"]["games"]["rows"][0][column(whole, "games", "fold")]
    fold["places"] = [[person] for person in reversed(range(len(fold["balances"])))]
    with pytest.raises(NotADocumentError, match="places"):
        import_document(given(sealed(whole)))


def bend(exported: Told, table: str, name: str, value: Any, row: int = 0) -> None:
    exported["tables"][table]["rows"][row][column(exported, table, name)] = value


BENT = [
    ("payments", "amount", 1, "110.01"),
    ("payments", "amount", 10**30, "amount"),
    ("payments", "amount", -5, "amount"),
    ("payments", "amount", "5", "amount"),
    ("payments", "amount", True, "amount"),
    ("payments", "payer", 99, "payer"),
    ("payments", "payer", -1, "payer"),
    ("payments", "kind", "gift", "kind"),
    ("payments", "at", "2026-01-01T00:00:00", "at"),
    ("payments", "at", "yesterday", "at"),
    ("players", "name", "x" * 41, "name"),
    ("players", "name", " a", "name"),
    ("players", "name", "pot", "name"),
    ("players", "name", "a\0", "name"),
    ("sessions", "code", "../x", "code"),
    ("games", "variant", "no_such", "variant"),
    ("games", "fold", {"what": 1}, ""),
    ("games", "fold", 7, "fold"),
    ("games", "options", {"stake": -1}, ""),
    ("games", "public_state", {}, ""),
    ("hands", "entry", {}, ""),
    ("hands", "digest", "0" * 64, "chain"),
    ("hands", "game", None, "game"),
    ("scores", "points", 17.5, "stored"),
    ("results", "net", 1, ""),
    ("seats", "number", 7, ""),
]


@pytest.mark.one_database
@pytest.mark.parametrize(("table", "name", "value", "message"), BENT)
def test_a_document_that_was_bent_is_refused(table, name, value, message):
    whole, _session = elsewhere(lively)
    everywhere = len(whole["tables"][table]["rows"]) if table == "scores" else 1
    for row in range(everywhere):  # most scores are of hands taken back since
        bend(whole, table, name, value, row)
    with pytest.raises(NotADocumentError):
        given(whole)
    clubs = Club.objects.count()
    with pytest.raises(NotADocumentError) as refused:
        import_document(given(sealed(whole)))
    assert message in str(refused.value)
    assert Club.objects.count() == clubs


BESIDE = [
    ("handovers", "amount", 1, "has another amount"),
    ("handover_steps", "kind", "undone", ""),
    ("handover_steps", "payment", None, ""),
    ("costs", "amount", 1001, "the shares are not the whole"),
    ("costs", "paid_by", 0, "booked differently"),
    ("cost_shares", "amount", 1, "the shares are not the whole"),
    ("cost_shares", "payment", None, "booked differently"),
    ("carries", "to_session", 0, ""),
    ("carried", "into", 0, ""),
    ("late", "sums", [[0, 1]], "sums"),
    ("late", "sums", [[0, "a", "b"]], "sums"),
    ("late", "sums", [[0, 1, 2, 3]], "sums"),
    ("late", "sums", {"0": 1}, "sums"),
    ("late", "sums", [[99, 1, 2]], "sums"),
    ("late", "transfers", [[0, 1, 2]], "transfers"),
    ("late", "transfers", [7], "transfers"),
    ("draws", "rounds", [], "rounds"),
    ("draws", "rounds", [[]], "rounds"),
    ("draws", "rounds", [[[0, "1S"]]], "rounds"),
    ("draws", "rounds", [[[0, "AS", 1]]], "rounds"),
    ("draws", "rounds", {"a": 1}, "rounds"),
    ("terms", "purses", [[]], "purses"),
    ("terms", "purses", [0], "purses"),
    ("terms", "purses", [[True]], "purses"),
    ("terms", "step", 0, "nobody agreed to rounding"),
    ("happenings", "values", [1], "values"),
    ("happenings", "values", {"old": []}, "can’t be read"),
    ("happenings", "at", "0001-01-01T00:00:00+14:00", "at"),
    ("sessions", "played_on", "9999-12-31", "played_on"),
    ("presets", "options", [], "options"),
]


def said_of() -> Session:
    """A session of whose money everything was said, rounded and corrected after its end, too."""
    session = settled()
    agree(session=session, step=7, token="round", by=None)
    close_session(session=session)
    game = session.games.get()
    hand = last_hand(game)

    def delete_hand() -> Hand:
        corrections.void_hand(hand=hand, reason="misdeal", after_closing=True)
        return hand

    with pytest.raises(NotAgreedError) as seen:
        correct_hand(
            session=session, kind=LateKind.TAKEN_BACK, write=delete_hand, agreed="", by=None
        )
    key = seen.value.changes.key
    correct_hand(session=session, kind=LateKind.TAKEN_BACK, write=delete_hand, agreed=key, by=None)
    return session


@cache
def all_said() -> str:
    """Its club, from a server that is not this one."""
    return text(elsewhere(said_of)[0])


@pytest.mark.parametrize(("table", "name", "value", "message"), BESIDE)
def test_money_beside_the_games_and_what_no_replay_covers_is_not_believed(
    table, name, value, message
):
    whole = json.loads(all_said())
    for row in range(len(whole["tables"][table]["rows"])):
        bend(whole, table, name, value, row)
    clubs = Club.objects.count()
    with pytest.raises(NotADocumentError) as refused:
        import_document(given(sealed(whole)))
    assert message in str(refused.value)
    assert Club.objects.count() == clubs


def test_it_comes_in_where_nothing_was_bent():
    whole = json.loads(all_said())
    assert {table for table, *_bent in BESIDE} <= {
        name for name, part in whole["tables"].items() if part["rows"]
    }
    import_document(given(whole))


@pytest.mark.parametrize("values", [{"old": "a"}, {}, {"old": 1}])
def test_what_happened_can_be_worded(values):
    whole, _session = elsewhere(lively)
    bend(whole, "happenings", "kind", ActivityKind.PLAYER_RENAMED)
    bend(whole, "happenings", "values", values)
    with pytest.raises(NotADocumentError, match="activity"):
        import_document(given(sealed(whole)))


def test_a_row_between_two_sessions_is_refused():
    with transaction.atomic():
        first = lively()
        early = document(Extent(first.club))
        make.play(make.session(club=first.club), make.pool_hand("Asha", Dev=30, Meera=10, Omar=5))
        late = document(Extent(first.club))
        transaction.set_rollback(True)
    import_document(given(early))
    last = len(late["tables"]["payments"]["rows"]) - 1
    bend(late, "payments", "hand", 0, last)
    with pytest.raises(NotADocumentError, match="belongs to two sessions"):
        import_document(given(sealed(late)))


@pytest.mark.parametrize(
    "content",
    [
        b'{"document": "scorekeeper club", "version": 1e999}',
        b"",
        b"{}",
        b"[]",
        b"\x1f\x8b\x08",
        compress("{}")[:-4],
        b"[" * 100_000,
        b'{"document": "scorekeeper club", "version": 1}',
        b'{"a": 1, "a": 2}',
        b"\xff\xfe",
        b'{"n": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_document_is_refused(content):
    with pytest.raises(NotADocumentError):
        parse(content)


def test_half_a_character_is_refused():
    """It can be in JSON, and in no file and no database."""
    whole = json.loads(all_said())
    whole["club"]["name"] = "\ud800"
    with pytest.raises(NotADocumentError, match="half a character"):
        parse(json.dumps(whole).encode())


def test_what_unpacks_without_end_is_refused():
    with pytest.raises(NotADocumentError, match="too large to import"):
        parse(gzip.compress(b" " * (65 * 1024 * 1024)))


@pytest.mark.parametrize(
    ("name", "value"),
    [("version", 2), ("version", "9" * 500), ("document", "x"), ("tables", {}), ("club", {})],
)
def test_another_version_or_a_part_that_is_missing_is_refused(name, value):
    whole, _session = elsewhere(lively)
    with pytest.raises(NotADocumentError):
        given(sealed(whole | {name: value}))


def test_an_extension_that_is_not_here_may_have_a_table_without_rows():
    whole, _session = elsewhere(lively)

    def with_dice(*rows: list[str]) -> Told:
        tables = whole["tables"] | {"dice": {"columns": ["thrown"], "rows": [*rows]}}
        return sealed(whole | {"tables": tables})

    with pytest.raises(NotADocumentError, match=r"dice\."):
        given(with_dice(["6"]))
    club, _found = import_document(given(with_dice()))
    assert document(Extent(club)) == whole


# Nothing is forgotten ------------------------------------------------------------------------


def test_every_model_is_in_it_or_said_not_to_be():
    ours = {m for m in apps.get_models() if m.__module__.startswith("scorekeeper.")}
    assert declarations().keys() == ours
    for model, travel in declarations().items():
        assert bool(travel.table) != bool(travel.stays), model


def test_every_column_that_is_left_out_is_there():
    for model, travel in declarations().items():
        columns = {field.name for field in model._meta.concrete_fields}
        for named in (travel.left_out, travel.not_in_file, travel.not_on_device):
            assert {*named} <= columns and all(named.values()), model
        assert {*travel.players_in, *travel.checks, *travel.newer_columns} <= columns
        assert {*travel.computed} <= {*travel.newer_columns}


def test_what_a_row_points_at_stands_before_it():
    before = set()
    for table in TABLES:
        before.add(table.model)
        for field in table.fields:
            assert field.related_model is None or field.related_model in before, field
    assert Payment in before


def test_the_page_for_readers_names_every_column():
    page = document_tables.PAGE.read_text(encoding="utf-8")
    assert document_tables.with_tables(page) == page, (
        "run: python3 go.py manage document_tables --write"
    )
    for model, travel in declarations().items():
        if travel.table:
            names = {field.name for field in model._meta.concrete_fields} - {"id", "club"}
            [row] = [line for line in page.splitlines() if line.startswith(f"| `{travel.table}` |")]
            in_it = {*re.findall(r"`(\w+)`", row.split(" | ")[1])}
            assert in_it == names - travel.left_out.keys() - travel.not_in_file.keys(), model


# Who wrote what -----------------------------------------------------------------------------------


def signed() -> Session:
    """A session of which a device wrote a hand that was nobody's, another that was Meera's, and is
    Dev's now."""
    table = make.session("paplu", make.NAMES[:4], {"rounds": None})
    phone = make.member(Role.SCORER, table.game.session.club)
    for holder in (None, table.players[2], table.players[1]):
        say_who(membership=phone, player=holder)
        if holder != table.players[1]:
            make.play(table, hand_of(table), by=phone)
    return table.game.session


def authors() -> list[str]:
    return [hand.who for hand in Hand.objects.order_by("pk")]


@pytest.mark.parametrize("part", [0, 1], ids=["club", "session"])
def test_who_wrote_what_comes_along(part):
    exported = elsewhere(signed)[part]
    club, _found = import_document(given(exported))
    assert authors()[-2:] == ["Scorer", "Meera"]
    extent = Extent(club, club.sessions.get()) if part else Extent(club)
    assert text(document(extent)) == text(exported)
    assert not import_document(given(exported))[1].changes


def test_a_session_signed_otherwise_is_another():
    exported = elsewhere(signed)[0]
    import_document(given(exported))
    Signature.objects.filter(player__isnull=False).update(player=None)
    with pytest.raises(NotADocumentError):
        preview(given(exported))


def test_a_document_with_its_columns_in_another_order_comes_in():
    exported = elsewhere(signed)[0]
    turned = {
        name: {"columns": table["columns"][::-1], "rows": [row[::-1] for row in table["rows"]]}
        for name, table in exported["tables"].items()
    }
    club, _found = import_document(given(sealed(exported | {"tables": turned})))
    assert text(document(Extent(club))) == text(exported)


@pytest.mark.parametrize("build", [lively, settled, signed])
def test_a_document_of_before_devices_signed_comes_in(build):
    with transaction.atomic():
        exported = before_signatures(document(Extent(build().club)))
        transaction.set_rollback(True)
    club, imported = import_document(given(exported))
    assert imported.changes and Hand.objects.filter(signature=None).count() == Hand.objects.count()
    assert before_signatures(document(Extent(club))) == exported
    assert not import_document(given(exported))[1].changes
    if build is signed:
        assert authors() == ["Dev", "Dev"]  # whose the phone was when it was written
