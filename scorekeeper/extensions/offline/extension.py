"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=["sync", "pocket"],
    addresses=["sync.urls", "pocket.serving"],
    beside_play={"offline app": ["pocket_release", "--in-the-background"]},
    needs={"": ["exchange"]},  # a device is given a group file
    slots={
        "bar": "offline/sync/_chip.html",
        "page start": "offline/pocket/_example.html",
        "page end": "offline/sync/_line.html",
        "session script": "offline/sync/_script.html",
        "last script": "offline/pocket/_script.html",
        "above the scoreboard": "offline/sync/_unsynced.html",
        "menu of a device": "offline/pocket/_in_menu.html",
        "start page": "offline/pocket/_groups.html",
        "start page end": "offline/pocket/_first_visit.html",
    },
)
