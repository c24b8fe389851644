"""The admin's site: log-in with a second factor, and the page of jobs and limits."""

import logging
from http import HTTPStatus
from typing import Any, Final, cast

from django import forms
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _
from django_otp.admin import OTPAdminAuthenticationForm, OTPAdminSite
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from scorekeeper.core.jobs import services
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import address, check, is_spent, renew, spend
from scorekeeper.extensions.operation.health.ages import versions

WRONG: Final = _("Wrong name, password or code.")

log = logging.getLogger(__name__)


class OperatorForm(OTPAdminAuthenticationForm):  # type: ignore[misc]
    """Name, password and a code. Nobody chooses a device: a code of the app is a number,
    a recovery code has letters. No answer says which of the three was wrong."""

    error_messages = {**OTPAdminAuthenticationForm.error_messages, "invalid_login": WRONG}
    otp_error_messages = dict.fromkeys(OTPAdminAuthenticationForm.otp_error_messages, WRONG)

    otp_token = forms.CharField(
        label=_("Code from your app, or a recovery code"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )

    def clean_otp(self, user: Any) -> None:
        token = self.cleaned_data.get("otp_token") or ""
        kind = TOTPDevice if token.isdecimal() else StaticDevice
        device = kind.objects.filter(user=user).first() if user else None
        self.cleaned_data["otp_device"] = device.persistent_id if device else ""
        try:
            super().clean_otp(user)
        finally:  # or a right password would come back in the page
            cast(forms.PasswordInput, self.fields["password"].widget).render_value = False


class OperatorSite(OTPAdminSite):  # type: ignore[misc]
    """Shows its pages only to those who have entered a code of their second factor."""

    site_header = site_title = "Scorekeeper"
    index_title = _("This site")
    login_form = OperatorForm
    login_template = "operation/admin/login.html"
    index_template = "operation/admin/index.html"
    site_url = "/"

    def get_urls(self) -> list[URLPattern | URLResolver]:
        own = [path("jobs/", self.admin_view(self.jobs), name="jobs")]
        return [*own, *super().get_urls()]

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"versions": versions(), **(extra_context or {})}
        return cast(HttpResponse, super().index(request, context))

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A wrong password or code counts; too many of one address or name stop the log-in. Where
        somebody logged in by this name lately, only what fails from that address counts."""
        if request.method != "POST":
            return cast(HttpResponse, super().login(request, extra_context))
        account = request.POST.get("username", "")[:150]
        place = f"{account}/{address(request)}"
        act = (
            acts.OPERATOR_AT_HOME
            if is_spent(acts.OPERATOR_SEEN, place=place)
            else acts.OPERATOR_LOGIN
        )
        check(act, request, account=account)
        response = cast(HttpResponse, super().login(request, extra_context))
        if response.status_code == HTTPStatus.FOUND:
            log.warning("Server admin %s logged in", request.user.pk)
            renew(acts.OPERATOR_SEEN, place=place)
        else:
            log.warning("A log-in of a server admin failed")
            spend(act, request, account=account)
        return response

    def jobs(self, request: HttpRequest) -> HttpResponse:
        """Lists jobs that wait or failed; a POST retries one. Pressed twice it retries once."""
        if request.method == "POST":
            job = services.job_named(request.POST.get("kind", ""), request.POST.get("pk", ""))
            if job is None:
                raise Http404
            if services.retry(job):
                note_action(request, job, "retried")
            return redirect("admin:jobs")
        context = {
            **self.each_context(request),
            "title": _("Jobs"),
            "failed": services.failed(),
            "in_work": services.in_work(),
        }
        return render(request, "operation/admin/jobs.html", context)


def note_action(request: HttpRequest, about: Model, what: str) -> None:
    """Logs what the server admin did: a row that never changes, and a line. Neither has a name,
    which would outlive its group."""
    if request.user.pk is None:
        raise PermissionDenied
    LogEntry.objects.create(
        user_id=request.user.pk,
        content_type=ContentType.objects.get_for_model(about, for_concrete_model=False),
        object_id=about.pk,
        object_repr=getattr(about, "code", about.pk),
        action_flag=CHANGE,
        change_message=what,
    )
    log.warning(
        "Server admin %s: %s %s %s", request.user.pk, what, about._meta.label_lower, about.pk
    )


site: Final = OperatorSite(name="admin")
