"""What may happen when: the states of an event, its rounds and its contestants, and the actions that each allows.

Services ask before they change anything (`services.shared.lock_for`), and pages ask which buttons to show.
docs/events-in-detail.md has the same table.
"""

from collections.abc import Callable, Collection, Sequence
from enum import Flag, auto
from functools import cached_property
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scorer.events.models import Contestant, Event, Round, Sitting
from scorer.events.planning.families import family_of, round_count


class Phase(Flag):
    SIGNING_UP = auto()
    """There is no plan yet."""
    PLANNED = auto()
    """There is a plan, and no round has started."""
    ROUND = auto()
    """A round runs."""
    BETWEEN = auto()
    """A round has ended, and none runs. Another one may follow."""
    FINISHED = auto()
    CANCELLED = auto()


SIGNING_UP, PLANNED, ROUND, BETWEEN, FINISHED, CANCELLED = Phase
WAITS = PLANNED | BETWEEN
GOES_ON = PLANNED | ROUND | BETWEEN
STARTED = ROUND | BETWEEN | FINISHED
TAKES_PLACE = SIGNING_UP | GOES_ON | FINISHED
ALWAYS = TAKES_PLACE | CANCELLED


class Progress:
    """How far an event has come, and what that allows. `progress["finish"]` says whether it may be finished now.

    `contestant` or `sitting` is whom or what an action is about: set it before you ask for one of these. What may be
    missing is Any: an action that needs it is not possible then.
    """

    contestant: Contestant
    sitting: Any

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def rounds(self) -> Sequence[Round]:
        return list(self.event.planned_rounds.all())

    @cached_property
    def phase(self) -> Phase:
        match self.event.state:
            case Event.State.FINISHED:
                return FINISHED
            case Event.State.CANCELLED:
                return CANCELLED
            case Event.State.SIGNING_UP:
                return PLANNED if self.rounds else SIGNING_UP
        return ROUND if self.running else BETWEEN

    @property
    def running(self) -> Any:
        return next((round_ for round_ in self.rounds if round_.is_running), None)

    @property
    def following(self) -> Any:
        """The first round that waits for its start."""
        return next((round_ for round_ in self.rounds if round_.started_at is None), None)

    @cached_property
    def round_count(self) -> int:
        """How many rounds there will be, with those that have not been drawn yet."""
        return round_count(self.event, len(self.rounds))

    @property
    def has_all_rounds(self) -> bool:
        """Whether as many rounds are planned or drawn as there will be. The director may draw more."""
        return len(self.rounds) >= self.round_count

    @property
    def in_words(self) -> str:
        """How far the event has come, as all pages say it: "Signing up", "Planned", "Round 3 of 6", "Finished"."""
        return self.in_words_of_session if self.event.session > 1 else capfirst(self._state)

    @property
    def in_words_of_session(self) -> str:
        """The same with the number of the session, also of the first: "Session 1: finished"."""
        return _("Session %(number)s: %(state)s") % {"number": self.event.session, "state": self._state}

    @property
    def _state(self) -> str:
        rounds = {"number": len(self.started), "count": self.round_count}
        if self.phase is PLANNED:
            return pgettext("event", "planned")
        if self.phase is ROUND:
            return _("Round %(number)s of %(count)s") % rounds
        if self.phase is BETWEEN:
            return _("After round %(number)s of %(count)s") % rounds
        return str(self.event.get_state_display())

    @property
    def started(self) -> list[Round]:
        return [round_ for round_ in self.rounds if round_.started_at]

    @property
    def next_number(self) -> int:
        """The number of the first round that has not started, whether it is planned or not."""
        return len(self.started) + 1

    @cached_property
    def family(self) -> Any:
        return family_of(self.event)

    @cached_property
    def begun(self) -> Collection[int]:
        """The stations of the running round at which a hand has been entered."""
        sittings = Sitting.objects.filter(round=self.running, table__hands__isnull=False)
        return set(sittings.values_list("station", flat=True))

    @property
    def skipped(self) -> Any:
        """The round that was left out after the last one, or None."""
        return next((left_out for left_out in self.event.skipped if left_out["number"] == len(self.rounds) + 1), None)

    def __getitem__(self, action: str) -> bool:
        return self.refusal(action) is None

    @cached_property
    def is_last_session(self) -> bool:
        """Whether no session follows whose results are added to those of this one."""
        event = self.event
        later = event.club.events.filter(series=event.series, session__gt=event.session)
        return event.series is None or not later.exists()

    @property
    def in_time(self) -> bool:
        """Whether contestants may still ask for corrections of what was played."""
        until = self.event.corrections_until
        return self.phase in STARTED and (until is None or timezone.now() < until)

    def too_late(self, setting: str) -> str | None:
        """Return why a field of the event cannot be changed any more, in a sentence, or None if it can."""
        return None if self.phase in SETTINGS[setting] else self._why_not(SETTINGS[setting])

    def refusal(self, action: str) -> str | None:
        """Return why an action is not possible now, in a sentence, or None if it is."""
        allowed, *needs = TABLE[action]
        if self.phase not in allowed:
            return self._why_not(allowed)
        for need in needs:
            if not need.holds(self):
                return need.otherwise % need.said(self)
        return None

    def _why_not(self, allowed: Phase) -> str:
        if self.phase is FINISHED:
            return _("The event is finished.")
        if self.phase is CANCELLED:
            return _("The event is cancelled.")
        if allowed is ROUND:
            return _("No round is running.")
        if self.phase is SIGNING_UP and PLANNED in allowed:
            return _("There is no plan yet.")
        if self.phase is PLANNED and SIGNING_UP in allowed:
            return _("There is a plan already. Discard it first.")
        if self.phase not in STARTED:
            return _("The event has not started.")
        return _("A round is running. End it first.") if allowed & STARTED else _("The event has started.")


class Need(NamedTuple):
    """What an action needs besides the state of the event, and the sentence that says that it is missing."""

    holds: Callable[[Progress], object]
    otherwise: str | Promise
    said: Callable[[Progress], dict[str, Any]] = lambda _now: {}
    """The values in the sentence."""


def _contestant(now: Progress) -> dict[str, Any]:
    return {"name": now.contestant}


WAITING = Need(lambda now: now.following, gettext_lazy("There is no round left to start."))
ALL_STARTED = Need(lambda now: now.following is None, gettext_lazy("The next round has been drawn already."))
DRAWN = Need(lambda now: now.family and now.family.is_drawn, gettext_lazy("The rounds of this event are not drawn."))
STEERED = Need(
    lambda now: now.family and now.family.is_steered, gettext_lazy("All rounds of this event are planned already.")
)
DECIDED = Need(
    lambda now: not (now.event.eliminates and now.running),
    gettext_lazy("Who goes on is known when the round has ended."),
)
GOES_FURTHER = Need(
    lambda now: not now.event.eliminates or len(now.rounds) < now.round_count,
    gettext_lazy("The final has been drawn already."),
)
KNOCKOUT = Need(lambda now: now.event.eliminates, gettext_lazy("This event is not a knock-out."))
NO_KNOCKOUT = Need(lambda now: not now.event.eliminates, gettext_lazy("In a knock-out, each round is drawn."))
NOT_BEGUN = Need(
    lambda now: not (now.event.eliminates and now.started),
    gettext_lazy("The knock-out has begun: nobody can come to it any more."),
)
TWO_ROUNDS = Need(lambda now: now.following and len(now.rounds) > 1, gettext_lazy("There is no round to leave out."))
SKIPPED = Need(lambda now: now.skipped, gettext_lazy("There is no round to bring back."))
NOTHING_ENTERED = Need(
    lambda now: not now.begun,
    gettext_lazy("A hand has been entered at table %(number)s: the round can only be ended."),
    lambda now: {"number": min(now.begun)},
)
REHEARSAL = Need(lambda now: now.event.rehearsal, gettext_lazy("This event is not a rehearsal."))
IN_EARNEST = Need(lambda now: not now.event.rehearsal, gettext_lazy("This event is itself a rehearsal."))
TAKES_PART = Need(
    lambda now: now.contestant.left_after is None, gettext_lazy("%(name)s has left already."), _contestant
)
HAS_LEFT = Need(lambda now: now.contestant.left_after is not None, gettext_lazy("%(name)s has not left."), _contestant)
HAS_TABLE = Need(lambda now: now.sitting.table_id, gettext_lazy("This sitting has not started."))
CLOCK = Need(lambda now: now.running.ends_at, gettext_lazy("No clock is running."))
FOLLOWED = Need(lambda now: now.event.rounds_follow, gettext_lazy("The rounds do not follow by themselves."))
HELD = Need(lambda now: now.running.held, gettext_lazy("This round ends by itself."))
NOT_HELD = Need(lambda now: not now.running.held, gettext_lazy("Only the director ends this round."))
IN_TIME = Need(
    lambda now: now.in_time,
    gettext_lazy("The time for corrections is over. Ask the director."),
)
OF_TEAMS = Need(lambda now: now.event.of_teams, gettext_lazy("Only teams have a line-up."))
NO_TEAMS = Need(lambda now: not now.event.of_teams, gettext_lazy("The contestants of this event are already teams."))
LAST_SESSION = Need(lambda now: now.is_last_session, gettext_lazy("The next session is there already."))
QUALIFIED = Need(lambda now: now.event.qualifying, gettext_lazy("Nothing is carried over into this event."))
NOT_PAST = Need(lambda now: now.event.day >= timezone.localdate(), gettext_lazy("The day of this event is over."))
SIGN_OFF_OPEN = Need(
    lambda now: now.event.sign_off_until is None or timezone.now() < now.event.sign_off_until,
    gettext_lazy("It is too late to sign off here. Tell the director."),
)
RUNS_THERE = Need(lambda now: now.sitting.round.is_running, gettext_lazy("This round is not running."))


TABLE: dict[str, tuple[Phase, *tuple[Need, ...]]] = {
    # Before the first round
    "sign_up": (SIGNING_UP,),
    "sign_up_all": (SIGNING_UP,),
    "sign_off": (SIGNING_UP,),
    "sign_off_self_signed": (SIGNING_UP,),
    "apply": (SIGNING_UP, NOT_PAST),
    "let_in": (SIGNING_UP,),
    "match_partners": (SIGNING_UP,),
    "remove_applicant": (SIGNING_UP | GOES_ON,),
    "sign_off_self": (SIGNING_UP, NOT_PAST, SIGN_OFF_OPEN),
    "set_invitation": (SIGNING_UP | GOES_ON,),
    "set_wish": (SIGNING_UP,),
    "rehearse": (TAKES_PLACE, IN_EARNEST),
    "choose_plan": (SIGNING_UP,),
    "change_event": (TAKES_PLACE,),
    "set_prizes": (TAKES_PLACE,),
    "set_hand_records": (TAKES_PLACE,),
    "set_squads": (TAKES_PLACE, NO_TEAMS),
    "cancel": (SIGNING_UP | PLANNED,),
    "move_to_section": (PLANNED,),
    "exchange_numbers": (PLANNED, TAKES_PART),
    "discard_plan": (PLANNED,),
    "renew_links": (TAKES_PLACE,),
    # The rounds
    "draw_round": (GOES_ON, STEERED, ALL_STARTED, DECIDED, GOES_FURTHER),
    "draw_anew": (GOES_ON, DRAWN, WAITING, DECIDED),
    "name_winner": (STARTED, KNOCKOUT),
    "exchange": (GOES_ON, DRAWN, WAITING),
    "start_round": (WAITS, WAITING),
    "take_back_round": (ROUND, NOTHING_ENTERED),
    "imagine_round": (ROUND, REHEARSAL),
    "add_minutes": (ROUND,),
    "remove_minutes": (ROUND, CLOCK),
    "pause_clock": (ROUND,),
    "resume_clock": (ROUND,),
    "stop_clock": (ROUND,),
    "call_director": (ROUND, RUNS_THERE),
    "end_call": (ALWAYS,),
    "end_call_of_station": (ROUND,),
    "end_round": (ROUND,),
    "set_following": (SIGNING_UP | GOES_ON,),
    "follow_round": (ROUND, FOLLOWED, NOT_HELD),
    "hold_round": (ROUND, FOLLOWED, NOT_HELD),
    "release_round": (ROUND, FOLLOWED, HELD),
    "go_back": (BETWEEN,),
    # Who comes and goes, and what is left to play
    "add_late_contestant": (GOES_ON, NOT_BEGUN),
    "leave": (GOES_ON, TAKES_PART),
    "come_back": (GOES_ON, HAS_LEFT),
    "substitute": (GOES_ON, TAKES_PART),
    "substitute_at": (ROUND, RUNS_THERE),
    "set_line_up": (GOES_ON, OF_TEAMS, TAKES_PART),
    "set_standing": (TAKES_PLACE,),
    "set_deals": (GOES_ON, WAITING),
    "replan": (GOES_ON, WAITING, NO_KNOCKOUT),
    "skip_last_round": (GOES_ON, TWO_ROUNDS),
    "bring_round_back": (GOES_ON, SKIPPED),
    # What was played
    "enter_late_hand": (STARTED, HAS_TABLE),
    "put_aside_late_hand": (STARTED, HAS_TABLE),
    "type_hands": (STARTED, HAS_TABLE),
    "ask_for_correction": (STARTED, HAS_TABLE, IN_TIME),
    "accept_request": (STARTED, HAS_TABLE),
    "refuse_request": (STARTED, HAS_TABLE),
    "rule_result": (STARTED, HAS_TABLE),
    "rule_contestant": (STARTED,),
    "rule_other_cards": (STARTED,),
    "withdraw_ruling": (STARTED,),
    "swap_sides": (STARTED, HAS_TABLE),
    "swap_deals": (STARTED, HAS_TABLE),
    "swap_contestants": (STARTED, HAS_TABLE),
    "change_deals": (STARTED, HAS_TABLE),
    # The end
    "finish": (BETWEEN,),
    "next_session": (FINISHED, IN_EARNEST, LAST_SESSION),
    "make_final": (FINISHED, IN_EARNEST, LAST_SESSION),
    "set_carried": (SIGNING_UP | PLANNED, QUALIFIED),
    "delete_rehearsal": (ALWAYS, REHEARSAL),
}
"""When each action is possible: in which states of the event, and what else it needs. It is called as its service."""


SETTINGS: dict[str, Phase] = {
    "name": TAKES_PLACE,
    "day": SIGNING_UP | GOES_ON,
    "preset": SIGNING_UP | PLANNED,
    "house_rules": SIGNING_UP | PLANNED,
    "comparison": SIGNING_UP | PLANNED,
    "comparison_settings": SIGNING_UP | GOES_ON,
    "rounds": SIGNING_UP,
    "per_round": SIGNING_UP,
    "minutes": SIGNING_UP,
    "round_minutes": SIGNING_UP | GOES_ON,
    "rounds_follow": SIGNING_UP | GOES_ON,
    "grace_minutes": SIGNING_UP | GOES_ON,
    "confirms": SIGNING_UP | GOES_ON,
    "ranking_shown": SIGNING_UP | GOES_ON,
    "played_shown": SIGNING_UP | GOES_ON,
    "score_shown": SIGNING_UP | GOES_ON,
    "correction_minutes": TAKES_PLACE,
    "minimum_percent": TAKES_PLACE,
    "added_up": TAKES_PLACE,
}
"""Until when each field of an event can be changed: until what it governs has begun."""
