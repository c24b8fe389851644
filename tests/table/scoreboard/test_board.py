"""The board says who is ahead, what was played and why, to those who may look, for few queries."""

import re
from datetime import date

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.ledger.models import GameResult
from scorekeeper.play import services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.removal import remove_game
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import game_table, hands_in_force, winners
from scorekeeper.play.sessions import session_tables
from scorekeeper.play.wording.running_totals import score_tracks
from scorekeeper.table.scoreboard.hands import OwnSession, hands_page, own_session
from scorekeeper.table.scoreboard.session import GameOnBoard, SeatRow, session_on_board
from tests.helpers import factories as make
from tests.helpers.factories import NAMES, pool_hand
from tests.helpers.ledgers import balances

pytestmark = pytest.mark.django_db

FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")
SECOND = pool_hand("Dev", Asha="middle_drop", Meera=26, Omar="first_drop")
RUMMI = {"deal": {}, "lines": {"Asha": {"points": 3}, "Dev": {"points": 9}, "Meera": {"points": 5}}}


AGAIN = {
    "deal": {},
    "lines": {"Asha": {"points": 3}, "Omar": {"points": 9}, "Meera": {"points": 5}},
}
POOL = pool_hand("Asha", Dev=4, Meera=6)
KNOCK = {
    "deal": {},
    "lines": {"Asha": {"knocked": True, "deadwood": 1}, "Dev": {"deadwood": 30}},
}


def address(name: str, session: Session, *more: object) -> str:
    return reverse(f"scoreboard:{name}", args=[session.code, *more])


def viewer(session: Session):
    return make.client_with(Role.VIEWER, session.club)


def page(session: Session, role: Role = Role.VIEWER, **query: str | int) -> str:
    browser = make.client_with(role, session.club)
    return browser.get(address("session", session), query).content.decode()


def shown(played: Session) -> GameOnBoard:
    selected = session_on_board(played).selected_game
    assert selected is not None
    return selected


def names(rows: list[SeatRow]) -> list[str]:
    return [row.people[0].player.name for row in rows]


def amend(table, number: int, hand: dict, reason: str) -> None:
    old = Hand.objects.get(game=table.game, number=number, voided_at__isnull=True)
    fold = replay_before(table, old, hands_in_force(table.game))
    corrections.amend_hand(
        hand=old,
        entry=load_entry(table.rules, fold, hand, table.names),
        token="amend",
        reason=reason,
    )


def test_the_lowest_total_leads_a_pool_and_who_is_out_comes_last():
    table = make.play(make.session(), FIRST, SECOND)
    rows = shown(table.game.session).rows
    assert names(rows) == ["Asha", "Dev", "Meera", "Omar"]
    assert [row.total for row in rows] == [40, 43, 46, 100]
    assert [row.ahead for row in rows] == [True, False, False, False]
    table = make.play(table, pool_hand("Asha", Dev=2, Meera=3, Omar=50))
    last = shown(table.game.session).rows[-1]
    assert (last.people[0].player.name, last.out, last.ahead) == ("Omar", True, False)


def test_nobody_leads_before_the_first_hand_and_equals_lead_together():
    table = make.session()
    assert not any(row.ahead for row in shown(table.game.session).rows)
    table = make.play(table, pool_hand("Asha", Dev=10, Meera="first_drop", Omar="first_drop"))
    table = make.play(table, pool_hand("Dev", Asha=10, Meera="first_drop", Omar="first_drop"))
    assert [row.ahead for row in shown(table.game.session).rows] == [True, True, False, False]


def test_a_game_without_a_score_sheet_ranks_by_what_was_won():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    rows = shown(table.game.session).rows
    assert [(row.people[0].player.name, row.net) for row in rows] == [
        ("Asha", 300),
        ("Meera", -100),
        ("Dev", -200),
    ]
    assert [row.won for row in rows] == [1, 0, 0]


def test_the_dealer_and_the_next_hand_are_named():
    table = make.play(make.session(), FIRST)
    text = re.sub(r"\s+", " ", page(table.game.session))
    dealer = table.players[table.rules.dealer(table.fold) or 0].name
    assert f"Hand 2 · <bdi>{dealer}</bdi> deals" in text


def test_money_stays_out_of_sight_until_it_is_asked_for():
    table = make.play(make.session(), FIRST)
    session, phone = table.game.session, viewer(table.game.session)
    first = phone.get(address("session", session)).content.decode()
    assert "₹" not in first
    assert "Show money" in first
    phone.post(address("money", session), {"show": "1"})
    assert "−₹100" in phone.get(address("session", session)).content.decode()
    phone.post(address("money", session), {"show": "0"})
    assert "₹" not in phone.get(address("session", session)).content.decode()


def test_where_only_money_counts_it_is_shown_at_first_and_can_be_hidden():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    session, phone = table.game.session, viewer(table.game.session)
    assert "+3" in phone.get(address("session", session)).content.decode()
    phone.post(address("money", session), {"show": "0"})
    hidden = phone.get(address("session", session)).content.decode()
    assert "+3" not in hidden
    assert re.search(r'seat__total num">\s*1\s*</dd>\s*<dt>\s*win', hidden)


def test_a_game_that_moves_no_money_never_names_a_currency():
    table = make.play(make.session(options={"fee": 0}), FIRST)
    session, phone = table.game.session, viewer(table.game.session)
    phone.post(address("money", session), {"show": "1"})
    for name in ("session", "tv"):
        text = phone.get(address(name, session), {"money": "1"}).content.decode()
        assert not [word for word in ("₹", "Show money", "with money") if word in text]
        assert "Settle up" not in text


def test_the_big_screen_shows_money_only_when_its_address_says_so():
    table = make.play(make.session(), FIRST)
    phone = viewer(table.game.session)
    phone.post(address("money", table.game.session), {"show": "1"})
    plain = phone.get(address("tv", table.game.session)).content.decode()
    assert "₹" not in plain
    buttons = re.findall(r"<button[^>]*>", plain)
    assert [re.findall(r'data-signal="(\w+)"', button) for button in buttons] == [["aloud"]]
    assert "<form" not in plain
    html = phone.get(address("tv", table.game.session), {"money": "1"}).content.decode()
    assert "₹400" in html
    (poll,) = re.findall(r'hx-get="([^"]+)"', html)
    poll = poll.replace("&amp;", "&")
    assert "view=tv" in poll
    assert "money=1" in poll
    again = phone.get(poll.replace("v=", "v=0"), headers={"HX-Request": "true"}).content.decode()
    assert 'class="screen"' in again
    assert "₹400" in again


def test_an_amended_hand_shows_both_versions_with_who_and_why():
    table = make.session()
    scorer = make.member(Role.SCORER, table.game.session.club)
    table = make.play(table, FIRST, by=scorer)
    amend(table, 1, pool_hand("Asha", Dev=34, Meera="first_drop", Omar="wrong_show"), "misheard")
    assert "misheard" in page(table.game.session)
    new = Hand.objects.get(game=table.game, voided_at__isnull=True)
    old = Hand.objects.get(game=table.game, voided_at__isnull=False)
    phone = viewer(table.game.session)
    counts = phone.get(hand_address("scoreboard:hand", new)).content.decode()
    assert "count of 34" in counts
    assert "count of 43" in counts
    assert "misheard" in counts
    void = phone.get(hand_address("scoreboard:hand", old)).content.decode()
    assert "This version was edited." in void
    assert hand_address("scoreboard:hand", new) in void


def test_a_deleted_hand_is_restored_from_its_page_until_its_number_is_used_again():
    table = make.play(make.session(), FIRST)
    hand = Hand.objects.get()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    path, restore = hand_address("scoreboard:hand", hand), hand_address("entry:hand_restore", hand)
    assert restore not in scorer.get(path).content.decode()
    corrections.void_hand(hand=hand)
    assert restore in scorer.get(path).content.decode()
    assert restore not in viewer(table.game.session).get(path).content.decode()
    make.play(table, SECOND)
    assert restore not in scorer.get(path).content.decode()


def test_an_undone_hand_stays_visible_and_its_number_is_used_again():
    table = make.play(make.session(), FIRST)
    corrections.void_hand(hand=Hand.objects.get(), reason="wrong winner")
    table = make.play(table, SECOND)
    lines = session_on_board(table.game.session).hands.lines
    assert [(line.hand.number, line.is_void) for line in lines] == [(1, False), (1, True)]


def test_each_number_leads_to_its_reasons():
    table = make.play(make.session(), FIRST, SECOND)
    text = page(table.game.session)
    for hand in Hand.objects.all():
        assert hand_address("scoreboard:hand", hand) in text
    for player in table.players:
        assert address("player", table.game.session, player.pk) in text


def own(session: Session, player: Player, number: int | None = None) -> OwnSession:
    return own_session(session, session_tables(session), player, number)


def test_the_games_of_a_player_add_up_to_his_balance():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI, RUMMI)
    amend(table, 1, {**RUMMI, "lines": {**RUMMI["lines"], "Dev": {"points": 1}}}, "")
    session = table.game.session
    make.next_game(session, "pool_rummy", make.NAMES[:3])
    for player, balance in balances(session).items():
        mine = own(session, player, 1)
        assert mine.won_or_lost == balance == sum(game.net for game in mine.games)
        assert sum(step.result.net for step in mine.steps) == mine.games[0].net


def test_a_players_page_names_every_game_and_lists_the_hands_of_one():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    make.play(make.next_game(table.game.session, "pool_rummy", make.NAMES[:3]), POOL)
    text = viewer(table.game.session).get(
        address("player", table.game.session, table.players[0].pk)
    )
    assert "Rummi" in text.content.decode() and "Pool Rummy, hand by hand" in text.content.decode()
    first = viewer(table.game.session).get(
        address("player", table.game.session, table.players[0].pk), {"game": 1}
    )
    assert "Rummi, hand by hand" in first.content.decode()


OUT = pool_hand("Asha", Dev=5, Meera=5, Omar="wrong_show")
BACK = pool_hand("Asha", Dev=5, Meera=5)
BACK["lines"]["Omar"] = {"finish": "first_drop", "rejoin": True}


def test_totals_are_right_from_a_rejoin_on():
    table = make.play(make.session(), OUT, pool_hand("Dev", Asha=5, Meera=5, Omar=30), BACK)
    table = make.play(table, pool_hand("Asha", Dev=1, Meera=2, Omar=3))
    played = table.game.session
    mine = own(played, table.players[3])
    assert [step.total for step in mine.steps] == [34, 31, 110, 80]
    assert [line.totals[3] for line in session_on_board(played).hands.lines] == [34, 31, 110, 80]
    third = hands_page(session_tables(played)[0], 3).lines
    assert [line.totals[3] for line in third] == [31, 110, 80]
    assert score_tracks(table)[3].values == (0, 80, 110, 31, 34)


def test_when_an_early_hand_is_amended_the_totals_after_it_follow():
    table = make.play(make.session(), OUT, pool_hand("Dev", Asha=5, Meera=5, Omar=30), BACK)
    amend(table, 2, pool_hand("Dev", Asha=5, Meera=9, Omar=30), "")
    table.game.refresh_from_db()
    mine = own(table.game.session, table.players[3])
    assert [step.total for step in mine.steps] == [35, 110, 80]
    assert mine.games[0].total == 35


def test_a_page_of_a_players_hands_is_small_after_hundreds(django_assert_max_num_queries):
    table = make.play(make.session(), *[pool_hand("Asha", Dev=0, Meera=0, Omar=0)] * 150)
    path = address("player", table.game.session, table.players[1].pk)
    phone = viewer(table.game.session)
    with django_assert_max_num_queries(11):
        newest = phone.get(path)
    with django_assert_max_num_queries(12):
        older = phone.get(path, {"upto": "50"})
    assert max(len(newest.content), len(older.content)) <= 20_000
    assert newest.content.decode().count('class="reason"') == 20


def test_who_won_is_named_and_an_ended_game_offers_the_same_again():
    table = make.play(make.session(options={"fee": 0}), FIRST, SECOND)
    services.close_game(game=table.game)
    text = page(table.game.session, Role.HOST)
    assert re.search(r'class="winner__names">.*?<bdi>Asha</bdi>', text, re.DOTALL)
    assert "was ahead" in text
    assert reverse("starting:game_again", args=[table.game.session.code, 1]) in text
    assert "Enter hand" not in text


def test_a_pot_that_is_shared_has_several_winners():
    hand = pool_hand("Asha", Dev=2, Meera="wrong_show", Omar="wrong_show")
    table = make.play(make.session(), hand, hand, {"deal": {"outcome": "split"}, "lines": {}})
    assert table.game.closed_at
    assert [player.name for player in shown(table.game.session).winners] == ["Asha", "Dev"]


def test_the_money_of_a_session_is_sorted_by_game_and_leaves_out_what_is_nothing():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    make.play(make.next_game(table.game.session, "rummi", ("Meera", "Omar", "Asha")), AGAIN)
    rows = [
        (row.player.name, row.total, [net for _game, net in row.games])
        for row in session_on_board(table.game.session).money
    ]
    assert rows == sorted(rows, key=lambda row: -row[1])
    assert all(net for _name, _total, nets in rows for net in nets)
    assert "Money in this session" in page(table.game.session)
    assert "in open pots" not in page(table.game.session)
    pool = make.next_game(table.game.session, "pool_rummy", make.NAMES[:4])
    make.play(pool, pool_hand("Asha", Dev=43, Meera=20, Omar=80))
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    phone.post(address("money", table.game.session), {"show": "1"})
    board = phone.get(address("session", table.game.session)).content.decode()
    assert "in open pots. Settle up counts those games when they end." in board


def test_a_split_is_marked_in_the_table_of_hands():
    hand = pool_hand("Asha", Dev=40, Meera=40, Omar=10)
    split = {"deal": {"outcome": "split"}, "lines": {}}
    table = make.play(make.session("pool_rummy", make.NAMES[:4]), hand, hand, hand)
    assert "pot split" not in page(table.game.session)
    table = make.play(table, split)
    assert [line.is_special for line in session_on_board(table.game.session).hands.lines] == [
        True,
        *[False] * 3,
    ]
    assert "pot split" in page(table.game.session)


def test_a_void_deal_and_a_deleted_hand_are_told_apart():
    table = make.play(make.session(), FIRST, {"deal": {"outcome": "void"}, "lines": {}})
    corrections.void_hand(hand=Hand.objects.get(number=1), reason="wrong winner")
    table.game.refresh_from_db()
    lines = session_on_board(table.game.session).hands.lines
    assert [(line.ended_void, line.is_void) for line in lines] == [(True, False), (False, True)]
    text = page(table.game.session)
    assert "ended void" in text and "deleted" in text


FALSE_CLAIM = {"deal": {"result": "hu"}, "lines": {"Dev": {"won": True, "foul": True}}}


def test_a_false_claim_is_marked_with_who_made_it_wherever_the_hand_is_shown():
    played_table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI, FALSE_CLAIM)
    marked = re.compile(r'<span class="badge">\s*false claim\s*</span>\s*<bdi>Dev</bdi>')
    [table] = re.findall(
        r'<table class="sheet[^>]*>.*?</table>', page(played_table.game.session), re.DOTALL
    )
    assert len(marked.findall(table)) == 1, "hand 1, which was won, has none"
    path = hand_address("scoreboard:hand", Hand.objects.latest("number"))
    assert marked.search(viewer(played_table.game.session).get(path).content.decode())
    screen = (
        viewer(played_table.game.session)
        .get(address("tv", played_table.game.session))
        .content.decode()
    )
    assert marked.search(screen.partition("screen__last")[2])


BUTTONS = {
    "Enter hand": "A scorer or host enters the hands.",
    "Change players": "Only scorers and hosts can change players.",
    "End this game": "Only a host can end this game.",
}
"""What a board offers, and what stands in its place for who may not."""


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER, Role.HOST])
def test_where_a_button_of_a_running_game_is_missing_a_reason_stands(role: Role) -> None:
    text = page(make.play(make.session("paplu"), FIRST).game.session, role)
    for button, reason in BUTTONS.items():
        assert (button in text) != (reason in text), button


def test_players_who_cannot_change_are_told_why() -> None:
    running = "This game keeps running totals"
    table = make.play(make.session("gin_rummy", make.NAMES[:2]), KNOCK)
    text = page(table.game.session, Role.HOST)
    assert "Change players" not in text and running in text
    assert running not in page(make.play(make.session("paplu"), FIRST).game.session, Role.HOST)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_where_the_next_game_cannot_be_started_a_reason_stands(role: Role) -> None:
    table = make.play(make.session("pool_rummy", make.NAMES[:2]), pool_hand("Asha", Dev=4))
    services.close_game(game=table.game)
    text = page(table.game.session, role)
    assert "Same game again" not in text
    assert "Ask a host to start the next game." in text
    assert "Ask a host" not in page(table.game.session, Role.HOST)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER, Role.HOST])
def test_a_session_that_has_ended_says_why_nothing_can_be_entered(role: Role) -> None:
    table = make.play(make.session("paplu"), FIRST)
    text = page(services.close_session(session=table.game.session), role)
    assert "This session has ended" in text and "Enter hand" not in text


@pytest.mark.parametrize(
    ("role", "closed", "reason"),
    [
        (Role.VIEWER, False, "Only scorers and hosts can edit hands."),
        (Role.SCORER, False, ""),
        (Role.SCORER, True, "This session has ended. Only a host can edit its hands."),
        (Role.HOST, True, ""),
    ],
)
def test_a_hand_that_cannot_be_corrected_here_says_who_can(
    role: Role, closed: bool, reason: str
) -> None:
    table = make.play(make.session("paplu"), FIRST)
    if closed:
        services.close_session(session=table.game.session)
    path = hand_address("scoreboard:hand", Hand.objects.get())
    text = make.client_with(role, table.game.session.club).get(path).content.decode()
    assert ("Edit this hand" in text) == (not reason)
    assert reason in text and ("can edit" in text) == bool(reason)


def test_no_suit_says_who_won_or_leads():
    """Suits are cards; on a page without any there is none but in the sign of the house."""
    game = make.next_game(make.play(make.session(), FIRST).game.session, "pool_rummy", NAMES[:3])
    table = make.play(game, POOL)
    player = Player.objects.get(name="Asha")
    hand = hand_address("scoreboard:hand", Hand.objects.latest("pk"))
    session, browser = table.game.session, viewer(table.game.session)
    places = [address("session", session), address("tv", session), hand]
    for path in [*places, address("player", session, player.pk)]:
        text = browser.get(path).content.decode()
        shown = re.sub(r'<span class="brand__suits".*?</header>', "", text, flags=re.DOTALL)
        assert not re.search("[♠♥♦♣]", shown), path
        assert "♛" in shown, path


def test_a_hands_page_names_the_amount_of_each_player():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    path = hand_address("scoreboard:hand", Hand.objects.get())
    text = viewer(table.game.session).get(path).content.decode()
    amounts = re.findall(r"<bdi>(\w+)</bdi>\s*<b class=\"num\">.*?([+−])₹", text, re.DOTALL)
    assert amounts == [("Asha", "+"), ("Meera", "−"), ("Dev", "−")]
    pairs = text.index('<ul class="list pays">')
    folded = text.rindex("<details>", 0, pairs)
    assert text.index('<b class="num">') < folded and "</details>" not in text[folded:pairs]
    assert "Payments (2)" in text[folded:pairs]


def test_a_game_that_was_removed_leaves_its_number_with_a_reason():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    wrong = make.next_game(table.game.session, "gin_rummy", make.NAMES[:2])
    assert "was started by mistake" not in page(table.game.session)
    remove_game(game=wrong.game)
    assert "was started by mistake" not in page(table.game.session), "no number is missing yet"
    make.next_game(table.game.session, "paplu", make.NAMES[:3])
    assert "Game 2 was started by mistake and deleted" in page(table.game.session)


def test_two_games_of_one_kind_are_told_apart_wherever_they_are_named():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    services.close_game(game=table.game)
    second = make.play(make.next_game(table.game.session, "rummi", make.NAMES[:3]), RUMMI)
    assert [game.title for game in session_on_board(table.game.session).games] == [
        "1. Rummi",
        "2. Rummi",
    ]
    text = page(table.game.session)
    money = text.split("Money in this session")[1].split("</section>")[0]
    assert "1. Rummi" in money and "2. Rummi" in money
    own = own_session(table.game.session, session_tables(table.game.session), second.players[0])
    assert [game.title for game in own.games] == ["1. Rummi", "2. Rummi"]


def test_a_game_that_was_stopped_is_nowhere_called_won():
    table = make.play(make.session("gin_rummy", make.NAMES[:2]), KNOCK)
    services.close_game(game=table.game)
    make.next_game(table.game.session, "rummi", make.NAMES[:3])
    others = page(table.game.session).split("Other games")[1]
    assert (
        "ended early" in others and "ahead" in others and "won" not in others.split("</details>")[0]
    )
    text = page(table.game.session, game=1)
    assert "was ahead when it ended early" in " ".join(text.split())
    assert "won the game" not in text
    screen = viewer(table.game.session).get(address("tv", table.game.session)).content.decode()
    assert "The game is over" not in screen


def test_a_game_that_only_the_players_end_is_won_by_who_was_ahead_then():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    services.close_game(game=table.game)
    text = " ".join(page(table.game.session, game=1).split())
    assert "won the game" in text and "early" not in text
    screen = viewer(table.game.session).get(address("tv", table.game.session)).content.decode()
    assert "The game is over" in screen
    took = GameResult.objects.filter(game=table.game, took=True)
    assert [result.player for result in took] == winners(game_table(table.game))
    assert len(took) == 1


def test_a_game_that_ends_sooner_than_agreed_ended_early():
    table = make.session("rummi", make.NAMES[:3])
    Game.objects.filter(pk=table.game.pk).update(ends_after=5)
    make.play(table, RUMMI)
    services.close_game(game=table.game)
    assert "was ahead when it ended early" in " ".join(page(table.game.session, game=1).split())
    assert not GameResult.objects.filter(took=True).exists()


def test_earlier_games_of_the_session_are_kept_with_their_results():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    services.close_game(game=table.game)
    second = make.next_game(table.game.session, "pool_rummy", make.NAMES[:3])
    board = session_on_board(table.game.session)
    assert board.selected_game
    assert board.selected_game.game == second.game
    assert [game.game.number for game in board.others] == [1]
    text = page(table.game.session)
    assert "Other games" in text
    assert "?game=1" in text
    first = session_on_board(table.game.session, number=1).selected_game
    assert first
    assert first.game.number == 1


def test_of_two_open_games_the_one_on_the_board_goes_on():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI, RUMMI)
    make.next_game(table.game.session, "pool_rummy", make.NAMES[:3])
    assert "Enter hand 1" in page(table.game.session, Role.SCORER)
    first = page(table.game.session, Role.HOST, game=1)
    assert "Enter hand 3" in first
    assert "/games/1/close/" in first


def test_the_board_of_an_ended_game_leads_to_the_open_one_and_offers_none_of_its_hands():
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    services.close_game(game=table.game)
    make.next_game(table.game.session, "pool_rummy", make.NAMES[:3])
    for role in (Role.SCORER, Role.HOST):
        text = page(table.game.session, role, game=1)
        assert "Enter hand" not in text
        dock = text[text.index('class="dock"') :]
        assert 'href="?game=2"' in dock and "Settle up" not in dock


def test_the_sheet_shows_a_page_of_hands_at_a_time():
    hand = pool_hand("Asha", Dev=1, Meera=1, Omar=1)
    table = make.play(make.session(), *[hand] * 23)

    def numbers(upto: int | None) -> list[int]:
        return [line.hand.number for line in hands_page(table, upto).lines]

    assert numbers(None) == list(range(23, 13, -1))
    assert (hands_page(table).newer, hands_page(table).older) == (None, 13)
    assert numbers(13) == list(range(13, 3, -1))
    assert (hands_page(table, 13).newer, hands_page(table, 13).older) == (0, 3)
    assert numbers(3) == [3, 2, 1]
    assert (hands_page(table, 3).newer, hands_page(table, 3).older) == (13, None)


def test_more_results_of_a_game_are_shown_by_seat():
    table = make.session("gin_rummy", make.NAMES[:2])
    report = shown(table.game.session).report
    assert ("Boxes", (0, 0)) in report
    assert "Boxes" in page(table.game.session)
    hollywood = make.session("gin_rummy", make.NAMES[:2], {"hollywood": True})
    labels = [label for label, _values in shown(hollywood.game.session).report]
    assert labels[:2] == ["Columns 1: points", "Columns 1: boxes"]
    assert len(labels) == 6


DOCKS = {
    Role.VIEWER: ("Enter hand", False),
    Role.SCORER: ("Enter hand", True),
    Role.HOST: ("Enter hand", True),
}


@pytest.mark.parametrize("role", list(Role))
def test_the_next_step_is_offered_to_those_who_may_take_it(role):
    table = make.play(make.session(), FIRST)
    words, offered = DOCKS[role]
    assert (words in page(table.game.session, role)) == offered


def test_after_the_end_the_next_step_is_to_settle_up():
    table = make.play(make.session(), FIRST)
    services.close_game(game=table.game)
    rummi = make.play(make.next_game(table.game.session, "rummi", make.NAMES[:3]), RUMMI)
    services.close_game(game=rummi.game)
    for role in Role:
        text = page(table.game.session, role)
        dock = text[text.index('class="dock"') :]
        assert "Settle up" in dock
        assert ("Same game again" in dock) == (role == Role.HOST)
        assert ("Another game" in dock) == (role == Role.HOST)


@pytest.mark.parametrize(
    ("name", "message"),
    [("session", "Nothing is being played yet"), ("tv", "Waiting for the first hand")],
)
def test_a_session_without_a_game_invites_the_host_to_start_one(name, message):
    club = make.club()
    session = services.open_session(club=club, played_on=date(2026, 11, 20))
    answer = make.host_client(club).get(address(name, session))
    assert answer.status_code == 200
    assert message in answer.content.decode()


def test_outsiders_see_nothing_and_foreign_ids_do_not_exist(client):
    table, other = make.play(make.session(), FIRST), make.play(make.session(), FIRST)
    session = table.game.session
    hand, player = Hand.objects.get(game=table.game), table.players[0]
    for path in (
        address("session", session),
        address("tv", session),
        hand_address("scoreboard:hand", hand),
        address("player", session, player.pk),
    ):
        assert client.get(path).status_code == 404
        assert viewer(other.game.session).get(path).status_code == 404
        assert viewer(session).get(path).status_code == 200
    mine = viewer(session)
    theirs = Hand.objects.get(game=other.game)
    assert mine.get(hand_address("scoreboard:hand", theirs)).status_code == 404
    assert mine.get(address("player", session, other.players[0].pk)).status_code == 404
    assert mine.get(address("player", session, 10**18)).status_code == 404


def test_names_of_any_script_are_isolated_and_never_become_markup():
    names = ("أمين", "👨‍👩‍👧", "<b>Dev</b>")
    table = make.play(
        make.session("rummi", names),
        {
            "deal": {},
            "lines": {n: {"points": 2} for n in names[:1]}
            | {names[1]: {"points": 3}, names[2]: {"points": 4}},
        },
    )
    text = page(table.game.session)
    assert "<bdi>أمين</bdi>" in text
    assert "<bdi>👨‍👩‍👧</bdi>" in text
    assert "<b>Dev</b>" not in text


def count_of_queries(django_assert_max_num_queries, browser, path: str) -> int:
    with django_assert_max_num_queries(100) as seen:
        assert browser.get(path).status_code == 200
    return len(seen)


def test_the_board_costs_the_same_however_much_was_played(django_assert_max_num_queries):
    table = make.play(make.session("rummi", make.NAMES[:3]), RUMMI)
    session, phone = table.game.session, viewer(table.game.session)
    paths = {
        "session": address("session", session),
        "tv": address("tv", session),
        "hand": hand_address("scoreboard:hand", Hand.objects.get()),
        "player": address("player", session, table.players[0].pk),
    }
    few = {n: count_of_queries(django_assert_max_num_queries, phone, p) for n, p in paths.items()}
    make.play(table, *[RUMMI] * 15)
    amend(table, 1, RUMMI, "again")
    services.close_game(game=table.game)
    for _game in range(3):
        game = make.play(
            make.next_game(session, "pool_rummy", make.NAMES),
            *[pool_hand("Asha", Dev=1, Meera=2, Omar=3, Priya=4, Ravi=5)] * 2,
        )
        services.close_game(game=game.game)
    many = {n: count_of_queries(django_assert_max_num_queries, phone, p) for n, p in paths.items()}
    assert few["session"] + 1 == many["session"] == 10  # draws; from the second hand on, a chart
    assert few["tv"] == many["tv"] == 9  # and whether an invitation is to be shown
    assert few["hand"] == many["hand"] == 8
    assert few["player"] == many["player"] == 11  # and what was corrected late


# For one session only
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_no_link_of_the_session_leads_its_guests_to_a_page_that_is_not_theirs(role: Role):
    table = make.play(make.session(), FIRST)
    session = table.game.session
    guest = make.client_with(role, session.club, session)
    for name in ("scoreboard:session", "settlement:settle", "statements:list"):
        shown = guest.get(reverse(name, args=[session.code])).content.decode()
        links = set(re.findall(r'<a\b[^>]* href="(/[^"]*)"', shown))
        assert links
        lost = {link for link in links if guest.get(link.replace("&amp;", "&")).status_code != 200}
        assert lost == set()


# A hand that was put right ------------------------------------------------------------------------


def cells(text: str, number: int) -> list[str]:
    """What the board says of each seat in the row of this hand."""
    row = re.search(rf"<tr>\s*<th(?:(?!</tr>).)*?>\s*{number}\s*</a>.*?</tr>", text, re.DOTALL)
    assert row, text
    columns = (strip_tags(cell) for cell in re.findall(r"<td.*?</td>", row[0], re.DOTALL))
    return [" ".join(cell.split("Total")[0].split()) for cell in columns]


def marks(text: str) -> list[str]:
    """What is out of the ordinary about the hands on the board."""
    badges = re.findall(r'<span class="badge">(.*?)<', text.split('id="hands"')[1], re.DOTALL)
    return [" ".join(badge.split()) for badge in badges]


def test_a_corrected_hand_is_drawn_as_it_stands_and_says_so():
    table = make.session()
    scorer = make.member(Role.SCORER, table.game.session.club)
    table = make.play(table, FIRST, by=scorer)
    amend(table, 1, pool_hand("Asha", Dev=34, Meera="first_drop", Omar="wrong_show"), "misheard")
    text = page(table.game.session)
    assert text.count('class="sheet__number"') == 1 and "sheet--void" not in text
    assert cells(text, 1)[1:] == ["34", "20", "80"]
    new = Hand.objects.get(voided_at=None)
    mark = re.search(r'<a class="sheet__mark" href="([^"]+)">(.*?)</a>', text, re.DOTALL)
    assert mark and mark[1] == hand_address("scoreboard:hand", new)
    assert strip_tags(mark[2]).strip() == "edited"
    shown = viewer(table.game.session).get(mark[1]).content.decode()
    earlier = shown.split("<details open>")[1]
    assert "count of 34" in shown and "count of 43" in earlier, "both without another tap"
    story = " ".join(re.findall(r'<ul class="story">(.*?)</ul>', shown, re.DOTALL))
    assert "Edited" in story and "Deleted" not in story


def test_a_deleted_hand_stays_there_struck_out():
    table = make.play(make.session(), FIRST, FIRST)
    corrections.void_hand(hand=Hand.objects.get(number=1), reason="misdeal")
    text = page(table.game.session)
    assert text.count('class="sheet__number"') == 2 and "sheet--void" in text
    assert cells(text, 1)[1:] == ["43", "20", "80"] and marks(text) == ["deleted"]


def test_a_hand_put_back_stands_there_once():
    table = make.play(make.session(), FIRST)
    old = Hand.objects.get()
    corrections.void_hand(hand=old, reason="misdeal")
    corrections.restore_hand(hand=old, token="back")
    text = page(table.game.session)
    assert text.count('class="sheet__number"') == 1 and marks(text) == ["restored"]
    shown = viewer(table.game.session).get(hand_address("scoreboard:hand", old)).content.decode()
    assert "Deleted" in shown and "Restored" in shown


def test_a_correction_that_is_undone_leaves_one_row():
    table = make.play(make.session(), FIRST)
    old = Hand.objects.get()
    amend(table, 1, pool_hand("Asha", Dev=34, Meera="first_drop", Omar="wrong_show"), "misheard")
    corrections.restore_hand(hand=old, token="back")
    text = page(table.game.session)
    assert text.count('class="sheet__number"') == 1 and cells(text, 1)[1:] == ["43", "20", "80"]


def test_a_deleted_hand_of_a_game_without_points_shows_no_lone_crown():
    table = make.play(make.session("rummi", NAMES[:3]), RUMMI, RUMMI)
    last = Hand.objects.latest("number")
    corrections.void_hand(hand=last, reason="", by=None)
    rows = page(table.game.session, money=1).split('<tbody class="sheet--void">')
    assert len(rows) == 2
    deleted, other = rows[1].split("</tbody>")[:2]
    assert "sheet__won" in deleted and "♛" not in deleted
    assert "♛" in other


def test_another_hand_in_the_place_of_one_deleted_is_another_row():
    table = make.play(make.session(), FIRST)
    corrections.void_hand(hand=Hand.objects.get(), reason="misdeal")
    table.game.refresh_from_db()
    table = make.play(table, FIRST)
    text = page(table.game.session)
    assert text.count('class="sheet__number"') == 2
    assert text.count("sheet--void") == 1 and marks(text) == ["deleted"]


# Nothing is a number ------------------------------------------------------------------------------


def test_a_zero_that_was_played_is_no_dot():
    """Of points, of money, and of a deal that ended void; a dot is for who took no part."""
    table = make.session("paplu", make.NAMES[:4], {"rounds": None})
    absent = pool_hand("Asha", Dev=0, Meera=30) | {"absent": ["Omar"]}
    text = page(make.play(table, absent).game.session)
    row = cells(text, 1)
    assert row[1] == "0" and row[3] == "·" and "·" not in row[:3]
    void = make.play(make.session(), {"deal": {"outcome": "void"}, "lines": {}}).game.session
    assert cells(page(void), 1) == ["0"] * 4


def test_where_only_money_counts_a_zero_is_a_zero_too():
    hand = pool_hand("Asha", Dev=0, Meera=12) | {"absent": ["Omar"]}
    table = make.play(make.session("points_rummy", make.NAMES[:4]), hand)
    table.game.public_state["keeps_score"] = False
    table.game.save()
    assert cells(page(table.game.session), 1)[1::2] == ["0", "·"]


def out_of_pool() -> Session:
    """Dev is out with the second hand, and nobody may rejoin in the third."""
    table = make.session(options={"pool": 61})
    table = make.play(table, pool_hand("Asha", Dev=50, Meera=55, Omar=5))
    table = make.play(table, pool_hand("Asha", Dev=50, Meera=5, Omar=5))
    return make.play(table, pool_hand("Asha", Meera=0, Omar=5)).game.session


def test_who_is_out_of_the_game_has_a_dot():
    text = page(out_of_pool())
    assert cells(text, 3)[1:] == ["·", "0", "5"]
    assert "·" not in cells(text, 2)


def test_so_it_is_in_the_hands_of_a_player():
    session = out_of_pool()
    phone, shown_text = viewer(session), []
    for name in ("Dev", "Meera"):
        player = session.club.players.get(name=name)
        shown = phone.get(address("player", session, player.pk)).content.decode()
        newest = shown.split("Hands, newest first")[1].split("<tbody>")[1].split("</tr>")[0]
        figures = re.findall(r'<td class="num">(.*?)</td>', newest, re.DOTALL)
        points, _total, money = (" ".join(strip_tags(figure).split()) for figure in figures)
        shown_text.append((points, money))
    assert shown_text == [("·", "·"), ("0", "0")]


@pytest.mark.parametrize(
    ("role", "explains"), [(Role.VIEWER, True), (Role.SCORER, True), (Role.HOST, False)]
)
def test_who_cannot_start_a_session_learns_who_can(role: Role, explains: bool) -> None:
    club = make.club()
    text = make.client_with(role, club).get(reverse("home:club", args=[club.code])).content.decode()
    assert ("Only a host can start a session." in text) == explains == ("New session" not in text)
