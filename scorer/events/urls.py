from django.urls import URLPattern, include, path

from scorer.events import views
from scorer.events.links import Holder


def step(route: str, name: str) -> URLPattern:
    """What a director does with one button, by its name in `views.console.STEPS`."""
    return path(route, views.console.step, {"name": name}, name=name)


def change(route: str, name: str) -> URLPattern:
    """What a director changes of a contestant with one button, by its name in `views.people.CHANGES`."""
    return path(route, views.people.change, {"name": name}, name=name)


of_event = [
    path("", views.console.event, name="event"),
    step("finish/", "finish"),
    step("cancel/", "cancel"),
    path("again/", views.many.again, name="again"),
    path("rehearse/", views.many.rehearse, name="rehearse"),
    path("rehearse/delete/", views.many.delete_rehearsal, name="delete_rehearsal"),
    path("screen/", views.screen.screen, name="screen"),
    path("files/<slug:what>.<slug:kind>", views.results.download, name="download"),
    # Who competes
    path("contestants/", views.people.people, name="people"),
    path("contestants/new/", views.signing_up.sign_up, name="sign_up"),
    path("contestants/list/", views.many.sign_up_list, name="sign_up_list"),
    path("contestants/code/", views.joining.code, name="sign_up_code"),
    path("contestants/partner/", views.joining.partner, name="partner"),
    path("contestants/late/", views.people.late, name="late"),
    path("contestants/<int:number>/", views.results.scorecard, name="scorecard"),
    step("contestants/<int:number>/off/", "sign_off"),
    path("contestants/<int:number>/changes/", views.people.person, name="person"),
    path("contestants/<int:number>/substitute/", views.people.substitute, name="substitute"),
    change("contestants/<int:number>/leave/", "leave"),
    change("contestants/<int:number>/back/", "come_back"),
    change("contestants/<int:number>/standing/on/", "with_standing"),
    change("contestants/<int:number>/standing/off/", "without_standing"),
    path("contestants/<int:number>/ruling/", views.rulings.rule_contestant, name="rule_contestant"),
    # The plan
    path("plan/", views.plans.plan, name="plan"),
    step("plan/discard/", "discard_plan"),
    path("plan/rest/", views.remaining.replan, name="replan"),
    path("sections/", views.plans.sections, name="sections"),
    path("draw/", views.draws.draw, name="draw"),
    path("movement/", views.plans.movement, name="movement"),
    path("cards/", views.plans.cards, name="cards"),
    step("cards/renew/", "renew_links"),
    # The rounds
    step("rounds/start/", "start_round"),
    step("rounds/start/no-clock/", "start_without_clock"),
    step("rounds/imagine/", "imagine_round"),
    step("rounds/end/", "end_round"),
    step("rounds/take-back/", "take_back_round"),
    step("rounds/skip/", "skip_round"),
    step("rounds/back/", "bring_round_back"),
    path("rounds/deals/", views.remaining.deals, name="set_deals"),
    step("clock/add/<int:minutes>/", "add_minutes"),
    step("clock/pause/", "pause_clock"),
    step("clock/resume/", "resume_clock"),
    step("clock/stop/", "stop_clock"),
    step("stations/<int:station>/call/end/", "end_call_of_station"),
    # Results, and what the director decides about them
    path("deals/<int:number>/", views.results.traveller, name="traveller"),
    path("deals/<int:number>/cards/", views.other_cards.other_cards, name="other_cards"),
    path("sittings/<int:sitting_id>/swap/", views.swaps.swap, name="swap"),
    path("sittings/<int:sitting_id>/deals/<int:number>/ruling/", views.rulings.rule_result, name="rule_result"),
    path("sittings/<int:sitting_id>/deals/<int:number>/spoiled/", views.swaps.spoiled, name="spoiled"),
    step("sittings/<int:sitting_id>/late/<id:late>/enter/", "enter_late"),
    step("sittings/<int:sitting_id>/late/<id:late>/put-aside/", "put_aside_late"),
    step("rulings/<int:number>/withdraw/", "withdraw_ruling"),
]

station, contestant = {"holder": Holder.STATION}, {"holder": Holder.CONTESTANT}
of_contestant = [
    path("", views.phones.phone, contestant, name="contestant_link"),
    path("results/", views.phones.own_results, contestant, name="own_results"),
    path("deals/<int:deal>/", views.phones.own_deal, contestant, name="own_deal"),
]

app_name = "events"
urlpatterns = [
    path("clubs/<id:club_id>/events/", views.signing_up.events, name="events"),
    path("clubs/<id:club_id>/events/new/<slug:game>/", views.signing_up.make, name="make"),
    path("clubs/<id:club_id>/events/<id:event_id>/", include(of_event)),
    path("events/<id:event_id>/join/<slug:token>/", views.joining.join, name="join"),
    path("events/<id:event_id>/stations/<int:number>/<slug:token>/", views.phones.phone, station, name="station_link"),
    path("events/<id:event_id>/contestants/<int:number>/<slug:token>/", include(of_contestant)),
    path("events/tables/<id:table_id>/around/", views.calls.around, name="around"),
    path("events/tables/<id:table_id>/call/", views.calls.call, name="call"),
    path("events/tables/<id:table_id>/call/end/", views.calls.end_call, name="end_call"),
]
