#!/bin/sh
# Installs this checkout where it lies: a virtual environment with pinned packages, and the collected
# style sheets. Needs the packages of deploy/packages.txt. Safe to run again.
#   deploy/install.sh [--site]     --site also installs requirements/site.txt (S3, Sentry, OpenTelemetry)
set -eu
cd "$(dirname "$0")/.."

python3 -m venv .venv
.venv/bin/pip install --quiet --no-cache-dir --require-hashes -r requirements/run.txt
if [ "${1:-}" = --site ]; then
    .venv/bin/pip install --quiet --no-cache-dir --require-hashes -r requirements/site.txt
fi
.venv/bin/python -m compileall -q scorekeeper
