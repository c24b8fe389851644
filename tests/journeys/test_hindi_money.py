"""Settling up in Hindi: costs, ways, payments, proof, late corrections and documents."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.mail.models import Mail
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand, SeatScore
from scorekeeper.play.services import open_session
from scorekeeper.seasons.models import Season
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import Handover, How, StepKind, Way
from scorekeeper.settlement.payment_details.kinds import KINDS
from scorekeeper.settlement.payments import DEPOSITS
from scorekeeper.statements import services as statements
from scorekeeper.statements.images.reading import Subject
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.hindi import HINDI, PEOPLE, SESSION, english, read, told_in_hindi, written
from tests.helpers.post_office import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Money:
    """A session played to the end, and what its host and its players do about the money."""

    def __init__(self) -> None:
        options, seats, hands = SESSION["rummy_21"]
        table = make.session("rummy_21", PEOPLE[:seats], options, club=make.club("शुक्रवार"))
        self.table = make.play(table, *({"deal": {}, **hand} for hand in hands))
        self.session: Session = self.table.game.session
        self.host = make.host_client(self.session.club, headers=HINDI)

    def place(self, name: str, *more: object) -> str:
        return reverse(name, args=[self.session.code, *more])

    def phone(self, player: Player) -> Client:
        member = make.member(Role.VIEWER, self.session.club, self.session)
        member.player = player
        member.save()
        return make.client_as(member, headers=HINDI)

    def owed(self) -> list[Transfer[Player]]:
        return list(session_balances(self.session).plan.transfers)

    def send(
        self,
        name: str,
        extra: dict[str, Any] | None = None,
        *,
        by: Client | None = None,
        **more: Any,
    ) -> str:
        """What is said to a form, after where it leads."""
        fields = {"token": make.token(), **(extra or {})}
        answer = (by or self.host).post(self.place(name), fields, follow=True)
        return told_in_hindi(answer, **more)

    def say(self, kind: StepKind, by: Client) -> None:
        newest = Handover.objects.latest("pk")
        self.send("settlement:step", {"handover": newest.pk, "kind": kind}, by=by)


@pytest.fixture
def money() -> Money:
    return Money()


def test_costs_and_what_is_paid_in_are_hindi(money: Money):
    host, (asha, dev, *_others) = money.host, money.table.players
    for name in ("expense_new", "deposit_new", "carry_over_new", "method_list"):
        read(host, money.place(f"settlement:{name}"))
    money.send("settlement:expense_new", status=400)
    money.send("settlement:expense_new", {"amount": "-3", "label": " "}, status=400)
    for how in How.values:
        fields = {
            "label": "समोसे",
            "amount": "300",
            "paid_by": asha.pk,
            "how": how,
            "in": [asha.pk, dev.pk],
        }
        fields |= {f"share-{player.pk}": "2" for player in money.table.players}
        page = money.send("settlement:expense_new", fields)
        [shown] = re.findall(r'name="shown" value="([^"]+)"', page)
        money.send("settlement:expense_new", fields | {"shown": shown})
    money.send("settlement:deposit_new", status=400)
    for what in DEPOSITS:
        fields = {"what": what, "payee": dev.pk, "payers": [asha.pk], "amount": "50"}
        money.send("settlement:deposit_new", fields)
    for player in money.table.players:
        read(host, money.place("scoreboard:player", player.pk))


def test_each_way_and_each_reason_are_hindi(money: Money):
    asha, dev, *_others = money.table.players
    for way in Way.values:
        fields = {"way": way, "whole": "1", "banker": asha.pk, "step": "500"}
        money.send("settlement:method_save", fields | {f"purse-{p.pk}": "1" for p in (asha, dev)})
        for name in ("settlement:settle", "settlement:method_list"):
            read(money.host, money.place(name))
            read(money.phone(dev), money.place(name))
        for t in money.owed():
            read(money.host, money.place("settlement:why", t.payer.pk, t.payee.pk))
            read(money.host, money.place("settlement:why_hands", t.payer.pk, t.payee.pk, 1))
    make.play(money.table, {"deal": {}, **SESSION["rummy_21"][2][0]})
    money.send("settlement:method_save", {"way": "none"}, status=400)
    read(money.host, money.place("settlement:settle"))
    money.send("settlement:round")


def test_a_payment_on_its_way_is_hindi(money: Money):
    t = money.owed()[0]
    payer, payee = money.phone(t.payer), money.phone(t.payee)
    fields = {"payer": t.payer.pk, "payee": t.payee.pk, "owed": t.amount, "word": "sent"}
    for part, status in (("nothing", 400), ("0", 400), ("1", 200), ("2", 409)):
        money.send("settlement:paid", fields | {"part": part}, by=payer, status=status)
    for kind, by in (
        (StepKind.DISPUTED, payee),
        (StepKind.RECEIVED, payee),
        (StepKind.UNDONE, money.host),
    ):
        for browser in (payer, payee, money.host):
            read(browser, money.place("settlement:settle"))
        money.say(kind, by)
    for browser in (payer, payee, money.host):
        read(browser, money.place("settlement:settle"))


def test_how_somebody_is_paid_is_hindi(money: Money):
    t = money.owed()[0]
    payer, payee = money.phone(t.payer), money.phone(t.payee)
    pay = money.place("settlement:pay", t.payer.pk, t.payee.pk)
    examples = " ".join(kind.example for kind in KINDS.values())
    read(money.host, money.place("payment_details:of_session"))
    for browser in (payer, payee):
        read(browser, money.place("payment_details:of_session"), examples)
        read(browser, pay)
    wrong = payee.post(money.place("payment_details:of_session"), dict.fromkeys(KINDS, "x@"))
    told_in_hindi(wrong, examples, "x", status=400)
    fields = {"upi": "asha@okbank", "sent_along": "on"}
    answer = payee.post(money.place("payment_details:of_session"), fields, follow=True)
    told_in_hindi(answer, examples, "asha@okbank")
    for browser in (money.host, payer, payee):
        read(browser, pay, "asha@okbank")
        read(browser, money.place("settlement:settle"), "asha@okbank")


def test_the_proof_is_hindi(money: Money):
    read(money.host, money.place("proof:session"))
    money.send("proof:link")
    link = proof_links.find_link(money.session)
    assert link is not None
    read(Client(headers=HINDI), proof_links.link_path(link))
    for changed in (SeatScore.objects.filter(hand__number=2), Hand.objects.filter(number=1)):
        changed.update(**{"points": 7} if changed.model is SeatScore else {"digest": ""})
        cache.clear()
        assert "notice--bad" in read(money.host, money.place("proof:session"))


def test_what_is_put_right_after_closing_and_carried_is_hindi(money: Money):
    club = money.session.club
    money.send("starting:session_close")
    hand = Hand.objects.filter(game=money.table.game).latest("pk")
    void = hand_address("entry:hand_delete", hand)
    read(money.host, hand_address("scoreboard:hand", hand))
    page = told_in_hindi(money.host.post(void, {"token": "void"}))
    [key] = re.findall(r'name="agreed"\s+value="(\w+)"', page)
    answer = money.host.post(void, {"token": "void", "agreed": key}, follow=True)
    told_in_hindi(answer)
    read(money.host, money.place("settlement:settle"))
    later = open_session(club=club, played_on=money.session.played_on)
    read(money.host, money.place("settlement:carry_over_new"))
    debts = [f"{t.payer.pk}-{t.payee.pk}-{t.amount}" for t in money.owed()]
    ends = {"from": money.session.code, "to": later.code}
    money.send("settlement:carry_over_new", ends, status=400)
    money.send("settlement:carry_over_new", ends | {"debt": debts})
    for session in (money.session, later):
        read(money.host, reverse("settlement:settle", args=[session.code]))
    read(money.host, reverse("clubs:activity", args=[club.code]))
    for player in ("", str(money.table.players[0].pk)):
        money.send("statements:list", {"player": player})
    assert drawn_in_hindi() == 2


def test_documents_are_hindi(money: Money):
    club, player = money.session.club, money.table.players[0]
    forget = reverse("group_file:anonymize", args=[club.code, player.pk])
    take = reverse("group_file:take")
    read(money.host, take)
    read(money.host, forget, "N")
    whole = text(document(Extent(club))).encode()
    for content in (b"", b"[]", b"\xff", b"[" * 9999, b"[Infinity]", whole + b" x", whole):
        file = SimpleUploadedFile("club.json", content)
        answer = money.host.post(take, {"token": make.token(), "file": file})
        told_in_hindi(answer, "Infinity", status=200 if content == whole else 400)
    told_in_hindi(money.host.post(forget, {"token": make.token()}, follow=True), "N")
    read(money.host, reverse("clubs:activity", args=[club.code]), "N")


# What is sent and printed ---------------------------------------------------------------------


def drawn_in_hindi() -> int:
    """Has every statement that waits drawn and read; how many are there."""
    for statement in Statement.objects.all():
        statements.produce(statement.pk)
        assert english(written(statement)) == []
    return Statement.objects.count()


def drawn_words(subject: Subject, *, money: bool) -> str:
    """The words on an image beside the names and the numbers."""
    with translation.override("hi"):
        image = subject.image(money=money)
    return " ".join((image.title, image.says, image.note, image.track_title, *image.columns))


def test_the_image_to_share_is_hindi(money: Money):
    make.play(money.table, {"deal": {}, **SESSION["rummy_21"][2][0]})
    hand = Hand.objects.filter(game=money.table.game).latest("pk")
    number = money.table.game.number
    for _stands in ("playing", "closed"):
        for what in ((), (number,), (number, hand.token)):
            subject = Subject(money.session, *what)
            for shown in (False, True):
                page = f"{subject.address('share')}?money={int(shown)}"
                assert "शेयर करें" in read(money.host, page)
                assert english(drawn_words(subject, money=shown)) == []
        money.send("starting:session_close")


def test_all_statements_of_a_session_are_hindi(money: Money):
    read(money.host, money.place("statements:list"))
    read(money.host, money.place("statements:all"))
    money.send("statements:all")
    read(money.host, money.place("statements:all"))
    assert drawn_in_hindi() == 1 + len(money.table.players)
    assert money.place("statements:zip") in read(money.host, money.place("statements:all"))
    read(money.host, money.place("statements:list"))
    statements.mark_lost(statement=Statement.objects.latest("pk"))
    assert "notice--bad" in read(money.host, money.place("statements:all"))


def test_a_season_on_paper_is_hindi(money: Money):
    club = money.session.club
    new = reverse("seasons:season_new", args=[club.code])
    read(money.host, new)
    fields = {"name": "सर्दी", "starts": money.session.played_on}
    told_in_hindi(money.host.post(new, {"token": make.token()}), status=400)
    told_in_hindi(money.host.post(new, {"token": make.token(), **fields}, follow=True))
    season = reverse("statements:season", args=[club.code, Season.objects.get().pk])
    read(money.host, season)
    asha, *_others = money.table.players
    for player in ("", str(asha.pk)):
        answer = money.host.post(season, {"token": make.token(), "player": player}, follow=True)
        told_in_hindi(answer)
    assert drawn_in_hindi() == 2
    read(money.host, season)
    read(money.host, reverse("seasons:player", args=[club.code, asha.pk]))
    read(money.host, reverse("seasons:table", args=[club.code]))


def test_statements_by_mail_are_hindi(money: Money, settings: Any, mailoutbox: list[EmailMessage]):
    (asha, dev, *_others), mine = money.table.players, money.place("mail:of_session")
    read(money.host, mine)
    phone = money.phone(asha)
    read(phone, mine)
    told_in_hindi(phone.post(mine, {"address": "asha@"}), "asha", "name@example.org", status=400)
    for player, address in ((asha, "asha@example.org"), (dev, "dev@example.org")):
        answer = money.phone(player).post(mine, {"address": address}, follow=True)
        told_in_hindi(answer, address)
    read(money.host, money.place("mail:send"))
    money.send("mail:send")
    first, second = Mail.objects.order_by("pk")
    jobs.run("mail.mail", first.pk)
    [letter] = mailoutbox
    assert english(f"{letter.subject} {letter.body}") == []
    [page] = re.findall(r"https?://[^/\s]+(/\S+)", str(letter.body))
    read(Client(headers=HINDI), page)
    told_in_hindi(Client(headers=HINDI).post(page))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    for _try in range(outbox.ATTEMPTS):
        read(money.host, money.place("mail:send"))
        Mail.objects.filter(pk=second.pk).update(due_at=timezone.now())
        jobs.run("mail.mail", second.pk)
    assert 'class="error"' in read(money.host, money.place("mail:send"))
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    read(money.host, money.place("mail:send"), "EMAIL URL FROM")
