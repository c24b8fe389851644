"""Pages that belong to no group: home, the public rules of each game, and how a phone trusts a home
server's certificate.

It may use every room below. No other room may import it. It writes nothing but a new group.
"""
