"""A game of tiles is spoken of in rounds and tiles, and each message is there in both words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse

from scorekeeper.engine.variant import Terms
from scorekeeper.play import terms
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_session
from scorekeeper.statements.images.reading import Subject
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.table.entry.page_parts import saved_bar
from tests.helpers import factories as make
from tests.helpers.hindi import text_of
from tests.helpers.trees import parsed

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


def test_other_games_have_hands(db: None):
    table = make.session("gin_rummy", make.NAMES[:2])
    browser = make.host_client(table.game.session.club)
    page = browser.get(reverse("entry:hand_new", args=[table.game.session.code, 1]))
    assert "Save hand 1" in page.content.decode()


# Both words -----------------------------------------------------------------------------------


def said_in_templates() -> Iterator[tuple[str, ...]]:
    for page in ROOT.glob("templates/**/*.html"):
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
"""Said from a table, in ``edits.closed_session``."""


def test_no_message_about_rounds_is_of_cards():
    texts = [*terms.OF_ROUNDS.values()]
    texts += [text for pair in terms.OF_COUNTED_ROUNDS.values() for text in pair]
    assert [t for t in texts if OF_CARDS.search(re.sub(r"%\(\w+\)", "", t))] == []
    assert terms.game_text(Terms.CARDS, "Hand") == "Hand"
