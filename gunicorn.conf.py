"""What gunicorn is told here and in production alike: it reads this file where it is started.

A phone asks for news every two seconds. A connection that gunicorn closes after two seconds, its
default, closes now and then under a request on its way. 75 seconds outlast the poll, a phone that
sleeps for a minute, and the 60 seconds for which nginx keeps its own connections to us. They cost
no thread: gthread gives an idle connection back to its selector.

Phones that listen are held open besides (scorekeeper.serving.patient.MOST_HELD), and what gunicorn
counts as too many connections must leave room for others.
"""

keepalive = 75
worker_connections = 2000
