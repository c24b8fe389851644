"""A group for points only: no money anywhere, no row changed, and all of it back afterwards."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final

import pytest
from django.apps import apps
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.access import REFUSED
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.invitations.services import ensure_link, secret_of
from scorekeeper.clubs.models import Club, Happening, Role, Session
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.localization import currencies
from scorekeeper.engine.questions.kinds import Amount, questions
from scorekeeper.extensions.exchange.public_season.links import create_link
from scorekeeper.house_rules.services import share_preset
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from scorekeeper.settlement.balances import session_balances
from scorekeeper.statements import services as statements
from scorekeeper.statements.images import rendering, season_views
from scorekeeper.statements.models import Statement
from scorekeeper.table.starting.last_game import start_again
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.clubs.access import NEEDS, World, world_of
from tests.helpers.clubs.money import is_sign, money_in, text_of
from tests.helpers.factories import pool_hand
from tests.helpers.statements.sessions import three_games

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WHOLE: Final = {"group_file:of_club", "group_file:of_session", "sync:snapshot"}
"""Hold the rows themselves: a sealed file for hosts, and what the app on a device works with."""
UNSEEN: Final = ("clubs_happening", "clubs_membership", "clubs_device")
"""Tables that a visit or the switch itself adds to."""
WITHHOLD: Final = currencies.withhold
"""As outside of tests, where nobody has put a refusal in its place yet."""


def played() -> World:
    """A group that played for stakes, with expenses, debts, payment details and statements."""
    return world_of(game_table(three_games().games.get(number=1)))


def switch(club: Club, *, on: bool) -> None:
    clubs.set_points_only(club=club, points_only=on)
    for kept in caches.all():
        kept.clear()


@contextmanager
def readable_images(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Images are sent as the pages they are drawn from, whose text can be read."""
    with monkeypatch.context() as patch:
        patch.setattr(rendering, "png", lambda pdf: pdf)
        if hasattr(season_views, "png"):
            patch.setattr(season_views, "png", lambda pdf: pdf)
        yield


def browser_of(world: World, role: Role, language: str, settings: Any) -> Client:
    member = make.member(role, world.session.club)
    clubs.say_who(membership=member, player=world.session.club.players.get(name="Asha"))
    browser = make.client_as(member, raise_request_exception=True)
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return browser


RULES: Final = {
    *("house_rules:new", "house_rules:edit", "house_rules:show", "house_rules:list"),
    *(
        "tournaments:new",
        "starting:session_new",
        "starting:game_new",
        "starting:game_rules",
        "starting:table_card",
    ),
    *("planning:new", "planning:edit"),
}
"""Pages with what games say of themselves (“everybody pays the winner”): no sign and no amount."""
SAID: Final = {
    ("clubs:settings", "en"): (
        "No stakes and no money anywhere in this group. Nothing is deleted: turn it off, and "
        "everything is shown as before.",
        "One complete file, also with the amounts of earlier games for stakes, without links and "
        "devices. Another server can import it.",
    ),
    ("sync:here", "hi"): ("आपके मोबाइल कनेक्शन पर पैसे लग सकते हैं।",),
    ("clubs:settings", "hi"): (
        "इस ग्रुप में कहीं दाँव और पैसे नहीं।",
        "दाँव वाले पुराने खेलों की रक़मों के साथ भी",
    ),
}
"""The switch itself, that a group file is complete, and what a download may cost."""


def money_shown(name: str, response: Any, language: str) -> list[str]:
    text = text_of(response)
    for sentence in SAID.get((name, language), ()):
        assert sentence in text
        text = text.replace(sentence, "")
    if name in RULES:
        html = response.content.decode()
        stakes = [f'name="o-{q}"' for q in AMOUNTS if f'name="o-{q}"' in html]
        return [hit for hit in money_in(text, language) if is_sign(hit)] + stakes
    return money_in(text, language)


AMOUNTS: Final = {
    q.name
    for rules in VARIANTS.values()
    for q in questions(rules.options)
    if isinstance(q.kind, Amount)
} - {
    q.name
    for rules in VARIANTS.values()
    for q in questions(rules.options)
    if not isinstance(q.kind, Amount)
}
"""Names of stakes that no game has for anything else."""


def get_all(world: World, browser: Client) -> Iterator[tuple[str, Any]]:
    for name in NEEDS:
        if name not in WHOLE and (response := browser.get(world.url(name))).status_code == 200:
            yield name, response


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("role", [Role.HOST, Role.VIEWER])
def test_no_page_speaks_of_money(
    role: Role, language: str, settings: Any, monkeypatch: Any
) -> None:
    world = played()
    switch(world.session.club, on=True)
    browser, seen, hits = browser_of(world, role, language, settings), 0, {}
    with readable_images(monkeypatch):
        for name, response in get_all(world, browser):
            seen += 1
            if spoken := money_shown(name, response, language):
                hits[name] = spoken
    assert not hits
    assert seen > (70 if role is Role.HOST else 35)


@pytest.mark.parametrize("language", ["en", "hi"])
def test_no_statement_speaks_of_money(language: str, settings: Any) -> None:
    world = played()
    browser = browser_of(world, Role.HOST, language, settings)
    browser.post(world.url("statements:list"))
    with_money = Statement.objects.get(session=world.session, state=JobState.WAITING)
    statements.produce(with_money.pk)
    switch(world.session.club, on=True)
    path = reverse("statements:file", args=[world.session.code, with_money.pk])
    assert browser.get(path).status_code == 404
    player = world.pks["scoreboard:player"]
    for whose in ("", str(player)):
        browser.post(world.url("statements:list"), {"player": whose})
        browser.post(world.url("statements:season"), {"player": whose})
    for waiting in Statement.objects.filter(state=JobState.WAITING):
        assert statements.produce(waiting.pk)
    drawn = Statement.objects.filter(points_only=True)
    assert drawn.count() == 4
    for statement in drawn:
        space, code = ("season_", world.session.club.code), ("", world.session.code)
        kind, place = space if statement.season_id else code
        for file in ("file", "csv"):
            answer = browser.get(reverse(f"statements:{kind}{file}", args=[place, statement.pk]))
            assert answer.status_code == 200
            assert money_in(text_of(answer), language) == [], (kind, file)
    switch(world.session.club, on=False)
    assert browser.get(path).status_code == 200


def test_strangers_with_a_link_see_no_money() -> None:
    world = played()
    club = world.session.club
    preset_link = share_preset(preset=club.presets.get())[1]
    season_secret = secret_of(create_link(club=club, season=None, shows_money=True, by=None))
    proof_link = proof_links.find_link(world.session)
    assert proof_link is not None
    join, _secret = ensure_link(club=club, role=Role.SCORER, session=None, by=None)
    switch(club, on=True)
    paths = [
        proof_links.link_path(proof_link),
        reverse("clubs:join", args=[secret_of(join)]),
        reverse("house_rules:shared", args=[preset_link]),
        reverse("house_rules:shared_file", args=[preset_link]),
        reverse("public_season:season", args=[season_secret]),
        reverse("public_season:embed", args=[season_secret]),
    ]
    for language in ("en", "hi"):
        for path in paths:
            answer = Client(headers={"Accept-Language": language}).get(path)
            assert answer.status_code == 200, path
            text = text_of(answer).replace('"currency":null', "")
            hits = money_in(text, language)
            assert [hit for hit in hits if "rules" not in path or is_sign(hit)] == [], path


# Addresses of money ----------------------------------------------------------------------------

OF_MONEY: Final = sorted(
    {name for name in NEEDS if name.startswith(("settlement:", "payment_details:"))}
    - {"payment_details:release"}  # shows none, and what is stored can be deleted even so
)


def test_addresses_of_money_say_that_there_are_none() -> None:
    world = played()
    switch(world.session.club, on=True)
    browser, before = make.host_client(world.session.club), rows()
    for name in [*OF_MONEY, "scoreboard:money"]:
        answer = browser.post(world.url(name))
        if name != "settlement:me":
            assert answer.status_code in (409, 405), name
        if answer.status_code == 409:
            outcome = json.loads(answer["X-Outcome"])
            assert (outcome["fate"], outcome["message"]) == ("refused", str(REFUSED))
        got = browser.get(world.url(name))
        assert got.status_code in (404, 405), name
        if got.status_code == 404:
            assert "plays for points only" in got.content.decode()
    assert rows() == before


def test_a_session_ends_without_settling_up() -> None:
    world = played()
    switch(world.session.club, on=True)
    browser = make.host_client(world.session.club)
    answer = browser.post(world.url("starting:session_close"), {"token": make.token()})
    assert answer["Location"].startswith(reverse("scoreboard:session", args=[world.session.code]))
    assert Session.objects.get(pk=world.session.pk).closed_at


def test_what_a_device_brings_of_money_is_refused_in_words() -> None:
    world = played()
    switch(world.session.club, on=True)
    browser, before = make.host_client(world.session.club), rows()
    form = "label=Tea&amount=100&paid_by=1&token=tea"
    item = {"path": world.url("settlement:expense_new"), "body": form, "token": "tea"}
    answer = browser.post(world.url("sync:deliver"), item)
    outcome = json.loads(answer.content)
    assert (outcome["fate"], outcome["message"]) == ("refused", str(REFUSED))
    assert rows() == before


# What is stored --------------------------------------------------------------------------------


def rows() -> str:
    """A digest of every row, but for versions, and what a visit leaves."""
    kept = []
    for model in apps.get_models():
        if model.__module__.startswith("scorekeeper.") and model._meta.db_table not in UNSEEN:
            names = [f.attname for f in model._meta.concrete_fields]
            names = [n for n in names if n not in ("version", "asides", "points_only")]
            values = model._base_manager.order_by("pk").values_list(*names)
            kept.append((model._meta.db_table, [list(map(str, row)) for row in values]))
    return sha256(json.dumps(kept).encode()).hexdigest()


def test_switching_on_and_back_changes_no_row_and_no_page(settings: Any, monkeypatch: Any) -> None:
    world = played()
    browser = browser_of(world, Role.HOST, "en", settings)
    make.sends(world.session, session_balances(world.session).plan.transfers[0])

    def pages() -> dict[str, str]:
        with readable_images(monkeypatch):
            return {
                name: text_of(response)
                for name, response in get_all(world, browser)
                if name
                not in ("clubs:activity", "clubs:devices", "clubs:settings", "proof:session")
            }

    pages()  # what a first visit makes, such as links to show
    seen, before = pages(), rows()
    for on in (True, False):
        switch(world.session.club, on=on)
        assert rows() == before
    assert pages() == seen
    assert rows() == before
    kinds = Happening.objects.filter(club=world.session.club).values_list("kind", flat=True)
    assert {kind for kind in kinds if "points" in kind} == {"points_only_on", "points_only_off"}


def _evening(money: bool) -> tuple[list[Any], list[Any]]:
    """The payments and results of an evening entered by devices that may, or may not, see them."""
    with currencies.reading_as("en", money=money):
        table = make.session(options={"fee": 500}, club=make.club("Some table"))
        session, hand = table.game.session, pool_hand("Asha", Dev=43, Meera=20, Omar="first_drop")
        table = make.play(table, hand, pool_hand("Dev", Asha=30, Meera=60, Omar="wrong_show"))
        other = make.next_game(session, "rummi", make.NAMES[:4])
        make.play(other, {"deal": {"result": "hu"}, "lines": {"Dev": {"won": True, "jokers": 1}}})
        make.host_client(session.club).post(
            reverse("starting:session_close", args=[session.code]), {"token": make.token()}
        )
    paid = Payment.objects.filter(session=session).order_by("pk")
    results = session.games.order_by("number", "results__player__name").values_list(
        "results__player__name", "results__net", "results__took", "results__wins"
    )
    return list(paid.values_list("payer__name", "payee__name", "amount")), list(results)


def test_games_begun_for_stakes_go_on_scoring_them_unseen() -> None:
    assert _evening(money=False) == _evening(money=True)


def test_a_hand_of_a_game_for_stakes_is_previewed_and_saved_without_them() -> None:
    table = make.session("points_rummy", options={"point_value": 100})
    session = table.game.session
    switch(session.club, on=True)  # in the middle of the evening
    browser, played_hand = (
        make.host_client(session.club),
        {
            "who-finish": "0",
            **{f"p{p}-finish": "counted" for p in (1, 2, 3)},
            **{f"p{p}-points": "30" for p in (1, 2, 3)},
            "number": "1",
            "token": "t",
        },
    )
    hand = reverse("entry:hand_new", args=[session.code, 1])
    slip = browser.post(reverse("entry:slip", args=[session.code, 1]), played_hand)
    assert "Result of this hand" in text_of(slip)
    saved = browser.post(hand, played_hand, follow=True)
    assert "Asha wins" in text_of(saved)
    board = browser.get(reverse("scoreboard:session", args=[session.code]))
    for page in (slip, saved, board):
        assert money_in(text_of(page), "en") == []
    assert Payment.objects.filter(session=session).count() == 3


def test_a_form_with_stakes_from_before_starts_a_game_without_any() -> None:
    table = make.session("rummi")
    session, seats = table.game.session, [player.pk for player in table.players]
    switch(session.club, on=True)
    form = {"variant": "rummi", "preset": "1-2-3", "seat": seats, "token": make.token()}
    form |= {"do": "start", "stakes": "Stake ₹5.00", "was-stake": "1", "o-stake": "5"}
    answer = make.host_client(session.club).post(
        reverse("starting:game_new", args=[session.code]), form
    )
    assert json.loads(answer["X-Outcome"])["fate"] == "done"
    assert Game.objects.get(session=session, number=2).options["stake"] == 0


def test_the_same_game_again_has_no_stakes_either_once_money_is_back() -> None:
    club = make.club()
    switch(club, on=True)
    table = make.session("rummi", club=Club.objects.get(pk=club.pk))
    switch(club, on=False)
    table.game.refresh_from_db()
    again = start_again(table=game_table(table.game), token=make.token(), by=None)
    assert again.options["stake"] == 0


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_new_games_have_no_stakes(variant: str) -> None:
    club, rules = make.club(), VARIANTS[variant]
    switch(club, on=True)
    for preset in rules.presets[:2]:
        names = make.NAMES[: max(2, min(rules.seats))]
        options = dict(preset.options)
        game = make.session(variant, names, options, club=Club.objects.get(pk=club.pk)).game
        for q in questions(rules.options):
            if isinstance(q.kind, Amount):
                assert not Game.objects.get(pk=game.pk).options.get(q.name), q.name
    assert not Payment.objects.filter(session__club=club).exists()


def test_the_site_has_the_last_word(settings: Any) -> None:
    world = played()
    browser = make.host_client(world.session.club)
    page = reverse("clubs:settings", args=[world.session.club.code])
    assert 'name="points_only"' in browser.get(page).content.decode()
    settings.POINTS_ONLY = True
    html = browser.get(page).content.decode()
    assert 'name="points_only"' not in html and 'name="currency"' not in html
    form = {"name": "Renamed", "time_zone": "Asia/Kolkata", "language": ""}
    assert browser.post(page, form).status_code == 302
    club = Club.objects.get(pk=world.session.club.pk)
    assert (club.name, club.currency, club.points_only) == ("Renamed", "INR", False)
    assert browser.get(world.url("settlement:settle")).status_code == 404
    update = browser.get(world.url("settlement:settle"), headers={"HX-Request": "true"})
    assert update["HX-Refresh"] == "true", "else an open page takes 404 for a revoked link"
    settings.POINTS_ONLY = False
    assert browser.get(world.url("settlement:settle")).status_code == 200


def test_public_pages_of_a_site_for_points_only_show_no_amount(settings: Any) -> None:
    settings.POINTS_ONLY = True
    places = ["/", "/?time_zone=Europe/Berlin", reverse("rulebook:games")]
    for page in ("game", "try_it"):
        places += [reverse(f"rulebook:{page}", args=[key]) for key in VARIANTS]
    for place in places:
        answer = Client().get(place)
        assert answer.status_code == 200, place
        assert [hit for hit in money_in(text_of(answer), "en") if is_sign(hit)] == [], place
        assert not any(f'name="o-{q}"' in answer.content.decode() for q in AMOUNTS), place
    form = {"token": make.token().ljust(20, "x"), "name": ["Asha", "Dev"], "variant": "rummi"}
    assert Client().post(reverse("home:start"), form).status_code == 302
    assert Game.objects.get().options["stake"] == 0


def test_hosts_switch_it_in_the_settings_of_the_group() -> None:
    world = played()
    browser = make.host_client(world.session.club)
    page = reverse("clubs:settings", args=[world.session.club.code])
    form = {"name": "T", "currency": "INR", "time_zone": "Asia/Kolkata", "language": ""}
    browser.post(page, form | {"points_only": "on"})
    assert Club.objects.get(pk=world.session.club.pk).points_only
    assert 'name="currency"' not in browser.get(page).content.decode()
    browser.post(page, form)
    assert not Club.objects.get(pk=world.session.club.pk).points_only


def test_an_amount_asked_for_where_none_is_shown_is_withheld(monkeypatch: Any) -> None:
    monkeypatch.setattr(currencies, "withhold", WITHHOLD)
    with currencies.reading_as("en", money=False), currencies.reading_as("hi"):
        assert currencies.money(500, "INR") == currencies.signed(500, "INR") == ""
    assert currencies.money(500, "INR")
