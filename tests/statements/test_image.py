"""Images of results: what they say, in which letters, to whom, and how often they are drawn."""

import io
from datetime import date
from itertools import pairwise
from urllib.parse import quote

import pytest
from django.core.cache import caches
from django.test import Client, RequestFactory
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts, spending
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import Payment
from scorekeeper.play import services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.statements.drawing.typesetting import BOX, is_whole
from scorekeeper.statements.images.contents import ResultImage
from scorekeeper.statements.images.page import draw_image
from scorekeeper.statements.images.reading import Subject
from scorekeeper.statements.images.rendering import png
from tests.helpers import factories as make
from tests.statements.images import made_up
from tests.statements.placed import Mark, placed

database = pytest.mark.django_db
NAMES = ("Asha", "Bartholomew", "Dev", "Meera")
POOL = [
    make.pool_hand("Bartholomew", Asha=24, Dev="first_drop", Meera=31),
    make.pool_hand("Asha", Bartholomew=38, Dev=8, Meera="middle_drop"),
    make.pool_hand("Dev", Asha=79, Bartholomew=30, Meera=2),
    make.pool_hand("Meera", Bartholomew=79, Dev=80),
]
"""Asha is out after the third, the others but one after the fourth."""
PAPLU = [
    make.pool_hand("Asha", Bartholomew=20, Dev=30, Meera="first_drop"),
    make.pool_hand("Dev", Bartholomew=20, Asha=31, Meera="first_drop"),
]


@pytest.fixture
def pooled() -> Table:
    return make.play(make.session("pool_rummy", NAMES, {"fee": 250000}), *POOL)


@pytest.fixture
def session(pooled: Table) -> Session:
    """Two games, the second not over."""
    session = pooled.game.session
    game = services.start_game(
        session=session, variant="paplu", options={"rounds": None}, players=pooled.players
    )
    make.play(game_table(game), *PAPLU)
    session.refresh_from_db()
    return session


def text_of(image: ResultImage) -> str:
    """In one line."""
    [page] = PdfReader(io.BytesIO(draw_image(image))).pages
    return " ".join(page.extract_text().split())


@database
def test_the_file_of_a_club_in_another_script_is_called_after_it():
    table = make.play(
        make.session("paplu", NAMES, {"rounds": None}, club=make.club("शुक्रवार")), *PAPLU
    )
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    subject = Subject(table.game.session, number=1)
    shared = phone.get(subject.address("share")).content.decode()
    assert 'data-name="शुक्रवार 2026-11-20 game 1.png"' in shared
    disposition = phone.get(subject.address("image"))["Content-Disposition"]
    assert (
        quote("शुक्रवार 2026-11-20") in disposition
        and 'filename="2026-11-20-game-1.png"' in disposition
    )


# What it says --------------------------------------------------------------------------------


@database
def test_a_game_says_who_won_and_what_everybody_has(pooled):
    image = Subject(pooled.game.session, number=1).image(money=True)
    assert image.headline == "Meera won the game" and image.prize == "+₹7,500"
    text = text_of(image)
    for message in ("Friday table", "Meera", "won the game · Pool Rummy", "4 hands", "+₹7,500"):
        assert message in text
    for name, total in zip(pooled.names, pooled.state.totals, strict=True):
        assert f"{name} {total} " in text, text


@database
def test_a_hand_says_who_wins_and_who_is_out(pooled):
    session = pooled.game.session
    headlines = []
    for hand in Hand.objects.filter(game=pooled.game).order_by("number"):
        image = Subject(session, 1, hand.token).image(money=True)
        headlines.append(image.headline)
        assert image.headline.split(",")[0].split(" ")[0] in text_of(image)
        assert image.eliminated in text_of(image)
    assert headlines == [
        "Bartholomew wins",
        "Asha wins",
        "Dev wins, Asha is out",
        "Meera wins, Bartholomew, Dev are out",
    ]


@database
def test_a_hand_that_nobody_won_says_who_pays_for_what():
    false_claim = {"deal": {"result": "hu"}, "lines": {"Dev": {"foul": True}}}
    table = make.play(make.session("rummi", NAMES), false_claim, {"deal": {"result": "void"}})
    lines = [
        Subject(table.game.session, 1, hand.token).image(money=True).says
        for hand in Hand.objects.filter(game=table.game).order_by("number")
    ]
    assert lines == ["Dev: false claim", "Nobody won"]


@database
def test_the_totals_beside_a_hand_are_those_after_it(pooled):
    second = Hand.objects.get(game=pooled.game, number=2)
    image = Subject(pooled.game.session, 1, second.token).image(money=True)
    figures = {place.name: [figure.text for figure in place.figures] for place in image.places}
    assert figures == {
        "Asha": ["0", "24"],
        "Bartholomew": ["38", "38"],
        "Dev": ["8", "28"],
        "Meera": ["40", "71"],
    }
    assert [track.values[-1] for track in image.tracks] == [24, 38, 28, 71]


@database
def test_the_amounts_of_a_session_are_those_of_the_ledger(session):
    """Counted anew from the payments of its games, and read back from the page."""
    nets: dict[str, int] = {}
    for paid in Payment.objects.filter(session=session, game__isnull=False):
        for end, amount in ((paid.payer, -paid.amount), (paid.payee, paid.amount)):
            if end is not None:
                nets[end.name] = nets.get(end.name, 0) + amount
    image = Subject(session).image(money=True)
    text = text_of(image)
    for name, amount in nets.items():
        written = currencies.signed(amount, "INR") if amount else "–"
        assert f" {name} {written} " in text
    assert sum(place.figures[0].leans for place in image.places) == 0
    for track in image.tracks:
        assert track.values[-1] == nets[track.name]


@database
def test_the_thick_line_of_a_hand_is_who_led_then(pooled):
    third = Hand.objects.get(game=pooled.game, number=3)
    image = Subject(pooled.game.session, 1, third.token).image(money=True)
    ends = [track.values[-1] for track in image.tracks]
    assert image.leader == ends.index(min(ends)) != NAMES.index("Meera")


@database
def test_an_open_pot_is_in_no_sum_and_in_no_line(pooled):
    session = pooled.game.session
    make.play(make.next_game(session, "pool_rummy", NAMES), POOL[0])
    make.play(make.next_game(session, "paplu", NAMES, {"rounds": None}), *PAPLU)
    session.refresh_from_db()
    image = Subject(session).image(money=True)
    ends = {track.name: track.values[-1] for track in image.tracks}
    assert ends == {place.name: place.figures[0].leans for place in image.places}


@database
def test_a_game_asks_once_who_is_ahead(pooled, monkeypatch):
    tables: list[Table] = []

    def counted(table: Table) -> frozenset[int]:
        tables.append(table)
        return frozenset({3})

    for module in ("statements.images.reading", "play.selectors", "play.wording.finished_game"):
        monkeypatch.setattr(f"scorekeeper.{module}.leading_seats", counted)
    for subject in (Subject(pooled.game.session), Subject(pooled.game.session, number=1)):
        tables.clear()
        assert subject.image(money=True).winners == ("Meera",)
        assert len(tables) == 1


@database
def test_a_session_says_who_won_each_game(session):
    image = Subject(session).image(money=True)
    assert [(game.game, game.by) for game in image.games] == [
        ("Pool Rummy", "Meera"),
        ("Paplu", "in progress"),
    ]
    assert image.headline == "Meera is ahead"
    services.close_session(session=session)
    assert Subject(session).image(money=True).headline == "Meera won the most"


@database
def test_the_games_of_a_session_are_named_in_full_where_there_is_room(session):
    [page] = PdfReader(io.BytesIO(draw_image(Subject(session).image(money=True)))).pages
    text = page.extract_text()
    assert "Pool Rummy" in text
    assert "Paplu" in text
    assert "…" not in text


def gin(session: Session, table: Table) -> Table:
    """One game of gin, of which one hand was played."""
    begun = services.start_game(
        session=session, variant="gin_rummy", options={}, players=table.players[:2]
    )
    lines = {"Asha": {"knocked": True, "deadwood": 1}, "Bartholomew": {"deadwood": 30}}
    return make.play(game_table(begun), {"deal": {}, "lines": lines})


@database
def test_two_games_of_one_kind_are_told_apart_by_their_numbers(session, pooled):
    for _time in range(2):
        services.close_game(game=gin(session, pooled).game)
    image = Subject(session).image(money=True)
    called = [game.game for game in image.games]
    assert called == ["Pool Rummy", "Paplu", "3. Gin Rummy", "4. Gin Rummy"]
    assert Subject(session, number=4).image(money=True).title == "4. Gin Rummy"
    last = Hand.objects.filter(game__number=4).latest("pk")
    assert Subject(session, 4, last.token).image(money=True).title == "4. Gin Rummy · Hand 1"
    assert Subject(session, number=1).image(money=True).title == "Pool Rummy"


@database
def test_a_game_that_was_stopped_does_not_look_won(session, pooled):
    services.close_game(game=gin(session, pooled).game)
    table, game = Subject(session), Subject(session, number=3)
    assert table.image(money=True).games[-1].by == "ended early, Asha was ahead"
    assert "was ahead when it ended early" in game.image(money=True).headline
    assert table.image(money=False).headline == "Meera won 1 of 3 games"
    assert table.image(money=False).places[0].name == "Meera"
    assert [place.figures[0].text for place in table.image(money=False).places][1:] == ["0"] * 3


@database
@pytest.mark.parametrize("kind", ["session", "game", "hand"])
def test_hidden_money_is_nowhere_in_it(kind, session):
    last = Hand.objects.filter(game__session=session).latest("pk")
    subject = {
        "session": Subject(session),
        "game": Subject(session, number=1),
        "hand": Subject(session, last.game.number, last.token),
    }[kind]
    shown, hidden = subject.image(money=True), subject.image(money=False)
    assert "₹" in text_of(shown) and "₹" in shown.alt
    assert "₹" not in text_of(hidden) and "₹" not in hidden.alt and not hidden.currency
    assert hidden.hides_money and not hidden.shows_money


@database
def test_a_session_without_money_says_who_won_how_many_games(session):
    image = Subject(session).image(money=False)
    assert image.headline == "Meera won 1 of 2 games"
    assert [place.figures[0].text for place in image.places] == ["1", "0", "0", "0"]


@database
def test_a_session_on_which_nothing_was_played_says_so():
    session = services.open_session(club=make.club(), played_on=date(2026, 11, 20))
    image = Subject(session).image(money=True)
    assert "Nothing played yet." in text_of(image)


@database
def test_partners_stand_together_and_with_what_each_of_them_won():
    table = make.session("canasta", NAMES, {}, side=2)
    image = Subject(table.game.session, number=1).image(money=True)
    assert {place.name for place in image.places} == {"Asha + Dev", "Bartholomew + Meera"}
    assert draw_image(image)


@database
def test_what_is_said_beside_it_says_the_same(pooled):
    image = Subject(pooled.game.session, number=1).image(money=True)
    assert image.lines[1] == "Pool Rummy: Meera won the game"
    for place in image.places:
        for figure in place.figures:
            assert any(place.name in line and figure.text in line for line in image.lines)


# How it looks --------------------------------------------------------------------------------


def inside(image: ResultImage) -> None:
    """Nothing is drawn beyond the edges, and no number over a name."""
    [page] = placed(draw_image(image))
    rows: dict[float, list[Mark]] = {}
    for mark in page.marks:
        assert mark.x >= -1 and mark.right <= page.width + 1, mark
        assert mark.y >= -1 and mark.top <= page.height + 1, mark
    for mark in page.words:
        assert mark.y >= 5, mark
        rows.setdefault(round(mark.base, 1), []).append(mark)
    for row in rows.values():
        row.sort(key=lambda mark: mark.x)
        for left, right in pairwise(row):
            assert left.right <= right.x + 0.5, (left, right)


LONG = ["W" * 40, "Srinivasaraghavan Venkataraman Iyengar", "ம" * 40, "न" * 40, "😀" * 20, "م" * 40]


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("persons", [2, 6, 12])
def test_long_names_and_large_amounts_stay_inside(persons, hand):
    names = (LONG * 2)[:persons]
    inside(made_up(names, hand=hand, amount=10**12))
    for winner in LONG:
        inside(made_up([winner, "Dev"]))


@database
@pytest.mark.parametrize("money", [False, True])
def test_twelve_at_a_table_stay_inside(money):
    names = [f"{n} {'Wm' * 12}" for n in range(10, 22)]
    table = make.session("paplu", names, {"rounds": None})
    for n in range(3):
        others = {name: 20 + 5 * m for m, name in enumerate(names) if m != n}
        make.play(table, make.pool_hand(names[n], **others))
    hand = Hand.objects.latest("pk")
    session = table.game.session
    for subject in (Subject(session), Subject(session, 1), Subject(session, 1, hand.token)):
        inside(subject.image(money=money))


SCRIPTS = [
    "देव शर्मा",
    "தமிழ்ச்செல்வி",
    "محمد علي",
    "שרה",
    "陳大文",
    "ગીતા",
    "ਗੁਰਪ੍ਰੀਤ",
    "🦁 Leo",
    "👨‍👩‍👧",
]


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_letter_of_a_name_is_there(name):
    shown = draw_image(made_up([name, "Dev"], hand=True))
    assert is_whole(name)
    [page] = placed(shown)
    assert BOX not in page.text and name in page.text
    [empty] = placed(draw_image(made_up(["", "Dev"], hand=True)))
    assert len(page.words) > len(empty.words)


def test_an_image_is_1080_wide_and_no_lower_than_three_quarters():
    with Image.open(io.BytesIO(png(draw_image(made_up(["Asha", "Dev"]))))) as image:
        assert image.format == "PNG" and image.width == 1080
        assert image.height >= 810
        assert len(image.getcolors(2**20) or ()) > 20


def test_the_same_image_gives_the_same_bytes():
    names = ["देव", "محمد علي", "🦁 Leo"]
    first, second = (png(draw_image(made_up(names))) for _time in range(2))
    assert first == second
    assert first != png(draw_image(made_up(names, amount=1)))


# Who gets it ---------------------------------------------------------------------------------


def source(kind: str, session: Session, **place: int | str) -> str:
    return reverse(f"statements:{kind}", kwargs={"code": session.code, **place})


@pytest.fixture
def viewer(pooled: Table) -> Client:
    return make.client_with(Role.VIEWER, pooled.game.session.club)


@database
def test_the_page_shows_the_image_and_says_it_in_words(pooled, viewer):
    session = pooled.game.session
    page = viewer.get(source("share_game", session, number=1)).content.decode()
    address = f"{source('image_game', session, number=1)}?v={session.version}&amp;money=1"
    assert page.count(address) == 3, "shown, saved and sent"
    assert 'alt="Friday table · Friday, Nov 20, 2026; Pool Rummy: Meera won the game; ' in page
    answer = viewer.get(address.replace("&amp;", "&"))
    assert answer["Content-Type"] == "image/png" and answer.content.startswith(b"\x89PNG")
    assert "no-store" in answer["Cache-Control"]


@database
def test_who_hides_money_shares_none_unless_he_says_so(pooled, viewer):
    session = pooled.game.session
    page = source("share_session", session)
    assert "₹" in viewer.get(page).content.decode()
    viewer.cookies["money"] = "0"
    assert "₹" not in viewer.get(page).content.decode()
    assert "₹" in viewer.get(f"{page}?money=1").content.decode()
    hidden, shown = (
        viewer.get(f"{source('image_session', session)}{query}").content
        for query in ("", "?money=1")
    )
    assert hidden != shown


@database
def test_the_text_of_a_session_says_who_pays_whom(pooled, viewer):
    session = pooled.game.session
    page = viewer.get(source("share_session", session)).content.decode()
    assert "Asha pays Meera ₹2,500" in page
    assert (
        "Asha pays Meera"
        not in viewer.get(f"{source('share_session', session)}?money=0").content.decode()
    )


@database
def test_what_does_not_count_has_no_image(pooled, viewer):
    session = pooled.game.session
    last = Hand.objects.get(game=pooled.game, number=4)
    place = source("image_hand", session, number=1, hand_token=last.token)
    assert viewer.get(place).status_code == 200
    corrections.void_hand(hand=last)
    for kind in ("image_hand", "share_hand"):
        for token in (last.token, "never"):
            place = source(kind, session, number=1, hand_token=token)
            assert viewer.get(place).status_code == 404
    assert viewer.get(source("image_game", session, number=7)).status_code == 404


# How often it is drawn -----------------------------------------------------------------------


@pytest.fixture(autouse=True)
def nothing_kept():
    caches["large"].clear()
    spending.reset()
    yield
    spending.reset()


@database
def test_an_image_is_drawn_once_until_the_session_moves_on(
    pooled, viewer, django_assert_num_queries
):
    session = pooled.game.session
    place = source("image_game", session, number=1)
    first = viewer.get(place).content
    with django_assert_num_queries(2):  # who asks, and nothing of the game
        assert viewer.get(place).content == first
    make.next_game(session, "rummi", ("Zoë", "Tom"))
    assert viewer.get(place).content == first, "drawn anew, and nothing in it is another"


@database
def test_who_asks_for_very_many_is_told_to_wait_and_keeps_those_that_are_drawn(pooled, viewer):
    session = pooled.game.session
    drawn = source("image_game", session, number=1)
    assert viewer.get(drawn).status_code == 200
    member = session.club.memberships.get(role=Role.VIEWER)
    limit = next(limit for limit in acts.IMAGE.limits if limit.per == "member")
    request = RequestFactory().get(drawn)
    spending.spend(acts.IMAGE, request, limit.most - 1, club=session.club, member=member)
    assert viewer.get(source("image_session", session)).status_code == 429
    assert viewer.get(drawn).status_code == 200


@database
def test_the_image_of_a_winner_who_pays_says_the_place():
    table = make.session("rummi", NAMES[:2], {"joker_value": 500})
    lines = {NAMES[0]: {"points": 4}, NAMES[1]: {"points": 20, "jokers": 2}}
    make.play(table, {"deal": {}, "lines": lines})
    hand = table.game.hands.get()
    image = Subject(table.game.session, 1, hand.token).image(money=True)
    assert image.headline == f"{NAMES[0]} 1st"
    assert Subject(table.game.session, 1, hand.token).image(money=False).headline.endswith("wins")
