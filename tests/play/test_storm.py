"""Six devices that do everything at once, through the real views. What each does is drawn from a
seed; what comes of it depends on who is first, and must be right whoever that is."""

from collections import Counter
from collections.abc import Callable, Iterator
from io import StringIO
from random import Random
from threading import Thread
from typing import Any

import pytest
from celery import Celery
from django.core.management import call_command
from django.db import connection

from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.seats.changes import free_places
from scorekeeper.ledger import selectors as ledger
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import game_table
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import SENT, StepKind
from scorekeeper.table.entry.forms import HandForm, posted_values
from tests.helpers import factories as make
from tests.helpers.play.racing import on_postgres
from tests.helpers.play.sessions import entry_at, faults, hands_in_force, host

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.programs]
PHONES = 6
Answer = tuple[str, int]


@pytest.fixture(autouse=True)
def _sheets_wait(real_queue: Celery) -> None:
    """A statement that is asked for is not drawn here."""


class ScorerDevice:
    """A host who presses buttons, each with what his page showed a moment ago."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session, self.rng = session, Random(seed)
        self.browser = host(session)
        self.path = f"/sessions/{session.code}/"
        self.answers: list[Answer] = []

    def press(self, times: int) -> None:
        try:
            pressed = 0
            while pressed < times:
                name = self.rng.choices(list(ACTS), [often for _act, often in ACTS.values()])[0]
                pressed += self.act(name)
        except Exception as error:  # noqa: BLE001 - the test looks at what was raised
            self.answers.append((f"{type(error).__name__}: {error}", 500))
        finally:
            connection.close()

    def act(self, name: str) -> bool:
        """False where the page had no such button."""
        with one_view():  # what its page shows
            request = ACTS[name][0](self)
        if request is None:
            return False
        place, body = request
        answer = self.browser.post(self.path + place, {"token": make.token()} | body)
        self.answers.append((name, answer.status_code))
        if self.rng.random() < 0.2:  # and looks at a page
            page = self.rng.choice(["", "settle/", "tv/", "statements/"])
            self.answers.append((page, self.browser.get(self.path + page).status_code))
        return True

    # What a page shows

    @property
    def game(self) -> Game | None:
        session = Session.objects.select_related("club").get(pk=self.session.pk)
        game = session.games.filter(closed_at__isnull=True).order_by("-number").first()
        if game is not None:
            game.session = session
        return game

    def hand(self) -> Hand | None:
        hands = hands_in_force(self.session)
        return self.rng.choice(hands) if hands else None


Told = tuple[str, dict[str, Any]] | None


def _hand(phone: ScorerDevice, game: Game) -> dict[str, Any]:
    table = game_table(game)
    entry = entry_at(table, phone.rng.randrange(2, 60))
    return posted_values(HandForm(table.rules, table.fold, table.names, entry=entry))


def save(phone: ScorerDevice) -> Told:
    game = phone.game
    if game is None:
        return None
    fields = {"number": game.last_number + 1, "changes": game.change_count}
    return f"games/{game.number}/hand/", _hand(phone, game) | fields


def correct(phone: ScorerDevice) -> Told:
    hand = phone.hand()
    if hand is None:
        return None
    table = game_table(hand.game)
    try:
        body = posted_values(
            HandForm(table.rules, table.fold, table.names, entry=table.entry(hand))
        )
    except EntryError:
        return None
    points = [name for name in body if name.endswith("-points") and body[name] != [""]]
    if points:
        body[phone.rng.choice(points)] = [str(phone.rng.randrange(2, 60))]
    fields = {"number": hand.number, "amends": hand.token}
    return f"games/{hand.game.number}/hands/{hand.token}/edit/", body | fields


def left_out(phone: ScorerDevice) -> Told:
    correction = correct(phone)
    if correction is None:
        return None
    place, body = correction
    return place.replace("/edit/", "/insert/"), body | {"before": body["amends"]}


def void(phone: ScorerDevice) -> Told:
    hand = phone.hand()
    return (f"games/{hand.game.number}/hands/{hand.token}/delete/", {}) if hand else None


def seats(phone: ScorerDevice) -> Told:
    game = phone.game
    if game is None:
        return None
    table = game_table(game)
    person = phone.rng.randrange(len(table.players))
    acts = ["back:%d" if person in table.fold.left else "leave:%d"]
    change = game.changes.filter(voided_at__isnull=True).order_by("-place").first()
    does = acts[0] % person
    if change is not None and phone.rng.random() < 0.6:
        does = f"undo:{change.pk}"
    fields: dict[str, Any] = {"number": game.last_number + 1, "changes": game.change_count}
    if phone.rng.random() < 0.15:
        fields |= {"name": phone.rng.choice(["Zoya", "Farid", "Uma"])}
        free = free_places(table.fold)
        if free and phone.rng.random() < 0.7:
            fields["seat"] = phone.rng.choice(free)
        does = "join"
    return f"games/{game.number}/seats/", fields | {"do": does}


def close_game(phone: ScorerDevice) -> Told:
    game = phone.game
    return (f"games/{game.number}/close/", {}) if game else None


def next_game(phone: ScorerDevice) -> Told:
    if phone.game is not None and phone.rng.random() < 0.9:
        return None
    seated = phone.session.club.players.order_by("pk").values_list("pk", flat=True)[:4]
    options = {"variant": "paplu", "seat": list(seated), "do": "start"}
    return "games/new/", options


def close_session(phone: ScorerDevice) -> Told:
    return "close/", {}


def reopen_session(phone: ScorerDevice) -> Told:
    closed = Session.objects.filter(pk=phone.session.pk, closed_at__isnull=False).exists()
    return ("reopen/", {}) if closed or phone.rng.random() < 0.1 else None


def pay(phone: ScorerDevice) -> Told:
    owed = session_balances(phone.session).plan.transfers
    if not owed:
        return None
    transfer = phone.rng.choice(owed)
    fields = {"payer": transfer.payer.pk, "payee": transfer.payee.pk, "owed": transfer.amount}
    word = phone.rng.choice((SENT, StepKind.RECEIVED))
    return "settle/paid/", fields | {"word": word}


def take_back_cash(phone: ScorerDevice) -> Told:
    paid = ledger.beside(phone.session)
    return ("settle/unpaid/", {"payment": phone.rng.choice(paid).pk}) if paid else None


def ask_for_a_sheet(phone: ScorerDevice) -> Told:
    return "statements/", {}


ACTS: dict[str, tuple[Callable[[ScorerDevice], Told], int]] = {
    "save": (save, 40),
    "correct": (correct, 12),
    "left out": (left_out, 3),
    "void": (void, 8),
    "seats": (seats, 16),
    "close game": (close_game, 2),
    "next game": (next_game, 20),
    "close session": (close_session, 2),
    "reopen session": (reopen_session, 30),
    "pay": (pay, 4),
    "take back cash": (take_back_cash, 3),
    "ask": (ask_for_a_sheet, 2),
}
"""With how often each is pressed."""


def every_page(session: Session) -> Iterator[str]:
    path = f"/sessions/{session.code}/"
    yield from (path, f"{path}settle/", f"{path}tv/", f"{path}statements/")
    for game in session.games.all():
        yield from (f"{path}?game={game.number}", f"{path}games/{game.number}/rules/")
        yield f"{path}games/{game.number}/hand/"
    for hand in Hand.objects.filter(game__session=session):
        yield hand_address("scoreboard:hand", hand)
    for player in ledger.players_of(session):
        yield f"{path}players/{player}/"


def storm(seed: int, times: int) -> tuple[Session, Counter[Answer]]:
    table = make.session("paplu", make.NAMES[:5], {"rounds": None})
    phones = [ScorerDevice(table.game.session, seed * 100 + number) for number in range(PHONES)]
    threads = [Thread(target=phone.press, args=(times,), daemon=True) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
        assert not thread.is_alive(), "a phone got no answer"
    return table.game.session, Counter(answer for phone in phones for answer in phone.answers)


def test_six_devices_at_once_leave_a_session_that_adds_up():
    """300 presses on PostgreSQL, where they really run at the same time."""
    session, answers = storm(1, times=50 if on_postgres() else 20)
    failed = {answer: times for answer, times in answers.items() if answer[1] >= 500}
    assert not failed, failed
    assert faults(session) == []
    output = StringIO()
    call_command("checkledger", stdout=output)
    assert "0 different" in output.getvalue()
    browser = host(session)
    pages = {page: browser.get(page).status_code for page in every_page(session)}
    assert set(pages.values()) == {200}, pages
    assert Hand.objects.filter(game__session=session).count() >= 10, answers
