from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "scorekeeper.people"
    label = "people"
