"""``bench.wsgi`` as the web server calls it."""

from __future__ import annotations

from bench.wsgi import application as site
from scorekeeper.asgi import served

application = served(site, 2)
