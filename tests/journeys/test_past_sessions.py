"""Law: a past session does not depend on today's rules. It shows what was true that session."""

import io
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.kinds import (
    questions,
)
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.services import close_session
from scorekeeper.statements.models import Statement
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game
from tests.helpers.engine.changed import changed
from tests.helpers.journeys.past_sessions import REFUSED, redeclared, tightened, without_a_board

pytestmark = pytest.mark.django_db
VOLATILE = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|name="token" value="[^"]*"|'
    r'hx-headers=\'[^\']*\'|\?v=\d+|nonce="[^"]*"|<!--.*?-->'
)


# The rules of another day ----------------------------------------------------------------------


def without_an_option(rules: AnyVariant) -> AnyVariant:
    return changed(tightened(rules), options=redeclared(rules.options, drop=0))


def with_other_words(rules: AnyVariant) -> AnyVariant:
    return changed(
        tightened(rules),
        options=redeclared(rules.options, rename=True),
        deal=redeclared(rules.deal, rename=True),
        line=redeclared(rules.line, rename=True),
    )


# What is read ------------------------------------------------------------------------------------


def pages(session: Session) -> Iterator[str]:
    table = [session.code]
    yield from (reverse(f"scoreboard:{name}", args=table) for name in ("session", "tv"))
    yield reverse("settlement:settle", args=table)
    yield reverse("statements:list", args=table)
    yield reverse("seasons:table", args=[session.club.code])
    yield reverse("home:club", args=[session.club.code])
    for game in session.games.all():
        yield reverse("starting:game_rules", args=[session.code, game.number])
        for hand in game.hands.all():
            yield hand_address("scoreboard:hand", hand)
        for seat in game.seats.all():
            yield reverse("scoreboard:player", args=[session.code, seat.player_id])
            yield reverse("seasons:player", args=[session.club.code, seat.player_id])


def read(phone: Client, session: Session) -> dict[str, str]:
    answers = {}
    cache.clear()  # no board that was drawn by the rules of before
    for page in pages(session):
        answer = phone.get(page, {"money": "1"})
        assert answer.status_code == 200, page
        answers[page] = VOLATILE.sub("", answer.content.decode())
    return answers


def printed(session: Session) -> tuple[str, bytes]:
    """The words of a new statement of the session, and its table."""
    Statement.objects.filter(session=session).update(version=0, shows=0)
    from scorekeeper.statements.contents.session_reading import contents
    from scorekeeper.statements.files.csv_file import csv_bytes, rows
    from scorekeeper.statements.layouts.session import SessionLayout

    statement = contents(session)
    pages = PdfReader(io.BytesIO(SessionLayout(statement).pdf())).pages
    return "\n".join(page.extract_text() for page in pages), csv_bytes(rows(statement))


def play_a_session(key: str, side: int = 1, hands: int | None = None) -> Any:
    """All hands of a drawn session, or the first ones."""
    drawn = draw_game(VARIANTS[key], Random(f"past {key}"), side=side)
    table = make.session(key, drawn.names, dump(drawn.games[0].options, full=True), side=side)
    return make.play(table, *list(drawn.plain_entries())[:hands])


def client_of(table: Any) -> Client:
    """A host's device."""
    return make.client_with(Role.HOST, table.game.session.club)


@pytest.mark.one_database
@pytest.mark.parametrize("key", VARIANTS)
def test_it_is_read_as_it_was(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, rules = play_a_session(key, VARIANTS[key].sides[-1], hands=3), VARIANTS[key]
    session = table.game.session
    phone = make.client_with(Role.HOST, session.club)
    before, paper = read(phone, session), printed(session)
    monkeypatch.setitem(VARIANTS, key, without_a_board(tightened(rules)))
    assert read(phone, session) == before
    assert printed(session) == paper
    for other_rules in (without_an_option, with_other_words):
        monkeypatch.setitem(VARIANTS, key, other_rules(rules))
        after = read(phone, session)
        for page, text in before.items():
            assert figures(after[page]) == figures(text), page
    close_session(session=session)
    assert all(phone.get(page).status_code == 200 for page in pages(session))


def figures(page: str) -> list[str]:
    """The money and the points of a page, but for rules and answers: those are told in words."""
    html = re.sub(r"(?s)<(dl|p) class=\"[^\"]*(rules|house|answers)[^\"]*\".*?</\1>", "", page)
    return re.findall(r'class="(?:money|num|points)[^"]*"[^>]*>([^<]*)<', html)


@pytest.mark.parametrize("changed", [tightened, with_other_words])
def test_only_another_hand_is_refused_and_with_a_sentence(
    changed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make.play(make.session(), make.pool_hand("Asha", Dev=43, Meera=10, Omar=20))
    session, hand = table.game.session, table.game.hands.get()
    phone = make.client_with(Role.HOST, session.club)
    monkeypatch.setitem(VARIANTS, table.game.variant, changed(VARIANTS[table.game.variant]))
    new = reverse("entry:hand_new", args=[session.code, 1])
    amend = hand_address("entry:hand_edit", hand)
    for page in (new, amend, reverse("starting:session_close", args=[session.code])):
        assert phone.get(page).status_code == 200, page
    sent = phone.post(new, {"token": "t", "number": "2", "sole": "0"})
    assert sent.status_code in (200, 409)
    out = phone.post(hand_address("entry:hand_delete", hand), {"token": "v"})
    assert out.status_code in (302, 409)
    assert table.game.hands.count() == 1


def without_each(rules: AnyVariant) -> Iterator[AnyVariant]:
    """Each option dropped in turn, by rules that read it still."""
    for place in range(len(questions(rules.options))):
        yield changed(rules, options=redeclared(rules.options, drop=place))


@pytest.mark.one_database
@pytest.mark.parametrize("key", ["basic_rummy", "canasta"])
def test_a_running_game_whose_rules_miss_an_option_says_so(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = play_a_session(key, hands=0)
    played_table, rules = play_a_session(key, hands=1), VARIANTS[key]
    game, hand = [played_table.game.session.code, 1], played_table.game.hands.get()
    card = reverse("starting:table_card", args=[begun.game.session.code, 1])
    before, board = (
        reverse("scoreboard:session", args=[n.game.session.code]) for n in (begun, played_table)
    )
    write = {
        reverse("entry:hand_new", args=game): {"number": "2", "sole": "0"},
        hand_address("entry:hand_edit", hand): {"number": "1"},
        hand_address("entry:hand_delete", hand): {},
        reverse("starting:seats", args=game): {"do": "join", "name": "Zed", "number": "2"},
        reverse("starting:game_again", args=game): {},
    }
    refused = 0
    for number, fewer in enumerate(without_each(rules)):
        monkeypatch.setitem(VARIANTS, key, fewer)
        for table, page in ((begun, card), (begun, before), (played_table, board)):
            assert client_of(table).get(page).status_code == 200, page
        for page, fields in write.items():
            if "/delete/" not in page and "again" not in page:
                assert client_of(played_table).get(page).status_code in (200, 409), page
            with transaction.atomic():
                sent = client_of(played_table).post(page, {"token": f"{number}", **fields})
                transaction.set_rollback(True)  # what was not refused spoils nothing for the next
            assert sent.status_code in (200, 302, 409), page
            refused += b"is not known now" in sent.content
    assert refused


def test_replay_and_checkledger_name_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    table = make.play(make.session(), make.pool_hand("Asha", Dev=43, Meera=10, Omar=20))
    monkeypatch.setitem(VARIANTS, table.game.variant, tightened(VARIANTS[table.game.variant]))
    for command, args in (("checkledger", []), ("replay", [table.game.session.code])):
        output = io.StringIO()
        with pytest.raises(CommandError):
            call_command(command, *args, stdout=output, stderr=output)
        assert REFUSED in output.getvalue()


def test_what_a_hand_decided_is_kept_with_it() -> None:
    """Also who won and who went out; a correction of an earlier hand may change that."""
    table = make.session()
    table = make.play(table, make.pool_hand("Asha", Dev=80, Meera=10, Omar=20))
    table = make.play(table, make.pool_hand("Asha", Dev=40, Meera=10, Omar=20))
    second = table.game.hands.get(number=2)
    seats = {score.seat: score for score in second.scores.all()}
    assert [seats[n].won for n in range(4)] == [[0], [], [], []]
    assert [seats[n].out for n in range(4)] == [False, True, False, False]
    first = table.game.hands.get(number=1)
    right = make.pool_hand("Asha", Dev=10, Meera=10, Omar=20)
    entry = load_entry(table.rules, replay_before(table, first, []), right, table.names)
    corrections.amend_hand(hand=first, entry=entry, token="put right")
    newest = second.scores.filter(seat=1).order_by("-revision").first()
    assert newest is not None
    assert (newest.revision, newest.out) == (1, False)


def test_words_of_that_session_may_be_put_otherwise_but_no_number() -> None:
    table = make.play(make.session(), make.pool_hand("Asha", Dev=43, Meera=10, Omar=20))
    game = table.game
    game.public_state = game.public_state | {"notes": [["as it was said then"]] * 4}
    assert list(differences(game)) == []
    game.public_state = game.public_state | {"totals": [0, 0, 0, 1]}
    assert [phrase.split()[1] for phrase in differences(game)] == ["totals"]
