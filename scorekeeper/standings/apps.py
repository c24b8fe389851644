from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "scorekeeper.standings"
    label = "standings"
