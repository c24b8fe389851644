"""Sends errors to Sentry: without bodies, headers, cookies and the values of variables."""

from typing import Any

import sentry_sdk
from sentry_sdk.integrations.stdlib import StdlibIntegration

from scorekeeper import __version__
from scorekeeper.extensions.operation.reporting.masking import without_secrets


def start(dsn: str) -> None:
    sentry_sdk.init(
        dsn=dsn,
        release=__version__,
        before_send=_cleaned,  # type: ignore[arg-type]  # an event is a mapping
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        auto_session_tracking=False,
        disabled_integrations=[StdlibIntegration],  # addresses of chats have keys in them
    )


def _cleaned(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    if request := event.get("request"):
        event["request"] = {name: request[name] for name in ("method", "url") if name in request}
    event.pop("user", None)
    event.get("logentry", {}).pop("params", None)  # they mean nothing alone
    cleaned: dict[str, Any] = without_secrets(event)
    return cleaned
