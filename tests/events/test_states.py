"""What may happen when: one table, which services and pages ask, and which the documentation repeats."""

import ast
import re
from inspect import getmembers, isfunction
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.events.services.shared import lock_for
from scorer.events.states import SETTINGS, TABLE, Phase, Progress
from tests.events.conftest import MakeEvent, reach
from tests.events.test_pages import LogIn, address

MAKE_AN_EVENT = {"create_event", "copy_event"}
CHANGE_NOTHING = {"default_ranking_shown", "max_deals", "other_deals"}
SERVICES = Path(services.__file__).parent
DOCS = Path(settings.BASE_DIR) / "docs" / "events-in-detail.md"
TEMPLATES = Path(settings.BASE_DIR) / "templates" / "events"


def test_every_service_of_an_event_is_in_the_table() -> None:
    assert set(dict(getmembers(services, isfunction))) == TABLE.keys() | MAKE_AN_EVENT | CHANGE_NOTHING


def test_every_service_asks_for_itself() -> None:
    asked = set()
    for path in SERVICES.glob("*.py"):
        for function in ast.parse(path.read_text()).body:
            if isinstance(function, ast.FunctionDef) and function.name in TABLE:
                texts = {node.value for node in ast.walk(function) if isinstance(node, ast.Constant)}
                asked |= {function.name} & texts
    assert asked == TABLE.keys()


def test_pages_ask_for_actions_that_there_are() -> None:
    asked = {name for path in TEMPLATES.glob("*.html") for name in re.findall(r"\bcan\.(\w+)", path.read_text())}
    assert asked <= TABLE.keys() | {name for name in dir(Progress) if not name.startswith("_")}


def phase_of(event: Event) -> Phase:
    return Progress(Event.objects.get(pk=event.pk)).phase


@pytest.fixture
def in_phase(make_event: MakeEvent) -> Any:
    """An event of four pairs and two rounds in a state."""

    def make(phase: Phase) -> Event:
        return reach(make_event("bridge", 4, rounds=2, per_round=1), phase, "mitchell")

    return make


@pytest.mark.parametrize("phase", Phase)
def test_what_a_state_does_not_allow_is_refused_with_a_sentence(phase: Phase, in_phase: Any) -> None:
    event = in_phase(phase)
    assert phase_of(event) is phase
    for action, (allowed, *_needs) in TABLE.items():
        if phase not in allowed:
            with pytest.raises(ValidationError) as refused:
                lock_for(event, action)
            assert refused.value.messages[0].endswith(".")


@pytest.mark.parametrize("phase", Phase)
def test_the_page_of_the_event_shows_no_button_that_is_refused(
    phase: Phase, in_phase: Any, ada: Membership, client_of: LogIn
) -> None:
    event = in_phase(phase)
    page = client_of(ada).get(address(event)).content.decode()
    buttons = ("start_round", "end_round", "take_back_round", "discard_plan", "cancel", "finish", "rehearse", "plan")
    services_of = {"plan": "choose_plan"}
    for button in buttons:
        assert (f'"{address(event, button)}"' in page) <= Progress(event)[services_of.get(button, button)]


def rows_of_docs(title: str) -> dict[str, tuple[Phase, bool]]:
    """From the table in the documentation: when each action is possible, and whether it needs more than that."""
    found: dict[str, tuple[Phase, bool]] = {}
    section = DOCS.read_text().split(f"## {title}")[1].split("\n## ")[0]
    for line in section.splitlines():
        what, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(Phase) + 1 and set(cells) & {"x"}:
            *marks, needs = cells
            phases = Phase(0)
            for phase, mark in zip(Phase, marks, strict=True):
                phases |= phase if mark == "x" else Phase(0)
            for action in what.split(", "):
                found[action.replace(" ", "_")] = (phases, bool(needs))
    return found


def test_the_documentation_has_the_same_table() -> None:
    table = {action: (allowed, bool(needs)) for action, (allowed, *needs) in TABLE.items()}
    assert rows_of_docs("What may happen when") == table


def test_the_documentation_says_until_when_each_setting_can_be_changed() -> None:
    settings = {setting: (allowed, False) for setting, allowed in SETTINGS.items()}
    assert rows_of_docs("What can be changed until when") == settings
