"""What was made on a phone and taken back there is found again: the server comes to stand as if all
of it had been done with a network."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.db import models, transaction

from scorekeeper.clubs.models import Happening, Membership, Player, Role, Session
from scorekeeper.extensions.offline.sync.local_keys.rows import KINDS, NAMED
from scorekeeper.extensions.offline.sync.models import Delivered
from scorekeeper.extensions.offline.sync.snapshots.device_import import clear_caches
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.ledger.models import Payment
from scorekeeper.play import services
from scorekeeper.play.models import Draw, Game, Hand, Seat, SeatChange
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.models import (
    CarriedRow,
    CarryOver,
    Expense,
    ExpenseShare,
    Handover,
    HandoverStep,
)
from tests.extensions.offline.sync.device import Both, Fields, Inside, Page, taken
from tests.helpers import factories as make
from tests.helpers.table.seat_views import HAND
from tests.helpers.table.starting.views import Sent

pytestmark = [pytest.mark.django_db]

Written = tuple[type[models.Model], ...]
PLAYED: Written = (Player, Game, Seat, SeatChange, Hand, Draw, ClubPreset)
BESIDE: Written = (Handover, HandoverStep, Payment, Expense, ExpenseShare, CarryOver, CarriedRow)


@dataclass
class Story:
    """A host's device, told what to do with a network or without; ``items``: what waits then."""

    both: Both
    table: Table
    is_online: bool
    items: list[dict[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.home = f"/sessions/{self.both.session.code}/"
        self.asha, self.dev, self.meera, self.omar = (p.pk for p in self.table.players)

    def look(self, path: str) -> str:
        return self._ask(path).body

    def _ask(self, path: str, fields: Fields | None = None) -> Page:
        ask = self.both.online if self.is_online else self.both.offline
        return ask(path.partition("#")[0], fields)

    def shown(self, path: str, **fields: Any) -> str:
        """A form that is not written down yet."""
        page = self._ask(self.home + path, fields_of(fields))
        assert page.status == 200, page.location
        return page.body

    def write(self, path: str, **values: Any) -> str:
        """The page to which it leads."""
        fields = fields_of({**values, "token": f"token {path} {len(self.items)}"})
        page = self._ask(self.home + path, fields)
        assert page.status == 302, page.body
        self.waits(path, fields)
        return self.look(page.location)

    def waits(self, path: str, fields: Fields) -> None:
        created = {} if self.is_online else self.both.inside.tell("made")
        item = {"path": self.home + path, "body": self.both._body(fields)}
        self.items.append(item | {n: json.dumps(created.get(n, {})) for n in ("names", "rows")})


def fields_of(typed: dict[str, Any]) -> list[tuple[str, str]]:
    lists = {name: v if isinstance(v, list | tuple) else [v] for name, v in typed.items()}
    return [(name, str(value)) for name, values in lists.items() for value in values]


def key(page: str, name: str, place: int = 0) -> str:
    """What a form of the page names."""
    values: list[str] = re.findall(rf'name="{name}"\s+value="([^"]+)"', page)
    return values[place]


def form(page: str) -> dict[str, Any]:
    read = Sent()
    read.feed(page)
    return {name: value for name, value in read.fields.items() if name != "csrfmiddlewaretoken"}


# What is written, and taken back -----------------------------------------------------------------


def cash(on: Story) -> None:
    page = on.look(f"{on.home}settle/")
    ends = {name: key(page, name) for name in ("payer", "payee", "owed")}
    page = on.write("settle/paid/", **ends, word="received")
    on.write("settle/unpaid/", payment=key(page, "payment"))


def cash_in_steps(on: Story) -> None:
    page = on.look(f"{on.home}settle/")
    ends = {name: key(page, name) for name in ("payer", "payee", "owed")}
    page = on.write("settle/paid/", **ends, word="sent")
    page = on.write("settle/step/", handover=key(page, "handover"), kind="disputed")
    page = on.write("settle/step/", handover=key(page, "handover"), kind="received")
    on.write("settle/unpaid/", payment=key(page, "payment"))


def paid_in_by_two(on: Story) -> None:
    fields = {"payers": [on.dev, on.meera], "payee": on.asha, "amount": "50", "what": "buy-in"}
    page = on.write("settle/deposit/", **fields)
    on.write("settle/unpaid/", payment=key(page, "payment", 1))


def a_cost(on: Story, *besides: str) -> None:
    fields: dict[str, Any] = {"label": "Tea", "paid_by": on.asha, "amount": "30", "how": "equal"}
    fields |= {"in": [on.asha, on.dev, *besides], "token": "tea"}
    page = on.shown("settle/expense/", **fields)
    page = on.write("settle/expense/", **fields, shown=key(page, "shown"))
    on.write("settle/expense/delete/", pk=key(page, "pk"))


def debts_carried_over(on: Story) -> None:
    page = on.look(f"{on.home}settle/carry-over/")
    there = Session.objects.exclude(pk=on.both.session.pk).get()
    fields = {"from": on.both.session.code, "to": there.code}
    page = on.write("settle/carry-over/", **fields, debt=key(page, "debt"))
    on.write("settle/carry-over/undo/", pk=key(page, "pk"))


def next_game(on: Story, **changed: Any) -> None:
    page = on.look(f"{on.home}games/new/?variant=rummi")
    on.write("games/new/", **form(page) | {"do": "start"} | changed)


def who_left(on: Story) -> None:
    next_game(on)
    page = on.look(f"{on.home}games/2/seats/")
    seen = {name: key(page, name) for name in ("number", "changes")}
    page = on.write("games/2/seats/", **seen, do="leave:3")
    undo = re.findall(r'value="(undo:\d+)"', page)[0]
    on.write("games/2/seats/", **seen, do=undo)


def who_joined(on: Story) -> None:
    """Somebody new, who then shares a cost."""
    next_game(on)
    page = on.look(f"{on.home}games/2/seats/")
    fields = form(page) | {"do": "join", "name": "Zoya"}
    on.write("games/2/seats/", **fields)
    page = on.look(f"{on.home}settle/expense/")
    zoya = re.findall(r'value="(\d+)"[^<>]*>\s*(?:<[^<>]*>\s*)*Zoya', page)[0]
    a_cost(on, zoya)
    fields = {"payers": [on.dev, zoya], "payee": on.asha, "amount": "50", "what": "kitty"}
    page = on.write("settle/deposit/", **fields)
    on.write("settle/unpaid/", payment=key(page, "payment", 1))


def rules_kept(on: Story) -> None:
    page = on.look(f"{on.home}games/new/?variant=rummi")
    fields = form(page) | {"do": "keep", "called": "Ours"}
    page = on.write("games/new/", **fields)
    on.write("games/new/", **form(page) | {"do": "start"})


STORIES = (
    *(cash, cash_in_steps, paid_in_by_two, a_cost, debts_carried_over),
    *(who_left, who_joined, rules_kept),
)


# The law -----------------------------------------------------------------------------------------


@pytest.fixture
def both(inside: Inside) -> Both:
    table = make.play(make.session("rummi"), HAND)
    services.close_game(game=table.game)
    services.open_session(club=table.game.session.club, played_on=date(2026, 11, 27))
    return Both(make.member(Role.HOST, table.game.session.club), table.game.session, inside)


def table_at(both: Both) -> Table:
    from scorekeeper.play.selectors import game_table

    return game_table(Game.objects.get(session=both.session, number=1))


def stands() -> dict[str, list[Any]]:
    """All rows that matter, without the keys, which differ: each is named by its place."""
    models_written: Written = (*PLAYED, *BESIDE)
    named: Written = (*models_written, Session, Membership)
    places = {model: {pk: place for place, pk in enumerate(keys_of(model))} for model in named}
    return {
        model.__name__: [plain(row, places) for row in rows_of(model)] for model in models_written
    }


def rows_of(model: type[models.Model]) -> Any:
    return model._base_manager.order_by("pk")


def keys_of(model: type[models.Model]) -> Any:
    return rows_of(model).values_list("pk", flat=True)


UNTOLD = {"id", "digest", "last_digest", "sealed_as", "signature_id", "void_signature_id"}
"""Keys, and seals over them."""


def plain(row: models.Model, places: dict[Any, dict[Any, int]]) -> dict[str, Any]:
    columns = {}
    for column in row._meta.concrete_fields:
        value, named = getattr(row, column.attname), places.get(column.related_model)
        if column.attname not in UNTOLD:
            columns[column.attname] = named.get(value) if named else value
    return columns


def done_online(both: Both, story: Callable[[Story], None]) -> dict[str, list[Any]]:
    """How the server would stand; it does not."""
    with transaction.atomic():
        story(Story(both, table_at(both), is_online=True))
        standing = stands()
        transaction.set_rollback(True)
    clear_caches()
    return standing


def deliver(both: Both, item: dict[str, str], **more: str) -> dict[str, Any]:
    place = f"/sessions/{both.session.code}/offline/deliver/"
    answer = both.online(place, list((item | more).items()))
    assert answer.status == 200, answer.body
    response: dict[str, Any] = json.loads(answer.body)
    return response


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_what_was_undone_on_the_device_is_undone_here(
    story: Callable[[Story], None], both: Both
) -> None:
    online = done_online(both, story)
    on = Story(both, table_at(both), is_online=False)
    story(on)
    before = stands()
    assert before != online
    for item in on.items:
        answer = deliver(both, item)
        assert answer["fate"] == "done", answer
    assert stands() == online
    for item in on.items:
        assert deliver(both, item)["fate"] == "done"
    assert stands() == online


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_the_servers_word_holds_the_tokens_by_which_a_phone_looks_for_what_it_sent(
    story: Callable[[Story], None], both: Both
) -> None:
    on = Story(both, table_at(both), is_online=True)
    story(on)
    snapshot = taken(both.mine, both.session, both.browser)
    keeps = [(end, [act] if act else None) for end, act in snapshot["keeps"].items()]
    for item in on.items:
        body = parse_qs(item["body"])
        if any(item["path"].endswith(end) and body.get("do") == act for end, act in keeps):
            assert body["token"][0] in json.dumps(snapshot), item["path"]


def test_the_stories_name_every_kind_of_row(both: Both) -> None:
    assert set(NAMED.values()) | {"play.game"} == KINDS.keys()


# What the session does not have
# --------------------------------------------------------------------


def begun_on_the_phone(both: Both) -> Story:
    on = Story(both, table_at(both), is_online=False)
    who_left(on)
    return on


def test_a_game_of_the_device_is_not_taken_for_another_with_its_number(both: Both) -> None:
    on = begun_on_the_phone(both)
    theirs = make.next_game(both.session, "rummi", make.NAMES[:4]).game
    assert theirs.number == 2
    for item in on.items:
        answer = deliver(both, item)
        assert answer["fate"] == "done", answer
    (change,) = SeatChange.objects.all()
    assert change.game.number == 3 and change.voided_at is not None


def test_what_follows_on_a_game_that_is_not_here_is_asked_for(both: Both) -> None:
    begins, *later = begun_on_the_phone(both).items
    theirs = make.next_game(both.session, "rummi", make.NAMES[:4]).game
    for item in later:
        answer = deliver(both, item)
        assert (answer["fate"], answer["status"]) == ("refused", 409)
        assert answer["message"].startswith("This refers to an entry from this device")
    assert deliver(both, begins, choice="keep")["fate"] == "done"
    assert deliver(both, later[0])["fate"] == "refused", "nothing is dropped unasked"
    assert not SeatChange.objects.exists() and theirs.number == 2


def a_cost_without_its_row(both: Both, rows: Any) -> dict[str, Any]:
    on = Story(both, table_at(both), is_online=False)
    a_cost(on)
    assert deliver(both, on.items[0])["fate"] == "done"
    own = next(iter(json.loads(on.items[1]["rows"])))
    answer = deliver(both, on.items[1], rows=json.dumps(rows(own)))
    assert not Payment.objects.filter(kind="cost", reverses__isnull=False).exists()
    return answer


@pytest.mark.parametrize(
    "rows",
    [
        lambda own: {},
        lambda own: {own: ["settlement.expense", "another"]},
        lambda own: {own: ["settlement.carryover", "tea"]},
    ],
)
def test_a_row_that_is_not_told_or_not_there_is_refused_with_a_sentence(
    rows: Any, both: Both
) -> None:
    answer = a_cost_without_its_row(both, rows)
    assert answer["fate"] == "refused" and answer["message"].startswith("This refers to an entry")


@pytest.mark.parametrize(
    "rows",
    [
        lambda own: [],
        lambda own: {"7": ["settlement.expense", "tea"]},
        lambda own: {own: ["clubs.membership", "tea"]},
        lambda own: {own: ["settlement.expense"]},
        lambda own: {own: ["settlement.expense", "a\0"]},
        lambda own: {own: ["settlement.expense", "a" * 65]},
        lambda own: {own: ["settlement.expense", "tea", "1"]},
        lambda own: {own: ["settlement.handover", "tea", "x"]},
        lambda own: {own: ["settlement.handover", "tea", "9" * 19]},
        lambda own: {own: [["settlement.expense"], "tea"]},
    ],
)
def test_rows_that_are_none_cannot_be_read(rows: Any, both: Both) -> None:
    answer = a_cost_without_its_row(both, rows)
    assert (answer["fate"], answer["status"]) == ("refused", 400)
    assert answer["message"] == "This couldn’t be read."


def test_a_row_of_another_session_is_not_reached(both: Both) -> None:
    there = make.play(make.session("rummi", club=both.session.club), HAND)
    elsewhere = Both(make.member(Role.HOST, both.session.club), there.game.session, both.inside)
    a_cost(on := Story(elsewhere, table_at(elsewhere), is_online=False))
    assert deliver(elsewhere, on.items[0])["fate"] == "done"
    item = dict(on.items[1])
    item["path"] = f"/sessions/{both.session.code}/settle/expense/delete/"
    both.take()
    assert deliver(both, item)["fate"] == "refused"
    assert not Payment.objects.filter(kind="cost", reverses__isnull=False).exists()


def test_what_was_dropped_takes_what_follows_on_it_along(both: Both) -> None:
    on = Story(both, table_at(both), is_online=False)
    a_cost(on)
    assert deliver(both, on.items[0], choice="keep")["fate"] == "done"
    for more in ({}, {"choice": "keep"}):
        assert deliver(both, on.items[1], **more)["fate"] == "done"
    assert not Expense.objects.exists()
    assert Happening.objects.filter(kind="writing_dropped").count() == 1


def test_a_draw_for_seats_is_done_where_it_is_drawn(both: Both) -> None:
    on = Story(both, table_at(both), is_online=False)
    fields = form(on.look(f"{on.home}games/new/?variant=rummi")) | {"do": "draw"}
    on.shown("games/new/", **fields)
    on.waits("games/new/", fields_of(fields))
    for _time in range(2):
        assert deliver(both, on.items[0])["fate"] == "done"
        assert Draw.objects.count() == 1
    Draw.objects.all().delete()
    Delivered.objects.all().delete()
    services.close_session(session=both.session)
    assert deliver(both, on.items[0])["fate"] == "refused"
