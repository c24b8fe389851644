"""A game of tiles is spoken of in rounds and tiles, and each message is there in both words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import QueryDict
from django.urls import reverse

from scorekeeper.clubs import activity
from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.variant import Terms
from scorekeeper.ledger.models import Payment
from scorekeeper.play import terms
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_session
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.files.csv_file import rows
from scorekeeper.statements.images.reading import Subject
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.table.entry.results import saved_bar
from scorekeeper.table.starting.forms import EndingForm
from tests.helpers import factories as make
from tests.helpers.hindi import text_of
from tests.helpers.trees import parsed, templates

ROOT = Path(__file__).parents[2]
OF_CARDS = re.compile(r"\b(?:hands?|cards?)\b", re.IGNORECASE)
OF_ALL_GAMES = (
    "Hand approvals",
    "Read each hand aloud",
    "Vibrate when a hand is saved",
    "Check as a declared hand",
    "Tap the card that is the …",
)
"""Of a session or a device, or of a key that this game never shows."""
ROUND = {"deal": {}, "lines": {"Asha": {"won": True}, "Dev": {"points": 24}}}
TAGGED = re.compile(r"{% game_text(?:_plural)? \S+ (.*?)%}")
QUOTED = re.compile(r"""(?:^| )(?:"([^"]*)"|'([^']*)')""")


@pytest.fixture
def table(db: None) -> Table:
    return make.play(make.session("rummikub", make.NAMES[:2]), ROUND, ROUND, ROUND)


def addresses(table: Table) -> Iterator[str]:
    code, hand = table.game.session.code, Hand.objects.filter(game=table.game).latest("number")
    first = Hand.objects.filter(game=table.game).earliest("number")
    yield reverse("entry:hand_new", args=[code, 1])
    yield hand_address("entry:hand_edit", hand)
    yield hand_address("entry:hand_insert", first)
    yield hand_address("scoreboard:hand", hand)
    yield reverse("scoreboard:session", args=[code])
    yield reverse("scoreboard:tv", args=[code])
    yield reverse("scoreboard:player", args=[code, table.players[0].pk])
    yield reverse("starting:seats", args=[code, 1])
    yield reverse("starting:table_card", args=[code, 1])
    yield reverse("starting:game_close", args=[code, 1])
    yield reverse("settlement:settle", args=[code])


def of_cards(page: str) -> list[str]:
    said = text_of(page)
    for general in OF_ALL_GAMES:
        said = said.replace(general, "")
    return [said[max(m.start() - 50, 0) : m.end() + 30] for m in OF_CARDS.finditer(said)]


def test_a_table_of_rummikub_sees_rounds_and_tiles(table: Table):
    browser = make.host_client(table.game.session.club)
    found = {
        address: of_cards(browser.get(address, follow=True).content.decode())
        for address in addresses(table)
    }
    assert [text for texts in found.values() for text in texts] == []


def test_what_is_saved_is_a_round(table: Table):
    browser = make.host_client(table.game.session.club)
    address = reverse("entry:hand_new", args=[table.game.session.code, 1])
    last = Hand.objects.get(game=table.game, number=3)
    form = HandForm(table.rules, table.fold, table.names, entry=table.entry(last))
    body = posted_values(form) | {"number": 4, "token": make.token()}
    page = browser.post(address, body, follow=True).content.decode()
    hand = Hand.objects.get(game=table.game, number=4)
    assert "Round 4 saved." in page
    assert saved_bar(table, hand).unsynced == "Round 4 saved on this phone."
    page = browser.post(
        hand_address("entry:hand_delete", hand), {"token": make.token()}, follow=True
    ).content.decode()
    assert "Round 4 deleted. It no longer counts." in page and not of_cards(page)


def test_what_is_read_aloud_and_sent_to_the_group_is_a_round(table: Table):
    browser = make.host_client(table.game.session.club)
    board = browser.get(reverse("scoreboard:session", args=[table.game.session.code]))
    assert "Round 3: Asha wins, Dev −24." in board.content.decode()
    last = Hand.objects.filter(game=table.game).latest("number")
    image = Subject(table.game.session, 1, last.token).image(money=True)
    assert image.title.endswith("· Round 3") and image.columns[0] == "This round"
    assert Subject(table.game.session, 1).image(money=True).track_title == "Points, round by round"


def test_an_edit_of_an_ended_session_is_of_a_round(table: Table):
    close_session(session=table.game.session)
    browser = make.host_client(table.game.session.club)
    hand = Hand.objects.get(game=table.game, number=2)
    page = browser.post(hand_address("entry:hand_delete", hand), {"token": make.token()})
    assert "Delete round 2?" in page.content.decode() and not of_cards(page.content.decode())


def test_the_key_of_the_tiles_shows_tiles(table: Table):
    gin = make.session("gin_rummy", make.NAMES[:2])
    for shown, is_of_tiles in ((table, True), (gin, False)):
        browser = make.host_client(shown.game.session.club)
        page = browser.get(reverse("entry:hand_new", args=[shown.game.session.code, 1]))
        [picker] = re.findall(r'<div class="picker\b([^"]*)"', page.content.decode())
        [example] = re.findall(r'maxlength="200"\s*placeholder="([^"]*)"', page.content.decode())
        assert ("tiles" in picker, "R" in example) == (is_of_tiles, is_of_tiles)


@pytest.mark.parametrize(
    ("lines", "refusal"),
    [
        ({"Asha": {"won": True}}, "Enter the points left on the rack."),
        (
            {"Asha": {"won": True}, "Dev": {"cards": "5R", "points": 9}},
            "The tiles tapped count 5.",
        ),
    ],
)
def test_a_refusal_is_of_tiles(table: Table, lines: dict[str, Any], refusal: str):
    entry = load_entry(table.rules, table.fold, {"deal": {}, "lines": lines}, table.names)
    form = HandForm(table.rules, table.fold, table.names, entry=entry)
    assert not form.is_valid()
    assert [fault.message for fault in form.faults] == [refusal]


def test_a_number_of_rounds_is_refused_as_one(table: Table):
    ending = EndingForm(
        table.game.session.club.zone,
        table.game.terms,
        QueryDict("do=start&ends=hands&ends-hands=0"),
    )
    assert not ending.is_valid()
    assert "number of rounds" in str(ending.non_field_errors())


def test_payments_name_the_round_that_was_edited(table: Table):
    hand = Hand.objects.get(game=table.game, number=2)
    void_hand(hand=hand)
    [back] = Payment.objects.filter(game=table.game, reverses__isnull=False)
    assert str(back.reason) == "round 2 deleted"


def test_activity_speaks_of_rounds(table: Table):
    club, game = table.game.session.club, table.game.title

    def line(kind: ActivityKind, game: str) -> str:
        entry = activity.note(kind, club=club, name="Asha", number=2, game=game)
        return activity.describe(entry)

    for kind in activity.OF_TILES:
        assert not of_cards(line(kind, game))
        assert of_cards(line(kind, "Paplu"))
    stored = {kind for kind in ActivityKind if OF_CARDS.search(str(kind.label))}
    assert stored - set(activity.OF_TILES) == {ActivityKind.CONSENT_ON, ActivityKind.CONSENT_OFF}


def test_a_csv_of_rummikub_alone_lists_rounds(table: Table):
    session = table.game.session
    head = next(rows(contents(session)))
    assert head[:2] == ["Game", "Round"]
    make.play(make.next_game(session, "paplu", make.NAMES[:2]))
    assert next(rows(contents(session)))[:2] == ["Game", "Hand"]


def test_what_verify_finds_is_of_rounds(table: Table):
    SeatScore.objects.filter(hand__game=table.game, hand__number=2).delete()
    Game.objects.filter(pk=table.game.pk).update(hand_count=7)
    found = list(differences(Game.objects.get(pk=table.game.pk)))
    assert "3 rounds are there, the game knows of 7" in found
    assert any("round 2, Asha" in text for text in found)
    assert not [text for text in found if OF_CARDS.search(text)]


def test_other_games_have_hands(db: None):
    table = make.session("gin_rummy", make.NAMES[:2])
    browser = make.host_client(table.game.session.club)
    page = browser.get(reverse("entry:hand_new", args=[table.game.session.code, 1]))
    assert "Save hand 1" in page.content.decode()


# Both words -----------------------------------------------------------------------------------


def said_in_templates() -> Iterator[tuple[str, ...]]:
    for page in templates():
        for arguments in TAGGED.findall(page.read_text(encoding="utf-8")):
            yield tuple(a or b for a, b in QUOTED.findall(arguments))


def said_in_code() -> Iterator[tuple[str, ...]]:
    for module in (ROOT / "scorekeeper").rglob("*.py"):
        for node in ast.walk(parsed(module)):
            match node:
                case ast.Call(func=ast.Name(id="game_text" | "game_text_plural"), args=arguments):
                    constants = [a.value for a in arguments if isinstance(a, ast.Constant)]
                    yield tuple(map(str, constants))


def test_every_message_is_there_in_both_words():
    known = {(text,) for text in terms.OF_ROUNDS} | set(terms.OF_COUNTED_ROUNDS)
    said = {texts for texts in (*said_in_templates(), *said_in_code()) if texts}
    assert len(said) > 100 and said <= known
    of_late_edits = {texts for texts in known - said if texts[0].split()[0] in LATE}
    assert known - said == of_late_edits


LATE = {"Edit", "Delete", "Insert", "Restore"}
"""Said from a table, in ``edits.views``."""


def test_every_phrase_about_hands_is_one_of_the_code():
    constants = {
        node.value
        for module in (ROOT / "scorekeeper").rglob("*.py")
        if module.name != "terms.py"
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.Constant)
    }
    assert set(terms.PHRASES_OF_ROUNDS) <= constants


def test_no_message_about_rounds_is_of_cards():
    texts = [*terms.OF_ROUNDS.values(), *terms.PHRASES_OF_ROUNDS.values()]
    texts += [text for pair in terms.OF_COUNTED_ROUNDS.values() for text in pair]
    assert [t for t in texts if OF_CARDS.search(re.sub(r"%\(\w+\)|{\w+}", "", t))] == []
    assert terms.game_text(Terms.CARDS, "Hand") == "Hand"
