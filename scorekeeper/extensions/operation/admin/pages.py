"""The tables of the admin: groups, devices, payments, activity, limits, and what admins did."""

from typing import Any

from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import activity, services
from scorekeeper.clubs.models import Club, Happening, Membership
from scorekeeper.clubs.services import block_club, unblock_club
from scorekeeper.core.limits.models import Refusal
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.extensions.operation.admin.groups import with_figures
from scorekeeper.extensions.operation.admin.site import note_action, site
from scorekeeper.extensions.operation.admin.tables import OfGroups, ReadOnly
from scorekeeper.ledger.models import Payment


def figure(name: str, label: Any, ordering: str | None = None) -> Any:
    """A column with a figure of ``with_figures``; not each is cheap enough to sort by."""
    return admin.display(description=label, ordering=ordering)(
        lambda _admin, club: getattr(club, name)
    )


@admin.register(Club, site=site)
class Groups(ReadOnly):
    list_display = (
        *("name", "code", "players", "sessions", "hands", "last_7_days", "last_30_days"),
        *("last_use", "blocked_at", "points_only"),
    )
    list_display_links = ("name",)
    search_fields = ("name", "code")
    list_filter = (("blocked_at", admin.EmptyFieldListFilter), "points_only")
    fields = (
        *("name", "code", "created_at", "currency", "time_zone", "language", "players"),
        *("sessions", "hands", "last_7_days", "last_30_days", "last_use"),
        *("blocked_at", "expires_at", "points_only"),
    )
    actions = ("block", "unblock", "hide_money", "show_money")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return with_figures(super().get_queryset(request))

    players = figure("player_count", _("Players"))
    sessions = figure("session_count", _("Sessions"))
    hands = figure("hand_count", _("Hands"), ordering="hand_count")
    last_7_days = figure("hands_7", _("Hands in 7 days"), ordering="hands_7")
    last_30_days = figure("hands_30", _("Hands in 30 days"), ordering="hands_30")
    last_use = figure("last_used", _("Last used"), ordering="last_used")

    @admin.action(description=_("Block these groups"))
    def block(self, request: HttpRequest, clubs: QuerySet[Club]) -> None:
        blocked = [club for club in clubs if block_club(club)]
        self._conclude(request, blocked, "blocked")

    @admin.action(description=_("Unblock these groups"))
    def unblock(self, request: HttpRequest, clubs: QuerySet[Club]) -> None:
        unblocked = [club for club in clubs if unblock_club(club)]
        self._conclude(request, unblocked, "unblocked")

    @admin.action(description=_("Points only: hide all money of these groups"))
    def hide_money(self, request: HttpRequest, clubs: QuerySet[Club]) -> None:
        self._set_points_only(request, clubs, points_only=True)

    @admin.action(description=_("Show the money of these groups again"))
    def show_money(self, request: HttpRequest, clubs: QuerySet[Club]) -> None:
        self._set_points_only(request, clubs, points_only=False)

    def _set_points_only(
        self, request: HttpRequest, clubs: QuerySet[Club], *, points_only: bool
    ) -> None:
        changed = [c for c in clubs if services.set_points_only(club=c, points_only=points_only)]
        self._conclude(request, changed, "points only" if points_only else "not points only")

    def _conclude(self, request: HttpRequest, clubs: list[Club], what: str) -> None:
        for club in clubs:
            note_action(request, club, what)
        self.message_user(request, _("Groups changed: %d") % len(clubs))


@admin.register(Membership, site=site)
class Devices(ReadOnly):
    list_display = ("pk", "club", "called", "role", "last_seen_at", "revoked_at")
    list_select_related = ("club", "player")
    search_fields = ("club__name", "club__code", "player__name", "name")
    list_filter = ("role", ("revoked_at", admin.EmptyFieldListFilter))
    fields = (
        *("club", "called", "role", "session", "created_at", "last_seen_at", "recovered"),
        "revoked_at",
    )
    actions = ("end_access",)

    @admin.display(description=_("Device"))
    def called(self, device: Membership) -> str:
        return str(device)

    @admin.action(description=_("Remove these devices from their groups"))
    def end_access(self, request: HttpRequest, devices: QuerySet[Membership]) -> None:
        for device in devices.filter(revoked_at__isnull=True).select_related("club", "player"):
            try:
                services.take_out(membership=device)
            except ValidationError as error:
                self.message_user(request, f"{device}: {error.messages[0]}", messages.ERROR)
                continue
            note_action(request, device, "removed")
            self.message_user(request, _("Device removed: %s") % device)


@admin.register(Payment, site=site)
class Payments(OfGroups):
    list_display = ("pk", "at", "club", "session", "payer", "payee", "sum", "kind")
    list_select_related = ("session__club", "payer", "payee")
    fields = (
        *("at", "club", "session", "game", "hand", "payer", "payee", "sum", "kind"),
        *("in_words", "reverses"),
    )

    @admin.display(description=_("Group"))
    def club(self, payment: Payment) -> Club:
        return payment.session.club

    @admin.display(description=_("Amount"))
    def sum(self, payment: Payment) -> str:
        if not currencies.are_shown():  # the whole site is for points only
            return "–"
        return currencies.money(payment.amount, payment.session.club.currency)

    @admin.display(description=_("Reason"))
    def in_words(self, payment: Payment) -> str:
        return words(payment.reason)


@admin.register(Happening, site=site)
class Activity(OfGroups):
    list_display = ("pk", "at", "club", "session", "in_words", "who")
    list_select_related = ("club", "session", "by__player", "signature__player")
    fields = ("at", "club", "session", "in_words", "who")

    def with_code(self, code: str) -> Q:
        """Also what is of no session."""
        return super().with_code(code) | Q(club__in=list(Club.objects.filter(code=code)))

    @admin.display(description=_("Activity"))
    def in_words(self, happening: Happening) -> SafeString:
        return activity.describe(happening)


@admin.register(Refusal, site=site)
class Limits(ReadOnly):
    list_display = ("pk", "act", "hour", "times", "last_at")
    list_filter = ("act",)
    fields = ("act", "hour", "times", "last_at")


class DeletedGroups(ReadOnly):
    list_display = ("pk", "code", "rows", "file", "at")
    search_fields = ("code",)
    fields = ("code", "rows", "file", "at")


if apps.is_installed("scorekeeper.extensions.operation.retention"):
    site.register(apps.get_model("retention", "DeletedGroup"), DeletedGroups)


@admin.register(LogEntry, site=site)
class Actions(ReadOnly):
    list_display = ("pk", "action_time", "user", "content_type", "object_repr", "what")
    list_select_related = ("user", "content_type")
    fields = ("action_time", "user", "content_type", "object_id", "object_repr", "what")

    @admin.display(description=_("Action"))
    def what(self, entry: LogEntry) -> str:
        return str(entry.get_change_message())
