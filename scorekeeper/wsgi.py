"""The WSGI application that a web server calls."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from scorekeeper.core import database
from scorekeeper.core.requests.middleware import bounded
from scorekeeper.core.server import start

start.read_settings()
application = bounded(get_wsgi_application())
if not settings.PLAY:  # the one-command start collects them itself
    start.require_files()
start.require_sessions()
start.require_compatible_schema(is_to_migrate=True)
database.check_at_start()
