"""Every address, the role that it needs, and a world in which each of them leads somewhere."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.core.cache import cache
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.jobs.models import JobState
from scorekeeper.extensions.calendar.planning.models import PlannedSession
from scorekeeper.extensions.calendar.planning.services import PlanDetails, plan_session
from scorekeeper.extensions.exchange.people.services import merge_players
from scorekeeper.extensions.exchange.spreadsheets.services import (
    SpreadsheetUpload,
    import_spreadsheet,
)
from scorekeeper.extensions.tournaments.models import (
    Call,
    Entrant,
    Round,
    TableSession,
    Tournament,
    Wish,
)
from scorekeeper.extensions.tournaments.plan import TournamentPlan
from scorekeeper.house_rules.services import save_preset, share_preset
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.seasons.services import create_season
from scorekeeper.statements.models import Statement
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

OPEN = {
    "health",
    "home:front",
    "home:start",
    "home:language",
    "home:imprint",
    "home:privacy",
    "clubs:join",
    "clubs:recover",
} | {
    "metrics",
    *("house_rules:shared", "house_rules:shared_file", "proof:shown", "mail:stop", "jobs:page"),
    *("planning:mine", "planning:feed"),
    *("group_file:take", "group_file:piece", "worker", "file", "begun"),
    "tournaments:card",
    *("public_season:season", "public_season:embed", "public_season:schema"),
    *("certificates:page", "certificates:certificate", "certificates:profile"),
    *(f"rulebook:{page}" for page in ("games", "game", "try_it", "try_cards", "robots", "sitemap")),
    *("help:start", "help:messages", "help:keys", "coming_from:page", "coming_from:sample"),
}
"""Addresses that belong to no club, or that let somebody into one."""


NEEDS = {
    "home:club": Role.VIEWER,
    "clubs:settings": Role.HOST,
    "clubs:share": Role.HOST,
    "clubs:share_revoke": Role.HOST,
    "clubs:who": Role.VIEWER,
    "clubs:own_device": Role.VIEWER,
    "clubs:devices": Role.HOST,
    "clubs:device": Role.HOST,
    "clubs:device_remove": Role.HOST,
    "clubs:device_role": Role.HOST,
    "clubs:recovery": Role.HOST,
    "clubs:activity": Role.VIEWER,
    "people:people": Role.HOST,
    "people:merge": Role.HOST,
    "people:unmerge": Role.HOST,
    "people:leave": Role.HOST,
    "people:avatar": Role.HOST,
    "clubs:device_player": Role.HOST,
    "spreadsheets:imports": Role.HOST,
    "spreadsheets:import": Role.HOST,
    "spreadsheets:session": Role.VIEWER,
    "clubs:session_invite": Role.SCORER,
    "clubs:session_screen": Role.SCORER,
    "house_rules:list": Role.VIEWER,
    "house_rules:show": Role.VIEWER,
    "house_rules:file": Role.VIEWER,
    "house_rules:new": Role.HOST,
    "house_rules:edit": Role.HOST,
    "house_rules:archive": Role.HOST,
    "house_rules:share": Role.HOST,
    "house_rules:unshare": Role.HOST,
    "house_rules:import": Role.HOST,
    "starting:session_new": Role.HOST,
    "starting:game_new": Role.HOST,
    "starting:game_close": Role.HOST,
    "entry:game_resume": Role.HOST,
    "starting:game_again": Role.HOST,
    "starting:game_rules": Role.VIEWER,
    "starting:table_card": Role.VIEWER,
    "starting:seats": Role.SCORER,
    "starting:session_close": Role.HOST,
    "starting:session_reopen": Role.HOST,
    "entry:hand_new": Role.SCORER,
    "entry:slip": Role.SCORER,
    "entry:cards": Role.SCORER,
    "entry:show": Role.SCORER,
    "entry:hand_news": Role.SCORER,
    "entry:hand_continue": Role.SCORER,
    **{
        f"sync:{n}": Role.VIEWER
        for n in ("here", "snapshot", "deliver", "compare", "choice", "send")
    },
    "live:news": Role.VIEWER,
    "live:writing": Role.SCORER,
    "entry:hand_edit": Role.SCORER,
    "entry:hand_insert": Role.SCORER,
    "entry:hand_delete": Role.SCORER,
    "entry:hand_restore": Role.SCORER,
    "entry:game_delete": Role.HOST,
    "entry:game_restore": Role.HOST,
    "entry:game_deleted": Role.VIEWER,
    "proof:session": Role.VIEWER,
    "proof:link": Role.HOST,
    "scoreboard:newer": Role.VIEWER,
    "scoreboard:session": Role.VIEWER,
    "scoreboard:tv": Role.VIEWER,
    "scoreboard:money": Role.VIEWER,
    "scoreboard:hand": Role.VIEWER,
    "scoreboard:player": Role.VIEWER,
    "approvals:settings": Role.HOST,
    "approvals:reply": Role.VIEWER,
    "approvals:news": Role.VIEWER,
    "approvals:overrule": Role.HOST,
    "settlement:settle": Role.VIEWER,
    "settlement:paid": Role.VIEWER,
    "settlement:all_paid": Role.HOST,
    "settlement:step": Role.VIEWER,
    "settlement:unpaid": Role.VIEWER,
    "settlement:me": Role.VIEWER,
    "settlement:expense_new": Role.SCORER,
    "settlement:expense_delete": Role.SCORER,
    "settlement:deposit_new": Role.VIEWER,
    "settlement:carry_over_new": Role.HOST,
    "settlement:carry_over_undo": Role.HOST,
    "settlement:method_list": Role.VIEWER,
    "settlement:method_save": Role.HOST,
    "settlement:round": Role.HOST,
    "settlement:why": Role.VIEWER,
    "settlement:why_hands": Role.VIEWER,
    "settlement:pay": Role.HOST,
    "payment_details:of_session": Role.VIEWER,
    "group_file:of_club": Role.HOST,
    "group_file:of_session": Role.HOST,
    "group_file:json": Role.HOST,
    "group_file:csv": Role.HOST,
    "group_file:anonymize": Role.HOST,
    "payment_details:release": Role.HOST,
    "payment_details:of_club": Role.VIEWER,
    "seasons:table": Role.VIEWER,
    "seasons:charts": Role.VIEWER,
    "seasons:player": Role.VIEWER,
    "seasons:course": Role.VIEWER,
    "seasons:rivals": Role.VIEWER,
    "seasons:season_new": Role.HOST,
    "seasons:season_change": Role.HOST,
    "public_season:share": Role.HOST,
    "rebuilds:rebuild": Role.HOST,
    "statements:list": Role.VIEWER,
    "statements:state": Role.VIEWER,
    "statements:retry": Role.SCORER,
    "statements:file": Role.VIEWER,
    "statements:csv": Role.VIEWER,
    "statements:all": Role.VIEWER,
    "statements:zip": Role.VIEWER,
    "chats:chats": Role.HOST,
    "mail:of_session": Role.VIEWER,
    "mail:of_club": Role.VIEWER,
    "mail:send": Role.HOST,
    "planning:calendar": Role.VIEWER,
    "planning:plan": Role.VIEWER,
    "planning:reply": Role.VIEWER,
    "planning:addresses": Role.VIEWER,
    "tournaments:list": Role.VIEWER,
    "tournaments:new": Role.HOST,
    "tournaments:day": Role.VIEWER,
    "tournaments:sign_up": Role.VIEWER,
    "tournaments:end": Role.HOST,
    "tournaments:change_day": Role.HOST,
    "tournaments:table": Role.VIEWER,
    "tournaments:call": Role.VIEWER,
    "tournaments:referee": Role.VIEWER,
    **{f"tournaments:{page}": Role.VIEWER for page in ("screen", "share", "image")},
    "tournaments:more_time": Role.HOST,
    "tournaments:ruling": Role.HOST,
    "tournaments:cards": Role.HOST,
    **{f"tournaments:{page}": Role.VIEWER for page in ("ranking", "ranking_csv", "results_json")},
    **{f"tournaments:{page}": Role.HOST for page in ("penalties", "penalty_withdraw", "cut")},
    "tournaments:round": Role.VIEWER,
    "tournaments:check_in": Role.VIEWER,
    **{
        f"tournaments:{act}": Role.HOST
        for act in (
            *("people", "people_add", "entrant", "presence", "substitute", "team"),
            *("wishes", "wish_withdraw", "draw", "swap", "move", "publish", "take_back"),
        )
    },
    **{f"tournaments:{page}": Role.HOST for page in ("prizes", "prizes_undo")},
    **{f"tournaments:{page}": Role.VIEWER for page in ("wall_list", "rounds_pdf", "ranking_pdf")},
    "tournaments:certificates_pdf": Role.HOST,
    "planning:links": Role.HOST,
    **{f"planning:{act}": Role.HOST for act in ("new", "edit", "cancel", "ask", "start")},
    "statements:season": Role.VIEWER,
    "statements:all_time": Role.VIEWER,
    "statements:season_state": Role.VIEWER,
    "statements:season_retry": Role.SCORER,
    "statements:season_file": Role.VIEWER,
    "statements:season_csv": Role.VIEWER,
    "statements:season_share": Role.VIEWER,
    "statements:season_image": Role.VIEWER,
    "statements:share_session": Role.VIEWER,
    "statements:share_game": Role.VIEWER,
    "statements:share_hand": Role.VIEWER,
    "statements:image_session": Role.VIEWER,
    "statements:image_game": Role.VIEWER,
    "statements:image_hand": Role.VIEWER,
}


OF_CLUB = (
    *("people:", "spreadsheets:import", "seasons:", "house_rules:"),
    *("planning:", "public_season:", "rebuilds:", "chats:"),
    *("statements:season", "statements:all_time"),
)


CLUB_PAGES = {name for name in NEEDS if name.startswith(OF_CLUB)} | {
    "home:club",
    "clubs:settings",
    "clubs:share",
    "clubs:share_revoke",
    "clubs:own_device",
    "payment_details:of_club",
    "mail:of_club",
    "payment_details:release",
    *(f"group_file:{name}" for name in ("of_club", "json", "csv", "anonymize")),
    "clubs:devices",
    "clubs:device",
    "clubs:device_remove",
    "clubs:device_role",
    "clubs:device_player",
    "clubs:recovery",
    "clubs:activity",
    "starting:session_new",
    "tournaments:list",
    "tournaments:new",
}
"""Out of reach for those who were let into one session only."""


def addresses() -> Iterator[str]:
    def walk(patterns: list[URLPattern | URLResolver], space: str) -> Iterator[str]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                inner = f"{pattern.namespace}:" if pattern.namespace else space
                yield from walk(pattern.url_patterns, inner)
            else:
                yield f"{space}{pattern.name}"

    return walk(get_resolver().url_patterns, "")


@dataclass
class World:
    """A session of one club with a hand, a statement and a link, for addresses to point at."""

    session: Session
    pks: dict[str, int]
    hand: str
    """Its token."""

    def url(self, name: str) -> str:
        club = name in CLUB_PAGES
        code = self.session.club.code if club else self.session.code
        kwargs: dict[str, Any] = {"code": code}
        app, view = name.split(":")
        if (app, view) in {
            ("starting", "game_close"),
            ("starting", "game_again"),
            ("starting", "game_rules"),
            ("starting", "table_card"),
            ("starting", "seats"),
            ("statements", "share_game"),
            ("statements", "image_game"),
            ("live", "writing"),
            ("tournaments", "table"),
            ("tournaments", "call"),
            ("tournaments", "wall_list"),
            *(("tournaments", act) for act in ("round", "draw", "swap", "move")),
            *(("tournaments", act) for act in ("publish", "take_back")),
        } or app == "entry":
            kwargs["number"] = 1
        if name == "settlement:pay":
            kwargs |= {"payer": self.pks[name], "payee": self.pks["scoreboard:player"]}
        elif name in OF_A_HAND:
            kwargs |= {"number": 1, "hand_token": self.hand}
        elif name in self.pks:
            kwargs["pk"] = self.pks[name]
        if view.startswith("why"):
            payer, payee = self.session.games.get(number=1).seats.order_by("number")[:2]
            kwargs |= {"payer": payer.player_id, "payee": payee.player_id}
        if view == "why_hands":
            kwargs["number"] = 1
        return reverse(name, kwargs=kwargs)


OF_A_HAND = {
    *("scoreboard:hand", "approvals:reply", "approvals:news", "approvals:overrule"),
    *(f"entry:hand_{act}" for act in ("edit", "insert", "delete", "restore")),
    *(f"statements:{view}_hand" for view in ("share", "image")),
}
"""Addresses that name a hand by its game and its token."""


PRESET_ACTS = ("show", "file", "edit", "archive", "share")


PERSON = (
    "payment_details:release",
    *(f"group_file:{page}" for page in ("json", "csv", "anonymize")),
)
"""Pages with the data of a player."""


def _from_before(club: Club) -> dict[str, int]:
    """Two names joined, and a session from an earlier book."""
    first, other = clubs.add_players(club=club, names=["Ash", "Ashe"])
    fact = merge_players(club=club, name=first, person=other, token=make.token(), by=None)
    text, token = "Date,Asha,Dev\n2024-11-30,1,-1\n", make.token()
    book = import_spreadsheet(
        club=club, upload=SpreadsheetUpload(text), preview_key=None, most=9, token=token, by=None
    )
    return {"people:unmerge": fact.pk, "spreadsheets:import": book.pk}


PLAN_ACTS = ("plan", "reply", "edit", "cancel", "ask", "start")


def planned_session(club: Club) -> PlannedSession:
    soon = timezone.now() + timedelta(hours=6)
    details = PlanDetails(starts_at=soon, zone=club.time_zone)
    return plan_session(club=club, details=details, token="planned")


def world() -> World:
    table = make.session()
    return world_of(
        make.play(table, pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show"))
    )


def world_of(table: Table) -> World:
    """``table``: the first game of a session, with its first hand in force."""
    session = Session.objects.select_related("club").get(pk=table.game.session_id)
    hand = Hand.objects.get(game=table.game, number=1)
    link, _token = make.link(Role.VIEWER, session.club)
    statement = Statement.objects.create(session=session, version=1, state=JobState.FAILED)
    preset = save_preset(
        club=session.club, rules=VARIANTS["pool_rummy"], options={"pool": 201}, name="Saturday"
    )
    shown, _token = share_preset(preset=preset)
    pks = {f"house_rules:{act}": preset.pk for act in PRESET_ACTS}
    pks |= {"house_rules:unshare": shown.pk}
    phone = make.member(Role.VIEWER, session.club)
    pks |= {f"clubs:device{act}": phone.pk for act in ("", "_remove", "_role", "_player")}
    pks |= {"clubs:share_revoke": link.pk}
    pks |= {"scoreboard:player": table.players[0].pk}
    pks |= dict.fromkeys(PERSON, table.players[0].pk)
    pks |= {f"seasons:{page}": table.players[0].pk for page in ("player", "course", "rivals")}
    pks |= {f"people:{page}": table.players[0].pk for page in ("leave", "avatar")}
    pks |= _from_before(session.club)
    pks |= {"settlement:pay": table.players[1].pk}
    pks |= {f"statements:{view}": statement.pk for view in ("state", "retry", "file", "csv")}
    pks |= _tournament(table, session)
    season = create_season(club=session.club, name="2026", starts=date(2026, 1, 1), ends=None)
    of_season = Statement.objects.create(season=season, version=1, state=JobState.FAILED)
    pks |= {f"statements:season_{v}": of_season.pk for v in ("state", "retry", "file", "csv")}
    pks |= {"statements:season": season.pk, "seasons:season_change": season.pk}
    pks |= {f"planning:{act}": planned_session(session.club).pk for act in PLAN_ACTS}
    return World(session, pks, hand.token)


def _tournament(table: Table, session: Session) -> dict[str, int]:
    """Makes the session the day of a tournament too, with a round of one table: itself. What the
    addresses of a tournament take, by address."""
    plan = TournamentPlan(variant="basic_rummy").dump()
    tournament = Tournament.objects.create(session=session, plan_json=plan)
    players = [player.pk for player in table.players]
    drawn = {"tables": [players], "out": [], "ahead": []}
    turn = Round.objects.create(
        tournament=tournament, number=1, drawn=drawn, token="drawn", published_at=timezone.now()
    )
    seats = TableSession.objects.create(round=turn, number=1, session=session)
    call = Call.objects.create(table=seats, token="calls")
    first, second = [
        Entrant.objects.create(tournament=tournament, player=player, number=number, token="listed")
        for number, player in enumerate(table.players[:2], 1)
    ]
    wish = Wish.objects.create(
        tournament=tournament, kind="apart", entrant=first, other=second, token="wished"
    )
    penalty = tournament.penalties.create(entrant=first, points=1, reason="late", token="first")
    award = tournament.awards.create(sums=[], token="first")
    of_entrant = ("entrant", "presence", "substitute", "team")
    return {
        "tournaments:ruling": call.pk,
        "tournaments:prizes_undo": award.pk,
        "tournaments:penalty_withdraw": penalty.pk,
        "tournaments:wish_withdraw": wish.pk,
        **{f"tournaments:{act}": first.pk for act in of_entrant},
    }


def again(kept_world: World) -> World:
    """The same world as the database has it now, with nothing cached."""
    cache.clear()
    session = Session.objects.select_related("club").get(pk=kept_world.session.pk)
    return World(session, kept_world.pks, kept_world.hand)
