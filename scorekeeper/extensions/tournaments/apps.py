from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "scorekeeper.extensions.tournaments"

    def ready(self) -> None:
        from scorekeeper.extensions.tournaments.ranking.page import ranking_above_table
        from scorekeeper.settlement.after_closing import RANKINGS

        RANKINGS.append(ranking_above_table)
