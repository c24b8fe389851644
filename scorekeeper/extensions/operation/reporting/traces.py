"""Sends traces of requests by OTLP. The endpoint and its headers are OpenTelemetry's own
environment variables."""

import os
from collections.abc import Sequence
from typing import Any, Final

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Status

from scorekeeper import __version__
from scorekeeper.extensions.operation.reporting.masking import without_secrets

UNSENT: Final = (
    "http.request.header.",
    "http.response.header.",
    "client.address",
    "net.peer.ip",
    "url.query",
)
"""Beginnings of the names of attributes: cookies, tokens, and who it was."""


def start() -> None:
    name = os.environ.get("OTEL_SERVICE_NAME", "scorekeeper")
    resource = Resource.create({"service.name": name, "service.version": __version__})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(MaskedExporter(OTLPSpanExporter())))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument()


class MaskedExporter(SpanExporter):
    def __init__(self, exporter: SpanExporter) -> None:
        self.exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self.exporter.export([_masked_span(span) for span in spans])

    def shutdown(self) -> None:
        self.exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        return self.exporter.force_flush(timeout_millis)


def _masked_span(span: ReadableSpan) -> ReadableSpan:
    events = [
        Event(event.name, _masked(event.attributes), event.timestamp) for event in span.events
    ]
    return ReadableSpan(
        name=without_secrets(span.name),
        context=span.get_span_context(),
        parent=span.parent,
        resource=span.resource,
        attributes=_masked(span.attributes),
        events=events,
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code, without_secrets(span.status.description)),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _masked(attributes: Any) -> dict[str, Any]:
    return {
        name: without_secrets(value)
        for name, value in (attributes or {}).items()
        if not name.startswith(UNSENT)
    }
