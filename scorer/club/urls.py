from django.urls import path

from scorer.club.rights import for_anyone
from scorer.club.views import access, directors, roster
from scorer.web.views import choose_language, too_large

app_name = "club"
urlpatterns = [
    path("", access.start, name="start"),
    path("language/", for_anyone(choose_language), name="language"),
    path("too-large/", for_anyone(too_large), name="too_large"),
    path("login/", access.log_in, name="login"),
    path("logout/", access.log_out, name="logout"),
    path("password/", access.own_password, name="password"),
    path("lost-password/", access.lost_password, name="lost_password"),
    path("new-password/<uidb64>/<token>/", access.new_password, name="new_password"),
    path("clubs/<id:club_id>/players/", roster.players, name="players"),
    path("clubs/<id:club_id>/players.<slug:kind>", roster.download, name="roster_file"),
    path("clubs/<id:club_id>/players/<id:player_id>/", roster.player, name="player"),
    path("clubs/<id:club_id>/players/<id:player_id>/back/", roster.bring_back, name="bring_back"),
    path("clubs/<id:club_id>/players/<id:player_id>/anonymise/", roster.anonymise, name="anonymise"),
    path("clubs/<id:club_id>/settings/", directors.settings, name="settings"),
    path("clubs/<id:club_id>/seasons/", directors.seasons, name="seasons"),
    path("clubs/<id:club_id>/seasons/new/", directors.start_season, name="start_season"),
    path("clubs/<id:club_id>/seasons/<id:season_id>/end/", directors.end_season, name="end_season"),
    path("clubs/<id:club_id>/logins/", directors.logins, name="logins"),
    path("clubs/<id:club_id>/logins/links/", directors.make_membership_link, name="make_membership_link"),
    path(
        "clubs/<id:club_id>/logins/links/<id:link_id>/withdraw/",
        directors.withdraw_membership_link,
        name="withdraw_membership_link",
    ),
    path("clubs/<id:club_id>/join/<id:link_id>/<slug:token>/", access.join, name="join"),
    path("clubs/<id:club_id>/leave/", access.leave, name="leave"),
    path("clubs/<id:club_id>/logins/<id:membership_id>/", directors.login_change, name="login_change"),
    path("clubs/<id:club_id>/logins/<id:membership_id>/delete/", directors.delete_login, name="delete_login"),
    path("clubs/<id:club_id>/logins/<id:membership_id>/link/", directors.login_link, name="login_link"),
]
