"""What a reader is told of where a rule comes from."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorekeeper.engine.questions import questions
from scorekeeper.variants import VARIANTS
from scorekeeper.wording import sources
from scorekeeper.wording.sources import origin


def test_a_clause_is_told_by_the_titles_of_its_page_and_section() -> None:
    assert origin("marriage.md §4") == "Marriage, §4: Maal"
    assert origin("rummi.md §4.1").startswith("Rummi, §4.1: ")


def test_what_no_page_says_is_told_in_words() -> None:
    assert origin("seed") == "the first rules of this program"
    assert origin("choice") == "what many tables do"
    assert origin("") == ""


def test_a_place_that_is_not_there_is_named_as_it_is(tmp_path, monkeypatch) -> None:
    page = "marriage.md"
    assert origin(f"{page} §99") == "marriage §99"
    sources.headings.cache_clear()
    monkeypatch.setattr(sources, "BOOKS", tmp_path)
    assert origin("gin_rummy.md §4") == "gin rummy §4"
    sources.headings.cache_clear()


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_option_shows_the_name_of_a_file(client, key: str) -> None:
    told = {q.kind.source: origin(q.kind.source) for q in questions(VARIANTS[key].options)}
    assert [source for source, words in told.items() if "§" in source and ": " not in words] == []
    shown = client.get(reverse("rulebook:game", args=[key])).content.decode()
    assert ".md" not in shown
