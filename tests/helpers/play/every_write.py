"""Every write of an evening, as a device prepares it, for tests that let one run into another."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from django.db import transaction
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.extensions.calendar.mail.addresses import save_address as keep_mail_address
from scorekeeper.extensions.calendar.mail.services import send_all
from scorekeeper.extensions.exchange.group_file.player.erasing import erase
from scorekeeper.extensions.offline.sync.writes import HAND
from scorekeeper.house_rules import services as presets
from scorekeeper.house_rules.choice import GamePlan
from scorekeeper.play import seating, services
from scorekeeper.play.approvals.services import ask_consent, overrule_contest, record_word
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.removal import remove_game
from scorekeeper.play.edits.services import insert_hand
from scorekeeper.play.models import Game, Hand, LateKind, ResultReply
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import SessionBy
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.services import change_season, create_season
from scorekeeper.settlement.after_closing import NotAgreedError, correct_hand
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.carry_over import carry, reverse_carry
from scorekeeper.settlement.expenses import add_expense, reverse_expense
from scorekeeper.settlement.models import SENT, CarryOver, Expense, How, StepKind, Way
from scorekeeper.settlement.payment_details.services import remove_details
from scorekeeper.settlement.payment_details.services import save_addresses as keep_address
from scorekeeper.settlement.payments import (
    record_all_paid,
    record_deposits,
    record_transfer,
    reverse_cash,
)
from scorekeeper.settlement.payments import record_step as say_of_money
from scorekeeper.statements import services as statements
from scorekeeper.table.starting.draws import draw_seats
from scorekeeper.table.starting.services import start_next_game
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.examples import LOOKS_FOR_NEW
from tests.helpers.play.racing import collide, collide_at_the_end
from tests.helpers.play.sessions import (
    faults,
    fresh,
    hand_of,
    last_change,
    last_hand,
    read,
    save,
    session_again,
    view_of,
)

Act = Callable[[], Any]
NEW_YEAR = date(2026, 1, 1)


def amends(game: Game) -> Act:
    hand = last_hand(game)
    table = read(game)
    hand_entry = hand_of(table) | {"absent": []}
    hand_entry["lines"]["Omar"] = {"finish": "first_drop"}
    entry = load_entry(table.rules, table.fold, hand_entry, table.names, strict=False)
    return partial(corrections.amend_hand, hand=hand, entry=entry, token=make.token())


def inserts(game: Game) -> Act:
    hand, table = last_hand(game), read(game)
    return partial(insert_hand, before=hand, entry=table.entry(hand), token=make.token())


def joins(game: Game) -> Act:
    return partial(
        seating.join_game,
        game=game,
        player="Zoya",
        options=game.options,
        version=view_of(game),
        token=make.token(),
    )


def pays(game: Game, by: Membership | None = None) -> Act:
    owed = session_balances(game.session).plan.transfers[0]
    return partial(
        record_transfer,
        session=game.session,
        payer=owed.payer.pk,
        payee=owed.payee.pk,
        owed=owed.amount,
        amount=owed.amount,
        word=SENT if by else StepKind.RECEIVED,
        token=make.token(),
        by=by,
    )


def pays_all(game: Game) -> Act:
    sent = sends(game)()
    plan = session_balances(game.session).plan.transfers
    return partial(
        record_all_paid,
        session=game.session,
        owed=[(owed.payer.pk, owed.payee.pk, owed.amount) for owed in plan],
        sent=[sent.pk],
        token=make.token(),
        by=None,
    )


def sends(game: Game) -> Act:
    owed = session_balances(game.session).plan.transfers[0]
    payer = make.member(Role.VIEWER, game.session.club)
    clubs.say_who(membership=payer, player=owed.payer)
    return pays(game, payer)


def says(kind: StepKind) -> Callable[[Game], Act]:
    def answered(game: Game) -> Act:
        handover = sends(game)()
        return partial(say_of_money, handover=handover, kind=kind, token=make.token(), by=None)

    return answered


def pays_in(game: Game) -> Act:
    payer, payee, *_rest = (seat.player for seat in game.seats.order_by("number"))
    return partial(
        record_deposits,
        session=game.session,
        payers=[payer.pk],
        payee=payee.pk,
        amount=500,
        purpose="kitty",
        token=make.token(),
        by=None,
    )


def shares_cost(game: Game) -> Act:
    players = [seat.player for seat in game.seats.order_by("number")]
    return partial(
        add_expense,
        session=game.session,
        label="Tea",
        paid_by=players[1],
        amount=1000,
        how=How.WINNERS,
        entered_weights={},
        token=make.token(),
        by=None,
    )


def takes_back_cost(game: Game) -> Act:
    cost: Expense = shares_cost(game)()
    return partial(reverse_expense, expense=cost, by=None)


def carries(game: Game) -> Act:
    session = services.open_session(club=game.session.club, played_on=date(2026, 11, 27))
    owed = session_balances(game.session).plan.transfers[0]
    return partial(
        carry,
        from_session=game.session,
        to_session=session,
        debts=[(owed.payer.pk, owed.payee.pk, owed.amount)],
        token=make.token(),
        by=None,
    )


def voids(game: Game) -> Act:
    return partial(corrections.void_hand, hand=last_hand(game))


def puts_back(game: Game) -> Act:
    """One more hand, which was taken back."""
    save(read(game))
    hand = last_hand(fresh(game))
    corrections.void_hand(hand=hand)
    return partial(corrections.restore_hand, hand=hand, token=make.token())


def late(write: Callable[[Game], Act], kind: LateKind) -> Callable[[Game], Act]:
    """The same once the session is closed, agreed to as it comes out now."""

    def prepare(game: Game) -> Act:
        act: Any = write(game)

        def done() -> Hand:
            outcome = act(after_closing=True)
            return outcome.hand if isinstance(outcome, services.SavedHand) else act.keywords["hand"]

        arguments: dict[str, Any] = {
            "session": game.session,
            "kind": kind,
            "write": done,
            "by": None,
        }
        with suppress(NotAgreedError, Refusal), transaction.atomic():
            services.close_session(session=game.session)
            try:
                correct_hand(**arguments)
            except NotAgreedError as refusal:
                arguments["agreed"] = refusal.changes.key
                raise
        return partial(correct_hand, **arguments)

    return prepare


def leaves(game: Game) -> Act:
    return partial(
        seating.leave_game, game=game, person=2, version=view_of(game), token=make.token()
    )


def comes_back(game: Game) -> Act:
    return partial(
        seating.come_back, game=game, person=3, version=view_of(game), token=make.token()
    )


def takes_back_seat(game: Game) -> Act:
    return partial(seating.undo_seat_change, change=last_change(game))


def starts_next(game: Game) -> Act:
    return partial(
        start_next_game,
        session=game.session,
        players=[seat.player for seat in game.seats.select_related("player")],
        names=["Zoya"],
        plan=GamePlan("rummi"),
        token=make.token(),
        by=None,
        keep=keeps_rules(game),
    )


def takes_back_cash(game: Game) -> Act:
    pays(game)()
    payment = session_balances(game.session).cash[0]
    return partial(reverse_cash, payment=payment, token=make.token(), by=None)


def takes_back_carry(game: Game) -> Act:
    carry_over: CarryOver = carries(game)()
    return partial(reverse_carry, carried=carry_over, by=None)


def agrees(game: Game) -> Act:
    """Another way, and at the same time to what it is rounded."""
    return partial(agree, session=game.session, way=Way.DIRECT, step=7, token=make.token(), by=None)


def rounds_again(game: Game) -> Act:
    agrees(game)()
    table = read(game)
    save(table, 31)
    return partial(agree, session=game.session, token=make.token(), by=None)


def renames(game: Game) -> Act:
    player = game.seats.order_by("number")[1].player
    return partial(make.rename, player, "Devika")


def sets_club(game: Game) -> Act:
    first_player, second_player = (seat.player for seat in game.seats.order_by("number")[:2])
    return partial(
        clubs.update_club,
        club=game.session.club,
        name="Saturday table",
        currency="EUR",
        time_zone="Europe/Paris",
        renamed={second_player: "Zoya", first_player: "Ash"},
    )


def adds_player(game: Game) -> Act:
    return partial(clubs.add_players, club=game.session.club, names=["Zoya", "Ash"])


def keeps_rules(game: Game) -> Act:
    return partial(
        presets.save_preset,
        club=game.session.club,
        rules=VARIANTS["rummi"],
        options={"stake": 500},
        name="Ours",
        token=make.token(),
    )


def asks_statement(game: Game) -> Act:
    player = game.seats.order_by("number")[1].player
    return partial(statements.request_statement, about=game.session, player=player)


def invites(game: Game) -> Act:
    club = game.session.club
    return partial(invitations.ensure_link, club=club, role=Role.HOST, session=game.session)


def takes_phone_out(game: Game) -> Act:
    """While the big screen shows an invitation, which is closed with it."""
    invitations.put_on_screen(session=game.session)
    lost = make.member(Role.SCORER, game.session.club)
    make.phone(lost)
    return partial(clubs.take_out, membership=lost)


def lowers_phone(game: Game) -> Act:
    known = make.member(Role.HOST, game.session.club)
    make.phone(known), make.phone(make.member(Role.HOST, game.session.club))
    return partial(clubs.give_role, membership=known, role=Role.SCORER)


def shows_code(game: Game) -> Act:
    return partial(invitations.put_on_screen, session=game.session)


def draws(game: Game) -> Act:
    players = [seat.player for seat in game.seats.select_related("player").order_by("number")]
    session = game.session
    return partial(draw_seats, session=session, players=players, token=make.token(), by=None)


def forgets(game: Game) -> Act:
    player = game.seats.order_by("number")[1].player
    return partial(erase, player=player, by=None)


def makes_proof_link(game: Game) -> Act:
    return partial(proof_links.make_link, session=game.session, origin="https://score.example.org")


def takes_back_proof_link(game: Game) -> Act:
    makes_proof_link(game)()
    return partial(proof_links.revoke_links, session=game.session)


def asks(game: Game, *, on: bool = True) -> Act:
    with suppress(Refusal):
        ask_consent(session=game.session, on=not on)
    return partial(ask_consent, session=game.session, on=on)


def says_of_line(says: ResultReply, game: Game) -> Act:
    """Omar, who holds points, of the last hand."""
    ask_consent(session=game.session, on=True)
    player = game.seats.order_by("number")[2].player
    phone = make.member(Role.VIEWER, game.session.club)
    clubs.say_who(membership=phone, player=player)
    word = partial(record_word, hand=last_hand(game), token=make.token(), by=phone)
    if says == ResultReply.ACCEPTED:
        return partial(word, says=says)
    if says == ResultReply.CONTESTED:
        return partial(word, says=says, why="no")
    word(says=ResultReply.CONTESTED)
    about: dict[str, Any] = {"hand": last_hand(game), "token": make.token()}
    if says == ResultReply.WITHDRAWN:
        return partial(record_word, **about, says=says, by=phone)
    return partial(overrule_contest, **about, player=player, why="seen", by=None)


def keeps_address(game: Game) -> Act:
    player = game.seats.order_by("number")[1].player
    return partial(keep_address, player=player, addresses={"upi": "a@bank"}, sent_along=True)


def takes_own_away(game: Game) -> Act:
    player = game.seats.order_by("number")[1].player
    keep_address(player=player, addresses={"upi": "b@bank"}, sent_along=True)
    return partial(remove_details, player=player, by=None)


def changes_season(game: Game) -> Act:
    """Another rule says who won its sessions."""
    season, rules = (
        the_season(game),
        SeasonRules(Method(session=SessionBy.GAMES), usual=False).dump(),
    )
    return partial(
        change_season, season=season, name="Fall", starts=NEW_YEAR, ends=None, rules=rules
    )


def the_season(game: Game) -> Season:
    """No two of a club may overlap."""
    club = game.session.club
    season = club.seasons.first()
    return season or create_season(club=club, name="Autumn", starts=NEW_YEAR, ends=None)


def asks_season_statement(game: Game) -> Act:
    return partial(statements.request_statement, about=the_season(game))


def asks_all_statements(game: Game) -> Act:
    players = [seat.player for seat in game.seats.select_related("player").order_by("number")]
    return partial(statements.request_all, about=game.session, players=players)


def sends_by_mail(game: Game) -> Act:
    player = game.seats.order_by("number")[0].player
    keep_mail_address(player=player, value="a@example.org")
    return partial(send_all, session=game.session, token=make.token())


def keeps_mail_address(game: Game) -> Act:
    player = game.seats.order_by("number")[1].player
    return partial(keep_mail_address, player=player, value="b@example.org")


def delivers(game: Game, **more: str) -> Act:
    """The next hand, written on a device without a network, as its request."""
    phone = make.client_with(Role.SCORER, game.session.club, raise_request_exception=False)
    code, table = game.session.code, read(game)
    form: dict[str, Any] = {"token": make.token(), "number": game.last_number + 1}
    form |= {"changes": game.change_count, "who-finish": 0}
    for person in range(1, len(table.names)):
        if person not in table.fold.left:
            form |= {f"p{person}-finish": "counted", f"p{person}-points": 30}
    path = reverse(HAND, args=[code, game.number])
    fields = {"path": path, "body": urlencode(form), "waiting": "1", **more}
    return partial(_delivered, phone, reverse("sync:deliver", args=[code]), fields)


def _delivered(phone: Client, place: str, fields: dict[str, str]) -> Any:
    """Two tries of the same: whatever ran into the first, the second changes nothing more."""
    answer = phone.post(place, fields)
    assert answer.status_code == 200, answer.content[:300]
    again = phone.post(place, fields).json()
    if answer.json()["fate"] == "settled":
        assert again["fate"] == "settled", again
    return answer.json()


def overtaken(choice: str) -> Callable[[Game], Act]:
    """Another has saved that hand, and the phone's holder has chosen."""

    def prepare(game: Game) -> Act:
        act = delivers(game, choice=choice)
        save(read(game), 31)
        return act

    return prepare


OF_GAMES: dict[str, Callable[[Game], Act]] = {
    "save": lambda game: partial(save, read(game)),
    "amend": amends,
    "void": voids,
    "insert": inserts,
    "put back": puts_back,
    "amend after closing": late(amends, LateKind.AMENDED),
    "void after closing": late(voids, LateKind.TAKEN_BACK),
    "insert after closing": late(inserts, LateKind.PUT_IN),
    "put back after closing": late(puts_back, LateKind.PUT_BACK),
    "leave": leaves,
    "come back": comes_back,
    "join": joins,
    "take back a seat": takes_back_seat,
    "close the game": lambda game: partial(services.close_game, game=game),
    "remove the game": lambda game: partial(remove_game, game=game),
    "close the session": lambda game: partial(services.close_session, session=game.session),
    "reopen the session": lambda game: partial(services.reopen_session, session=game.session),
    "start the next game": starts_next,
}
OF_MONEY: dict[str, Callable[[Game], Act]] = {
    "pay": pays,
    "take back cash": takes_back_cash,
    "pay all": pays_all,
    "send": sends,
    "say it arrived": says(StepKind.RECEIVED),
    "say it did not": says(StepKind.DISPUTED),
    "take back what was sent": says(StepKind.UNDONE),
    "pay in": pays_in,
    "share a cost": shares_cost,
    "take back a cost": takes_back_cost,
    "carry": carries,
    "take back what was carried": takes_back_carry,
    "settle another way": agrees,
    "round again": rounds_again,
}
OF_GROUPS: dict[str, Callable[[Game], Act]] = {
    "rename": renames,
    "settings": sets_club,
    "forget a name": forgets,
    "keep an address": keeps_address,
    "take addresses away": takes_own_away,
    "add players": adds_player,
    "keep rules": keeps_rules,
    "ask for a statement": asks_statement,
    "ask for all statements": asks_all_statements,
    "change a season": changes_season,
    "ask for a season's statement": asks_season_statement,
    "send by e-mail": sends_by_mail,
    "keep an e-mail address": keeps_mail_address,
    "invite": invites,
    "take a phone out": takes_phone_out,
    "let a phone do less": lowers_phone,
    "show a code": shows_code,
}
OF_TABLES: dict[str, Callable[[Game], Act]] = {
    "draw seats": draws,
    "ask everybody": asks,
    "ask nobody": partial(asks, on=False),
    "accept a line": partial(says_of_line, ResultReply.ACCEPTED),
    "contest a line": partial(says_of_line, ResultReply.CONTESTED),
    "withdraw a contest": partial(says_of_line, ResultReply.WITHDRAWN),
    "overrule a contest": partial(says_of_line, ResultReply.OVERRULED),
    "link to the proof": makes_proof_link,
    "take the link to the proof back": takes_back_proof_link,
    "deliver a hand": delivers,
    "deliver it after": overtaken("after"),
    "deliver it instead": overtaken("instead"),
    "drop what waited": overtaken("keep"),
}
WRITES: Final = {**OF_GAMES, **OF_MONEY, **OF_GROUPS, **OF_TABLES}
OF_NO_SESSION = (
    "add players",
    "keep rules",
    "ask for a statement",
    "ask for all statements",
    "ask for a season's statement",
    "send by e-mail",
    "keep an e-mail address",
    "invite",
    "let a phone do less",
)
"""These hold no session: they change nothing that it shows."""


def prepared(*names: str) -> tuple[Game, list[Act]]:
    """A session and these writes on it, each resting on what stands now."""
    game = session_again()
    acts = [WRITES[name](fresh(game)) for name in names]
    if any(name == "reopen the session" or name.endswith("after closing") for name in names):
        with suppress(Refusal):
            services.close_session(session=game.session)
    return game, acts


def faults_beside_others(write: str) -> dict[str, list[str]]:
    """Lets each write run into this one, first as it got its first lock, and where it did not wait
    then, at the last moment. Returns what went wrong, by the other write."""
    wrong = {}
    for turn, other in enumerate(WRITES, list(WRITES).index(write)):
        pages = LOOKS_FOR_NEW or turn % 20 == 0  # they cost as much as the rest
        game, (first, second) = prepared(write, other)
        outcomes, waited = collide(first, second)
        problems = faults(game.session, outcomes, pages=pages)
        if not waited:  # it was done before the first went on: now at the last moment
            game, (first, second) = prepared(write, other)
            outcomes, _waited = collide_at_the_end(first, second)
            problems += faults(game.session, outcomes, pages=pages)
        if problems:
            wrong[other] = problems
    return wrong
