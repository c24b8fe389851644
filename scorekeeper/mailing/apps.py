from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "scorekeeper.mailing"
    label = "mailing"

    def ready(self) -> None:
        """A web server sends to our queue too; the services find the task by its name."""
        import scorekeeper.mailing.tasks  # noqa: F401
