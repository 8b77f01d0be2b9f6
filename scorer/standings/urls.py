from django.urls import include, path

from scorer.standings.views import board, championships, club, evenings, own, player, statistics

app_name = "standings"
of_championship = [
    path("", championships.championship, name="championship"),
    path("change/", championships.change, name="change_championship"),
    path("delete/", championships.delete, name="delete_championship"),
    path("events/", championships.events, name="championship_events"),
    path("events/leave-out/", championships.leave_out, name="leave_out"),
    path("players/<id:player_id>/", championships.results, name="player_results"),
    path("pairs/<id:player_id>/<id:partner_id>/", championships.results, name="pair_results"),
]
urlpatterns = [
    path("clubs/<id:club_id>/", club.home, name="home"),
    path("clubs/<id:club_id>/big-screen/", club.big_screen, name="big_screen"),
    path("clubs/<id:club_id>/evenings/", evenings.evenings, name="evenings"),
    path("clubs/<id:club_id>/evenings/renew/", evenings.renew_link, name="renew_evenings_link"),
    path("clubs/<id:club_id>/evenings.ics", evenings.calendar, name="calendar"),
    path("evenings/<id:club_id>/<slug:token>/", evenings.invited, name="invited"),
    path("evenings/<id:club_id>/<slug:token>.ics", evenings.invited_calendar, name="invited_calendar"),
    path("clubs/<id:club_id>/honours/", club.honours, name="honours"),
    path("clubs/<id:club_id>/statistics/", statistics.of_club, name="statistics"),
    path("clubs/<id:club_id>/championships/", championships.championships, name="championships"),
    path("clubs/<id:club_id>/championships/new/", championships.add, name="add_championship"),
    path("clubs/<id:club_id>/championships/rule/", championships.rule, name="championship_rule"),
    path("clubs/<id:club_id>/championships/<id:championship_id>/", include(of_championship)),
    path("clubs/<id:club_id>/board/", board.all_games_board, name="all_games"),
    path("clubs/<id:club_id>/board/<slug:game>/", board.game_board, name="board"),
    path("clubs/<id:club_id>/players/<id:player_id>/results/", player.results, name="player"),
    path("clubs/<id:club_id>/players/<id:player_id>/statistics/", statistics.of_player, name="player_statistics"),
    path("clubs/<id:club_id>/players/<id:player_id>/with/<id:other_id>/", player.head_to_head, name="head_to_head"),
    path("clubs/<id:club_id>/players/<id:player_id>/link/", own.link, name="link"),
    path("players/<id:player_id>/<slug:token>/", own.own, name="own"),
    path("players/<id:player_id>/<slug:token>/with/<id:other_id>/", own.own_head_to_head, name="own_head_to_head"),
    path("players/<id:player_id>/<slug:token>/hide/", own.hide, name="own_hide"),
]
