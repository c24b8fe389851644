from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "scorekeeper.mailing"

    def ready(self) -> None:
        import scorekeeper.mailing.services  # noqa: F401  # and with it the kind of its jobs
