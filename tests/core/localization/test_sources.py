"""What a reader is told of where a rule comes from."""

import pytest
from django.urls import reverse

from scorekeeper.core.localization.sources import origin
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.variants import VARIANTS

BRITANNICA = "Encyclopaedia Britannica, “rummy” (David Parlett)"
PUBLISHED = {
    "basic_rummy": BRITANNICA,
    "gin_rummy": BRITANNICA,
    "rummi": "“Card Game: Rummi”, kaxenji.livejournal.com/97165.html",
    "paplu": "“Indian rummy”, catsatcards.com",
    "points_rummy": "“Indian rummy”, catsatcards.com",
    "rummy_21": "“21-card Indian rummy”, catsatcards.com",
    "rummy_27": "“27-card Indian rummy”, catsatcards.com",
    "marriage": "“Indian Marriage”, catsatcards.com",
    "vazhushal": "“Vazhushal”, catsatcards.com",
}


def test_a_default_is_told_by_who_published_it() -> None:
    assert origin("seed", "catsatcards.com") == "catsatcards.com"
    assert origin("choice", "catsatcards.com") == "common practice"


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_source_is_named_by_its_title_not_by_an_address_alone(key: str) -> None:
    source = VARIANTS[key].source
    assert not source or "“" in source


def test_a_clause_that_nobody_at_a_table_can_open_is_not_named() -> None:
    assert origin("marriage.md §4", "catsatcards.com") == ""
    assert origin("", "catsatcards.com") == ""


@pytest.mark.parametrize("key", sorted(PUBLISHED))
def test_the_sources_of_a_game_are_those_a_reader_can_find(client, key: str) -> None:
    assert VARIANTS[key].source == PUBLISHED[key]
    shown = client.get(reverse("rulebook:game", args=[key])).content.decode()
    assert PUBLISHED[key].split(",")[0] in shown


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_default_of_a_source_has_one_that_is_named(key: str) -> None:
    rules = VARIANTS[key]
    assert rules.source or all(q.kind.source != "seed" for q in questions(rules.options))


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_page_of_a_game_names_a_file_a_clause_or_this_program_as_its_source(client, key) -> None:
    shown = client.get(reverse("rulebook:game", args=[key])).content.decode()
    assert [word for word in (".md", "§", "this program", "the seed") if word in shown] == []
