"""A club keeps its house rules: nothing is changed or deleted, the same write is one preset."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scorekeeper.clubs.models import Club
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.errors import EntryError
from scorekeeper.house_rules import services as presets
from scorekeeper.house_rules.documents import read
from scorekeeper.house_rules.models import ClubPreset, PresetLink
from scorekeeper.play.models import Game
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db

POOL = VARIANTS["pool_rummy"]


def keep(
    club: Club, name: str = "Saturday 201", key: str = "pool_rummy", **fields: Any
) -> ClubPreset:
    fields = {"options": {"pool": 201, "first_drop": 30}, **fields}
    return presets.save_preset(club=club, rules=VARIANTS[key], name=name, **fields)


def names(club: Club) -> list[str]:
    return [preset.name for preset in presets.active_presets(club)]


# Versions --------------------------------------------------------------------------------------


def test_a_change_is_a_new_version_and_the_old_one_stays_as_it_was():
    club = make.club()
    first = keep(club, note="Since 2019.")
    second = keep(club, options={"pool": 201, "first_drop": 25}, replaces=first)
    first.refresh_from_db()
    assert (first.options["first_drop"], first.note) == (30, "Since 2019.")
    assert first.retired_at and not second.retired_at
    assert presets.active_presets(club) == [second]
    assert presets.earlier_versions(second) == [first]


def test_two_who_change_one_version_do_not_both_replace_it():
    club = make.club()
    first = keep(club)
    keep(club, options={"pool": 61}, replaces=first)
    with pytest.raises(Refusal, match="Someone else changed these rules"):
        keep(club, "Another", options={"pool": 101}, replaces=first)
    assert names(club) == ["Saturday 201"]


def test_a_change_of_nothing_is_no_version():
    club = make.club()
    first = keep(club)
    assert keep(club, replaces=first) == first
    assert ClubPreset.objects.count() == 1


def test_a_retired_preset_is_hidden_and_its_name_is_free():
    club = make.club()
    first = keep(club)
    presets.retire_preset(preset=first)
    first.refresh_from_db()
    retired_at = first.retired_at
    presets.retire_preset(preset=first)
    first.refresh_from_db()
    assert first.retired_at == retired_at and names(club) == []
    assert keep(club).pk != first.pk


def test_games_keep_the_rules_they_were_started_with():
    club = make.club()
    first = keep(club)
    played = make.session("pool_rummy", club=club, options=first.options)
    keep(club, options={"pool": 61}, replaces=first)
    presets.retire_preset(preset=presets.active_presets(club)[0])
    game = Game.objects.get(pk=played.game.pk)
    assert (game.options["pool"], game.options["first_drop"]) == (201, 30)


# Once ------------------------------------------------------------------------------------------


def test_the_same_write_makes_one_preset():
    club = make.club()
    assert keep(club, token="t") == keep(club, token="t")
    with pytest.raises(ValidationError, match="has already saved"):
        keep(club, "Another name", token="t")
    assert names(club) == ["Saturday 201"]


def test_the_same_rules_under_the_same_name_are_there_already():
    club = make.club()
    assert keep(club) == keep(club, options={"first_drop": 30, "pool": 201})


def test_other_rules_do_not_take_a_name():
    club = make.club()
    keep(club)
    with pytest.raises(ValidationError) as refusal:
        keep(club, options={"pool": 61})
    assert "other rules with this name" in str(refusal.value.message_dict["name"])
    assert keep(club, key="rummi", options={"stake": 250}).name == "Saturday 201"
    assert keep(make.club(), options={"pool": 61})


# What is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"name": " \n "}, "name", "Enter a name for these rules"),
        ({"name": "x" * 61}, "name", "at most 60 characters"),
        ({"name": "201 pool"}, "name", "A preset already has this name"),
        ({"note": "x" * 201}, "note", "at most 200 characters"),
    ],
)
def test_a_name_that_cannot_be_is_refused(fields: dict[str, Any], field: str, message: str):
    with pytest.raises(ValidationError) as refusal:
        keep(make.club(), **fields)
    assert message in str(refusal.value.message_dict[field])
    assert not ClubPreset.objects.exists()


@pytest.mark.parametrize(
    ("options", "field"), [({"umpire": 1}, "umpire"), ({"rejoin_up_to": 100}, "rejoin_up_to")]
)
def test_rules_that_no_table_can_play_are_refused_by_name(options: dict[str, Any], field: str):
    with pytest.raises(EntryError) as refusal:
        keep(make.club(), options=options)
    assert refusal.value.field == field


def test_rules_of_another_day_that_cannot_be_played_are_offered_nowhere():
    club = make.club()
    kept = keep(club)
    ClubPreset.objects.create(club=club, variant="pool_rummy", name="Old", options={"umpire": 1})
    ClubPreset.objects.create(club=club, variant="bridge", name="Rubber", options={})
    offered = presets.own_presets(club)
    assert [preset.name for own in offered.values() for preset in own] == [kept.name]
    for old in club.presets.exclude(pk=kept.pk):
        assert presets.find_problem(old) is not None


# From club to club -----------------------------------------------------------------------------


def test_a_document_kept_elsewhere_has_the_same_hash_and_text():
    here, there = make.club(), make.club("Another table", currency="INR")
    first = keep(here, note="Since 2019.", options={"fee": 5000, "pool": 201})
    exported = presets.document(first)
    assert exported is not None
    loaded = read(exported.text().encode())
    second = presets.save_preset(
        club=there, rules=loaded.rules, options=loaded.options, name=loaded.name, note=loaded.note
    )
    again = presets.document(second)
    assert again is not None
    assert (first.digest, exported.text()) == (second.digest, again.text())


def test_a_link_shows_its_version_until_it_is_revoked():
    club = make.club()
    first = keep(club)
    link, secret = presets.share_preset(preset=first)
    second = keep(club, options={"pool": 61}, replaces=first)
    assert presets.shared_preset(secret) == first
    assert presets.live_links([second, first]) == [link]
    presets.revoke_link(link=link)
    assert presets.shared_preset(secret) is None
    assert presets.live_links([first]) == []


def test_nobody_reads_the_secret_of_a_link_in_the_database():
    link, secret = presets.share_preset(preset=keep(make.club()))
    stored = {str(value) for value in PresetLink.objects.filter(pk=link.pk).values_list()[0]}
    assert len(secret) >= 43 and secret not in stored
    assert presets.shared_preset(secret[:-1]) is None
    assert presets.shared_preset(link.digest) is None


def test_the_same_write_shows_the_same_link():
    preset = keep(make.club())
    assert presets.share_preset(preset=preset, token="t") == presets.share_preset(
        preset=preset, token="t"
    )
    other = keep(make.club())
    assert (
        presets.share_preset(preset=other, token="t")[1]
        != (presets.share_preset(preset=preset, token="t")[1])
    )
