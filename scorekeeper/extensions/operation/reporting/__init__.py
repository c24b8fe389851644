"""Errors to Sentry and traces to OpenTelemetry, if an environment variable says where. The
libraries are loaded only then. What is sent has no link, cookie or token that opens anything."""
