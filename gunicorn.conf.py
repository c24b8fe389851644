"""What gunicorn is told here and in production alike: it reads this file where it is started.

A phone asks for news every two seconds. A connection that gunicorn closes after two seconds, its
default, closes now and then under a request on its way. 75 seconds outlast the poll, a phone that
sleeps for a minute, and the 60 seconds for which nginx keeps its own connections to us. They cost
no thread: gthread gives an idle connection back to its selector.

Phones that listen are held open besides (scorekeeper.serving.patient.MOST_HELD), and what gunicorn
counts as too many connections must leave room for others.

Its own lines are JSON where all lines are. This is read before there are settings.
"""

import os
import sys
from subprocess import call

from scorekeeper.serving import logs

keepalive = 75
worker_connections = 4000

_usual, *_others = logs.FORMATS.get(os.environ.get("MODE", ""), ("plain",))
if os.environ.get("LOG_FORMAT", _usual) == "json":
    logs.configure(logconfig_dict := logs.configuration("json", "INFO"))


def on_starting(_server: object) -> None:
    """What ends each worker ends the start, before there are any: the site is loaded once in a
    program of its own, so that later workers load the site as it is then."""
    if os.environ.get("MODE") == "production":
        code = call([sys.executable, "-m", "scorekeeper.wsgi"])
        if code:
            sys.exit(code)
