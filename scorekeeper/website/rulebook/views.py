"""Pages that anybody may read, and search engines too: the games, and a hand to try."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.currencies import currency_of_territory
from scorekeeper.core.localization.reader import preferred
from scorekeeper.core.localization.sources import origin
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import HtmxRequest
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import by_seat
from scorekeeper.engine.questions.kinds import Pick, Question, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats.rules import check_seats
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.house_rules.choice import GameCard, GamePick, fitting_side
from scorekeeper.play.wording.answers import Report, entry_reports
from scorekeeper.questions.presets import chosen_preset, usual_preset
from scorekeeper.questions.wording import answer_text, is_readable, with_proposed
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.results import Slip, slip
from scorekeeper.table.entry.views import counts_page
from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.examples import ENOUGH, NAMES, example
from scorekeeper.website.rulebook.prose import prose

USUAL_CURRENCY = "USD"


def rules_of(key: str) -> AnyVariant:
    if key not in VARIANTS:
        raise Http404
    return VARIANTS[key]


def currency_of(request: HttpRequest) -> str:
    """The money of the country the browser is set to."""
    return currency_of_territory(preferred(request)) or USUAL_CURRENCY


# All games -----------------------------------------------------------------------------------


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "website/rulebook/games.html", {"pick": GamePick()})


# One game ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: what may be chosen, what is usual and why."""

    question: Question
    usually: str
    choices: tuple[Any, ...]
    source: str
    """Where what is usual comes from; empty where nothing is said."""


@dataclass(frozen=True, slots=True)
class WorkedHand:
    """A hand as the table reported it, and what the engine made of it."""

    reports: list[Report]
    slip: Slip
    source: str


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    rules, currency = rules_of(key), currency_of(request)
    context = {
        "rules": rules,
        "card": GameCard(rules, False, []),
        "prose": prose(rules),
        "worked": _worked_hand(rules, currency),
        "options": _options(rules, currency),
        "currency": currency,
        "address": request.build_absolute_uri(request.path),
    }
    return render(request, "website/rulebook/game.html", context)


def _worked_hand(rules: AnyVariant, currency: str) -> WorkedHand | None:
    worked = example(rules.key)
    if worked is None:
        return None
    reports = entry_reports(rules, worked.before, worked.entry, worked.names, currency)
    return WorkedHand(reports, slip(rules, worked.after, worked.names), worked.source)


def _options(rules: AnyVariant, currency: str) -> list[HouseRule]:
    usual = load_options(rules, with_proposed(rules, {}, currency), usual_table(rules))
    return [
        HouseRule(
            q,
            answer_text(q.kind, getattr(usual, q.name), currency),
            _choices(q),
            origin(q.kind.source, rules.source),
        )
        for q in questions(rules.options)
        if not q.kind.ends and is_readable(q)
    ]


def _choices(question: Question) -> tuple[Any, ...]:
    members: Any = question.type
    return tuple(members) if isinstance(question.kind, Pick) else ()


def usual_table(rules: AnyVariant) -> int:
    """Four, or as near as the game allows."""
    return min(max(ENOUGH, rules.seats.start), rules.seats.stop - 1)


# A hand to try -------------------------------------------------------------------------------


@dataclass
class Trial:
    """A table that is never kept: who sits at it, by which rules, with what typed in."""

    rules: AnyVariant
    persons: int
    preset: str
    currency: str
    form: HandForm | None = None
    error: str = ""

    @property
    def screens(self) -> list[str]:
        return [f"table/entry/variants/{self.rules.key}.html", "table/entry/_derived.html"]

    @property
    def action(self) -> str:
        return reverse("rulebook:try_it", args=[self.rules.key])

    @property
    def cards_action(self) -> str:
        return reverse("rulebook:try_cards", args=[self.rules.key])

    @property
    def preset_name(self) -> str:
        return next((p.name for p in self.rules.presets if p.key == self.preset), "")

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.persons]

    @property
    def tables(self) -> list[int]:
        """How many persons may play."""
        partners = {2 * side for side in self.rules.sides if 2 in self.rules.seats}
        return sorted(n for n in {*self.rules.seats, *partners} if n <= len(NAMES))

    def seat(self, posted: Any) -> None:
        """Sit down and, if a hand was ``posted``, read it; or say why these cannot play."""
        side = fitting_side(self.rules, self.persons)
        seats = self.persons // side
        try:
            names = self.names
            check_seats(self.rules, by_seat(names, seats))
            chosen = chosen_preset(self.rules, self.preset or None, seats, side)
            given = chosen.options if chosen else {}
            preset_options = with_proposed(self.rules, given, self.currency)
            options = load_options(self.rules, preset_options, seats, side)
        except EntryError as error:
            self.error = words(error)
            return
        self.form = HandForm(
            self.rules, playing.start(self.rules, options, seats, side), names, posted
        )

    def result(self) -> dict[str, Any]:
        """The slip, or what is still missing."""
        if self.form is None or not self.form.is_bound:
            return {}
        asked = {"last_asked": self.form.last_asked}
        if self.form.is_valid():
            return asked | {"slip": slip(self.rules, self.form.after, self.names)}
        fault = self.form.faults[0]
        return asked | {"hint": fault.message, "hint_who": fault.person_name}


@require_http_methods(["GET", "HEAD", "POST"])
def try_it(request: HtmxRequest, key: str) -> HttpResponse:
    """Settles a hand and keeps nothing."""
    trial = _trial(request, key)
    context: dict[str, Any] = {"trial": trial, "form": trial.form, "currency": trial.currency}
    context |= {"opened": not request.htmx, **trial.result()}
    if request.htmx:
        return render(request, "table/entry/_slip.html", context)
    return render(request, "website/rulebook/try_it.html", context)


@require_POST
def try_cards(request: HtmxRequest, key: str) -> HttpResponse:
    """How the cards in one field are laid and what they count."""
    trial = _trial(request, key)
    if trial.form is None:
        raise Http404
    return counts_page(request, trial.form)


def _trial(request: HttpRequest, key: str) -> Trial:
    """Returns the table that was asked for, with the hand that was posted to it."""
    rules, posted = rules_of(key), request.POST if request.method == "POST" else None
    if posted is not None:
        spend(acts.TRY, request)
    query = request.GET if posted is None else posted
    trial = Trial(rules, _persons(query, rules), _preset(query, rules), currency_of(request))
    trial.seat(posted)
    return trial


def _persons(query: Any, rules: AnyVariant) -> int:
    persons = whole_number(query.get("persons", ""), digits=2)
    return usual_table(rules) if persons is None else persons


def _preset(query: Any, rules: AnyVariant) -> str:
    """The key chosen; that of the usual rules when none, or an unknown one, was."""
    text = str(query.get("preset", ""))
    if any(preset.key == text for preset in rules.presets):
        return text
    usual = usual_preset(rules, usual_table(rules))
    return usual.key if usual else ""


# For search engines --------------------------------------------------------------------------


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """The games may be found; clubs, sessions and links may not."""
    sitemap = request.build_absolute_uri(reverse("rulebook:sitemap"))
    lines = ["User-agent: *", "Allow: /$", "Allow: /games/", "Disallow: /", f"Sitemap: {sitemap}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    places = [reverse("rulebook:games")]
    places += [reverse("rulebook:game", args=[key]) for key in VARIANTS]
    addresses = [request.build_absolute_uri(place) for place in places]
    context = {"addresses": addresses}
    return render(request, "website/rulebook/sitemap.xml", context, content_type="application/xml")
