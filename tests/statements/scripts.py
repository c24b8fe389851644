"""Names of 24 scripts for the law of names: 408 of them, each in a table of its script."""

from itertools import pairwise
from typing import Final

WORDS: Final = {
    "Latin": "Asha Łukasz Ngọc Zoë Jürgen Åsa",
    "Greek": "Ελένη Γιώργος Αθηνά Σοφία Νίκος Μαρία",
    "Cyrillic": "Наталья Юрий Їжак Ђорђе Алёна Ірина",
    "Armenian": "Անի Արամ Գայանե Հովհաննես Նարե Տիգրան",
    "Georgian": "ეკა გიორგი ნინო თამარ ლევან მარიამ",
    "Hebrew": "חנה דוד שִׁירָה נֹעַם אברהם רבקה",
    "Arabic": "عائشة محمد فاطمة خالد مُحَمَّد إبراهيم",
    "Persian": "زینب پرویز ژاله گلناز چنگیز کیوان",
    "Urdu": "ٹیپو ڈاکٹر عائشہ شہزاد گوہر جہانگیر",
    "Ethiopic": "ሰላም አበበ ፀሐይ ኃይሌ ገብረ ማርያም",
    "Devanagari": "देव श्रीमती क्षितिज ज्ञानेश त्रिशा शक्ति",
    "Bengali": "শ্রেয়া অর্জুন লক্ষ্মী সৌরভ ঋতু জ্যোতি",
    "Gurmukhi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਹਰਜੀਤ ਮਨਪ੍ਰੀਤ ਜਸਲੀਨ ਅੰਮ੍ਰਿਤ",
    "Gujarati": "ગીતા કૃષ્ણ જ્ઞાન ક્ષમા ભાવેશ પ્રિયા",
    "Oriya": "ଗୀତା କୃଷ୍ଣ ଲକ୍ଷ୍ମୀ ସୁଭଦ୍ରା ପ୍ରିୟା ରାମ",
    "Tamil": "தமிழ்ச்செல்வி பெயர் க்ஷமா ஸ்ரீதர் கோமதி யாழினி",
    "Telugu": "మీరా శ్రీనివాస్ లక్ష్మి కృష్ణ జ్ఞానేశ్ రాజు",
    "Kannada": "ಗೀತಾ ಕೃಷ್ಣ ಲಕ್ಷ್ಮಿ ಜ್ಞಾನೇಶ್ ಶ್ರೀನಿವಾಸ ರಾಜು",
    "Malayalam": "ഗീത കൃഷ്ണൻ ലക്ഷ്മി ശ്രീജിത്ത് ജ്ഞാനം അമ്മു",
    "Sinhala": "ගීතා ශ්‍රී ලක්ෂ්මී නිමල් කුමාර ප්‍රියා",
    "Thai": "สมชาย น้ำผึ้ง ณัฐพงษ์ กิ่งแก้ว ปู่ย่า ศรี",
    "Khmer": "សុភា ច័ន្ទ ស្រីមុំ រដ្ឋា ខ្មែរ ពិសិដ្ឋ",
    "Burmese": "ဇော် အောင်ဆန်း မြင့်မြင့် ကျော်စွာ သန္တာ ခိုင်",
    "Han": "陳大文 山田太郎 김민수 さくら 王小明 李秀英",
}
"""Ordinary ones, with marks where the script has them."""


def names_of(script: str) -> list[str]:
    """Single, paired, mixed with another script, with digits, an emoji, what means something to
    XML, a new line, and 80 letters long."""
    words = WORDS[script].split()
    first, second, *_others = words
    scripts = list(WORDS)
    other = WORDS[scripts[scripts.index(script) - 1]].split()[0]
    long = " ".join(words * 20)[:80].strip()
    return [
        *words,
        *(f"{first_word} {second_word}" for first_word, second_word in pairwise(words[:4])),
        f"{first} {other}",
        f"{other}-{second}",
        f"{first} 21",
        f"{second} (3)" if script not in LEFTWARD else f"{second} 3",
        f"🦁 {first}",
        f"<b>{first}</b> & {second}",
        f"{first}\n{second}",
        long,
    ]


LEFTWARD: Final = ("Hebrew", "Arabic", "Persian", "Urdu")
