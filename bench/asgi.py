"""``bench.wsgi`` as the web server calls it."""

from bench.wsgi import application as site
from scorekeeper.asgi import served

application = served(site, 2)
