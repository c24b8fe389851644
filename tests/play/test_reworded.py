"""A reason is stored as a key and values: in other words it is the same, and nothing is posted or
scored anew because of them."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import transaction

from scorekeeper.engine import words
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.words import REASONS, Phrase, _
from scorekeeper.ledger.models import Payment
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, SeatScore
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import game_table
from scorekeeper.play.services import lock_table
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game

pytestmark = pytest.mark.django_db

TODAY = {text for words in REASONS.values() for text in (words.message, words.plural) if text}


def other(message: str) -> str:
    """Its values stay."""
    return f"in other words: {message}" if message in TODAY else message


@pytest.fixture
def reword(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Every reason, as a later version of the program would."""

    def reword() -> None:
        usual = Phrase.__new__

        def new(cls, message="", values=words.NOTHING, many=""):
            return usual(cls, other(message), values, other(many))

        monkeypatch.setattr(Phrase, "__new__", new)
        later = {key: Phrase(p.message, p.values, p.plural) for key, p in REASONS.items()}
        monkeypatch.setattr(words, "REASONS", later)
        keys = {phrase.message: key for key, phrase in later.items()}
        monkeypatch.setattr(words, "_KEYS", words._KEYS | keys)

    return reword


@pytest.mark.parametrize("key", VARIANTS)
def test_in_other_words_no_row_changes_and_no_correction_posts_anything(
    key: str, reword: Callable[[], None]
) -> None:
    drawn = draw_game(VARIANTS[key], Random(key), side=1)
    table = make.session(key, drawn.names, dump(drawn.games[0].options, full=True))
    make.play(table, *drawn.plain_entries())
    stored = list(SeatScore.objects.values_list("hand", "seat", "revision"))
    posted = list(Payment.objects.values_list("pk", flat=True))
    reword()
    with transaction.atomic():
        corrections.rework(lock_table(table.game), why=_("game restored"), by=None)
    assert list(SeatScore.objects.values_list("hand", "seat", "revision")) == stored
    assert list(Payment.objects.values_list("pk", flat=True)) == posted
    game = Game.objects.get(pk=table.game.pk)
    assert not list(differences(game))
    for rows in (SeatScore.objects, Payment.objects):
        reasons = rows.exclude(reason="").values_list("reason", flat=True)
        assert all(str(reason).startswith("in other words: ") for reason in reasons)
    assert game_table(game).state.totals == table.state.totals
