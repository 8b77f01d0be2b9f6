from django.urls import URLPattern, include, path

from scorer.events.links import Holder
from scorer.events.views import (
    calls,
    console,
    hand_records,
    joining,
    paper,
    people,
    phones,
    plans,
    prizes,
    rehearsals,
    requests,
    results,
    rulings,
    screen,
    seats,
    sessions,
    settings,
    signing_up,
    squads,
    swaps,
)


def director_action(route: str, name: str) -> URLPattern:
    """What a director does with one button, by its name in `views.console.ACTIONS`."""
    return path(route, console.director_action, {"name": name}, name=name)


def contestant_action(route: str, name: str) -> URLPattern:
    """What a director changes of a contestant with one button, by its name in `views.people.CONTESTANT_ACTIONS`."""
    return path(route, people.contestant_action, {"name": name}, name=name)


of_event = [
    path("", console.event, name="event"),
    director_action("finish/", "finish"),
    director_action("cancel/", "cancel"),
    path("settings/", settings.settings, name="settings"),
    path("again/", settings.copy, name="copy"),
    path("sessions/", sessions.sessions, name="sessions"),
    path("sessions/next/", sessions.next_session, name="next_session"),
    path("final/", sessions.make_final, name="make_final"),
    path("carried/", sessions.carried, name="carried"),
    path("rehearse/", rehearsals.rehearse, name="rehearse"),
    path("rehearse/delete/", rehearsals.delete_rehearsal, name="delete_rehearsal"),
    path("screen/", screen.screen, name="screen"),
    path("files/<slug:what>.<slug:kind>", results.download, name="download"),
    # Who competes
    path("contestants/", people.people, name="people"),
    path("contestants/new/", signing_up.sign_up, name="sign_up"),
    path("contestants/list/", signing_up.sign_up_list, name="sign_up_list"),
    path("invitation/", joining.invitation, name="invitation"),
    director_action("applicants/<int:number>/in/", "let_in"),
    director_action("applicants/<int:number>/off/", "remove_applicant"),
    director_action("applicants/<int:number>/with/<int:other>/", "match_partners"),
    path("contestants/code/", joining.code, name="sign_up_code"),
    path("contestants/partner/", joining.partner, name="partner"),
    path("contestants/late/", people.add_late_contestant, name="add_late_contestant"),
    path("contestants/<int:number>/", results.scorecard, name="scorecard"),
    path("contestants/<int:number>/line-up/", people.line_up, name="line_up"),
    path("contestants/<int:team>/matches/<int:number>/", results.match, name="match"),
    path("matches/", results.matches, name="matches"),
    director_action("contestants/<id:entry>/off/", "sign_off"),
    director_action("contestants/<id:entry>/off/<int:place>/", "sign_off_one"),
    path("contestants/<id:entry>/wish/", seats.wish, name="wish"),
    director_action("contestants/self-signed/off/", "sign_off_self_signed"),
    path("contestants/<int:number>/changes/", people.contestant, name="contestant"),
    path("contestants/<int:number>/substitute/", people.substitute, name="substitute"),
    contestant_action("contestants/<int:number>/leave/", "leave"),
    contestant_action("contestants/<int:number>/back/", "come_back"),
    contestant_action("contestants/<int:number>/standing/on/", "with_standing"),
    contestant_action("contestants/<int:number>/standing/off/", "without_standing"),
    path("contestants/<int:number>/ruling/", rulings.rule_contestant, name="rule_contestant"),
    path("knock-out/<int:number>/<int:team>/", rulings.name_winner, name="name_winner"),
    # The plan
    path("plan/", plans.plan, name="plan"),
    path("plan/own/", plans.own_movement, name="own_movement"),
    director_action("plan/discard/", "discard_plan"),
    path("plan/rest/", plans.replan, name="replan"),
    path("seats/", seats.seats, name="seats"),
    path("sections/", plans.sections, name="sections"),
    path("draw/", plans.draw, name="draw"),
    path("movement/", plans.movement, name="movement"),
    path("cards/", plans.cards, name="cards"),
    director_action("cards/renew/", "renew_links"),
    # The rounds
    director_action("rounds/start/", "start_round"),
    director_action("rounds/start/no-clock/", "start_without_clock"),
    director_action("rounds/imagine/", "imagine_round"),
    director_action("rounds/end/", "end_round"),
    director_action("rounds/hold/", "hold_round"),
    director_action("rounds/release/", "release_round"),
    path("rounds/following/", console.following, name="following"),
    director_action("rounds/go-back/", "go_back"),
    director_action("rounds/take-back/", "take_back_round"),
    director_action("rounds/skip/", "skip_round"),
    director_action("rounds/back/", "bring_round_back"),
    path("rounds/deals/", plans.deals, name="set_deals"),
    director_action("clock/add/<int:minutes>/", "add_minutes"),
    director_action("clock/remove/<int:minutes>/", "remove_minutes"),
    director_action("clock/pause/", "pause_clock"),
    director_action("clock/resume/", "resume_clock"),
    director_action("clock/stop/", "stop_clock"),
    director_action("stations/<int:station>/call/end/", "end_call_of_station"),
    # Results, and what the director decides about them
    path("deals/<int:number>/", results.traveller, name="traveller"),
    path("hands/", hand_records.hand_records, name="hand_records"),
    path("squads/", squads.squads, name="squads"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes/set/", prizes.set_prizes, name="set_prizes"),
    path("paper/", paper.paper, name="paper"),
    path("paper/go-on/", paper.go_on_by_paper, name="go_on_by_paper"),
    path("paper/deals/<int:number>/", paper.deal_from_paper, name="deal_from_paper"),
    path("paper/sittings/<int:sitting_id>/", paper.sheet_from_paper, name="sheet_from_paper"),
    path("deals/<int:number>/cards/", swaps.other_cards, name="other_cards"),
    path("sittings/<int:sitting_id>/swap/", swaps.swap, name="swap"),
    path("sittings/<int:sitting_id>/deals/<int:number>/ruling/", rulings.rule_result, name="rule_result"),
    path("sittings/<int:sitting_id>/deals/<int:number>/spoiled/", swaps.spoiled, name="spoiled"),
    director_action("sittings/<int:sitting_id>/late/<id:late>/enter/", "enter_late_hand"),
    director_action("sittings/<int:sitting_id>/late/<id:late>/put-aside/", "put_aside_late_hand"),
    director_action("sittings/<int:sitting_id>/requests/<int:ask>/accept/", "accept_request"),
    path("sittings/<int:sitting_id>/requests/<int:number>/refuse/", requests.refuse_request, name="refuse_request"),
    director_action("rulings/<int:number>/withdraw/", "withdraw_ruling"),
]

station, contestant = {"holder": Holder.STATION}, {"holder": Holder.CONTESTANT}
of_contestant = [
    path("", phones.phone, contestant, name="contestant_link"),
    path("results/", phones.own_results, contestant, name="own_results"),
    path("deals/<int:deal>/", phones.own_deal, contestant, name="own_deal"),
    path("line-up/", phones.own_line_up, contestant, name="own_line_up"),
    path("matches/<int:number>/", phones.own_match, contestant, name="own_match"),
    path("tables/<id:table_id>/hands/<int:number>/", requests.ask, contestant, name="ask"),
]

app_name = "events"
urlpatterns = [
    path("clubs/<id:club_id>/events/", signing_up.events, name="events"),
    path("clubs/<id:club_id>/events/new/<slug:game>/", settings.create, name="create"),
    path("clubs/<id:club_id>/events/new/<slug:game>/rules/", settings.house_rules, name="house_rules"),
    path("clubs/<id:club_id>/events/<id:event_id>/", include(of_event)),
    path("events/<id:event_id>/join/<slug:token>/", joining.join, name="join"),
    path("events/<id:event_id>/join/<slug:token>/evening.ics", joining.calendar, name="calendar"),
    path("events/<id:event_id>/stations/<int:key>/<slug:token>/", phones.phone, station, name="station_link"),
    path("events/<id:event_id>/contestants/<int:key>/<slug:token>/", include(of_contestant)),
    path("events/tables/<id:table_id>/around/", calls.around, name="around"),
    path("events/tables/<id:table_id>/call/", calls.call, name="call"),
    path("events/tables/<id:table_id>/call/end/", calls.end_call, name="end_call"),
]
