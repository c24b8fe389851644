"""The printed statement: its bytes, its pages, its letters."""

import io
import os
import re
import shutil
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from scorekeeper.core.localization.words import WON
from scorekeeper.engine.cards import PLAYING_CARDS
from scorekeeper.play.wording.cards import card_faces
from scorekeeper.play.wording.hand import Outcome, SeatResult
from scorekeeper.statements.contents.session import (
    Contents,
    Correction,
    HandRow,
    PaidRow,
    WrongCards,
    for_player,
)
from scorekeeper.statements.drawing import fonts, typesetting
from scorekeeper.statements.drawing.document import FOOT, INSIDE, MARGIN
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.tables import Row, columns, table
from scorekeeper.statements.files.csv_file import rows
from tests.helpers.needed import needed
from tests.statements.drawing import drawn
from tests.statements.made_up import session_contents
from tests.statements.placed import placed

PDFTOPPM = shutil.which("pdftoppm")


def pages(contents: Contents) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(drawn(contents))).pages]


def flat(contents: Contents) -> str:
    """All of it in one line."""
    return " ".join(" ".join(pages(contents)).split())


def inside(contents: Contents) -> None:
    """Nothing is written beyond the paper's edges, or over the foot of a page."""
    for page in placed(drawn(contents)):
        for mark in page.words:
            assert mark.x >= MARGIN - 1, mark
            assert mark.right <= page.width - MARGIN + 1, mark
            assert mark.top <= page.height - MARGIN + 8, mark
            assert mark.y >= FOOT - 1, mark


def test_the_statement_says_who_pays_whom_and_why():
    text = "".join(pages(session_contents()))
    for phrase in ("Friday table", "Friday, 20 Nov 2026", "Settling up", "Game 1: Pool Rummy"):
        assert phrase in text
    for phrase in ("count of 20", "20½", "₹123.45", "+₹123.45", "First drop: 25", "1 of 2"):
        assert phrase in text
    assert "Asha pays Dev" in text


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize("room", [0.5, 0, -0.2, -3])
def test_a_word_without_room_is_cut_letter_by_letter(room):
    assert typesetting.wrap("Rummi", room) == tuple("Rummi")


@pytest.mark.usefixtures("bounded")
def test_many_winners_of_long_names_stand_beside_the_name_of_their_game():
    contents = session_contents([f"{name} {'Wilhelmina ' * 5}" for name in "ABCDEF"])
    [game] = contents.games
    shared = replace(contents, games=(replace(game, winners=tuple(range(6))),))
    assert "Game 1: Pool Rummy" in flat(shared)
    inside(shared)


def test_a_players_statement_says_what_each_game_brought_him_and_why():
    text = flat(for_player(session_contents(), 1))
    assert "Total" in text and "Sum so far" in text
    assert "1 ♛ won 0 +₹370.35" in text
    assert "2 count of 20 20½ −₹123.45 3 count of 20 20½ −₹123.45" in text
    assert "Total 41 +₹123.45" in text and "Omar pays" not in text


def test_a_players_statement_has_every_hand_of_a_long_session_and_none_he_was_not_dealt():
    whole = session_contents(hands=200)
    (game,) = whole.games
    away = SeatResult((1,), 0, "", (0,), absent=True)
    first, *others = game.hands
    seats = tuple(away if n == 1 else seat for n, seat in enumerate(first.outcome.seats))
    changed_game = replace(game, hands=(replace(first, outcome=Outcome(seats)), *others))
    own = flat(for_player(replace(whole, games=(game,)), 1))
    for hand in game.hands:
        why = "♛ won 0 +₹370.35" if hand.outcome.seats[1].won else "count of 20 20½ −₹123.45"
        assert f" {hand.number} {why}" in own
    assert " 1 ♛ won" not in flat(for_player(replace(whole, games=(changed_game,)), 1))


def test_what_was_paid_before_the_first_hand_stands_in_a_players_table_too():
    whole = session_contents(hands=4)
    (game,) = whole.games
    fees = tuple(PaidRow(p, None, 5000, "ante", hand=0, game=1) for p in game.persons)
    game = replace(game, payments=(*fees, *game.payments), pot=20000)
    text = "".join(pages(for_player(replace(whole, games=(game,)), 1)))
    assert "before the first hand" in text and "−₹50" in text


@pytest.mark.usefixtures("bounded")
def test_no_page_begins_with_a_sum_alone():
    rows = [*[Row([str(n), "won"]) for n in range(9)], Row(["Total", "9"], is_sum=True)]
    whole = table(columns(0, -90), ["Hand", "Why"], rows)
    _width, height = whole.wrap(INSIDE, 10_000)
    for less in range(1, 40):
        _first, rest = table(columns(0, -90), ["Hand", "Why"], rows).split(INSIDE, height - less)
        assert rest.wrap(INSIDE, 10_000)[1] > height * 0.25, "the head, a hand and the sum"


def test_points_that_no_hand_brought_stand_in_a_players_table_too():
    whole = session_contents(hands=4)
    (game,) = whole.games
    scored = [
        replace(h, outcome=Outcome(tuple(_with(h, index) for index in range(4))))
        for h in game.hands
    ]
    rejoined = replace(game, hands=tuple(scored), totals=tuple(t + 70 for t in game.totals))
    text = flat(for_player(replace(whole, games=(rejoined,)), 1))
    assert "at the start 40 1 ♛" in text and "on rejoining 30 3 " in text
    assert "start 40 40 40 40 1 " in (session := flat(replace(whole, games=(rejoined,))))
    assert "back 30 30 30 30 3 " in session


def _with(hand: HandRow, seat: int) -> SeatResult:
    return replace(hand.outcome.seats[seat], beside=40 if hand.number < 3 else 70)


def test_the_cards_of_a_wrong_show_are_drawn_under_its_hand():
    whole = session_contents()
    (game,) = whole.games
    first, *others = game.hands
    shown = "wrong show of 5♥ 6♥ 7♥: no second sequence"
    groups = (tuple(card_faces(["5H", "6H", "7H"], PLAYING_CARDS)),)
    wrong = WrongCards(1, groups, "no second sequence", shown)
    hands = (replace(first, wrong=(wrong,)), *others)
    whole = replace(whole, games=(replace(game, hands=hands),))
    for contents, there in (
        (whole, True),
        (for_player(whole, 1), True),
        (for_player(whole, 2), False),
    ):
        text = flat(contents)
        assert ("no second sequence" in text) == there
        assert ("5 ♥ 6 ♥ 7 ♥" in text) == there
    row = ["1 Pool Rummy", "1", *[""] * 4, shown, "Dev", "", "", ""]
    assert [r for r in rows(whole) if r[6] == shown] == [row]
    assert [r[1] for r in rows(whole)][1:10] == [*["1"] * 8, "2"]
    assert [r for r in rows(for_player(whole, 1)) if r[6] == shown] == [[*row, ""]]
    assert [r for r in rows(for_player(whole, 2)) if r[6] == shown] == []


def test_the_same_contents_give_the_same_bytes():
    assert drawn(session_contents()) == drawn(session_contents())
    assert drawn(session_contents()) != drawn(session_contents(reason="count of 21"))


@pytest.mark.programs
def test_the_same_bytes_come_out_of_another_process_whatever_it_drew_before():
    """ReportLab names glyphs as it meets them, and Python scrambles its sets at each start."""
    wanted = drawn(session_contents(["தமிழ்", "देव", "محمد علي", "陳大文"]))
    drawn(session_contents(["श्रीमती", "பெயர்", "חנה", "文大"]))
    script = """
        import sys, django
        django.setup()
        from tests.statements.drawing import drawn
        from tests.statements.made_up import session_contents
        drawn(session_contents(["க்ஷ", "त्र", "ज्ञ", "♠"]))
        sys.stdout.buffer.write(drawn(session_contents(["தமிழ்", "देव", "محمد علي", "陳大文"])))
    """
    environment = os.environ | {
        "PYTHONHASHSEED": "7",
        "DJANGO_SETTINGS_MODULE": "tests.helpers.settings",
    }
    process = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        env=environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    assert process.stdout == wanted


def test_a_long_table_goes_on_with_its_head_on_every_page():
    contents = session_contents([f"Player {n}" for n in range(12)], hands=60)
    texts = pages(contents)
    assert len(texts) > 4
    assert all("Hand" in text for text in texts[1:-1])
    assert f"{len(texts)} of {len(texts)}" in texts[-1]
    inside(contents)


@pytest.mark.parametrize("reason", ["x" * 10_000, "word " * 2_000, "न" * 10_000])
def test_a_reason_of_ten_thousand_letters_stays_on_the_paper(reason):
    contents = session_contents(reason=reason)
    assert len(pages(contents)) < 20
    inside(contents)
    inside(for_player(contents, 0))


@pytest.mark.parametrize("persons", [2, 6, 12])
def test_long_names_stay_on_the_paper(persons):
    names = [f"{n} {'W' * 37}" for n in range(10, 10 + persons)]
    contents = session_contents(names, club="W" * 80, session="long session " * 8)
    inside(contents)
    inside(for_player(contents, 0))
    assert drawn(contents)


def test_large_amounts_fit_their_columns():
    inside(session_contents([f"P{n}" for n in range(12)], amount=10**12))


def test_the_payments_of_a_game_are_summed_up_and_do_not_repeat_its_table():
    short, long = (flat(session_contents(hands=hands)) for hands in (12, 24))
    assert short.count("count of 20 3 ₹123.45 ₹370.35") == 4
    assert long.count("count of 20 6 ₹123.45 ₹740.70") == 4


def test_a_game_that_keeps_no_score_has_a_total_line_too():
    contents = session_contents()
    game = replace(contents.games[0], keeps_score=False)
    assert "Total −₹370.35 +₹123.45" in flat(replace(contents, games=(game,)))


def test_a_deal_that_ended_void_says_so():
    contents = session_contents()
    nothing = Outcome(tuple(SeatResult((p,), 0, "", (0,)) for p in range(len(contents.people))))
    hands = (*contents.games[0].hands, HandRow(9, nothing))
    for shown in (contents, for_player(contents, 1)):
        game = replace(shown.games[0], hands=hands)
        assert "ended void" in "\n".join(pages(replace(shown, games=(game,))))


def test_a_split_says_so():
    contents = session_contents()
    shares = [SeatResult((p,), 0, "", (500,), (p,)) for p in range(2)]
    others = [SeatResult((p,), 0, "", (0,)) for p in range(2, len(contents.people))]
    hands = (*contents.games[0].hands, HandRow(9, Outcome((*shares, *others))))
    for shown in (contents, for_player(contents, 1)):
        game = replace(shown.games[0], hands=hands)
        assert "pot split" in "\n".join(pages(replace(shown, games=(game,))))


# Letters -------------------------------------------------------------------------------------


def ink(data: bytes, tmp_path: Path, resolution: int = 40) -> list[float]:
    """How much of each page is dark."""
    source = tmp_path / "statement.pdf"
    source.write_bytes(data)
    command = ["pdftoppm", "-r", str(resolution), "-gray", "-png", str(source), str(tmp_path / "p")]
    subprocess.run(command, check=True)
    dark = []
    for picture in sorted(tmp_path.glob("p*.png")):
        with Image.open(picture) as opened:
            counts = opened.convert("L").histogram()
        dark.append(sum(counts[:160]) / sum(counts))
    return dark


@pytest.mark.skipif(
    PDFTOPPM is None and not needed("BROWSER"), reason="there is no pdftoppm (poppler-utils)"
)
def test_every_page_has_ink_and_not_too_much(tmp_path):
    contents = session_contents(["محمد علي", "देव शर्मा", "陳大文", "♠ Omar ♥"], hands=40)
    shares = ink(drawn(contents), tmp_path)
    assert len(shares) == len(pages(contents))
    assert all(0.005 < share < 0.3 for share in shares), shares


def fonts_of(text: str, style: Style = Style.PLAIN) -> list[str]:
    return [run.font.split("-")[0] for run in typesetting.runs(text, style)]


def test_each_word_is_set_in_one_font_that_has_all_of_it():
    assert fonts_of("Asha") == ["sans"]
    assert fonts_of("देव") == ["devanagari"]
    assert fonts_of("தமிழ்") == ["tamil"]
    assert fonts_of("♠♥") == ["symbols"]
    assert fonts_of(WON) == ["symbols"]
    assert fonts_of("Asha देव தமிழ்") == ["sans", "devanagari", "tamil"]
    assert fonts_of("Asha", Style.HEAD) == ["head"]
    assert fonts_of("देव2") == ["devanagari"]


def test_digits_and_letters_beside_suits_keep_the_face_of_the_text():
    assert fonts_of("♠A♥") == ["symbols", "sans", "symbols"]
    assert fonts_of("10♠ 10♥") == ["sans", "symbols", "sans", "symbols"]
    assert fonts_of("♦7") == ["symbols", "sans"]
    assert fonts_of("10♠", Style.HEAD) == ["head", "symbols"]


def test_devanagari_is_shaped():
    """क + virama + ष join to one glyph, and the vowel sign i moves to the left of its letter."""
    [joined] = typesetting.runs("क्ष")
    assert len(joined.text) == 1
    [moved] = typesetting.runs("कि")
    assert moved.text[1] == "क" and moved.text[0] != "क"


def test_a_word_that_no_font_has_whole_is_split():
    assert fonts_of("देवA♠") == ["devanagari", "symbols"]
    assert "".join(run.text for run in typesetting.runs("Aதமி")).startswith("A")


@pytest.mark.parametrize("text", ["𒀭", "བཀྲ་ཤིས", "ᏣᎳᎩ"])
def test_what_no_font_has_is_a_box_and_never_a_crash(text):
    runs = typesetting.runs(text)
    assert set("".join(run.text for run in runs)) <= {typesetting.BOX}
    assert drawn(session_contents([text + " a", "b"]))


def test_names_of_boxes_are_told_apart_by_number():
    text = " ".join(pages(session_contents(["𒀭", "Ꮳ", "Meera"])))
    assert "□ (1)" in text and "□ (2)" in text
    assert "□ replaces a character" in text
    assert "□ replaces" not in " ".join(pages(session_contents()))


@pytest.mark.parametrize("text", ["", " ", "\x00\x07", "a\u202eb", "a\ud800b"])
def test_what_cannot_be_seen_is_left_out(text):
    assert all(run.text.isprintable() for run in typesetting.runs(text))
    assert drawn(session_contents([text or "x", "Dev"]))


ANY = ["محمد علي", "陳大文", "김민수", "さくら", "สมชาย", "మీరా", "শ্রেয়া", "Ngọc", "דוד כהן", "ဇော်"]


@pytest.mark.parametrize("name", ANY)
def test_names_of_many_scripts_have_all_their_letters(name):
    assert typesetting.is_whole(name)
    assert all(run.width > 0 for run in typesetting.runs(name))
    assert typesetting.BOX not in "".join(run.text for run in typesetting.runs(name))


SIGNS = [
    "😀",
    "🦁Leo",
    "👨‍👩‍👧",
    "👍🏽",
    "🇮🇳",
    "❤️",
    "ગીતા",
    "ಗೀತಾ",
    "ഗീത",
    "ਗੁਰਪ੍ਰੀਤ",
    "ගීතා",
    "ଗୀତା",
    "ეკა",
    "Անի",
    "ሰላም",
]


@pytest.mark.parametrize("name", SIGNS)
def test_pictures_in_names_and_rarer_scripts_are_there_too(name):
    assert typesetting.is_whole(name)
    assert typesetting.BOX not in "".join(run.text for run in typesetting.runs(name))


def test_people_joined_in_one_picture_are_drawn_as_one():
    [family] = typesetting.runs("👨‍👩‍👧")
    [run] = typesetting.runs("👨")
    assert family.width < 2.1 * run.width


def test_letters_beside_a_picture_keep_the_face_and_the_space_of_the_text():
    assert fonts_of("🦁Leo") == ["emoji", "sans"]
    [_lion, rest] = typesetting.runs("🦁 Leo")
    assert rest.text == " Leo"


def shown(text: str) -> str:
    """As it stands on the line, from left to right; Hebrew letters do not change when shaped."""
    return "".join(run.text for run in typesetting.runs(text))


def test_hebrew_words_stand_from_right_to_left():
    assert shown("יב גד") == "דג בי"
    assert shown("שרה (רות)") == "(תור) הרש"


def test_numbers_keep_their_direction_inside_a_name_that_runs_leftward():
    assert shown("דוד 21") == "21 דוד"
    assert shown("יב 12 גד") == "דג 12 בי"


def test_digits_of_leftward_scripts_run_to_the_right():
    assert shown("۴۵۶") == "۴۵۶"
    assert shown("رضا ۴۵۶").startswith("۴۵۶")


def test_a_name_that_runs_leftward_stays_in_its_place():
    dan, gad = typesetting.isolated("דן"), typesetting.isolated("גד")
    assert shown(f"{dan}, {gad} (2)") == "ןד, דג (2)"
    assert shown(f"{dan} pays {gad}") == "ןד pays דג"
    assert typesetting.isolated("Asha") == "Asha"


def test_half_a_name_on_the_next_line_is_put_in_order_too():
    assert shown(f"כהן{typesetting.END} pays Dev") == "ןהכ pays Dev"
    assert typesetting.ISOLATE not in shown(f"{typesetting.ISOLATE}דוד")


def test_arabic_letters_join():
    """The middle form of a letter is another glyph than the letter alone."""
    [word], [alone] = typesetting.runs("ببب"), typesetting.runs("ب")
    assert len(set(word.text)) > len(set(alone.text))
    assert word.width < 3 * alone.width


def test_joiners_inside_a_leftward_word_are_kept():
    [apart] = typesetting.runs("می\u200cخواهم")
    [joined] = typesetting.runs("میخواهم")
    assert apart.width != joined.width


def test_only_the_fonts_a_statement_needs_are_cut(tmp_path):
    script = """
        import sys, django, io
        from pathlib import Path
        django.setup()
        from django.conf import settings
        settings.DATA_DIR = Path(sys.argv[1])
        from tests.statements.drawing import drawn
        from tests.statements.made_up import session_contents
        drawn(session_contents(["Asha", "陳大文"]))
    """
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.helpers.settings"},
        cwd=Path(__file__).parents[2],
        check=True,
    )
    cut = {file.name.split("-")[0] for file in (tmp_path / "fonts").glob("*.ttf")}
    assert cut == {"sans", "head", "sc"}


def test_the_title_of_the_file_has_no_marks_of_direction():
    metadata = PdfReader(io.BytesIO(drawn(session_contents(club="מועדון")))).metadata
    assert metadata and metadata.title == "מועדון · 20 Nov 2026"


def test_letters_and_their_marks_are_composed():
    assert [run.text for run in typesetting.runs("e\u0301")] == ["é"]


@pytest.mark.programs
def test_fonts_cut_by_two_workers_at_once_are_whole(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    source = fonts.head_source()
    processes = [
        subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import django; django.setup();"
                "from scorekeeper.statements.drawing import fonts;"
                "print(fonts.cut_font(fonts.head_source(), 600))",
            ],
            env=os.environ
            | {
                "DATA_DIR": str(tmp_path),
                "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
                "MODE": "play",
            },
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
        )
        for _worker in range(2)
    ]
    assert [process.wait(60) for process in processes] == [0, 0]
    kept = fonts.cut_font(source, 600)
    assert kept.stat().st_size > 10_000
    left = {file.name for file in kept.parent.iterdir()}
    assert left == {kept.name, ".lock"}, "no draft is left"


def test_a_font_file_that_is_not_one_is_passed_over(tmp_path, caplog):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"not a font")
    font = fonts.Font(fonts.Source("more-broken", broken, variable=False), 400)
    assert not font.has("A")
    assert "can't be used" in caplog.text


# What else stands on it ----------------------------------------------------------------------


def test_cash_corrections_pots_and_an_open_session_are_said():
    contents = session_contents()
    game = replace(
        contents.games[0],
        pot=5000,
        corrections=(
            Correction(2, True, "Asha", "21:14", "wrong winner"),
            Correction(4, False, "", "21:20", ""),
            Correction(4, False, "", "21:25", "", is_restored=True),
        ),
    )
    cash = (PaidRow(0, 1, 999, "cash", time="22:01"),)
    text = " ".join(pages(replace(contents, games=(game,), cash=cash, is_closed=False)))
    for phrase in (
        "Hand 2 was edited at 21:14 (Asha): wrong winner",
        "Hand 4 was deleted at 21:20.",
        "Hand 4 was restored at 21:25.",
        "₹50 is in the pot of game 1",
        "Paid in cash",
        "22:01",
        "₹9.99",
        "the session was still open",
    ):
        assert phrase in text, phrase


def test_more_results_stand_under_the_hands():
    contents = session_contents()
    extras = (("Boxes", (3, 1, 0, 2)), ("Columns 1: totals", (120.5, 0, -7, 40)))
    contents = replace(contents, games=(replace(contents.games[0], more_results=extras),))
    text = " ".join(pages(contents))
    assert "More results" in text and "Boxes" in text and "120½" in text and "−7" in text
    [own] = pages(for_player(contents, 2))
    assert "Boxes: 0; Columns 1: totals: −7" in own
    names = [f"{n} {'W' * 37}" for n in range(10, 22)]
    many = session_contents(names)
    inside(replace(many, games=(replace(many.games[0], more_results=(("x" * 60, (9,) * 12),)),)))


def test_a_game_without_money_names_no_currency():
    contents = session_contents(hands=0)
    assert "₹" not in " ".join(pages(contents))
    assert "No hand was played." in " ".join(pages(contents))


def side(hand: HandRow, seat: int) -> SeatResult:
    first, second = hand.outcome.seats[seat::2]
    persons, money = first.persons + second.persons, first.money + second.money
    return replace(first, persons=persons, money=money, winners=first.winners + second.winners)


def test_partners_share_a_column():
    contents = session_contents()
    hands = tuple(
        replace(hand, outcome=Outcome((side(hand, 0), side(hand, 1))))
        for hand in contents.games[0].hands
    )
    game = replace(contents.games[0], seats=2, hands=hands, totals=(10.0, 20.5))
    text = " ".join(pages(replace(contents, games=(game,))))
    assert "Asha + Meera" in text and "Dev + Omar" in text
    assert drawn(for_player(replace(contents, games=(game,)), 3))


# The end of a statement, payments, and names of files ---------------------------------------------

NAMES = ("Asha", "Dev", "Meera", "Omar", "Li", "Jo")


@pytest.mark.parametrize("persons", [2, 3, 4, 6])
def test_no_page_has_nothing_but_the_way_to_the_proof(persons):
    address = "https://score.example.org/proof/" + "a" * 43 + "/"
    for hands in range(1, 14):
        changed = replace(
            session_contents(["Asha", "Dev", "Meera", "Omar", "Li", "Jo"][:persons], hands),
            proof=address,
        )
        *_others, last = pages(changed)
        assert len(_others) == 0 or "Total paid" in last, hands
        inside(changed)


def test_each_payment_has_a_box_to_tick_under_a_heading_and_a_paid_one_is_ticked():
    contents = session_contents()
    paid = PaidRow(0, 1, 500, "cash", time="21:30", settles=True)
    text = flat(replace(contents, cash=(paid,)))
    assert "Payments Amount" in text
    assert text.count("☐") == len(contents.transfers) > 0 and text.count("☑") == 1


def test_a_pot_that_is_open_is_not_settled_and_a_running_game_is_not_won():
    contents = session_contents()
    (game,) = contents.games
    settled = replace(
        contents, transfers=(), balances=tuple(replace(b, left=0) for b in contents.balances)
    )
    assert "Everything is settled." in flat(settled)
    potted = replace(settled, games=(replace(game, pot=60_000, is_running=True),))
    assert "Everything is settled." not in flat(potted) and "₹600 is in the pot" in flat(potted)
    running = replace(contents, is_closed=False, games=(replace(game, is_running=True),))
    assert "ahead by" in flat(running) and "won ₹" not in flat(running)


def test_of_many_players_the_first_and_the_last_are_named_beside_the_chart():
    contents = session_contents([f"Player{n:02}" for n in range(38)], hands=40)
    first = pages(contents)[0]
    assert 5 <= len(set(re.findall(r"Player\d\d", first.partition("Settling up")[0]))) <= 10


def test_a_name_is_cut_where_the_room_ends_and_not_at_a_space():
    [line] = typesetting.wrap("Jürgen Großmann-Hohenfels", 8, Style.PLAIN, 1)
    assert line.startswith("Jürgen Gr") and line.endswith("…")


def test_a_name_in_another_direction_does_not_turn_the_text_around_it():
    name = "دن’s table"
    assert shown(typesetting.isolated(name)).endswith("s table")


def test_a_file_is_not_called_by_what_is_left_of_a_name():
    from scorekeeper.statements.files.names import disposition

    header = disposition(["عائشة’s table", "2026-11-24"], "pdf")
    assert 'filename="2026-11-24.pdf"' in header and "%D8%B9" in header


def test_what_was_paid_in_all_says_how_many_payments_what_each_was_and_their_sum():
    """Two hands at ₹40: neither the count nor the sum can be taken for the other."""
    contents = session_contents(["Asha", "Dev"], 4, reason="count of 40", amount=4_000)
    text = flat(contents)
    assert "Total paid To Why Payments Per payment Total per player" in text
    assert "Asha Dev count of 40 2 ₹40 ₹80" in text
    (game,) = contents.games
    first, *others = game.payments
    other = replace(game, payments=(replace(first, reason="first drop", amount=1_000), *others))
    assert "first drop; count of 40 2 – ₹50" in flat(replace(contents, games=(other,)))


def test_of_many_reasons_the_hands_are_named_whose_table_has_them():
    contents = session_contents(["Asha", "Dev"], 12)
    (game,) = contents.games
    paid = [replace(p, reason=f"count of {p.hand}") for p in game.payments]
    text = flat(replace(contents, games=(replace(game, payments=tuple(paid)),)))
    assert "Asha Dev hands 1, 3, 5, 7, 9, 11 6" in text
    paid = [replace(p, payer=0, payee=1) for p in paid]
    text = flat(replace(contents, games=(replace(game, payments=tuple(paid)),)))
    assert "Asha Dev hands 1–12 12" in text


@pytest.mark.parametrize("hands", [13, 29])
def test_no_page_ends_with_a_heading(hands):
    contents = session_contents(
        ("Asha Bhattacharya-Mukhopadhyay of Kolkata", "Dev", "Meera", "Omar"), hands
    )
    cash = (PaidRow(0, 1, 999, "cash", time="22:01"),) * 3
    *_, page = (page for page in pages(replace(contents, cash=cash)) if "Paid in cash" in page)
    assert "22:01" in page.rpartition("Paid in cash")[2]
