"""What a web server calls."""

import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.serving.bodies import bounded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = bounded(get_wsgi_application())
