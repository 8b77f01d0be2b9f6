from django.urls import path

from scorer.standings.views import board, club, player

app_name = "standings"
urlpatterns = [
    path("clubs/<id:club_id>/", club.home, name="home"),
    path("clubs/<id:club_id>/big-screen/", club.big_screen, name="big_screen"),
    path("clubs/<id:club_id>/board/", board.over_all_games, name="all_games"),
    path("clubs/<id:club_id>/board/<slug:game>/", board.of_a_game, name="board"),
    path("clubs/<id:club_id>/players/<id:player_id>/results/", player.results, name="player"),
]
