"""Groups (``Club``), their sessions, players, devices, roles and invitations; who may do what; and
the one order of locks.

Every view of a group goes through ``access``. Nothing here knows hands, money or rules.
"""
