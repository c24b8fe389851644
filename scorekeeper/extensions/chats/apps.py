from django.apps import AppConfig


class ChatsConfig(AppConfig):
    name = "scorekeeper.extensions.chats"

    def ready(self) -> None:
        import scorekeeper.extensions.chats.sending  # noqa: F401  # and with it the kind of its jobs
