"""The foundation of every room: money, dates and language for the reader (``localization``), rate
limits (``limits``), jobs (``jobs``), requests (``requests``), the database (``database``), logs and
the server (``server``).

It must not import any room that knows groups or games.
"""
