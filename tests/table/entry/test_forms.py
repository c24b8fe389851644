"""The derived form: what is read from it is what the engine would be told."""

from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.terms import in_terms
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.variants import VARIANTS
from tests.helpers.drawing import Drawn, draw_game, names
from tests.helpers.table.forms import on_screen, posted

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


# What a person would do with a screen, worked out without the form --------------------------


def drawn_of(variant: AnyVariant, seed: int) -> Drawn:
    return draw_game(variant, Random(seed), hands=3)


def played(
    variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any]
) -> tuple[Game[Any, Any] | None, EntryError | None]:
    """The game after the hand, or why there is none."""
    try:
        return playing.play(variant, game, entry), None
    except EntryError as error:
        return None, error


# Laws ---------------------------------------------------------------------------------------


@every_variant
@given(seed=st.integers(0, 10**9))
def test_any_legal_hand_typed_into_the_form_is_the_hand_the_engine_gets(
    variant: AnyVariant, seed: int
) -> None:
    drawn = drawn_of(variant, seed)
    for game, entry in zip(drawn.games, drawn.entries, strict=False):
        typed = on_screen(variant, game, entry)
        form = HandForm(variant, game, names(game.persons), posted(variant, typed, game.seats))
        after, refusal = played(variant, game, typed)
        assert form.is_valid() is (refusal is None), form.faults
        if after is not None and after.last is not None:
            assert form.entry == after.last.entry
            assert form.after == after


ASKED_LAST = {"buy_in"}
"""Answers that a preview asks of those who may give them."""


@every_variant
@given(seed=st.integers(0, 10**9))
def test_a_hand_the_engine_refuses_is_refused_with_its_words(
    variant: AnyVariant, seed: int
) -> None:
    for game, entry, _error in drawn_of(variant, seed).refused:
        typed = on_screen(variant, game, entry)
        form = HandForm(variant, game, names(game.persons), posted(variant, typed, game.seats))
        _after, refusal = played(variant, game, typed)
        if refusal is not None and refusal.field in ASKED_LAST:
            continue  # the screen asks it of nobody else
        assert form.is_valid() is (refusal is None), form.faults
        if refusal is not None:
            words = in_terms(variant.terms, refusal.named(form.names))
            assert words in [fault.message for fault in form.faults]


@every_variant
@given(seed=st.integers(0, 10**9))
def test_a_hand_put_back_into_the_form_is_the_same_hand(variant: AnyVariant, seed: int) -> None:
    drawn = drawn_of(variant, seed)
    for game, entry in zip(drawn.games, drawn.entries, strict=False):
        canonical = playing.canonical(variant, game, on_screen(variant, game, entry))
        form = HandForm(variant, game, names(game.persons), entry=canonical)
        assert playing.canonical(variant, game, form.entry) == canonical


def test_in_a_void_deal_of_rummi_only_false_claims_are_asked_and_paid() -> None:
    rummi = VARIANTS["rummi"]
    four = ["Asha", "Dev", "Meera", "Omar"]
    game = playing.start(rummi, load_options(rummi, {}, 4), 4)
    posted = QueryDict("deal-result=void&p1-foul=on&p2-jokers=3&p3-points=12")
    form = HandForm(rummi, game, four, posted)
    assert form.is_valid(), form.faults
    shown = {name for seat in form.seats for name, field in seat.fields.items() if not field.off}
    assert shown == {"foul"}
    assert form.after.balances == (400, -1200, 400, 400)
