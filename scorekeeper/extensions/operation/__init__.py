"""Tools for running a site for others: backups, metrics, the admin, retention.

It may use every room below. No other room may import it. It changes nothing that a group recorded:
it copies it, counts it, shows it, or removes a whole group.
"""
