"""Names of 24 scripts on a statement: none fails, and it says them as they were typed."""

import io
import json
import os
import re
import subprocess
import sys
import textwrap
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.statements.contents.session import for_player
from scorekeeper.statements.drawing import typesetting
from tests.statements.drawing import drawn
from tests.statements.made_up import session_contents
from tests.statements.placed import placed
from tests.statements.scripts import WORDS, names_of


def words(*lines: str) -> list[str]:
    return " ".join(lines).split()


ARABIC = words(
    "محمد علي أحمد حسن حسين فاطمة عائشة خديجة زينب مريم عمر عثمان خالد يوسف إبراهيم إسماعيل",
    "موسى عيسى داود سليمان يعقوب هارون صالح نوح آدم حواء ليلى سلمى هند رقية أسماء حفصة سارة",
    "هاجر نور هدى أمل منى رنا دينا ياسمين جميلة كريم سعيد رشيد مُحَمَّد عبدالله عبدالرحمن",
)
PERSIAN = words(
    "زینب پرویز رضا مهدی شیرین فرهاد نسرین پروانه ژاله گلناز کیوان بهرام جمشید آرش چنگیز"
)
URDU = words("ٹیپو ڈاکٹر عائشہ فہد نصرت بلقیس شہزاد گوہر زہرہ ممتاز اقبال ہاشم جہانگیر نےہا ثروت")
HEBREW = words(
    "חנה דוד שרה רות משה יעקב אברהם יצחק רבקה לאה רחל יוסף שלמה נעמי אסתר מרים אהרן דניאל",
    "גבריאל מיכל יעל תמר שִׁירָה נֹעַם",
)
NAMES = [*ARABIC, *PERSIAN, *URDU, *HEBREW]


@pytest.mark.parametrize("names", [ARABIC, PERSIAN, URDU, HEBREW], ids=lambda names: names[0])
def test_every_name_alone_and_beside_another_is_drawn(names):
    for name, other in pairwise([*names, "Asha"]):
        contents = session_contents([name, other], hands=2)
        assert drawn(contents).startswith(b"%PDF")
        assert drawn(for_player(contents, 0)).startswith(b"%PDF")


def test_names_in_one_line_are_drawn():
    for index in range(0, len(NAMES), 6):
        assert drawn(session_contents(NAMES[index : index + 6], hands=1)).startswith(b"%PDF")


def test_raised_letters_leave_the_next_on_its_line():
    """What was moved up or down (Ts) is moved back before anything else is written, and never
    further than a letter is high."""
    reader = PdfReader(io.BytesIO(drawn(session_contents(["مُحَمَّد", "عائشة"], hands=1))))
    moved = 0
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None
        for piece in re.findall(rb"\nBT (.+?) ET", content.get_data()):
            rises = [float(rise) for rise in re.findall(rb"(-?[\d.]+) Ts", piece)]
            assert not rises or rises[-1] == 0
            assert all(abs(rise) < 25 for rise in rises)
            moved += any(rises)
    assert moved > 4


@pytest.mark.parametrize("letter", ["🎲", "😀", "🃏"])
def test_an_emoji_is_copied_as_it_was_typed(letter):
    reader = PdfReader(io.BytesIO(drawn(session_contents([f"{letter} Leo", "Dev"]))))
    assert letter in reader.pages[0].extract_text()


# The law -------------------------------------------------------------------------------------

ALL = [name for script in WORDS for name in names_of(script)]
FRESH = """
    import json, sys, django
    django.setup()
    from tests.statements.drawing import drawn
    from tests.statements.made_up import session_contents
    sys.stdout.buffer.write(drawn(session_contents(json.loads(sys.argv[1]), hands=1)))
"""


def as_printed(name: str) -> str:
    """Composed, and without the spaces that a broken line has not; "" of what is not seen."""
    return "".join(typesetting.plain(typesetting.printable(name)).split())


def test_there_are_400_of_24_scripts():
    assert len(WORDS) == 24 and len(set(ALL)) >= 400


@pytest.mark.parametrize("script", WORDS)
@pytest.mark.programs
def test_a_fresh_worker_draws_every_name_and_the_paper_says_them(script):
    names = names_of(script)
    process = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FRESH), json.dumps(names)],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.helpers.settings"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    text = "".join("".join(page.text.split()) for page in placed(process.stdout))
    assert all(typesetting.is_whole(name) for name in names) and typesetting.BOX not in text
    table = text.partition("Tosettle")[2]
    assert [name for name in names if as_printed(name) not in table] == []
