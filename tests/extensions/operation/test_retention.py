"""Groups that nobody uses: a notice, a way back, then an export and the deletion of every row."""

import gzip
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.files.storage import default_storage
from django.db import IntegrityError
from django.utils import timezone

from scorekeeper.clubs import locks, ownership
from scorekeeper.clubs.models import Club, Device, Membership, Role
from scorekeeper.clubs.ownership import SHARED, paths, rows_of
from scorekeeper.clubs.services import block_club, unblock_club
from scorekeeper.extensions.calendar.mail.models import MailAddress
from scorekeeper.extensions.exchange.group_file.incoming.reading import parse
from scorekeeper.extensions.exchange.group_file.services import import_document
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.extensions.operation.health.models import Pulse
from scorekeeper.extensions.operation.retention import services
from scorekeeper.extensions.operation.retention.models import DeletedGroup, NoticeLetter
from tests.helpers import factories as make
from tests.helpers.clubs.access import world
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def months(settings: Any) -> None:
    settings.RETENTION_MONTHS = 12


@pytest.fixture
def club() -> Iterator[Club]:
    """A group with a row of nearly everything, unused for two years."""
    yield unused(world().session.club)
    for deleted in DeletedGroup.objects.exclude(file=""):
        default_storage.delete(deleted.file)


def unused(club: Club) -> Club:
    past = timezone.now() - timedelta(days=730)
    Membership.objects.filter(club=club).update(last_seen_at=past)
    Club.objects.filter(pk=club.pk).update(created_at=past)
    return club


def all_rows() -> dict[str, list[tuple[Any, ...]]]:
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_models()
        if not model._meta.label.startswith("contenttypes")
    }


def pass_the_notice() -> None:
    Club.objects.update(expires_at=timezone.now() - timedelta(minutes=1))


def test_an_unused_group_gets_a_notice_and_a_used_one_none(club: Club) -> None:
    used = make.session().game.session.club
    make.host_client(used)
    assert services.give_notice(timezone.now()) == 1
    assert services.give_notice(timezone.now()) == 0
    club.refresh_from_db()
    assert club.expires_at is not None
    assert timedelta(days=29) < club.expires_at - timezone.now() <= services.NOTICE
    assert services.delete_expired(timezone.now()) == 0


def test_without_a_setting_nothing_is_deleted(club: Club, settings: Any) -> None:
    settings.RETENTION_MONTHS = 0
    pass_the_notice()
    services.retain()
    assert Club.objects.filter(pk=club.pk).exists()


def test_a_site_that_stood_still_gives_its_groups_that_time(club: Club) -> None:
    services.retain()
    services.retain()
    notice = Club.objects.get(pk=club.pk).expires_at
    month = timedelta(days=31)
    Pulse.objects.filter(name=services.RETENTION).update(at=timezone.now() - month)
    pass_the_notice()
    services.retain()
    expires_at = Club.objects.get(pk=club.pk).expires_at
    assert notice and expires_at and expires_at > timezone.now() + timedelta(days=30)
    services.retain()
    assert Club.objects.get(pk=club.pk).expires_at == expires_at


def test_opening_a_page_brings_the_group_back_to_life(club: Club) -> None:
    browser = make.host_client(club)
    unused(club)
    services.give_notice(timezone.now())
    page = browser.get(f"/g/{club.code}/").content.decode()
    assert "about to be deleted" in page
    assert "about to be deleted" not in browser.get(f"/g/{club.code}/").content.decode()
    assert services.delete_expired(timezone.now() + timedelta(days=31)) == 0


def test_a_group_that_was_used_after_its_notice_stays(club: Club) -> None:
    make.host_client(club)
    pass_the_notice()
    assert services.delete_expired(timezone.now()) == 0


def test_a_blocked_group_stays(club: Club) -> None:
    block_club(club)
    pass_the_notice()
    services.retain()
    assert Club.objects.filter(pk=club.pk).exists()


def test_unblocking_takes_back_a_notice_that_nobody_could_answer(club: Club) -> None:
    pass_the_notice()
    block_club(club)
    unblock_club(club)
    assert services.delete_expired(timezone.now()) == 0
    assert services.give_notice(timezone.now()) == 1


def test_a_notice_by_another_setting_is_taken_back(club: Club, settings: Any) -> None:
    pass_the_notice()
    settings.RETENTION_MONTHS = 36
    services.retain()
    assert Club.objects.get(pk=club.pk).expires_at is None
    pass_the_notice()
    settings.RETENTION_MONTHS = 0
    services.retain()
    settings.RETENTION_MONTHS = 12
    services.retain()
    assert Club.objects.filter(pk=club.pk, expires_at__gt=timezone.now()).exists()


def test_a_group_that_cannot_be_deleted_stops_no_other(club: Club, monkeypatch: Any) -> None:
    other = unused(world().session.club)
    pass_the_notice()
    delete_rows = ownership.delete_rows

    def fails_for_one(of: Club) -> int:
        if of == club:
            raise OSError("The storage does not answer.")
        return delete_rows(of)

    monkeypatch.setattr(services, "delete_rows", fails_for_one)
    assert services.delete_expired(timezone.now()) == 1
    assert list(Club.objects.filter(pk__in=[club.pk, other.pk])) == [club]
    assert not default_storage.exists(f"deleted-groups/{club.code}.json.gz")


def test_a_group_in_which_a_session_begins_meanwhile_stays(club: Club, monkeypatch: Any) -> None:
    pass_the_notice()
    hold_sessions = locks.hold_sessions

    def begins_another(sessions: Any) -> list[int]:
        held = hold_sessions(sessions)
        make.session(club=club)
        return held

    monkeypatch.setattr(locks, "hold_sessions", begins_another)
    assert services.delete_expired(timezone.now()) == 0
    assert Club.objects.filter(pk=club.pk).exists()


def test_all_rows_go_and_no_row_of_another_group(club: Club) -> None:
    before = all_rows()
    other = world().session.club
    shared = make.client_as(*[make.member(Role.HOST, group) for group in (club, other)])
    alone = Device.objects.count()
    make.host_client(club)
    unused(club)
    others = {model: set(keys) for model, keys in rows_of(other).items()}
    pass_the_notice()
    Club.objects.filter(pk=other.pk).update(expires_at=None)
    assert services.delete_expired(timezone.now()) == 1
    assert {model: set(keys) for model, keys in rows_of(other).items()} == others
    left = {m: set(m._base_manager.values_list("pk", flat=True)) for m in paths()}
    assert left == {model: others[model] for model in left}
    assert Device.objects.count() == alone, "its own device is gone, the shared one is not"
    assert shared.get(f"/g/{other.code}/").status_code == 200
    assert shared.get(f"/g/{club.code}/").status_code == 404
    assert before["clubs.Club"]


def test_every_table_of_a_group_is_known() -> None:
    """A new model with a way to a group is deleted with it, unless it is shared."""
    referring = {
        model
        for model in apps.get_models()
        if any(field.related_model in paths() for field in model._meta.concrete_fields)
    }
    assert referring <= paths().keys() | SHARED


def test_the_file_brings_the_group_back_and_goes_after_30_days() -> None:
    hands = [pool_hand("Asha", Dev=4, Meera=5, Omar=6)] * 8
    club = unused(make.play(make.session(), *hands).game.session.club)
    tables = document(Extent(club))["tables"]
    code = club.code
    pass_the_notice()
    services.delete_expired(timezone.now())
    [deleted] = DeletedGroup.objects.all()
    assert deleted.code == code and deleted.rows > 50
    with default_storage.open(deleted.file) as file:
        content = file.read()
    assert gzip.decompress(content)
    back, _result = import_document(parse(content))
    assert back.code == code
    again = document(Extent(back))["tables"]
    assert {name: len(table["rows"]) for name, table in again.items()} == {
        name: len(table["rows"]) for name, table in tables.items()
    }
    assert services.remove_files(timezone.now()) == 0
    assert services.remove_files(timezone.now() + timedelta(days=31)) == 1
    assert not default_storage.exists(deleted.file)
    assert services.remove_files(timezone.now() + timedelta(days=31)) == 0


def test_a_deletion_that_fails_deletes_nothing(club: Club, monkeypatch: Any) -> None:
    before = {model: len(keys) for model, keys in rows_of(club).items()}
    pass_the_notice()
    real_rows = rows_of

    def one_forgotten(of: Club) -> Any:
        rows = real_rows(of)
        forgotten = next(model for model in rows if model._meta.label == "clubs.Happening")
        return {**rows, forgotten: []}

    monkeypatch.setattr(ownership, "rows_of", one_forgotten)
    with pytest.raises(IntegrityError):
        services.delete_group(club.pk, timezone.now())
    monkeypatch.undo()
    assert {model: len(keys) for model, keys in rows_of(club).items()} == before


def test_its_players_are_told_by_e_mail_in_their_language(club: Club, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ALLOWED_HOSTS = ["score.example.org"]
    [player] = club.players.all()[:1]
    MailAddress.objects.create(player=player, value="asha@example.org", language="hi")
    services.give_notice(timezone.now())
    [letter], [row] = mail.outbox, NoticeLetter.objects.all()
    assert letter.to == ["asha@example.org"] and club.name in letter.subject
    assert f"/g/{club.code}/" in letter.body and "/mail/stop/" in letter.body
    assert "deleted" not in letter.subject, "in Hindi"
    assert row.state == "done"
