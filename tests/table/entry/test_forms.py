"""The derived form: what is read from it is what the engine would be told."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.kinds import Card, Cards, Counts, Melds, Pick, holds, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.questions import encoding
from scorekeeper.table.entry.cards import picker
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.variants import VARIANTS
from tests.helpers.drawing import Drawn, draw_game, names

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


# What a person would do with a screen, worked out without the form --------------------------


def on_screen(variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any]) -> Entry[Any, Any]:
    """The entry without the answers a screen never asks for."""
    deals = tuple(_shown(variant, d, d, game.options, None) for d in entry.deals)
    entry = replace(entry, deal=deals[0], more=deals[1:])
    lines = [
        _shown(
            variant,
            line,
            game.deal_of(entry, person),
            game.options,
            playing.asked_questions(variant, game, entry, person),
        )
        for person, line in enumerate(entry.lines)
    ]
    return replace(entry, lines=tuple(lines))


def _shown(
    variant: AnyVariant, answers: Any, deal: Any, options: Any, wanted: frozenset[str] | None
) -> Any:
    tapped = picker.stock(variant, options, variant.deal()).strip("0")
    for q in questions(type(answers)):
        shown = not q.kind.counting and (wanted is None or q.name in wanted)
        if isinstance(q.kind, Cards | Melds):
            shown = bool(shown and tapped and getattr(answers, q.name))
        asked = (*q.kind.when, *q.kind.screen)
        nothing = isinstance(q.kind, Counts) and not any(getattr(answers, q.name) or ())
        if nothing or not shown or not all(holds(c, answers, deal, options) for c in asked):
            answers = replace(answers, **{q.name: q.default})
    return answers


def posted(variant: AnyVariant, entry: Entry[Any, Any], seats: int) -> QueryDict:
    """What a browser sends when these answers stand on the page."""
    data = QueryDict(mutable=True)
    for number, deal in enumerate(entry.deals):
        for q in questions(type(deal)):
            write(data, f"deal{number or ''}-{q.name}", q, getattr(deal, q.name))
    for person, line in enumerate(entry.lines):
        table = "" if variant.partners.one_table else person // seats or ""
        for q in questions(type(line)):
            value = getattr(line, q.name)
            sole = q.kind.sole_value if isinstance(q.kind, Pick) else True
            if q.kind.sole is not None and value == sole:
                data.appendlist(f"who{table}-{q.name}", str(person))
            else:
                write(data, f"p{person}-{q.name}", q, value)
        if person in entry.absent:
            data[f"p{person}-absent"] = "on"
    return data


def write(data: QueryDict, name: str, q: Any, value: Any) -> None:
    if isinstance(q.kind, Card):
        if value is not None:
            data[f"{name}-rank"], data[f"{name}-suit"] = (
                ("JK", "") if value == "JK" else (value[:-1], value[-1])
            )
    elif value is not None and value is not False:
        data.setlist(name, encoding.to_texts(q.kind, value))


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
        said = on_screen(variant, game, entry)
        form = HandForm(variant, game, names(game.persons), posted(variant, said, game.seats))
        after, refusal = played(variant, game, said)
        assert form.is_valid() is (refusal is None), form.faults
        if after is not None and after.last is not None:
            assert form.entry == after.last.entry
            assert form.after == after


@every_variant
@given(seed=st.integers(0, 10**9))
def test_a_hand_the_engine_refuses_is_refused_with_its_words(
    variant: AnyVariant, seed: int
) -> None:
    for game, entry, _error in drawn_of(variant, seed).refused:
        said = on_screen(variant, game, entry)
        form = HandForm(variant, game, names(game.persons), posted(variant, said, game.seats))
        _after, refusal = played(variant, game, said)
        assert form.is_valid() is (refusal is None), form.faults
        if refusal is not None:
            words = refusal.named(form.names)
            assert words in [fault.message for fault in form.faults]


@every_variant
@given(seed=st.integers(0, 10**9))
def test_a_hand_put_back_into_the_form_is_the_same_hand(variant: AnyVariant, seed: int) -> None:
    drawn = drawn_of(variant, seed)
    for game, entry in zip(drawn.games, drawn.entries, strict=False):
        said = playing.canonical(variant, game, on_screen(variant, game, entry))
        form = HandForm(variant, game, names(game.persons), entry=said)
        assert playing.canonical(variant, game, form.entry) == said


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
