"""Answers in a player's words."""

from typing import Any

import pytest

from scorekeeper.engine.questions.kinds import (
    Amount,
    Card,
    Cards,
    Counts,
    Flag,
    Melds,
    NamedPoints,
    Pick,
    Steps,
    Text,
    questions,
)
from scorekeeper.questions.wording import answer_text
from scorekeeper.variants import VARIANTS
from tests.helpers.engine.tiny import Result


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (Flag(), True, "yes"),
        (Flag(), False, "no"),
        (Amount(), None, "none"),
        (Amount(), 250, "250"),
        (Pick(), Result.PLAYED, "Played"),
        (Card(), "10H", "10♥"),
        (Cards(), ("AS", "JK"), "A♠ Joker"),
        (Melds(), (("AS", "2S"), ("JK",)), "A♠ 2♠, Joker"),
        (Steps(), (1, 2, 3), "1–2–3"),
        (Steps(), (), "none"),
        (Text(), "Bazi", "Bazi"),
        (Counts(labels=("♠", "♥")), (2, 1), "♠2 ♥1"),
        (Counts(labels=("runs", "sets"), named=True), (2, 0), "2 × runs"),
        (NamedPoints(), (("Drop", 20), ("Show", 80)), "Drop 20, Show 80"),
        (NamedPoints(), (), "none"),
    ],
)
def test_an_answer_can_be_said(kind: Any, value: object, words: str) -> None:
    assert answer_text(kind, value) == words


def test_money_is_said_in_its_currency() -> None:
    assert answer_text(Amount(), 250, "INR") == "₹2.50"


def test_every_answer_of_every_game_can_be_said() -> None:
    for rules in VARIANTS.values():
        for declared in (rules.options, rules.deal, rules.line):
            for q in questions(declared):
                assert answer_text(q.kind, q.default)
