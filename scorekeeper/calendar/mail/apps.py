from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "scorekeeper.calendar.mail"

    def ready(self) -> None:
        import scorekeeper.calendar.mail.services  # noqa: F401  # and with it the kind of its jobs
