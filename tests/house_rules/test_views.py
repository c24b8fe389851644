"""House rules on the screen: written down, changed, shown to other tables, taken over by them."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role
from scorekeeper.house_rules import documents
from scorekeeper.house_rules import services as presets
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Game
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.table.starting.views import sent

pytestmark = pytest.mark.django_db

HINTED: dict[str, Any] = {"headers": {"accept-language": "en-IN"}}


def keep(club: Club, name: str = "Saturday 201", **fields: Any) -> ClubPreset:
    fields = {"options": {"pool": 201, "first_drop": 30}, **fields}
    return presets.save_preset(club=club, rules=VARIANTS["pool_rummy"], name=name, **fields)


def text(response: Any) -> str:
    """Returns the page with its line breaks as spaces, and none beside a text."""
    page = " ".join(unescape(response.content.decode()).split())
    return re.sub(r"(?<=>) | (?=</)", "", page)


def url(name: str, club: Club, *args: Any) -> str:
    return reverse(f"house_rules:{name}", args=[club.code, *args])


@pytest.fixture
def club() -> Club:
    return make.club()


@pytest.fixture
def host(club: Club) -> Client:
    return make.host_client(club, **HINTED)


# Writing down ----------------------------------------------------------------------------------


def filled(host: Client, where: str, **changed: Any) -> dict[str, Any]:
    return {**sent(host.get(where)), "do": "keep", **changed}


def test_rules_are_written_down_with_a_name_and_a_note(host: Client, club: Club):
    where = url("new", club)
    assert "Pool Rummy" in text(host.get(where))
    fields = filled(host, f"{where}?variant=pool_rummy", called=" Saturday ", note="Since 2019.")
    response = host.post(where, {**fields, "preset": "201", "o-fee": "50", "o-wrong_show": "60"})
    kept = ClubPreset.objects.get()
    assert response["Location"] == url("show", club, kept.pk)
    assert (kept.name, kept.note) == ("Saturday", "Since 2019.")
    assert kept.options == {"pool": 201, "fee": 5000, "wrong_show": 60}
    page = text(host.get(response["Location"]))
    for message in ("Saturday", "Since 2019.", "Pool Rummy", "default: 101", "₹50", "default: 80"):
        assert message in page
    assert documents.short_hash(kept.digest) in page
    assert "Saturday" in text(host.get(reverse("house_rules:list", args=[club.code])))


def test_pressing_keep_twice_keeps_once(host: Client, club: Club):
    where = url("new", club)
    fields = filled(host, f"{where}?variant=pool_rummy", called="Saturday", **{"o-fee": "50"})
    assert host.post(where, fields)["Location"] == host.post(where, fields)["Location"]
    assert ClubPreset.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "message", "kept"),
    [
        ({"called": ""}, "Enter a name for these rules.", 'id="o-fee" value="75"'),
        ({"called": "x" * 61}, "at most 60 characters", "x" * 61),
        ({"called": "201 pool"}, "A preset already has this name", 'value="201 pool"'),
        ({"called": "Sunday", "note": "y" * 201}, "at most 200 characters", "y" * 201),
        ({"called": "Sunday", "o-first_drop": "0"}, "Enter 1 or more", 'value="0"'),
        ({"called": "Sunday", "o-first_drop": "ten"}, "Enter a whole number.", 'value="ten"'),
        (
            {"called": "Sunday", "o-rejoin_up_to": "100"},
            "must still be in: at most 99",
            'value="100"',
        ),
        ({"called": "Sunday", "token": ""}, "Reload it", 'value="Sunday"'),
        ({"called": "Taken"}, "other rules with this name", 'value="Taken"'),
    ],
)
def test_what_cannot_be_is_told_beside_the_field_and_kept(host, club, fields, message, kept):
    keep(club, "Taken")
    where = url("new", club)
    page = text(
        host.post(where, filled(host, f"{where}?variant=pool_rummy", **{"o-fee": "75"}, **fields))
    )
    assert message in page and kept in page
    assert ClubPreset.objects.count() == 1


def test_a_name_is_missed_only_where_the_rules_are_to_be_kept(host: Client, club: Club):
    where = url("new", club)
    fields = filled(host, f"{where}?variant=pool_rummy", called="", do="again")
    assert "Enter a name for these rules." not in text(host.post(where, fields))
    assert "Enter a name for these rules." in text(host.post(where, fields | {"do": "keep"}))


def test_a_change_is_a_new_version_and_both_can_be_read(host: Client, club: Club):
    first = keep(club)
    where = url("edit", club, first.pk)
    fields = filled(host, where, **{"o-first_drop": "35"})
    assert (fields["called"], fields["o-first_drop"]) == (["Saturday 201"], "35")
    response = host.post(where, fields)
    second = ClubPreset.objects.get(replaces=first)
    assert second.options == {"pool": 201, "first_drop": 35}
    newer, older = text(host.get(response["Location"])), text(host.get(url("show", club, first.pk)))
    assert url("show", club, first.pk) in newer and "35" in newer
    assert "There is a newer version" in older and "30" in older
    listed = text(host.get(reverse("house_rules:list", args=[club.code])))
    assert url("show", club, second.pk) in listed and url("show", club, first.pk) not in listed


def test_who_comes_second_is_told_so_and_keeps_what_he_typed(host: Client, club: Club):
    first = keep(club)
    where = url("edit", club, first.pk)
    fields = filled(host, where, called="Mine", **{"o-first_drop": "45"})
    keep(club, options={"pool": 61}, replaces=first)
    page = text(host.post(where, fields))
    assert "Someone else changed these rules" in page
    assert 'value="45"' in page and 'value="Mine"' in page
    assert ClubPreset.objects.count() == 2


def test_rules_nobody_wants_any_more_are_hidden_and_not_deleted(host: Client, club: Club):
    kept = keep(club)
    host.post(url("archive", club, kept.pk))
    assert "Saturday" not in text(host.get(reverse("house_rules:list", args=[club.code])))
    assert "rules are archived" in text(host.get(url("show", club, kept.pk)))


def test_a_change_redraws_the_options_that_follow(host: Client, club: Club):
    where = url("new", club)
    fields = filled(host, f"{where}?variant=rummi", **{"o-hu_units": "6"})
    page = host.post(where, {**fields, "do": "options"}, headers={"HX-Request": "true"})
    assert sent(page)["o-tien_hu_units"] == ["12"]
    assert not ClubPreset.objects.exists()


def test_the_rules_of_a_game_can_be_kept(host: Client, club: Club):
    played = make.session("pool_rummy", club=club, options={"pool": 201, "first_drop": 30})
    rules = text(host.get(reverse("starting:game_rules", args=[played.game.session.code, 1])))
    [where] = re.findall(rf'href="({url("new", club)}[^"]*)"', rules)
    fields = filled(host, where, called="As on Friday")
    host.post(url("new", club), fields)
    assert ClubPreset.objects.get().options == {"pool": 201, "first_drop": 30}


# Playing by them -------------------------------------------------------------------------------


def test_a_session_starts_by_rules_of_the_club(host: Client, club: Club):
    kept = keep(club)
    where = reverse("starting:session_new", args=[club.code])
    fields = {**sent(host.get(where)), "name": ["Asha", "Dev"], "variant": "pool_rummy"}
    host.post(where, {**fields, "preset-pool_rummy": presets.as_preset(kept).key})
    game = Game.objects.get()
    assert (game.preset, game.options["pool"], game.options["first_drop"]) == (
        "Saturday 201",
        201,
        30,
    )


def test_the_next_game_begins_with_the_club_s_rules_of_the_last(host: Client, club: Club):
    kept = keep(club)
    played = make.session("pool_rummy", club=club)
    session = played.game.session
    where = reverse("starting:game_new", args=[session.code])
    fields = sent(host.get(where, {"variant": "pool_rummy", "preset": f"own-{kept.pk}"}))
    assert fields["o-first_drop"] == ["30"]
    host.post(where, {**fields, "do": "start"})
    assert Game.objects.latest("pk").preset == "Saturday 201"
    assert sent(host.get(where))["preset"] == [f"own-{kept.pk}"]


def test_another_club_s_rules_are_no_way_to_play_here(host: Client, club: Club):
    elsewhere = keep(make.club("Another"))
    played = make.session("pool_rummy", club=club)
    where = reverse("starting:game_new", args=[played.game.session.code])
    fields = {**sent(host.get(where)), "preset": f"own-{elsewhere.pk}", "do": "start"}
    assert "no preset called" in text(host.post(where, fields))
    assert Game.objects.count() == 1


def test_rules_can_be_kept_while_a_game_is_set_up(host: Client, club: Club):
    played = make.session("pool_rummy", club=club)
    where = reverse("starting:game_new", args=[played.game.session.code])
    fields = {**sent(host.get(where)), "o-first_drop": "30", "do": "keep"}
    assert "Enter a name for these rules." in text(host.post(where, fields))
    response = host.post(where, {**fields, "called": "Thirty"})
    kept = ClubPreset.objects.get()
    assert kept.options == {"first_drop": 30}
    assert sent(host.get(response["Location"]))["preset"] == [f"own-{kept.pk}"]
    assert Game.objects.count() == 1


# A game of the table's own ---------------------------------------------------------------------


@pytest.fixture
def making(host: Client, club: Club) -> tuple[str, dict[str, Any]]:
    """The page on which a game is made, and what it would send untouched."""
    where = reverse(
        "starting:game_new", args=[make.session("pool_rummy", club=club).game.session.code]
    )
    assert "Make your own game" in text(host.get(where, {"choose": "1"}))
    fields = sent(host.get(where, {"variant": "house_game", "preset": ""}))
    return where, {**fields, "do": "start"}


def test_a_game_needs_a_name_and_a_press(host: Client, making):
    where, fields = making
    response = host.post(where, {**fields, "called": "Uncle’s rummy"})
    game = Game.objects.latest("pk")
    assert (game.variant, game.title) == ("house_game", "Uncle’s rummy")
    assert response["Location"] == reverse("entry:hand_new", args=[game.session.code, 2])
    kept = ClubPreset.objects.get()
    assert (kept.name, kept.options) == ("Uncle’s rummy", {})


def test_not_even_a_name_is_needed(host: Client, making):
    where, fields = making
    host.post(where, fields)
    assert Game.objects.latest("pk").title == "Make your own game"
    assert not ClubPreset.objects.exists()


def test_a_game_may_be_played_and_not_kept(host: Client, making):
    where, fields = making
    del fields["keep"]
    host.post(where, {**fields, "called": "Once only"})
    assert Game.objects.latest("pk").title == "Once only"
    assert not ClubPreset.objects.exists()


def test_a_game_may_be_kept_and_not_played(host: Client, making):
    where, fields = making
    host.post(where, {**fields, "called": "Later", "do": "keep", "o-scoring": "places"})
    assert ClubPreset.objects.get().options == {"scoring": "places"}
    assert Game.objects.count() == 1


def test_a_game_made_here_is_offered_by_its_name_and_changed_into_a_new_version(
    host: Client, making
):
    where, fields = making
    host.post(where, {**fields, "called": "Later", "do": "keep", "o-scoring": "places"})
    page = text(host.get(where, {"choose": "1"}))
    assert "Later" in page and "Made here" in page
    first = ClubPreset.objects.get()
    again = sent(host.get(where, {"variant": "house_game", "preset": f"own-{first.pk}"}))
    assert (again["called"], again["o-scoring"]) == (["Later"], ["places"])
    host.post(where, {**again, "do": "start", "o-place_points": ["5", "3"]})
    second = ClubPreset.objects.get(replaces=first)
    assert second.options == {"scoring": "places", "place_points": [5, 3]}
    assert Game.objects.latest("pk").options["place_points"] == [5, 3]


def test_a_refused_name_starts_no_game_and_a_refused_game_keeps_no_name(host: Client, making):
    where, fields = making
    host.post(where, {**fields, "called": "Later", "do": "keep"})
    fields = {**fields, "token": "another"}
    page = text(host.post(where, {**fields, "called": "Later", "o-scoring": "places"}))
    assert "other rules with this name" in page
    page = text(host.post(where, {**fields, "called": "Bad", "o-bonus": "-1"}))
    assert "Enter 0 or more" in page
    assert Game.objects.count() == ClubPreset.objects.count() == 1


def test_a_host_of_one_session_makes_a_game_and_keeps_nothing_for_the_club(club: Club):
    session = make.session("pool_rummy", club=club).game.session
    guest = make.client_with(Role.HOST, club, session)
    where = reverse("starting:game_new", args=[session.code])
    page = guest.get(where, {"variant": "house_game", "preset": ""})
    assert "Save for this group" not in text(page)
    fields = {**sent(page), "called": "Tonight’s", "keep": "1"}
    assert guest.post(where, {**fields, "do": "keep"}).status_code == 403
    guest.post(where, {**fields, "do": "start"})
    assert Game.objects.latest("pk").title == "Tonight’s"
    assert not ClubPreset.objects.exists()


def test_own_buttons_are_typed_in_pairs_and_refused_beside_them(host: Client, making):
    where, fields = making
    for typed, message in (
        (["Drop", "x"], "Enter a whole number."),
        (["Drop", "20", "Drop", "30"], "The name Drop is used twice."),
        (["", "20"], "Enter a word."),
        (["Won", "20"], "Two buttons are called Won."),
    ):
        page = text(host.post(where, {**fields, "o-buttons": typed}))
        assert message in page and 'id="o-buttons-error"' in page
        assert all(f'value="{box}"' in page for box in typed)
    host.post(where, {**fields, "o-buttons": ["Drop", "20", "", "", "Bazi", "-10"]})
    assert Game.objects.latest("pk").options["buttons"] == [["Drop", 20], ["Bazi", -10]]


def test_the_words_of_the_table_stand_on_its_pages(host: Client, making):
    where, fields = making
    words = {"o-buttons": ["<b>Drop", "20"], "o-won_word": "Bazi", "o-count_word": "Takk"}
    host.post(where, {**fields, **words, "called": "Uncle’s rummy"})
    game = Game.objects.latest("pk")
    code = game.session.code
    page = host.get(reverse("entry:hand_new", args=[code, game.number])).content.decode()
    for message in ("&lt;b&gt;Drop", "Bazi: who?", "Takk", "Uncle’s rummy"):
        assert message in page
    hand = {"who-finish": "0", "p1-finish": "own_1", "p2-finish": "own_1", "p3-points": "7"}
    hand |= {"p3-finish": "counted", "number": "1", "token": "t"}
    slip = host.post(reverse("entry:slip", args=[code, game.number]), hand).content.decode()
    assert "Bazi" in slip and "&lt;b&gt;Drop" in slip
    host.post(reverse("entry:hand_new", args=[code, game.number]), hand)
    board = text(host.get(reverse("scoreboard:session", args=[code])))
    assert "Uncle’s rummy" in board
    fields = text(host.get(hand_address("scoreboard:hand", game.hands.get())))
    assert "<b>Drop" in fields and "Bazi" in fields and "Takk: " in fields


def test_a_first_table_makes_its_game_before_it_plays(client: Client):
    fields = {"name": ["Asha", "Dev"], "variant": "house_game", "preset-house_game": ""}
    fields |= {"token": "a-token-long-enough", "time_zone": "Asia/Kolkata"}
    response = client.post(reverse("home:start"), fields)
    assert not Game.objects.exists()
    page = sent(client.get(response["Location"]))
    assert (page["variant"], page["preset"], len(page["seat"])) == (["house_game"], [""], 2)
    client.post(response["Location"].partition("?")[0], {**page, "do": "start", "called": "Ours"})
    assert Game.objects.get().title == "Ours"


def test_a_named_way_of_the_house_game_starts_at_once(client: Client):
    fields = {"name": ["Asha", "Dev"], "variant": "house_game", "preset-house_game": "3-2-1"}
    client.post(reverse("home:start"), {**fields, "token": "a-token-long-enough"})
    assert Game.objects.get().title == "3-2-1"


# Showing to others -----------------------------------------------------------------------------


def link_of(host: Client, preset: ClubPreset) -> str:
    page = text(host.post(url("share", preset.club, preset.pk), {"token": "t"}))
    [address] = re.findall(r'value="http://testserver(/rules/[^"]+)"', page)
    assert "data:image/svg+xml" in page
    return str(address)


def test_whoever_has_the_link_reads_the_rules_and_nothing_of_the_club(host: Client, club: Club):
    kept = keep(club, note="Since 2019.")
    address = link_of(host, kept)
    response = Client(**HINTED).get(address)
    page = text(response)
    for message in (
        "Saturday 201",
        "Since 2019.",
        "default: 25",
        documents.short_hash(kept.digest),
    ):
        assert message in page
    assert club.name not in page and club.code not in page
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Referrer-Policy"] == "strict-origin"


def test_a_revoked_link_shows_nothing(host: Client, club: Club):
    kept = keep(club)
    address = link_of(host, kept)
    [link] = presets.live_links([kept])
    host.post(url("unshare", club, link.pk))
    for path in (address, f"{address}file/"):
        assert Client().get(path).status_code == 404
    assert host.get(url("show", club, kept.pk)).status_code == 200


def test_a_link_that_was_never_given_out_shows_nothing(client: Client):
    assert client.get(reverse("house_rules:shared", args=["x" * 43])).status_code == 404


def test_the_document_is_the_same_by_link_and_by_hand(host: Client, club: Club):
    kept = keep(club)
    address = link_of(host, kept)
    own, theirs = host.get(url("file", club, kept.pk)), Client().get(f"{address}file/")
    assert own.content == theirs.content
    assert own["Content-Disposition"] == 'attachment; filename="saturday-201.json"'
    assert documents.read(own.content).digest == kept.digest


# Taking over -----------------------------------------------------------------------------------


def import_(host: Client, club: Club, **fields: Any) -> Any:
    return host.post(url("import", club), {"token": "t", **fields})


def test_rules_are_looked_at_before_they_are_taken_over(club: Club):
    there = make.club("Another table")
    host = make.host_client(there, **HINTED)
    document = documents.Document(
        VARIANTS["pool_rummy"], {"first_drop": 30}, "Ours", "A note"
    ).text()
    page = import_(host, there, document=document)
    assert "default: 20" in text(page) and not ClubPreset.objects.exists()
    accepted = {**sent(page), "do": "accept", "called": "Theirs"}
    response = import_(host, there, **accepted)
    kept = ClubPreset.objects.get()
    assert response["Location"] == url("show", there, kept.pk)
    assert (kept.club, kept.name, kept.note) == (there, "Theirs", "A note")
    assert kept.digest == documents.read(document.encode()).digest


def test_the_host_of_a_club_takes_them_over_from_the_link(host: Client, club: Club):
    first = keep(club, options={"fee": 5000})
    address = link_of(host, first)
    there = make.club("Another table", currency="EUR")
    other = make.host_client(there, **HINTED)
    page = other.get(address)
    assert "Import into Another table" in text(page)
    looked = import_(other, there, **sent(page))
    assert "The amounts were in INR and are now in EUR." in text(looked)
    import_(other, there, **{**sent(looked), "do": "accept"})
    second = there.presets.get()
    assert (second.name, second.digest) == (first.name, first.digest)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_a_host_is_offered_to_take_them_over(host: Client, club: Club, role: Role):
    address = link_of(host, keep(club))
    there = make.club("Another table")
    assert "Another table" not in text(make.client_with(role, there).get(address))


def test_a_pasted_link_is_as_good_as_the_document(host: Client, club: Club):
    address = link_of(host, keep(club))
    there = make.club("Another table")
    other = make.host_client(there, **HINTED)
    assert "default: 25" in text(import_(other, there, document=f"see http://x{address} !"))
    page = text(import_(other, there, document=f"https://x/rules/{'x' * 43}/"))
    assert "shows no rules" in page


def test_a_file_is_as_good_as_pasted_text(host: Client, club: Club):
    document = documents.Document(VARIANTS["rummi"], {"tie": "best"}, "Ours").text()
    file = SimpleUploadedFile("rules.json", document.encode(), "application/json")
    assert "Better place" in text(import_(host, club, file=file))


@pytest.mark.parametrize(
    ("content", "field", "message"),
    [
        ("", "", "Paste the rules here"),
        ("{", "", "cannot be read"),
        ("x" * 30_000, "", "too long"),
        ({"version": 2}, "version", "from a newer Scorekeeper"),
        ({"game": "bridge"}, "game", "no game called"),
        ({"options": {"umpire": 1}}, "umpire", "no question called umpire"),
        ({"options": {"first_drop": 0}}, "first_drop", "Enter 1 or more"),
        ({"options": {"rejoin_up_to": 100}}, "rejoin_up_to", "must still be in: at most 99"),
        ({"name": "x" * 99}, "name", "at most 60 characters"),
    ],
)
def test_what_cannot_be_taken_over_says_why_beside_it_and_stays(
    host: Client, club: Club, content: Any, field: str, message: str
):
    if isinstance(content, dict):
        whole = json.loads(documents.Document(VARIANTS["pool_rummy"], {}, "Ours").text())
        content = json.dumps({**whole, **content})
    page = text(import_(host, club, document=content))
    [error] = re.findall(r'id="document-error">(.*?)</p>', page)
    assert message in error and (f"<code>{field}</code>" in error) is bool(field)
    assert content in page
    assert not ClubPreset.objects.exists()


def test_a_name_that_is_taken_is_asked_for_again(host: Client, club: Club):
    keep(club)
    document = documents.Document(VARIANTS["pool_rummy"], {"pool": 61}, "Saturday 201").text()
    page = import_(host, club, document=document, called="Saturday 201", do="accept")
    assert "other rules with this name" in text(page)
    again = {**sent(page), "do": "accept", "called": "Theirs"}
    import_(host, club, **again)
    assert {preset.name for preset in presets.active_presets(club)} == {"Saturday 201", "Theirs"}


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ({"first_drop": 0}, {"o-first_drop": "0"}),
        ({"rejoin_up_to": 100}, {"o-rejoin_up_to": "100"}),
        ({"cap": 0}, {"o-cap": "0"}),
    ],
)
def test_form_and_import_refuse_the_same_option_in_the_same_words(
    host: Client, club: Club, options: dict[str, Any], changed: dict[str, Any]
):
    whole = json.loads(documents.Document(VARIANTS["pool_rummy"], {}, "Ours").text())
    page = text(import_(host, club, document=json.dumps({**whole, "options": options})))
    [(field, matches)] = re.findall(r'id="document-error"><code>(.*?)</code>:\s*(.*?)</p>', page)
    where = url("new", club)
    typed = filled(host, f"{where}?variant=pool_rummy", called="Ours", **changed)
    beside = re.findall(r'id="o-(\w+)-error">(.*?)</p>', text(host.post(where, typed)))
    assert beside == [(field, matches)]
