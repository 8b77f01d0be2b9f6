from django.urls import path

from scorer.events import views
from scorer.events.links import Holder

app_name = "events"
urlpatterns = [
    path("clubs/<id:club_id>/events/", views.signing_up.events, name="events"),
    path("clubs/<id:club_id>/events/new/<slug:game>/", views.signing_up.make, name="make"),
    path("clubs/<id:club_id>/events/<id:event_id>/", views.console.event, name="event"),
    path("clubs/<id:club_id>/events/<id:event_id>/contestants/new/", views.signing_up.sign_up, name="sign_up"),
    path("clubs/<id:club_id>/events/<id:event_id>/contestants/list/", views.many.sign_up_list, name="sign_up_list"),
    path("clubs/<id:club_id>/events/<id:event_id>/again/", views.many.again, name="again"),
    path("clubs/<id:club_id>/events/<id:event_id>/rehearse/", views.many.rehearse, name="rehearse"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/rounds/imagine/",
        views.console.step,
        {"name": "imagine_round"},
        name="imagine_round",
    ),
    path("clubs/<id:club_id>/events/<id:event_id>/contestants/code/", views.joining.code, name="sign_up_code"),
    path("clubs/<id:club_id>/events/<id:event_id>/contestants/partner/", views.joining.partner, name="partner"),
    path("events/<id:event_id>/join/<slug:token>/", views.joining.join, name="join"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/", views.results.scorecard, name="scorecard"
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/off/",
        views.console.step,
        {"name": "sign_off"},
        name="sign_off",
    ),
    path("clubs/<id:club_id>/events/<id:event_id>/contestants/", views.people.people, name="people"),
    path("clubs/<id:club_id>/events/<id:event_id>/contestants/late/", views.people.late, name="late"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/changes/", views.people.person, name="person"
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/substitute/",
        views.people.substitute,
        name="substitute",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/leave/",
        views.people.change,
        {"name": "leave"},
        name="leave",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/back/",
        views.people.change,
        {"name": "come_back"},
        name="come_back",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/standing/on/",
        views.people.change,
        {"name": "with_standing"},
        name="with_standing",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/standing/off/",
        views.people.change,
        {"name": "without_standing"},
        name="without_standing",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/contestants/<int:number>/ruling/",
        views.rulings.rule_contestant,
        name="rule_contestant",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/sittings/<int:sitting_id>/deals/<int:number>/ruling/",
        views.rulings.rule_result,
        name="rule_result",
    ),
    path("clubs/<id:club_id>/events/<id:event_id>/sittings/<int:sitting_id>/swap/", views.swaps.swap, name="swap"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/sittings/<int:sitting_id>/deals/<int:number>/spoiled/",
        views.swaps.spoiled,
        name="spoiled",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/sittings/<int:sitting_id>/late/<id:late>/enter/",
        views.console.step,
        {"name": "enter_late"},
        name="enter_late",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/sittings/<int:sitting_id>/late/<id:late>/put-aside/",
        views.console.step,
        {"name": "put_aside_late"},
        name="put_aside_late",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/rulings/<int:number>/withdraw/",
        views.console.step,
        {"name": "withdraw_ruling"},
        name="withdraw_ruling",
    ),
    path("clubs/<id:club_id>/events/<id:event_id>/plan/", views.plans.plan, name="plan"),
    path("clubs/<id:club_id>/events/<id:event_id>/draw/", views.draws.draw, name="draw"),
    path("clubs/<id:club_id>/events/<id:event_id>/plan/rest/", views.remaining.replan, name="replan"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/rounds/skip/",
        views.console.step,
        {"name": "skip_round"},
        name="skip_round",
    ),
    path("clubs/<id:club_id>/events/<id:event_id>/rounds/deals/", views.remaining.deals, name="set_deals"),
    path("clubs/<id:club_id>/events/<id:event_id>/sections/", views.plans.sections, name="sections"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/plan/discard/",
        views.console.step,
        {"name": "discard_plan"},
        name="discard_plan",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/files/<slug:what>.<slug:kind>", views.results.download, name="download"
    ),
    path("clubs/<id:club_id>/events/<id:event_id>/screen/", views.screen.screen, name="screen"),
    path("clubs/<id:club_id>/events/<id:event_id>/movement/", views.plans.movement, name="movement"),
    path("clubs/<id:club_id>/events/<id:event_id>/cards/", views.plans.cards, name="cards"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/cards/renew/",
        views.console.step,
        {"name": "renew_links"},
        name="renew_links",
    ),
    path("clubs/<id:club_id>/events/<id:event_id>/deals/<int:number>/", views.results.traveller, name="traveller"),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/rounds/start/",
        views.console.step,
        {"name": "start_round"},
        name="start_round",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/rounds/end/",
        views.console.step,
        {"name": "end_round"},
        name="end_round",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/rounds/take-back/",
        views.console.step,
        {"name": "take_back_round"},
        name="take_back_round",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/rounds/start/no-clock/",
        views.console.step,
        {"name": "start_without_clock"},
        name="start_without_clock",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/clock/add/<int:minutes>/",
        views.console.step,
        {"name": "add_minutes"},
        name="add_minutes",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/clock/pause/",
        views.console.step,
        {"name": "pause_clock"},
        name="pause_clock",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/clock/resume/",
        views.console.step,
        {"name": "resume_clock"},
        name="resume_clock",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/clock/stop/",
        views.console.step,
        {"name": "stop_clock"},
        name="stop_clock",
    ),
    path(
        "clubs/<id:club_id>/events/<id:event_id>/stations/<int:station>/call/end/",
        views.console.step,
        {"name": "end_call"},
        name="end_call_of_station",
    ),
    path("events/tables/<id:table_id>/around/", views.calls.around, name="around"),
    path("events/tables/<id:table_id>/call/", views.calls.call, name="call"),
    path("events/tables/<id:table_id>/call/end/", views.calls.end_call, name="end_call"),
    path("clubs/<id:club_id>/events/<id:event_id>/finish/", views.console.step, {"name": "finish"}, name="finish"),
    path("clubs/<id:club_id>/events/<id:event_id>/cancel/", views.console.step, {"name": "cancel"}, name="cancel"),
    path(
        "events/<id:event_id>/stations/<int:number>/<slug:token>/",
        views.phones.phone,
        {"holder": Holder.STATION},
        name="station_link",
    ),
    path(
        "events/<id:event_id>/contestants/<int:number>/<slug:token>/",
        views.phones.phone,
        {"holder": Holder.CONTESTANT},
        name="contestant_link",
    ),
    path(
        "events/<id:event_id>/contestants/<int:number>/<slug:token>/results/",
        views.phones.own_results,
        {"holder": Holder.CONTESTANT},
        name="own_results",
    ),
    path(
        "events/<id:event_id>/contestants/<int:number>/<slug:token>/deals/<int:deal>/",
        views.phones.own_deal,
        {"holder": Holder.CONTESTANT},
        name="own_deal",
    ),
]
