"""Walks over every page that is not of one game: what is opened, and in which state it is seen."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from json import dumps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import FilePayload, expect

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Membership, Role
from scorekeeper.clubs.services import say_who
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.jobs.services import new_key
from scorekeeper.extensions.calendar.mail.addresses import stop_secret
from scorekeeper.extensions.calendar.mail.models import MailAddress
from scorekeeper.extensions.calendar.planning.feeds import links
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Says
from scorekeeper.extensions.calendar.planning.services import (
    PlanDetails,
    cancel_plan,
    plan_session,
    save_reply,
)
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.extensions.exchange.people.services import choose_face
from scorekeeper.extensions.tournaments.people.services import set_team
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.house_rules import services as presets
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_session, open_session
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import Way
from scorekeeper.statements.models import Statement
from scorekeeper.table.live.devices import note_behind
from scorekeeper.variants import VARIANTS
from scorekeeper.website.home.demo import TOKEN
from tests.helpers import factories as make
from tests.helpers.browser.law import Visitor, unfold
from tests.helpers.clubs.screens import choose
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import publish_tables, score

NAMES = ("Asha", "Bartholomew", "Dev", "Meera", "Omar", "Priyanka", "Ravi", "Sunita", "Tom", "Zoë")

ANSWERS_NO_PAGE = {
    "health": "for machines",
    "metrics": "for machines",
    **dict.fromkeys(
        ("home:imprint", "home:privacy"),
        "only where the operator gave a text: tests/extensions/operation/test_site_settings.py",
    ),
    **{
        f"tournaments:{act}": "posted; goes back to the page it came from"
        for act in ("people_add", "presence", "team", "wish_withdraw", "check_in", "take_back")
    },
    **{
        f"tournaments:{act}": "posted; goes to the page of the round" for act in ("draw", "publish")
    },
    "tournaments:card": "leads to a hand, or to joining: tests/extensions/tournaments/test_hall.py",
    "home:language": "posted; goes back to the page where the menu was opened",
    "scoreboard:newer": "an empty answer to a phone that asks for news",
    "scoreboard:money": "posted; goes back to the board",
    "entry:slip": "a piece of the capture page, seen there",
    "entry:cards": "a piece of the capture page, seen there",
    "entry:show": "a piece of the capture page",
    "entry:hand_news": "an empty answer to a phone that asks for news",
    "entry:hand_continue": "posted; answers with the capture page",
    "sync:snapshot": "read by the phone's worker; answers in JSON",
    "worker": "a script that a browser runs by itself",
    "file": "read by the phone's worker",
    "begun": "answered by the phone itself, else leads to the first screen",
    "sync:deliver": "posted by the phone's worker; answers in JSON",
    "sync:choice": "posted; answered by the phone itself, else goes back to the board",
    "sync:send": "posted; answered by the phone itself, else goes back to the board",
    "live:news": "an open line on which a page hears of news",
    "live:writing": "posted by a script; answers nothing",
    "entry:hand_delete": "posted; answers with the capture page",
    "entry:hand_restore": "posted; goes to the capture page",
    "entry:game_delete": "posted; goes to the page that says so",
    "entry:game_restore": "posted; goes to the capture page",
    "tournaments:ranking_csv": "a file",
    "tournaments:wall_list": "a file",
    "tournaments:cards": "a file",
    "tournaments:image": "a picture",
    "tournaments:rounds_pdf": "a file",
    "tournaments:ranking_pdf": "a file",
    "tournaments:certificates_pdf": "a file",
    "tournaments:results_json": "a file",
    "tournaments:penalty_withdraw": "posted; goes back to the penalties",
    "tournaments:prizes_undo": "posted; goes back to the prizes",
    "clubs:share_revoke": "posted; goes back to the invitations",
    "clubs:device_remove": "posted; goes back to the phones",
    "clubs:device_role": "posted; goes back to the phones",
    "clubs:device_player": "posted; goes back to the phone",
    "clubs:session_screen": "posted; goes back to the board",
    **{f"group_file:{name}": "a file" for name in ("of_club", "of_session", "json", "csv")},
    "group_file:piece": "posted by a script, piece by piece",
    "payment_details:release": "posted; goes back to the addresses",
    "public_season:season": "for machines",
    "public_season:schema": "for machines",
    "statements:all_time": "posted; goes to the statements of all time",
    "proof:link": "posted; goes back to the proof",
    "house_rules:file": "a file",
    "house_rules:archive": "posted; goes back to the rules",
    "house_rules:share": "posted; answers with the rules",
    "house_rules:unshare": "posted; goes back to the rules",
    "house_rules:shared_file": "a file",
    "settlement:paid": "posted; goes back to settling up",
    "settlement:all_paid": "posted; goes back to settling up",
    "settlement:step": "posted; goes back to settling up",
    "settlement:me": "posted; goes back to settling up",
    "settlement:expense_delete": "posted; goes back to settling up",
    "settlement:carry_over_undo": "posted; goes back to settling up",
    "settlement:unpaid": "posted; goes back to settling up",
    "starting:session_reopen": "posted; goes back to the board",
    "entry:game_resume": "posted; goes on to the next hand",
    "starting:game_again": "posted; goes on to the first hand",
    "rulebook:try_cards": "a piece of the page to try a hand",
    "rulebook:robots": "for machines",
    "rulebook:sitemap": "for machines",
    "approvals:reply": "posted; goes back to the board or the hand",
    "approvals:overrule": "posted; goes back to the hand",
    "approvals:news": "a piece of the page of a hand",
    "statements:state": "a piece of the statements",
    "statements:retry": "a piece of the statements",
    "statements:file": "a file",
    "statements:csv": "a file",
    "statements:zip": "a file",
    **{
        f"statements:season_{name}": "as those of a session"
        for name in ("state", "retry", "file", "csv")
    },
    **{
        f"statements:image_{subject}": "a picture, seen on a page"
        for subject in ("session", "game", "hand")
    },
    "statements:season_image": "a picture, seen on a page",
    **{f"planning:{act}": "posted; goes back to the session" for act in ("reply", "ask")},
    "planning:start": "posted; goes on to seats and rules",
    "planning:feed": "a calendar, for machines",
    "certificates:certificate": "a file, with https only",
    "coming_from:sample": "a file",
    "certificates:profile": "a file, with https only",
}
"""The named addresses that are no page of their own, and why."""
OF_EVERY_GAME = {"entry:hand_new", "rulebook:game", "rulebook:try_it", "starting:game_new"}

Walk = Callable[[Visitor], None]
WALKS: dict[str, tuple[frozenset[str], Walk]] = {}


def walks(*routes: str) -> Callable[[Walk], Walk]:
    """A walk over pages of these names; it must come by each of them."""

    def keep(walk: Walk) -> Walk:
        WALKS[walk.__name__] = (frozenset(routes), walk)
        return walk

    return keep


# Every other page ---------------------------------------------------------------------------


def demo() -> Club:
    call_command("load_demo", "--link", stdout=StringIO(), stderr=StringIO())
    return Club.objects.get(token=TOKEN)


def pooled(hands: int = 3) -> Table:
    entries = [
        make.pool_hand("Bartholomew", Asha=24, Dev="first_drop", Meera=31),
        make.pool_hand("Asha", Bartholomew=38, Dev=8, Meera="middle_drop"),
        make.pool_hand("Dev", Asha=40, Bartholomew=30, Meera=2),
        make.pool_hand("Meera", Asha=79, Bartholomew=79, Dev=80),
    ]
    return make.play(make.session("pool_rummy", NAMES[:4], {"fee": 250000}), *entries[:hands])


@walks(
    *(
        "home:front",
        "home:start",
        "clubs:join",
        "rulebook:games",
        "house_rules:shared",
        "certificates:page",
        *("help:start", "help:messages", "help:keys", "coming_from:page"),
    ),
)
def what_a_stranger_sees(visitor: Any) -> None:
    phone: Visitor = visitor()
    page = phone.open("/")
    page.locator("input[name=variant]").first.check()
    unfold(page)
    phone.look("all games")
    page.goto(phone.site + "/")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.landed("/start/", "nobody named")
    page.locator("input[name=name]").first.fill("Asha")
    page.locator("input[name=name]").nth(1).fill("Asha")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.landed("/start/", "one named twice")
    phone.open("/games/")
    for place in ("", "messages/", "keys/", "coming-from/splitwise/"):
        phone.open(f"/help/{place}")
    phone.open("/trust/")
    phone.open("/join/nothing-here/", status=404)
    phone.open("/rules/nothing-here/", status=404)
    phone.open("/nowhere/", status=404)
    phone.expected = 403
    page.goto(phone.site + "/")
    page.evaluate("document.querySelector('main [name=csrfmiddlewaretoken]').value = 'old'")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.landed("/start/", "a page too old", status=403)


@walks(
    *("home:front", "home:club", "clubs:settings", "clubs:share", "clubs:who"),
    *("clubs:activity", "starting:session_new"),
)
def a_club(visitor: Any) -> None:
    club = demo()
    phone: Visitor = visitor(Role.HOST, club)
    home = f"/g/{club.code}"
    session = club.sessions.filter(closed_at=None).earliest("pk")
    phone.open("/")
    phone.open(f"{home}/")
    phone.open(f"{home}/settings/")
    page = phone.open(f"{home}/share/?session={session.code}")
    expect(page.locator(".invitation__qr")).to_be_visible()
    page.locator("form[action*=revoke] button").first.click()
    phone.landed(f"{home}/share/?taken=1", "undone")
    phone.open(f"{home}/activity/")
    page = phone.open(f"{home}/sessions/new/")
    page.locator("input[name=variant]").first.evaluate("each => each.click()")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.look("started or not")
    phone.open(f"/sessions/{session.code}/who/")


@walks("clubs:devices", "clubs:device", "clubs:recovery", "clubs:recover", "clubs:own_device")
def phones_of_a_club(visitor: Any) -> None:
    club = make.club("The regulars of the Friday table")
    members = [make.member(role, club) for role in (Role.HOST, Role.SCORER, Role.VIEWER)]
    phone: Visitor = visitor(Role.HOST, club)
    home = f"/g/{club.code}"
    page = phone.open(f"{home}/recovery/", name="no code yet")
    page.locator("main form button").first.click()
    phone.landed(f"{home}/recovery/", "a new code")
    phone.open(f"{home}/", name="the code is still to be written down")
    page = phone.open(f"{home}/who/")
    page.locator("input[name=name]").fill("Bartholomew’s old phone")
    page.locator("input[name=name] ~ button, form:has(input[name=name]) button").first.click()
    page = phone.open(f"{home}/devices/")
    unfold(page)
    phone.look("all unfolded")
    phone.open(f"{home}/devices/{members[1].pk}/")
    page = phone.open("/recover/")
    page.locator("input[name=code]").fill("no such code")
    page.locator("main form button").first.click()
    phone.landed("/recover/", "opens nothing")


@walks("clubs:join", "clubs:session_invite", "scoreboard:tv")
def an_invitation(visitor: Any) -> None:
    table = pooled()
    session, club = table.game.session, table.game.session.club
    _link, secret = make.link(Role.SCORER, club, session)
    visitor().open(f"/join/{secret}/")
    phone: Visitor = visitor(Role.HOST, club)
    page = phone.open(f"/sessions/{session.code}/invite/")
    page.locator("form[action*=screen] button").first.click()
    phone.open(f"/sessions/{session.code}/tv/", name="the big screen with a code")
    page = phone.open(f"/sessions/{session.code}/", name="board")
    page.get_by_text("Invite others").first.click()
    expect(page.locator(".invitation__qr")).to_be_visible()
    phone.look("with a code")


@walks("house_rules:list", "house_rules:new", "house_rules:import", "house_rules:show")
def rules_of_a_club(visitor: Any) -> None:
    club = make.club("The regulars of the Friday table")
    phone: Visitor = visitor(Role.HOST, club)
    path = f"/g/{club.code}/rules/"
    phone.open(path, name="no rules yet")
    phone.open(f"{path}new/")
    page = phone.open(f"{path}new/?variant=house_game")
    unfold(page)
    phone.look("all unfolded")
    page.get_by_role("button", name="Save", exact=True).click()
    phone.look("without a name")
    page = phone.open(f"{path}import/")
    page.locator("textarea").fill("{broken")
    page.get_by_role("button", name="Preview rules").click()
    phone.look("unreadable")
    kept(club)
    phone.open(path)
    phone.open(f"{path}{kept(club).pk}/")


def kept(club: Club, **fields: Any) -> ClubPreset:
    rules = VARIANTS["rummi"]
    return presets.save_preset(
        club=club,
        rules=rules,
        options={"stake": 5000},
        name="As at home",
        note="For coins",
        **fields,
    )


@walks("house_rules:show", "house_rules:edit", "house_rules:shared", "house_rules:import")
def rules_handed_on(visitor: Any) -> None:
    club = make.club()
    first = kept(club)
    phone: Visitor = visitor(Role.HOST, club)
    path = f"/g/{club.code}/rules/"
    page = phone.open(f"{path}{first.pk}/edit/")
    unfold(page)
    phone.look("all unfolded")
    page = phone.open(f"{path}{first.pk}/", colours=False)
    page.get_by_role("button", name="Share with other groups").click()
    expect(page.locator(".invitation__qr")).to_be_visible()
    phone.look("with a code")
    shared = urlsplit(page.locator("[data-url]").input_value()).path
    visitor().open(shared)
    other: Visitor = visitor(Role.HOST, make.club("Others", currency="EUR"))
    page = other.open(shared)
    page.get_by_role("button", name="Import into").click()
    other.landed("/g/x/rules/import/", "looked at")


@walks(
    "scoreboard:session",
    "scoreboard:tv",
    "scoreboard:hand",
    "scoreboard:player",
    "settlement:settle",
)
def a_session_that_is_on(visitor: Any) -> None:
    club = demo()
    session = club.sessions.filter(closed_at=None).earliest("pk")
    phone: Visitor = visitor(Role.HOST, club)
    path = f"/sessions/{session.code}"
    page = phone.open(f"{path}/")
    page.locator(".board__money button").click()
    unfold(page)
    phone.look("money, all unfolded")
    phone.open(f"{path}/tv/")
    phone.open(f"{path}/tv/?money=1")
    hand = Hand.objects.filter(game__session=session).latest("pk")
    page = phone.open(hand_address("scoreboard:hand", hand))
    unfold(page)
    phone.look("all unfolded")
    phone.open(f"{path}/players/{club.players.earliest('pk').pk}/")
    phone.open(f"{path}/settle/")
    visitor(Role.VIEWER, club).open(f"{path}/", name="board for a viewer")


SEND = """([action, fields]) => {
  const form = document.createElement("form");
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  for (const [name, value] of Object.entries({ ...fields, csrfmiddlewaretoken: token })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(Object.assign(form, { method: "post", action }));
  form.submit();
}"""
UNHIDE = "document.querySelectorAll('[data-offline] [hidden]').forEach(each => each.hidden = false)"


@walks("sync:here", "sync:compare", "scoreboard:session")
def a_session_that_comes_along(visitor: Any) -> None:
    table = pooled()
    session, fields = table.game.session, {"token": make.token(), "number": 3, "who-finish": 0}
    for person in (1, 2, 3):
        fields |= {f"p{person}-finish": "counted", f"p{person}-points": 20 + person}
    path = f"/sessions/{session.code}"
    hand = {"path": f"{path}/games/1/hand/", "body": urlencode(fields), "token": fields["token"]}
    paid = {"path": f"{path}/settle/paid/", "body": "", "token": "x"}
    says = "Bartholomew already saved hand 3"
    waits = [
        {**hand, "at": 1795000000000, "state": "asks", "says": says},
        {**hand, "state": "sent"},
        paid,
    ]
    phone: Visitor = visitor(Role.SCORER, session.club)
    page = phone.open(f"{path}/offline/")
    page.evaluate(UNHIDE)
    phone.look("every state")
    page.evaluate(SEND, [f"{path}/offline/", {"items": dumps(waits)}])
    expect(page.get_by_role("heading", name="Entered on this device")).to_be_visible()
    phone.look("what waits")
    page.evaluate(SEND, [f"{path}/offline/compare/", {**hand, "says": says, "later": "2"}])
    expect(page.get_by_role("button", name="Replace hand 3 with mine")).to_be_visible()
    phone.landed(f"{path}/offline/compare/", "two hands")
    page.evaluate(SEND, [f"{path}/offline/compare/", {**paid, "says": "It has changed."}])
    expect(page.get_by_role("button", name="Discard mine")).to_be_visible()
    phone.landed(f"{path}/offline/compare/", "no hand")
    note_behind(session=session, by=Membership.objects.latest("pk"), count=3)
    other: Visitor = visitor(Role.VIEWER, session.club)
    other.open(f"{path}/", name="three hands are not here yet")


@walks(
    "scoreboard:session",
    "scoreboard:hand",
    "scoreboard:tv",
    "starting:session_close",
    "approvals:settings",
)
def a_line_that_is_contested(visitor: Any) -> None:
    table = pooled()
    session = table.game.session
    host: Visitor = visitor(Role.HOST, session.club)
    page = host.open(f"/sessions/{session.code}/approvals/")
    page.get_by_role("button", name="Turn on approvals").click()
    host.look("asked")
    phone: Visitor = visitor(Role.VIEWER, session.club)
    say_who(membership=Membership.objects.latest("pk"), player=table.players[1])
    page = phone.open(f"/sessions/{session.code}/")
    unfold(page)
    phone.look("a line to accept")
    page.get_by_label("What is wrong?").fill("I dropped before the first card, not later")
    page.get_by_role("button", name="Dispute hand").click()
    phone.look("contested")
    hand = Hand.objects.filter(game=table.game).latest("number")
    page = host.open(hand_address("scoreboard:hand", hand))
    unfold(page)
    host.look("contested")
    host.open(f"/sessions/{session.code}/approvals/", name="contested")
    host.open(f"/sessions/{session.code}/close/", name="contested")
    host.open(f"/sessions/{session.code}/tv/", name="contested")


@walks(
    *("scoreboard:session", "scoreboard:player", "settlement:settle", "starting:session_close"),
    *("statements:list", "statements:all"),
)
def a_session_that_is_over(visitor: Any) -> None:
    table = pooled(hands=4)
    session = table.game.session
    phone: Visitor = visitor(Role.HOST, session.club)
    path = f"/sessions/{session.code}"
    phone.open(f"{path}/")
    phone.open(f"{path}/games/1/hand/", name="capture of a game that is over")
    phone.open(f"{path}/players/{table.players[1].pk}/")
    page = phone.open(f"{path}/settle/")
    unfold(page)
    page.locator("[name=part]").first.fill("a lot")
    phone.expected = 400
    page.locator("form:has([name=part]) button").first.click()
    expect(page.locator("#part-error")).to_be_visible()
    phone.look("a part that is none")
    make.hands_over(session, table.players[0], table.players[1], 100000)
    phone.open(f"{path}/settle/", name="settled in part")
    page = phone.open(f"{path}/statements/")
    page.get_by_role("button", name="Create PDF").first.click()
    expect(page.locator(".statement-state__files").first).to_be_visible()
    phone.look("with a statement")
    page.get_by_role("button", name="All statements of this session").click()
    expect(page.get_by_text("Download all as one ZIP")).to_be_visible()
    phone.landed(f"{path}/statements/all/", "all statements are there")
    visitor(Role.VIEWER, session.club).open(f"{path}/statements/all/", name="all, for a viewer")
    phone.open(f"{path}/close/")
    page.get_by_role("button", name="End session and settle up").click()
    phone.open(f"{path}/close/", name="closed")
    phone.open(f"{path}/", name="board of a closed session")
    phone.open(f"{path}/settle/", name="settle up, closed")
    amend = hand_address("entry:hand_edit", Hand.objects.latest("pk"))
    scorer: Visitor = visitor(Role.SCORER, session.club)
    scorer.open(amend, name="a correction refused")


@walks("statements:share_session", "statements:share_game", "statements:share_hand")
def results_to_be_shared(visitor: Any) -> None:
    table = pooled(hands=4)
    session = table.game.session
    phone: Visitor = visitor(Role.VIEWER, session.club)
    path, hand = f"/sessions/{session.code}", Hand.objects.latest("pk")
    page = phone.open(f"{path}/image/")
    unfold(page)
    phone.look("all unfolded")
    phone.open(f"{path}/games/1/image/?money=0")
    phone.open(hand_address("statements:share_hand", hand))
    empty = open_session(club=session.club, played_on=session.played_on)
    phone.open(f"/sessions/{empty.code}/image/", name="nothing to share yet")


@walks("scoreboard:hand", "scoreboard:player", "settlement:settle", "entry:hand_edit")
def a_session_corrected_after_closing(visitor: Any) -> None:
    table = make.session("paplu", NAMES[:4], {"rounds": None}, club=make.club())
    entry = make.pool_hand("Asha", Bartholomew=20, Dev=30, Meera="first_drop")
    session = make.play(table, entry, entry).game.session
    asha, other = table.players[:2]
    make.hands_over(session, other, asha, 1500)
    close_session(session=session)
    phone: Visitor = visitor(Role.HOST, session.club)
    path, first = f"/sessions/{session.code}", Hand.objects.earliest("pk")
    phone.open(hand_address("scoreboard:hand", first), name="hand of a closed session")
    page = phone.open(hand_address("entry:hand_edit", first))
    page.locator("input[name=p1-points]").fill("35")
    page.locator(".hand__save").click()
    expect(page.get_by_role("heading", name="Edit hand 1?")).to_be_visible()
    phone.look("what it changes")
    page.get_by_role("button", name="Back to your entry").click()
    expect(page.locator("input[name=p1-points]")).to_have_value("35")
    page.locator(".hand__save").click()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="Edited after the session ended")).to_be_visible()
    phone.landed(f"{path}/settle/", "corrected after closing")
    phone.open(f"{path}/players/{other.pk}/", name="whom it concerns")


@walks("proof:session", "proof:shown")
def a_session_proven(visitor: Any) -> None:
    played_table = pooled(hands=4)
    session = played_table.game.session
    phone: Visitor = visitor(Role.HOST, session.club)
    page = phone.open(f"/sessions/{session.code}/proof/")
    page.get_by_role("button", name="Create link").click()
    expect(page.locator(".invitation__qr")).to_be_visible()
    phone.landed(f"/sessions/{session.code}/proof/", "with its link")
    shown = urlsplit(page.locator("[data-url]").input_value()).path
    visitor().open(shown)
    visitor().open("/proof/nothing-here/", status=404)
    broken = pooled(hands=2)
    Hand.objects.filter(game=broken.game, number=1).update(digest="0" * 64)
    table = broken.game.session
    other: Visitor = visitor(Role.VIEWER, table.club)
    other.open(f"/sessions/{table.code}/proof/", name="a session that was changed")


@walks(
    "payment_details:of_session", "payment_details:of_club", "settlement:pay", "settlement:settle"
)
def paid_from_a_phone(visitor: Any) -> None:
    table = pooled(hands=4)
    session = table.game.session
    owed = session_balances(session).plan.transfers[0]
    phone: Visitor = visitor(Role.VIEWER, session.club)
    say_who(membership=session.club.memberships.latest("pk"), player=owed.payee)
    path = f"/sessions/{session.code}"
    phone.open(f"{path}/settle/pay/{owed.payer.pk}/{owed.payee.pk}/", name="no address yet")
    page = phone.open(f"{path}/payment-details/")
    unfold(page)
    page.locator("[name=upi]").fill("asha@okbank")
    page.locator("[name=iban]").fill("DE89 3704 0044 0532 0130 01")
    phone.expected = 400
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#iban-error")).to_be_visible()
    phone.look("a wrong digit")
    page.locator("[name=iban]").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    phone.landed(f"{path}/payment-details/?kept", "kept")
    phone.open(f"/g/{session.club.code}/payment-details/")
    phone.open(f"{path}/settle/", name="with a QR code to show")
    phone.open(f"{path}/settle/pay/{owed.payer.pk}/{owed.payee.pk}/", name="my QR code")
    payer: Visitor = visitor(Role.VIEWER, session.club)
    say_who(membership=session.club.memberships.latest("pk"), player=owed.payer)
    page = payer.open(f"{path}/settle/", name="with an address to pay to")
    page.locator(".transfer--mine summary").click()
    page.get_by_role("link", name="Pay now").click()
    payer.landed(f"{path}/settle/pay/1/2/", "pay now")


@walks("mail:of_session", "mail:of_club", "mail:send", "mail:stop")
def sheets_by_mail(visitor: Any) -> None:
    table = pooled(hands=4)
    session = table.game.session
    path = f"/sessions/{session.code}"
    phone: Visitor = visitor(Role.HOST, session.club)
    phone.open(f"/g/{session.club.code}/mail-to/", name="whose phone is not said")
    say_who(membership=session.club.memberships.latest("pk"), player=table.players[1])
    page = phone.open(f"{path}/mail-to/")
    page.locator("[name=address]").fill("bartholomew")
    phone.expected = 400
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#address-error")).to_be_visible()
    phone.look("no address")
    page.locator("[name=address]").fill("bartholomew@example.org")
    page.get_by_role("button", name="Save", exact=True).click()
    phone.landed(f"{path}/mail-to/?kept", "kept")
    page = phone.open(f"{path}/mail/")
    page.get_by_role("button", name="Send 1 e-mail").click()
    expect(page.get_by_text("Sent", exact=False).first).to_be_visible()
    phone.landed(f"{path}/mail/", "sent")
    address = MailAddress.objects.get()
    page = visitor().open(f"/mail/stop/{stop_secret(address)}/")
    page.get_by_role("button", name="Stop e-mails").click()
    expect(page.get_by_text("no longer sends e-mails")).to_be_visible()


@walks("chats:chats")
def results_in_chats(visitor: Any) -> None:
    club = make.club("The regulars of the Friday table")
    phone: Visitor = visitor(Role.HOST, club)
    page = phone.open(f"/g/{club.code}/chats/")
    for kind in ("Telegram", "Webhook", "WhatsApp"):
        page.locator("summary", has_text=kind).click()
    phone.look("steps of each kind")
    page.locator("summary", has_text="Discord").click()
    page.locator("#discord-url").fill("discord.com/api/webhooks/1")
    phone.expected = 409
    page.get_by_role("button", name="Add Discord").click()
    expect(page.locator("#discord-url_error")).to_be_visible()
    phone.look("no address")
    page.locator("#discord-url").fill("https://127.0.0.1/api/webhooks/1234567890")
    page.get_by_role("button", name="Add Discord").click()
    phone.landed(f"/g/{club.code}/chats/", "added")
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("private network", exact=False)).to_be_visible()
    phone.look("a private address")
    page.locator("summary", has_text="Webhook").click()
    page.locator("#webhook-url").fill("https://example.org/results")
    page.get_by_role("button", name="Add Webhook").click()
    phone.landed(f"/g/{club.code}/chats/", "a webhook")


@walks("jobs:page")
def jobs_that_wait_and_failed(visitor: Any) -> None:
    session = pooled(hands=1).game.session
    stuck = timezone.now() + timedelta(days=1)
    Statement.objects.create(session=session, version=1, due_at=stuck, state=JobState.RUNNING)
    why = "Couldn’t save the statement. Try again in a moment."
    for version in (2, 3):
        failed = JobState.FAILED
        Statement.objects.create(session=session, version=version, state=failed, error=why)
    page = visitor().open(reverse("jobs:page", args=[new_key()]))
    expect(page.get_by_role("button", name="Try again")).to_have_count(2)


@walks(*(f"planning:{page}" for page in ("calendar", "new", "plan", "edit", "cancel", "links")))
def sessions_that_are_planned(visitor: Any) -> None:
    club = make.club("The regulars of the Friday table")
    players = clubs.add_players(club=club, names=NAMES)
    phone: Visitor = visitor(Role.HOST, club)
    home = f"/g/{club.code}"
    phone.open(f"{home}/calendar/", name="nothing is planned")
    page = phone.open(f"{home}/calendar/new/")
    phone.expected = 400
    page.get_by_role("button", name="Schedule session").click()
    phone.landed(f"{home}/calendar/new/", "no day", status=400)
    page.locator("[name=day]").fill(str(timezone.localdate() + timedelta(days=1)))
    page.locator("[name=place]").fill("At Bartholomew’s, second floor, ring twice")
    page.locator("[name=game]").select_option("pool_rummy:201")
    page.locator("[name=seats]").fill("4")
    phone.expected = 200
    page.get_by_role("button", name="Schedule session").click()
    planned = PlannedSession.objects.get()
    there = f"{home}/calendar/{planned.pk}/"
    phone.landed(there, "nobody has said anything")
    say_who(membership=club.memberships.latest("pk"), player=players[6])
    words = [Says.COMES] * 6 + [Says.COMES, Says.PERHAPS, Says.NOT]
    for player, word in zip(players, words, strict=False):
        save_reply(planned=planned, player=player, says=word)
    page = phone.open(there, name="with a waiting list")
    unfold(page)
    phone.look("unfolded")
    phone.open(f"{home}/")
    phone.open(f"{home}/calendar/")
    phone.open(f"{there}edit/")
    phone.open(f"{there}cancel/")
    page = phone.open(f"{home}/calendar/links/", name="no links")
    page.get_by_role("button", name="Create link").first.click()
    phone.landed(f"{home}/calendar/links/", "with a link")


@walks("planning:addresses", "planning:mine")
def a_player_with_a_link(visitor: Any) -> None:
    club = make.club("The regulars of the Friday table")
    players = clubs.add_players(club=club, names=NAMES)
    link = links.ensure_link(players[1])
    assert link is not None
    member: Visitor = visitor(Role.VIEWER, club)
    member.open(f"/g/{club.code}/calendar/addresses/", name="whose phone is not said")
    say_who(membership=club.memberships.latest("pk"), player=players[0])
    page = member.open(f"/g/{club.code}/calendar/addresses/")
    page.get_by_role("button", name="Create link").click()
    member.landed(f"/g/{club.code}/calendar/addresses/", "with an address")
    phone: Visitor = visitor()
    phone.open(links.link_path(link), name="nothing is planned")
    soon = timezone.now() + timedelta(days=2)
    details = PlanDetails(soon, "Asia/Kolkata", place="At Omar’s", seats=2, note="Bring chips")
    session = plan_session(club=club, details=details, token="planned")
    page = phone.open(links.link_path(link))
    page.get_by_role("button", name="Going").click()
    expect(page.get_by_text("You have a seat.")).to_be_visible()
    phone.look("comes")
    cancel_plan(planned=session)
    phone.open(links.link_path(link), name="called off")


@walks("group_file:take", "group_file:anonymize")
def out_and_in(visitor: Any) -> None:
    table = pooled(hands=2)
    club = table.game.session.club
    phone: Visitor = visitor(Role.HOST, club)
    phone.open(f"/g/{club.code}/players/{table.players[0].pk}/anonymize/")
    page = phone.open("/document/")
    broken: FilePayload = {"name": "club.json", "mimeType": "application/json", "buffer": b"{"}
    page.locator("[type=file]").set_input_files(broken)
    phone.expected = 400
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#file-error")).not_to_be_empty()
    phone.look("no document")
    content = text(document(Extent(club))).encode()
    whole: FilePayload = {"name": "club.json", "mimeType": "application/json", "buffer": content}
    page.locator("[type=file]").set_input_files(whole)
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("are already here")).to_be_visible()
    phone.look("all here already")


@walks(
    "settlement:settle",
    "settlement:expense_new",
    "settlement:deposit_new",
    "settlement:carry_over_new",
)
def money_beside_the_games(visitor: Any) -> None:
    table = pooled(hands=4)
    session = table.game.session
    phone: Visitor = visitor(Role.HOST, session.club)
    path = f"/sessions/{session.code}"
    page = phone.open(f"{path}/settle/carry-over/", name="no later session")
    page = phone.open(f"{path}/settle/expense/")
    phone.expected = 400
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#label-error")).to_be_visible()
    unfold(page)
    phone.look("nothing typed")
    page.get_by_label("What was it for?").fill("Samosas and very sweet tea")
    page.get_by_label("How much").fill("1001")
    page.get_by_role("group", name="Who paid it?").get_by_text("Asha").click()
    page.get_by_text("By shares").click()
    expect(page.locator("[name=shown]")).to_be_attached()
    phone.look("by shares")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Expense saved.")).to_be_visible()
    phone.landed(f"{path}/settle/", "with a cost")
    page = phone.open(f"{path}/settle/deposit/")
    phone.expected = 400
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#payers-error")).to_be_visible()
    phone.look("nothing typed")
    make.hands_over(session, table.players[0], table.players[1], 5000)
    later = open_session(club=session.club, played_on=session.played_on)
    page = phone.open(f"{path}/settle/carry-over/", name="a later session")
    page.get_by_role("button", name="Carry over").click()
    page.wait_for_url("**/settle/")
    phone.landed(f"{path}/settle/", "taken along")
    phone.open(f"/sessions/{later.code}/settle/", name="brought from another session")


@walks("settlement:settle", "settlement:method_list", "settlement:method_save", "settlement:round")
def ways_to_settle(visitor: Any) -> None:
    table = pooled(hands=4)
    session = table.game.session
    path = f"/sessions/{session.code}"
    make.hands_over(session, table.players[0], table.players[1], 1234)
    visitor(Role.VIEWER, session.club).open(f"{path}/settle/methods/", name="ways for a viewer")
    phone: Visitor = visitor(Role.HOST, session.club)
    page = phone.open(f"{path}/settle/methods/")
    page.get_by_text("One banker").click()
    phone.expected = 400
    page.get_by_role("button", name="Save settlement method").click()
    expect(page.get_by_role("alert")).to_be_visible()
    phone.landed(f"{path}/settle/method/", "nobody keeps the bank", status=400)
    page.get_by_role("group", name="Who is the banker?").get_by_text("Asha").click()
    page.get_by_text("₹10", exact=True).click()
    page.get_by_role("button", name="Save settlement method").click()
    expect(page.get_by_role("heading", name="Rounded to ₹10")).to_be_visible()
    phone.landed(f"{path}/settle/", "by a banker, rounded")
    make.hands_over(session, table.players[2], table.players[1], 777)
    page = phone.open(f"{path}/settle/", name="rounded before it changed")
    page.get_by_role("button", name="Round again").click()
    expect(page.get_by_text("has changed since")).to_have_count(0)
    phone.landed(f"{path}/settle/round/", "rounded again")
    page = phone.open(f"{path}/settle/methods/", colours=False)
    page.get_by_text("By household").click()
    for select in page.locator("select.purse").all()[:2]:
        select.select_option("1")
    page.get_by_role("button", name="Save settlement method").click()
    page.wait_for_url("**/settle/")
    phone.landed(f"{path}/settle/", "by purse")


@walks("settlement:why", "settlement:why_hands", "settlement:settle")
def why_each_pays(visitor: Any) -> None:
    played_table = make.session("paplu", NAMES[:4], {"rounds": None}, club=make.club())
    entry = make.pool_hand("Asha", Bartholomew=20, Dev=30, Meera="first_drop")
    session = make.play(played_table, entry, entry).game.session
    dev, asha = played_table.players[2], played_table.players[0]
    make.hands_over(session, dev, asha, 1500)
    phone: Visitor = visitor(Role.VIEWER, session.club)
    page = phone.open(f"/sessions/{session.code}/settle/")
    page.get_by_role("link", name="Why?").first.click()
    phone.landed(f"/sessions/{session.code}/settle/why/1/2/", "why, fewest")
    why = f"/sessions/{session.code}/settle/why/{dev.pk}/{asha.pk}/"
    for way in (Way.DIRECT, Way.PURSES):
        purses = [[asha.pk, played_table.players[1].pk]] if way == Way.PURSES else []
        agree(session=session, way=way, purses=purses, token=make.token(), by=None)
        phone.open(why, name=f"why, {way}")
    phone.open(f"{why}1/")
    pot = pooled(hands=4)
    table = pot.game.session
    other: Visitor = visitor(Role.VIEWER, table.club)
    ends = f"{pot.players[0].pk}/{pot.players[3].pk}"
    other.open(f"/sessions/{table.code}/settle/why/{ends}/1/", name="hands with a pot")


@walks(
    "starting:game_new",
    "starting:game_close",
    "starting:game_rules",
    "starting:table_card",
    "starting:seats",
    "starting:session_close",
)
def games_of_a_session(visitor: Any) -> None:
    table = make.session("paplu", NAMES[:4], club=make.club())
    table = make.play(table, make.pool_hand("Asha", Bartholomew=3, Dev=4, Meera=5))
    club, session = table.game.session.club, f"/sessions/{table.game.session.code}"
    clubs.add_players(club=club, names=["Omar", "Wilhelmine"])
    phone: Visitor = visitor(Role.HOST, club)
    phone.open(f"{session}/games/new/?choose=1")
    phone.open(f"{session}/games/1/rules/")
    phone.open(f"{session}/games/1/table-card/")
    page = phone.open(f"{session}/games/1/seats/")
    page.get_by_role("button", name="Dev leaves").click()
    expect(page.get_by_role("status")).to_contain_text("Dev left")
    phone.look("somebody left")
    page.get_by_role("button", name="Joins from hand").click()
    expect(page.locator(".error").first).to_be_visible()
    phone.look("nobody joins")
    page.get_by_label("New player").fill("Maximiliane")
    expect(page.get_by_role("radio", name="In Dev’s seat")).to_be_checked()
    page.get_by_role("button", name="Joins from hand").click()
    expect(page.get_by_role("status")).to_contain_text("Maximiliane now sits in Dev’s seat")
    phone.look("somebody took over a seat")
    phone.open(f"{session}/games/1/hand/")
    phone.open(f"{session}/games/1/close/")
    phone.open(f"{session}/close/")
    other = pooled(hands=1)
    path = f"/sessions/{other.game.session.code}/games/1"
    phone = visitor(Role.HOST, other.game.session.club)
    phone.open(f"{path}/seats/", name="seats that stay")
    phone.open(f"{path}/hand/")


@walks(
    *("seasons:table", "seasons:player", "seasons:course", "seasons:season_new"),
    *("seasons:season_change", "seasons:charts", "statements:season"),
    *("seasons:rivals", "statements:season_share"),
)
def seasons(visitor: Any) -> None:
    club = demo()
    phone: Visitor = visitor(Role.HOST, club)
    page = phone.open(f"/g/{club.code}/seasons/{club.seasons.get().pk}/statements/")
    page.get_by_role("button", name="Create PDF").first.click()
    expect(page.locator(".statement-state__files").first).to_be_visible()
    phone.look("with the season's statement")
    phone.open(f"/g/{club.code}/standings/")
    page = phone.open(f"/g/{club.code}/standings/?season=all")
    page.get_by_role("button", name="All-time PDF").click()
    page.wait_for_url("**/statements/")
    phone.look("all time on paper")
    phone.open(f"/g/{club.code}/standings/?season=all&variant=rummi")
    somebody = club.players.earliest("pk").pk
    page = phone.open(f"/g/{club.code}/players/{somebody}/rivals/")
    unfold(page)
    phone.look("partner and rivals, unfolded")
    page = phone.open(f"/g/{club.code}/players/{somebody}/")
    page.get_by_label("Compare with").select_option(index=1)
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**/?with=*")
    phone.look("two players beside each other")
    for by in Measure:
        phone.open(f"/g/{club.code}/standings/?season=all&by={by}")
        phone.open(f"/g/{club.code}/standings/{somebody}/?season=all&by={by}")
    page = phone.open(f"/g/{club.code}/standings/charts/?season=all")
    unfold(page)
    phone.look("charts, unfolded")
    for chart in ("race", "taken", "counts", "days"):
        phone.open(f"/g/{club.code}/standings/image/?season=all&chart={chart}")
    phone.open(f"/g/{club.code}/standings/image/?season=all&chart=taken&money=0")
    season = club.seasons.get(starts__isnull=False)
    page = phone.open(f"/g/{club.code}/seasons/{season.pk}/")
    unfold(page)
    page.get_by_label("Ranked by").select_option("places")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/standings/?season=*")
    phone.look("a season by places")
    page = phone.open(f"/g/{club.code}/seasons/new/")
    phone.expected = 400
    page.get_by_role("button", name="Start season").click()
    expect(page.locator(".error").first).to_be_visible()
    phone.look("sent empty")
    session = club.sessions.earliest("pk")
    page = phone.open(f"/sessions/{session.code}/")
    page.get_by_role("button", name="Hide money").click()
    expect(page.get_by_role("button", name="Show money")).to_be_visible()
    phone.open(f"/g/{club.code}/standings/?season=all", name="a season without money")
    phone.open(f"/g/{club.code}/players/{somebody}/", name="a player without money")
    empty = make.club("Nobody yet")
    [nobody] = clubs.add_players(club=empty, names=["Wilhelmine"])
    phone = visitor(Role.HOST, empty)
    phone.open(f"/g/{empty.code}/standings/", name="standings of nobody")
    phone.open(f"/g/{empty.code}/standings/charts/", name="charts of nothing")
    phone.open(f"/g/{empty.code}/players/{nobody.pk}/", name="player without a hand")
    phone.open(f"/g/{empty.code}/", name="home of nobody")


@walks("people:people", "people:merge", "people:unmerge", "people:leave", "people:avatar")
def people(visitor: Any) -> None:
    table = pooled()
    club = table.game.session.club
    clubs.add_players(club=club, names=["asha.", "Bartholomew B."])
    phone: Visitor = visitor(Role.HOST, club)
    home, person = f"/g/{club.code}", table.players[0]
    page = phone.open(f"{home}/people/")
    page.locator("#doubles + p + ul a").first.click()
    phone.look("two names, foreseen")
    page.locator("main form[method=post] button").click()
    phone.landed(f"{home}/people/?done=joined", "joined")
    pk = club.same_people.get().pk
    phone.open(f"{home}/people/{pk}/unmerge/")
    phone.open(
        f"{home}/people/merge/?name={person.pk}&person={table.players[1].pk}", name="two people"
    )
    page = phone.open(f"{home}/players/{person.pk}/leave/")
    page.locator("main form button").click()
    phone.look("has left")
    phone.open(f"{home}/people/", name="somebody has left")
    page = phone.open(f"{home}/players/{person.pk}/avatar/")
    phone.expected = 400
    page.locator("main form button").first.click()
    phone.look("a face of nothing")
    choose_face(player=table.players[1], face="4QH")
    for player in table.players[2:4]:
        choose_face(player=player, face="210S")
    phone.open(f"/sessions/{table.game.session.code}/", name="a board with faces")
    phone.open(f"{home}/standings/?season=all", name="a season with faces")


BOOK = "Date,Asha,Bartholomew,dev,Nobody known\n2024-11-30,120,-80,-40,\n2024-12-07,-50,,,50\n"


@walks("spreadsheets:imports", "spreadsheets:import", "spreadsheets:session")
def earlier_sessions(visitor: Any) -> None:
    club = pooled().game.session.club
    phone: Visitor = visitor(Role.HOST, club)
    imports = f"/g/{club.code}/spreadsheets/"
    page = phone.open(imports)
    for label, typed in (
        ("faults", BOOK + "2024-12-14,1,=A1,,x\nsoon,1,1,,\n"),
        ("which day first", BOOK + "3/4/2024,1,-1,,\n"),
        ("what it would bring", BOOK),
    ):
        page.locator("#text").fill(typed)
        page.locator("button[value=look]").last.click()
        phone.look(label)
    page.locator("#text").evaluate("(field, text) => { field.value = text; }", BOOK * 1200)
    page.locator("button[value=look]").last.click()
    expect(page.locator("#long")).to_be_focused()
    phone.look("too long to be sent")
    assert page.locator("#text").input_value() == BOOK * 1200, "what was typed is kept"
    page.locator("#text").evaluate("(field, text) => { field.value = text; }", BOOK)
    page.locator("button[value=look]").last.click()
    page.locator("button[value=take]").click()
    page.wait_for_url("**/spreadsheets/*/?done=1")
    phone.look("it is in")
    session = club.sessions.filter(kind="imported").earliest("pk")
    phone.open(f"/sessions/{session.code}/spreadsheet/")
    phone.open(f"/g/{club.code}/", name="home with an earlier session")
    page = phone.open(f"/g/{club.code}/spreadsheets/{club.spreadsheet_imports.get().pk}/")
    page.locator("main form button").click()
    phone.look("undone")


@walks("public_season:share", "public_season:embed", "rebuilds:rebuild")
def a_season_for_others(visitor: Any) -> None:
    club = demo()
    phone: Visitor = visitor(Role.HOST, club)
    page = phone.open(f"/g/{club.code}/standings/share/")
    page.get_by_label("Show money too").check()
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("button", name="Revoke link")).to_be_visible()
    phone.look("with a link")
    there = page.get_by_role("link", name="View standings").get_attribute("href") or ""
    phone.open(urlsplit(there).path)
    page = phone.open(f"/g/{club.code}/standings/rebuild/")
    page.get_by_role("button", name="Recalculate").click()
    expect(page.get_by_text("Sessions: ")).to_be_visible()
    phone.look("working it out")


@walks(
    "entry:hand_new",
    "entry:hand_edit",
    "entry:hand_insert",
    "entry:game_deleted",
    "scoreboard:hand",
)
def hands_that_are_not_so_simple(visitor: Any) -> None:
    table = pooled()
    session = table.game.session
    path = f"/sessions/{session.code}/games/1"
    phone: Visitor = visitor(Role.HOST, session.club)
    first, second, *_rest = Hand.objects.filter(game=table.game).order_by("pk")
    phone.open(f"{path}/hands/{first.token}/edit/")
    page = phone.open(f"{path}/hands/{first.token}/insert/")
    page.locator(".hand__save").click()
    expect(page.locator(".faults")).to_be_visible()
    phone.look("not a hand")
    page = phone.open(hand_address("scoreboard:hand", second))
    unfold(page)
    page.get_by_role("button", name="Delete hand").click()
    expect(page.get_by_text(f"Hand {second.number} deleted.")).to_be_visible()
    phone.look("taken out")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".result")).to_be_visible()
    phone.look("restored")
    other = make.next_game(session, "points_rummy", NAMES[:4])
    next_game = f"/sessions/{session.code}/games/{other.game.number}"
    page = phone.open(f"{next_game}/hand/")
    page.get_by_role("button", name="Delete this game").click()
    phone.landed(f"{next_game}/deleted/", "removed")
    stale(phone, table, path)
    viewer: Visitor = visitor(Role.VIEWER, session.club)
    viewer.open(f"{path}/hand/", status=403, name="capture for a viewer")


def stale(phone: Visitor, table: Table, path: str) -> None:
    """A hand that somebody else has saved meanwhile."""
    page = phone.open(f"{path}/hand/", name="before somebody else saves")
    page.locator(".who .chip", has_text="Asha").click()
    for field in page.locator("[data-pad]:visible").all():
        field.fill("9")
    make.play(table, make.pool_hand("Meera", Asha=3, Bartholomew=4, Dev=5))
    phone.expected = 409
    page.locator(".hand__save").click()
    expect(page.get_by_text("already saved")).to_be_visible()
    phone.look("somebody else saved")
    phone.expected = 200


# Tournaments ----------------------------------------------------------------------------------


@walks("tournaments:list", "tournaments:new")
def a_new_tournament(visitor: Any) -> None:
    club = pooled().game.session.club
    host: Visitor = visitor(Role.HOST, club)
    host.open(f"/g/{club.code}/tournaments/")
    page = host.open(f"/g/{club.code}/tournaments/new/")
    page.get_by_label("Name").fill("Spring Cup")
    choose(page, "Basic Rummy")
    page.get_by_label("Hands a round", exact=True).fill("2")
    page.get_by_label("Entry fee").fill("x")
    page.get_by_role("button", name="Create tournament").click()
    host.landed(f"/g/{club.code}/tournaments/new/", "refused")
    page.get_by_label("Entry fee").fill("")
    page.get_by_role("button", name="Create tournament").click()
    host.landed("/sessions/", "created")


@walks("tournaments:change_day")
def another_day_of_a_tournament(visitor: Any) -> None:
    day = days.tournament()
    host: Visitor = visitor(Role.HOST, day.session.club)
    host.open(f"/sessions/{day.session.code}/tournament/date/")


@walks("tournaments:day", "tournaments:sign_up")
def the_day_of_a_tournament(visitor: Any) -> None:
    day = days.tournament(sign_up=True)
    viewer: Visitor = visitor(Role.VIEWER, day.session.club)
    page = viewer.open(f"/sessions/{day.session.code}/tournament/")
    viewer.expected = 409
    page.get_by_role("button", name="Sign me up").click()
    viewer.landed(f"/sessions/{day.session.code}/tournament/sign-up/", "refused", 409)
    viewer.expected = 200
    page.get_by_label("Your name").fill("Zara")
    page.get_by_role("button", name="Sign me up").click()
    viewer.landed(f"/sessions/{day.session.code}/tournament/", "signed up")


@walks(
    *("tournaments:table", "tournaments:call", "tournaments:ruling", "tournaments:more_time"),
    *("tournaments:screen", "tournaments:share", "tournaments:end", "tournaments:referee"),
)
def the_hall_of_a_tournament(visitor: Any) -> None:
    day = days.here(days.tournament(hands=0, minutes=30, tables=2))
    turn = days.publish(day)
    host: Visitor = visitor(Role.HOST, day.session.club)
    here = f"/sessions/{day.session.code}/tournament"
    page = host.open(f"{here}/")
    page.get_by_text("More time for all").click()
    page.get_by_role("button", name="+ 5 minutes").click()
    host.landed(f"{here}/more-time/", "more time")
    page = host.open(f"{here}/tables/1/")
    page.get_by_label("What is it about?").fill("Wrong show?")
    page.get_by_role("button", name="Call the referee").click()
    host.landed(f"{here}/tables/1/call/", "called")
    page.get_by_role("button", name="Save ruling").click()
    host.landed(f"{here}/calls/1/", "refused")
    page.get_by_label("Ruling, and the rule it rests on").fill("§4: the hand stands.")
    page.get_by_role("button", name="Save ruling").click()
    host.landed(f"{here}/tables/1/", "ruled")
    table = f"/sessions/{turn.table_sessions.get(number=1).session.code}"
    page = host.open(f"{table}/")
    page.get_by_role("link", name="Call the referee").click()
    page.get_by_role("button", name="Call the referee").click()
    host.landed(f"{table}/referee/", "called")
    host.open(f"{here}/screen/")
    host.open(f"{here}/image/")
    page = host.open(f"{here}/end/")
    page.get_by_role("button", name="End tournament").click()
    host.landed(f"{here}/", "ended")
    host.open(f"{here}/end/")


@walks("tournaments:ranking", "tournaments:penalties", "tournaments:cut")
def the_ranking_of_a_tournament(visitor: Any) -> None:
    people = days.PEOPLE[:6]
    tournament = days.tournament(people, cuts=(Cut(after=1, keep=3),), ties=(), team_best=1)
    for entrant in tournament.entrants.order_by("number")[:5]:
        set_team(entrant=entrant, team="Rot-Weiss" if entrant.number % 2 else "Blau")
    turn = publish_tables(tournament, people[:3], people[3:])
    score(turn, 1, won=people[0])
    score(turn, 2, won=people[3])
    address = f"/sessions/{tournament.session.code}/tournament"
    host: Visitor = visitor(Role.HOST, tournament.session.club)
    page = host.open(f"{address}/penalties/")
    page.get_by_role("button", name="Give penalty").click()
    host.landed(f"{address}/penalties/", "refused")
    page.get_by_label("Who").select_option(label=people[0])
    page.get_by_label("Points").fill("1.5")
    page.get_by_label("Why").fill("Phone at the table")
    page.get_by_role("button", name="Give penalty").click()
    host.landed(f"{address}/penalties/", "given")
    page = host.open(f"{address}/ranking/")
    page.get_by_text("Rot-Weiss", exact=True).click()
    page.get_by_text(people[0], exact=True).last.click()
    host.look("opened")
    page.get_by_role("link", name="Decide the cut").click()
    host.landed(f"{address}/cut/", "tied")
    page.get_by_role("button", name="Save").click()
    host.landed(f"{address}/cut/", "refused")
    page.get_by_role("button", name="Open a table for the play-off").click()
    host.landed(f"{address}/cut/", "play-off")
    host.open(f"{address}/ranking/", name="ranking with a play-off")
    page = host.open(f"{address}/cut/")
    page.get_by_label(people[4]).check()
    page.get_by_role("button", name="Save").click()
    host.landed(f"{address}/ranking/", "decided")


@walks("tournaments:people", "tournaments:entrant", "tournaments:substitute", "tournaments:wishes")
def the_people_of_a_tournament(visitor: Any) -> None:
    day = days.tournament(days.PEOPLE[:9])
    host: Visitor = visitor(Role.HOST, day.session.club)
    here = f"/sessions/{day.session.code}/tournament"
    page = host.open(f"{here}/people/")
    page.get_by_role("button", name="Asha A").click()
    expect(page.get_by_role("status").filter(has_text="1 of 9 here")).to_be_visible()
    host.expected = 409
    page.get_by_role("button", name="Add, they are here").click()
    host.landed(f"{here}/people/add/", "refused", 409)
    entrant = day.entrants.get(number=2)
    page = host.open(f"{here}/people/{entrant.pk}/")
    host.expected = 409
    page.get_by_role("button", name="Let them play").click()
    host.landed(f"{here}/people/{entrant.pk}/substitute/", "refused", 409)
    page = host.open(f"{here}/wishes/")
    page.get_by_label("Person").nth(0).select_option("Asha A")
    page.get_by_label("Person").nth(1).select_option("Dev A")
    page.get_by_role("button", name="Keep apart").click()
    host.landed(f"{here}/wishes/", "two apart")
    host.expected = 409
    page.get_by_role("button", name="Keep apart").click()
    host.landed(f"{here}/wishes/", "refused", 409)


@walks("tournaments:round", "tournaments:swap", "tournaments:move")
def a_round_of_a_tournament(visitor: Any) -> None:
    day = days.here(days.tournament(days.PEOPLE[:9]))
    club = day.session.club
    host: Visitor = visitor(Role.HOST, club)
    here = f"/sessions/{day.session.code}/tournament"
    host.open(f"{here}/")
    host.open(f"{here}/rounds/1/", name="not drawn")
    host.page.get_by_role("button", name="Draw round 1").click()
    host.landed(f"{here}/rounds/1/", "draft")
    host.page.get_by_text("Two people change seats").click()
    host.expected = 409
    host.page.get_by_role("button", name="Change seats").click()
    host.landed(f"{here}/rounds/1/swap/", "refused", 409)
    host.page.get_by_text("Move one person").click()
    host.page.get_by_role("button", name="Move", exact=True).click()
    host.landed(f"{here}/rounds/1/move/", "refused", 409)
    host.expected = 200
    host.page.get_by_role("button", name="Publish round").click()
    host.landed(f"{here}/rounds/1/", "published")
    unfold(host.page)
    host.look("unfolded")
    host.open(f"{here}/")
    viewer: Visitor = visitor(Role.VIEWER, club)
    viewer.open(f"{here}/")
    viewer.page.get_by_role("link", name="Who’s using this device?").click()
    viewer.page.get_by_role("button", name="Asha A").click()
    viewer.landed(f"{here}/", "own seat")
    viewer.open(f"{here}/rounds/1/")


@walks("tournaments:prizes")
def the_prizes_of_a_tournament(visitor: Any) -> None:
    people = days.PEOPLE[:6]
    tournament = days.tournament(people, fee=500, prizes=(60, 40))
    turn = publish_tables(tournament, people[:3], people[3:])
    address = f"/sessions/{tournament.session.code}/tournament/prizes/"
    host: Visitor = visitor(Role.HOST, tournament.session.club)
    host.open(address)
    score(turn, 1, won=people[0])
    score(turn, 2, won=people[3])
    page = host.open(address)
    page.get_by_role("button", name="Post prizes").click()
    host.landed(address, "posted")
    score(turn, 1, won=people[1])
    page = host.open(address)
    page.get_by_role("button", name="Undo prizes").click()
    host.landed(address, "undone")
