"""What is chosen for an event: the forms for a new one, for one like an earlier one, and for changes."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.forms.events import CopyEventForm, EventForm, EventRulesForm, EventSettingsForm
from scorer.events.models import Event
from scorer.events.states import Progress
from scorer.events.views.console import event_view
from scorer.registry import GameConfig, get_game_or_404
from scorer.registry.words import variant_story
from scorer.web.forms import form_status

T = TypeVar("T")


def game_with_events(slug: str) -> GameConfig:
    game = get_game_or_404(slug)
    if game.events is None:
        raise Http404
    return game


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def create(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    """A new event. House rules and comparison are those of the club's last one."""
    config = game_with_events(game)
    competes = (request.POST or request.GET).get("competes")
    last = club.events.filter(game=config.slug, rehearsal=False).order_by("-day", "-pk").first()
    form = EventForm(request.POST or None, game=config, competes=competes)
    if last and last.competes == form.kind:
        form.initial["comparison"] = last.comparison
        form.suggest_settings(last)
    if request.htmx:
        return render(request, "events/comparisons.html", {"form": form})
    rules = EventRulesForm(request.POST or None, game=config, variant=last and last.variant)
    event = accepted(form, rules, lambda values: services.create_event(club, config, **values, by=request.user))
    if event:
        return redirect("events:event", club.pk, event.pk)
    return _page(request, config, form, rules)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def copy(request: ClubRequest, event: Event) -> HttpResponse:
    form = CopyEventForm(request.POST or None, like=event)
    rules = EventRulesForm(request.POST or None, game=event.config, variant=event.variant)

    def change(values: dict[str, Any]) -> tuple[Event, int]:
        return services.copy_event(event, values, contestants=values.pop("contestants"), by=request.user)

    copied = accepted(form, rules, change)
    if copied:
        return go_to_copy(request, *copied)
    return _page(request, event.config, form, rules)


def go_to_copy(request: ClubRequest, copy: Event, left_out: int) -> HttpResponse:
    """Show an event that has been made like another one, and say how many contestants could not be signed up again."""
    if left_out:
        text = ngettext(
            "%(n)d contestant is not on the list, because a player has left the club.",
            "%(n)d contestants are not on the list, because a player has left the club.",
            left_out,
        )
        messages.warning(request, text % {"n": left_out})
    return redirect("events:event", copy.club_id, copy.pk)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def settings(request: ClubRequest, event: Event) -> HttpResponse:
    """Change the event. What has begun already is shown, and says why it is too late."""
    form = EventSettingsForm(request.POST or None, event=event)
    too_late = Progress(event).too_late("house_rules")
    shows_rules = not too_late or "preset" in request.POST  # what was typed before it was too late is refused
    rules = EventRulesForm(request.POST or None, game=event.config, variant=event.variant) if shows_rules else None
    if accepted(form, rules, lambda values: services.change_event(event, **values, by=request.user)):
        messages.success(request, _("The settings are changed."))
        return redirect("events:event", event.club_id, event.pk)
    more = {"event": event, "too_late": too_late, "rules_in_words": variant_story(event.config, event.variant)}
    return _page(request, event.config, form, rules, **more)


@require_GET
@club_view(ClubAct.EVENTS)
def house_rules(request: ClubRequest, club: Club, game: str) -> HttpResponse:  # noqa: ARG001  # a view's signature
    """Show the house rules of the chosen preset, except for rules that were changed."""
    rules = EventRulesForm(request.GET if "preset" in request.GET else None, game=game_with_events(game))
    if rules.is_bound:
        rules.follow_preset()
    return render(request, "play/house_rules.html", {"variant": rules})


def accepted(form: EventForm, rules: EventRulesForm | None, change: Callable[[dict[str, Any]], T]) -> T | None:
    """Make a change with what was typed, if both forms are valid. If it cannot be made, they say so.

    Without `rules`, the house rules stay as they are.
    """
    are_valid = [form.is_valid(), rules is None or rules.is_valid()]  # both, so that every error is shown
    if not all(are_valid):
        return None
    values = dict(form.cleaned_data)
    if rules:
        values |= {"preset": rules.cleaned_data["preset"], "variant": rules.variant}
    try:
        return change(values)
    except ValidationError as error:
        problems = error.error_dict if hasattr(error, "error_dict") else {NON_FIELD_ERRORS: error.error_list}
        for name, sentences in problems.items():
            if rules and name in rules.fields:
                rules.add_error(name, sentences)
            elif name == NON_FIELD_ERRORS:
                form.add_error(None, sentences)
            elif form.field_of(name) in form.fields:
                form.add_error(form.field_of(name), sentences)
    return None


def _page(
    request: ClubRequest, game: GameConfig, form: EventForm, rules: EventRulesForm | None, **more: Any
) -> HttpResponse:
    context = {"game": game, "form": form, "variant": rules, **more}
    return render(request, "events/settings.html", context, status=form_status(request))
