"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=["health", "backups", "ledger_check", "metrics", "reporting", "admin", "retention"],
    needs={
        "retention": ["exchange"],  # it keeps a last group file
        "retention.letters": ["calendar"],
    },
    functions={"tell players that their group is deleted": "retention.letters.queue_letters"},
    libraries=[
        *("django.contrib.admin.apps.SimpleAdminConfig", "django_otp"),
        *("django_otp.plugins.otp_totp", "django_otp.plugins.otp_static"),
    ],
    told_by_play={"newest backup": ["backups", "--newest"]},
    addresses=["health.urls", "metrics.urls", "admin.urls"],
    middleware={
        "first": ["metrics.events.counted"],
        "early": ["health.views.probe", "metrics.views.scrape"],
        "session": ["admin.session.OperatorSession"],
        "user": ["admin.session.OperatorPages"],
    },
    tasks={
        "health.tasks.pulse": 10,
        "backups.tasks.daily": 300,
        "retention.tasks.retain": 3600,
        "ledger_check.tasks.start": 600,  # once a night
    },
)
