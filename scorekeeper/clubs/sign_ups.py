"""The rule for starting or importing a group on this site: open to anybody, to holders of a code,
or closed. Joining a group that is here always works."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend

FIELD = "sign_up_code"


def are_closed() -> bool:
    return bool(settings.SIGN_UPS == "closed")


def need_code() -> bool:
    return bool(settings.SIGN_UPS == "code")


def closed_message() -> str:
    return _("New groups can’t be started on this site.")


def check_sign_up(request: HttpRequest) -> None:
    """Raises ValidationError unless this request may make a group, and TooMuchError after too many
    wrong codes."""
    if are_closed():
        raise ValidationError(closed_message())
    if not need_code():
        return
    check(acts.MISSED_CODE, request)
    entered = request.POST.get(FIELD, "").strip()
    if not constant_time_compare(entered, settings.SIGN_UP_CODE):
        spend(acts.MISSED_CODE, request)
        raise ValidationError(_("This sign-up code is not right. Ask the server admin for it."))
