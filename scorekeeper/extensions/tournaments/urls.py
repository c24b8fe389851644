from django.urls import path

from scorekeeper.extensions.tournaments import prizes, views
from scorekeeper.extensions.tournaments.hall import views as hall
from scorekeeper.extensions.tournaments.pdf import views as pdf
from scorekeeper.extensions.tournaments.people import views as people
from scorekeeper.extensions.tournaments.ranking import views as ranking
from scorekeeper.extensions.tournaments.rounds import views as rounds

app_name = "tournaments"
urlpatterns = [
    path("g/<str:code>/tournaments/", views.tournament_list, name="list"),
    path("g/<str:code>/tournaments/new/", views.tournament_new, name="new"),
    path("sessions/<str:code>/tournament/", views.day, name="day"),
    path("sessions/<str:code>/tournament/date/", views.change_day, name="change_day"),
    path("sessions/<str:code>/tournament/end/", views.end, name="end"),
    path("sessions/<str:code>/tournament/tables/<int:number>/", hall.table, name="table"),
    path("sessions/<str:code>/tournament/tables/<int:number>/call/", hall.call, name="call"),
    path("sessions/<str:code>/referee/", hall.referee, name="referee"),
    path("sessions/<str:code>/tournament/calls/<int:pk>/", hall.ruling, name="ruling"),
    path("sessions/<str:code>/tournament/more-time/", hall.more_time, name="more_time"),
    path("sessions/<str:code>/tournament/screen/", hall.screen, name="screen"),
    path("join/<str:secret>/tables/<str:code>/<int:number>/", hall.card, name="card"),
    path("sessions/<str:code>/tournament/ranking/", ranking.ranking, name="ranking"),
    path("sessions/<str:code>/tournament/ranking.csv", ranking.ranking_file, name="ranking_csv"),
    path("sessions/<str:code>/tournament/results.json", ranking.results_file, name="results_json"),
    path("sessions/<str:code>/tournament/penalties/", ranking.penalties, name="penalties"),
    path(
        "sessions/<str:code>/tournament/penalties/<int:pk>/withdraw/",
        ranking.penalty_withdraw,
        name="penalty_withdraw",
    ),
    path("sessions/<str:code>/tournament/cut/", ranking.cut, name="cut"),
    path("sessions/<str:code>/tournament/people/", people.people, name="people"),
    path("sessions/<str:code>/tournament/people/add/", people.people_add, name="people_add"),
    path("sessions/<str:code>/tournament/people/<int:pk>/", people.entrant, name="entrant"),
    path("sessions/<str:code>/tournament/people/<int:pk>/is/", people.presence, name="presence"),
    path(
        "sessions/<str:code>/tournament/people/<int:pk>/substitute/",
        people.substitute,
        name="substitute",
    ),
    path("sessions/<str:code>/tournament/people/<int:pk>/team/", people.team, name="team"),
    path("sessions/<str:code>/tournament/check-in/", people.check_in, name="check_in"),
    path("sessions/<str:code>/tournament/sign-up/", people.sign_up_view, name="sign_up"),
    path("sessions/<str:code>/tournament/wishes/", people.wishes, name="wishes"),
    path(
        "sessions/<str:code>/tournament/wishes/<int:pk>/withdraw/",
        people.wish_withdraw,
        name="wish_withdraw",
    ),
    path("sessions/<str:code>/tournament/rounds/<int:number>/", rounds.round_page, name="round"),
    path("sessions/<str:code>/tournament/rounds/<int:number>/draw/", rounds.draw, name="draw"),
    path("sessions/<str:code>/tournament/rounds/<int:number>/swap/", rounds.swap, name="swap"),
    path("sessions/<str:code>/tournament/rounds/<int:number>/move/", rounds.move, name="move"),
    path(
        "sessions/<str:code>/tournament/rounds/<int:number>/publish/",
        rounds.publish,
        name="publish",
    ),
    path(
        "sessions/<str:code>/tournament/rounds/<int:number>/take-back/",
        rounds.take_back,
        name="take_back",
    ),
    path("sessions/<str:code>/tournament/prizes/", prizes.prizes, name="prizes"),
    path(
        "sessions/<str:code>/tournament/prizes/<int:pk>/undo/",
        prizes.prizes_undo,
        name="prizes_undo",
    ),
    path("sessions/<str:code>/tournament/round-<int:number>.pdf", pdf.wall_list, name="wall_list"),
    path("sessions/<str:code>/tournament/image/", pdf.share, name="share"),
    path("sessions/<str:code>/tournament/image/png/", pdf.image, name="image"),
    path("sessions/<str:code>/tournament/cards.pdf", pdf.cards, name="cards"),
    path("sessions/<str:code>/tournament/rounds.pdf", pdf.all_rounds, name="rounds_pdf"),
    path("sessions/<str:code>/tournament/ranking.pdf", pdf.ranking, name="ranking_pdf"),
    path(
        "sessions/<str:code>/tournament/certificates.pdf",
        pdf.certificates,
        name="certificates_pdf",
    ),
]
