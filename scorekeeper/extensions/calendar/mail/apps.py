from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "scorekeeper.extensions.calendar.mail"

    def ready(self) -> None:
        import scorekeeper.extensions.calendar.mail.services  # noqa: F401  # and with it the kind of its jobs
