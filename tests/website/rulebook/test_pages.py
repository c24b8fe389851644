"""The public pages: every game explains itself, and a hand can be tried without a club."""

import re
from html import unescape
from random import Random

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from scorekeeper.core.localization.words import words
from scorekeeper.engine import playing
from scorekeeper.engine.questions.kinds import Cards, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.house_rules.choice import fitting_side
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.examples import example
from scorekeeper.website.rulebook.prose import prose, read
from scorekeeper.website.rulebook.views import Trial, usual_table
from tests.helpers.drawing import Drawn, draw_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

every_game = pytest.mark.parametrize("key", VARIANTS)


def page(client: Client, name: str, *args: str, **parameters: str) -> str:
    answer = client.get(reverse(f"rulebook:{name}", args=args), parameters)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def stored() -> dict[str, int]:
    """How many rows there are of everything."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_the_list_names_every_game(client):
    html = page(client, "games")
    for rules in VARIANTS.values():
        assert rules.name in html
        assert reverse("rulebook:game", args=[rules.key]) in html
    assert html.count("data-group") == len({rules.family for rules in VARIANTS.values()})
    assert "data-find" in html


@every_game
def test_a_game_explains_itself(client, key):
    rules = VARIANTS[key]
    html = page(client, "game", key)
    text = re.sub(r"<[^>]+>", "", html)
    assert html.count("<h1>") == 1
    for paragraph in prose(rules).paragraphs:
        assert unescape(re.sub(r"<[^>]+>", "", paragraph.text)) in text
    for q in questions(rules.options):
        assert (q.label in text) != q.kind.ends  # how it ends is asked apart from the rules
    for preset in rules.presets:
        assert preset.name in text


@every_game
def test_every_game_has_sources_and_a_worked_hand(client, key):
    rules = VARIANTS[key]
    shown = example(key)
    assert prose(rules).sources
    assert shown is not None
    assert shown.after == playing.play(rules, shown.before, shown.entry)
    assert shown.after.last is not None
    html = page(client, "game", key)
    assert "A worked hand" in html
    for score in shown.after.last.scores:
        assert words(score.reason) in html


def test_rules_in_english_alone_say_so_in_the_language_of_the_page(client):
    note = "स्कोरिंग के नियम केवल अंग्रेज़ी में उपलब्ध हैं।"
    place = reverse("rulebook:game", args=["rummi"])
    html = client.get(place, headers={"accept-language": "hi"}).content.decode()
    before, english = html.split('<div class="rulebook__prose" lang="en"')
    assert note in before and "स्कोर" in before.rpartition("<h2>")[2]
    assert prose(VARIANTS["rummi"]).title in unescape(english)
    assert note not in client.get(place).content.decode()


@pytest.mark.parametrize("name", ["game", "try_it"])
def test_a_game_that_is_none_is_not_found(client, name):
    assert client.get(reverse(f"rulebook:{name}", args=["poker"])).status_code == 404


def tapped(drawn: Drawn) -> bool:
    names = [q.name for q in questions(drawn.variant.line) if isinstance(q.kind, Cards)]
    return any(getattr(line, name) for line in drawn.entries[0].lines for name in names)


@every_game
def test_a_hand_can_be_tried_and_nothing_is_kept(client, key):
    rules, before = VARIANTS[key], stored()
    persons = usual_table(rules)
    side = fitting_side(rules, persons)
    options = load_options(rules, {}, persons // side, side)
    seats = persons // side
    drawn = next(
        drawn
        for seed in range(99)
        if not tapped(
            drawn := draw_game(
                rules, Random(seed), seats=seats, side=side, options=options, hands=1
            )
        )
    )
    form = HandForm(
        rules, drawn.games[0], Trial(rules, persons, "", "").names, entry=drawn.entries[0]
    )
    fields = dict(posted_values(form)) | {"persons": str(persons), "preset": ""}
    place = reverse("rulebook:try_it", args=[key])
    answer = client.post(place, fields)
    assert answer.status_code == 200
    assert re.search(rb'<details open>\s*<summary>\s*<span class="slip__title">', answer.content)
    slip = client.post(place, fields, headers={"HX-Request": "true"})
    assert slip.content.strip().startswith(b'<div id="slip">')
    assert b"slip__title" in slip.content
    assert stored() == before


@every_game
def test_any_number_of_players_gets_a_table_or_a_reason(client, key):
    for persons in ("", "0", "1", "2", "5", "8", "99", "x", "-1"):
        html = page(client, "try_it", key, persons=persons, preset="nonsense")
        assert 'id="hand"' in html or 'role="alert"' in html


def test_a_preset_is_played_by(client):
    html = page(client, "try_it", "pool_rummy", persons="4", preset="61")
    assert re.search(r'value="61" checked', html)
    fields = {"persons": "4", "preset": "61", "who-finish": "0"}
    fields |= {f"p{person}-points": "80" for person in (1, 2, 3)}
    fields |= {f"p{person}-finish": "counted" for person in (1, 2, 3)}
    answer = client.post(reverse("rulebook:try_it", args=["pool_rummy"]), fields)
    assert "capped at 60" in answer.content.decode()


def test_what_is_wrong_stands_beside_the_field(client):
    fields = {"persons": "3", "preset": "101", "who-finish": "0"}
    fields |= {"p1-finish": "counted", "p1-points": "x"}
    html = client.post(reverse("rulebook:try_it", args=["pool_rummy"]), fields).content.decode()
    assert "Enter a whole number." in html
    assert 'value="x"' in html


def test_search_engines_find_the_games_and_nothing_else(client):
    html = client.get("/robots.txt").content.decode()
    assert "Allow: /games/" in html and "Disallow: /\n" in html
    sitemap = client.get("/sitemap.xml")
    assert sitemap["Content-Type"].startswith("application/xml")
    for key in VARIANTS:
        assert reverse("rulebook:game", args=[key]) in sitemap.content.decode()


@every_game
def test_a_page_asks_the_database_for_nothing(client, key, django_assert_num_queries):
    example.cache_clear()
    with django_assert_num_queries(0):
        page(client, "game", key)
        page(client, "try_it", key)


def test_prose_is_cut_into_paragraphs_and_points():
    parsed = read(
        "Title.\n\nBefore\n\n* one\n  and more\n* ``two`` <b>\n\nAfter.\n\nSources: a;\nb."
    )
    assert parsed.title == "Title."
    assert [p.text for p in parsed.paragraphs] == ["Before", "", "After."]
    assert parsed.paragraphs[1].points == ("one and more", "<code>two</code> &lt;b&gt;")
    assert parsed.sources == "a; b."
