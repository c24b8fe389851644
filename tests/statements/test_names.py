"""Ordinary names in scripts that run from the right, or whose letters join, on a drawn sheet."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from pypdf import PdfReader

from scorekeeper.statements.contents import of_player
from tests.statements.sheets import sheet
from tests.statements.test_drawing import drawn


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
        made = sheet([name, other], hands=2)
        assert drawn(made).startswith(b"%PDF")
        assert drawn(of_player(made, 0)).startswith(b"%PDF")


def test_names_in_one_line_are_drawn():
    for at in range(0, len(NAMES), 6):
        assert drawn(sheet(NAMES[at : at + 6], hands=1)).startswith(b"%PDF")


def test_raised_letters_leave_the_next_on_its_line():
    """Each has a place of its own; nothing is moved up or down (Ts) for those after it."""
    reader = PdfReader(io.BytesIO(drawn(sheet(["مُحَمَّد", "عائشة"], hands=1))))
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None and b" Ts" not in content.get_data()


@pytest.mark.parametrize("letter", ["🎲", "😀", "🃏"])
def test_an_emoji_is_copied_as_it_was_typed(letter):
    reader = PdfReader(io.BytesIO(drawn(sheet([f"{letter} Leo", "Dev"]))))
    assert letter in reader.pages[0].extract_text()
