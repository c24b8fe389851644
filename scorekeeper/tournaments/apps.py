from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "scorekeeper.tournaments"

    def ready(self) -> None:
        from scorekeeper.settlement.after_closing import RANKINGS
        from scorekeeper.tournaments.ranking.above import ranking_above_table

        RANKINGS.append(ranking_above_table)
